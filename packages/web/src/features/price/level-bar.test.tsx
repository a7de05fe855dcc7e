import { beforeEach, describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { type Answers, rejectCall } from '../../testing/api.ts';
import { show } from '../../testing/page.tsx';
import { LevelBar } from './level-bar.tsx';
import { useDrawing, useLevels } from './use-levels.ts';

type Save = NonNullable<NonNullable<Answers['filters']>['saveLevels']>;

function Page({ laterSplits = 1 }: { laterSplits?: number }) {
	const levels = useLevels(7, laterSplits);
	const drawing = useDrawing(levels, async () => {});
	return (
		<>
			<LevelBar levels={levels} drawing={drawing} placeAlert={() => {}} />
			<button type="button" onClick={() => drawing.pick({ time: 1_782_826_200, price: 63.456 })}>
				first
			</button>
			<button type="button" onClick={() => drawing.pick({ time: 1_782_480_600, price: 60 })}>
				second
			</button>
		</>
	);
}

const dialog = page.getByRole('dialog');

function button(name: string) {
	return page.getByRole('button', { name, exact: true });
}

function item(name: string) {
	return page.getByRole('listitem').filter({ hasText: name });
}

const keeping: Save = ({ body }) => ({
	ticker_id: 7,
	items: body.items as ReturnType<Extract<Save, (input: never) => { items: unknown }>>['items'],
	allowed: 20,
});

let sent: () => unknown[];

async function open(save: Save = keeping, laterSplits = 1) {
	const { calls } = await show(<Page laterSplits={laterSplits} />, {
		filters: { levels: () => ({ ticker_id: 7, items: [{ kind: 'line', price: 50 }], allowed: 20 }), saveLevels: save },
	});
	sent = () =>
		calls.filter(({ call }) => call === 'filters.saveLevels').map(({ input }) => (input as { body: { items: unknown } }).body.items);
	await expect.element(item(`Line at $${(50 * laterSplits).toFixed(2)}`)).toBeVisible();
}

describe('levels', () => {
	beforeEach(() => open());

	it('are added by their numbers', async () => {
		await button('Enter values...').click();
		await dialog.getByRole('button', { name: 'Save' }).click();
		await expect.element(dialog.getByText('A price above 0, such as 63.50')).toBeVisible();
		expect(sent()).toEqual([]);
		await dialog.getByLabelText('Price in dollars').fill('63.5');
		await dialog.getByRole('button', { name: 'Save' }).click();
		await expect.element(item('Line at $63.50')).toBeVisible();
		expect(sent()).toEqual([
			[
				{ kind: 'line', price: 50 },
				{ kind: 'line', price: 63.5 },
			],
		]);
		await expect.element(dialog).not.toBeInTheDocument();
	});

	it('through two instants are put in order, and refused through one', async () => {
		await button('Enter values...').click();
		await dialog.getByLabelText('Trend line').click();
		await dialog.getByLabelText(/^First date and time/).fill('2026-06-30T09:30');
		await dialog.getByLabelText('First price').fill('63');
		await dialog.getByLabelText(/^Second date and time/).fill('2026-06-30T09:30');
		await dialog.getByLabelText('Second price').fill('60');
		await dialog.getByRole('button', { name: 'Save' }).click();
		await expect.element(dialog.getByRole('alert')).toHaveTextContent('Both points have the same time. Choose two different times.');
		await dialog.getByLabelText(/^Second date and time/).fill('2026-06-26T09:30');
		await dialog.getByRole('button', { name: 'Save' }).click();
		await expect.element(item('Trend line from $60.00 (06/26/2026 09:30 ET) to $63.00 (06/30/2026 09:30 ET)')).toBeVisible();
	});

	it('are edited, deleted, and brought back to their place', async () => {
		await button('Edit: Line at $50.00').click();
		await expect.element(dialog.getByLabelText('Price in dollars')).toHaveValue('50');
		await dialog.getByLabelText('Price in dollars').fill('51');
		await dialog.getByRole('button', { name: 'Save' }).click();
		await expect.element(item('Line at $51.00')).toBeVisible();
		await button('Delete: Line at $51.00').click();
		await expect.element(page.getByRole('listitem')).not.toBeInTheDocument();
		await button('Undo').click();
		await expect.element(item('Line at $51.00')).toBeVisible();
		expect(sent()).toEqual([[{ kind: 'line', price: 51 }], [], [{ kind: 'line', price: 51 }]]);
	});

	it('are drawn by one click or two, to the cent', async () => {
		await button('Draw a line').click();
		await expect.element(page.getByText('Click the chart to place the line. Press Esc to cancel.')).toBeVisible();
		await button('first').click();
		await expect.element(item('Line at $63.46')).toBeVisible();
		await expect.element(button('Draw a line')).toHaveAttribute('aria-pressed', 'false');
		// A click draws nothing unless drawing is on.
		await button('first').click();
		await button('Draw a trend line').click();
		await button('first').click();
		await expect.element(page.getByText('Click the second point.')).toBeVisible();
		await button('second').click();
		await expect.element(item('Trend line from $60.00')).toBeVisible();
		expect(sent()).toHaveLength(2);
	});
});

describe('a level that cannot be kept', () => {
	it('says what to do, in the form and beside the chart, and goes again', async () => {
		const message = 'A ticker can have 20 levels. Delete one first.';
		await open(() => rejectCall(400, 'Bad Request', [{ field: 'items', message }]));
		await button('Enter values...').click();
		await dialog.getByLabelText('Price in dollars').fill('63.5');
		await dialog.getByRole('button', { name: 'Save' }).click();
		await expect.element(dialog.getByRole('alert')).toHaveTextContent(message);
		await dialog.getByRole('button', { name: 'Cancel' }).click();
		await button('Draw a line').click();
		await button('first').click();
		await expect.element(page.getByText(message)).toBeVisible();
		await expect.element(item('Line at $50.00')).toBeVisible();
		expect(page.getByRole('listitem').filter({ hasText: 'Line at $63' }).elements()).toHaveLength(0);
	});
});

it("show that they couldn't be loaded, and are requested again", async () => {
	let away = true;
	await show(<Page />, {
		filters: { levels: () => (away ? rejectCall(503, 'The database is away') : { ticker_id: 7, items: [], allowed: 20 }) },
	});
	await expect.element(page.getByText('Couldn’t load your levels.')).toBeVisible();
	await expect.element(button('Draw a line')).toBeDisabled();
	away = false;
	await page.getByRole('link', { name: 'Try again' }).click();
	await expect.element(button('Draw a line')).toBeEnabled();
});

describe('levels of a chart as of a date before a 7:1 split', () => {
	it('are drawn on its share basis and kept on today’s', async () => {
		await open(keeping, 7);
		await button('Draw a line').click();
		await button('first').click();
		await expect.element(item('Line at $63.46')).toBeVisible();
		expect(sent()).toEqual([
			[
				{ kind: 'line', price: 50 },
				{ kind: 'line', price: 9.0657 },
			],
		]);
	});
});
