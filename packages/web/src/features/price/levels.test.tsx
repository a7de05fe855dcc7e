import { useState } from 'react';
import { describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { type Answers, rejectCall } from '../../testing/api.ts';
import { show } from '../../testing/page.tsx';
import { NO_LEVELS } from './chart-levels.ts';
import { Levels } from './levels.tsx';

/** The controls, with buttons in place of a chart. The chart's shares were split two for one since. */
function Page() {
	const [levels, notify] = useState(NO_LEVELS);
	return (
		<>
			<Levels id={7} ticker="DELAR" laterSplits={2} onChange={notify} />
			<ul aria-label="Drawn">
				{levels.lines.map(({ label, dashed }) => (
					<li key={`${label} ${dashed}`}>{`${label}${dashed ? ', dashed' : ''}`}</li>
				))}
			</ul>
			<button type="button" onClick={() => levels.drag(63.456, false)}>
				move
			</button>
			<button type="button" onClick={() => levels.drag(65.004, true)}>
				release
			</button>
			{levels.lines.map(({ grip }) =>
				grip === undefined ? null : (
					<span key={grip}>
						<button type="button" onClick={() => levels.drag(68, false, grip)}>
							move line
						</button>
						<button type="button" onClick={() => levels.drag(69, true, grip)}>
							release line
						</button>
					</span>
				),
			)}
			<button type="button" onClick={() => levels.openMenu?.({ price: 70, x: 5_000, y: 5_000 })}>
				ask
			</button>
		</>
	);
}

const TREND = {
	kind: 'trend' as const,
	from: { time: '2026-06-29T14:00:00Z', price: 40 },
	to: { time: '2026-06-30T14:00:00Z', price: 45 },
};

interface Kept {
	id: number;
	ticker_id: number;
	state: string;
	condition: object;
}

async function open(inbox: Answers['inbox'] = {}) {
	let items: Kept[] = [];
	let added = 2;
	const shown = await show(<Page />, {
		filters: {
			levels: () => ({ ticker_id: 7, items: [{ kind: 'line', price: 50 }, TREND], allowed: 20 }),
			watchlists: () => ({ items: [], allowed: 3 }),
		},
		inbox: {
			alerts: () => ({ items: items as never, allowed: 10 }),
			addAlert: ({ body }) => {
				added++;
				const alert = { ...body, id: added, ticker_id: 7, state: 'waiting', condition: { ...body.condition, side: 'above' } };
				items = [...items.filter(({ id }) => id !== body.replaces), alert];
				return alert as never;
			},
			deleteAlert: ({ params }) => {
				items = items.filter(({ id }) => id !== params.id);
			},
			...inbox,
		},
	});
	await expect.element(page.getByText('Line at $100.00')).toBeVisible();
	const calls = (call: string) => shown.calls.filter((one) => one.call === call).map(({ input }) => input);
	return { calls };
}

const button = (name: string | RegExp) => page.getByRole('button', { name, exact: true });
const drawn = (text: string) => page.getByRole('list', { name: 'Drawn' }).getByText(text, { exact: true });

describe('an alert from the chart', () => {
	it('is dragged to its price, set on the current share basis, drawn, and can be undone', async () => {
		const { calls } = await open();
		await button('Drag an alert').click();
		await expect.element(button('Drag an alert')).toHaveAttribute('aria-pressed', 'true');
		await button('move').click();
		await expect.element(drawn('Alert at $63.46')).toBeVisible();
		expect(calls('inbox.addAlert')).toEqual([]);
		await button('release').click();
		await expect.element(drawn('Alert at $65.00, dashed')).toBeVisible();
		expect(calls('inbox.addAlert')).toEqual([{ body: { ticker_id: 7, condition: { kind: 'price', level: 32.5 } } }]);
		await expect.element(button('Drag an alert')).toHaveAttribute('aria-pressed', 'false');
		await expect.element(page.getByRole('alert').filter({ hasText: /DELAR: price rises to.\$32\.50/ })).toBeVisible();
		await button('Undo').click();
		await expect.element(drawn('Alert at $65.00, dashed')).not.toBeInTheDocument();
		expect(calls('inbox.deleteAlert')).toEqual([{ params: { id: 3 }, body: {} }]);
	});

	it('is moved with its line, keeps its other values, and can be moved back', async () => {
		const { calls } = await open();
		await button('ask').click();
		await button('Alert at $70.00').click();
		await button('move line').click();
		await expect.element(drawn('Alert at $68.00')).toBeVisible();
		await expect.element(drawn('Alert at $70.00, dashed')).not.toBeInTheDocument();
		await button('release line').click();
		await expect.element(drawn('Alert at $69.00, dashed')).toBeVisible();
		await expect.element(drawn('Alert at $70.00, dashed')).not.toBeInTheDocument();
		expect(calls('inbox.addAlert').at(-1)).toMatchObject({
			body: { ticker_id: 7, condition: { kind: 'price', level: 34.5 }, replaces: 3 },
		});
		const moved = page.getByRole('alert').filter({ hasText: 'Alert moved' });
		await moved.getByRole('button', { name: 'Undo' }).click();
		await expect.element(drawn('Alert at $70.00, dashed')).toBeVisible();
		await expect.element(drawn('Alert at $69.00, dashed')).not.toBeInTheDocument();
		expect(calls('inbox.addAlert').at(-1)).toMatchObject({ body: { condition: { level: 35 }, replaces: 4 } });
		expect(calls('inbox.deleteAlert')).toEqual([]);
	});

	it('has no line to drag while something is drawn', async () => {
		await open();
		await button('ask').click();
		await button('Alert at $70.00').click();
		await expect.element(button('move line')).toBeVisible();
		await button('Draw a line').click();
		await expect.element(button('move line')).not.toBeInTheDocument();
	});

	it('is offered in a menu within the window, which Escape closes', async () => {
		const { calls } = await open();
		await button('ask').click();
		const menu = page.getByRole('dialog', { name: 'At this price' });
		await expect.element(menu.getByRole('button', { name: 'Alert at $70.00' })).toHaveFocus();
		const { right, bottom } = menu.element().getBoundingClientRect();
		expect(right <= innerWidth && bottom <= innerHeight).toBe(true);
		await userEvent.keyboard('{Escape}');
		await expect.element(menu).not.toBeInTheDocument();
		await button('ask').click();
		await userEvent.keyboard('{Enter}');
		await expect.element(drawn('Alert at $70.00, dashed')).toBeVisible();
		expect(calls('inbox.addAlert')).toEqual([{ body: { ticker_id: 7, condition: { kind: 'price', level: 35 } } }]);
	});

	it('opens the form with its price for another kind', async () => {
		await open();
		await button('ask').click();
		await button('Another alert...').click();
		const dialog = page.getByRole('dialog', { name: 'Set an alert' });
		await expect.element(dialog.getByLabelText('Level in dollars')).toHaveValue('35');
		await expect.element(dialog.getByLabelText('Ticker', { exact: true })).toHaveValue('DELAR');
		await dialog.getByRole('button', { name: 'Cancel' }).click();
		await expect.element(dialog).not.toBeInTheDocument();
	});

	it('is set on a trend line, and drawn along it', async () => {
		const { calls } = await open();
		await button(/^Set an alert: Trend line/).click();
		await expect.element(drawn('Alert, dashed')).toBeVisible();
		expect(calls('inbox.addAlert')).toEqual([{ body: { ticker_id: 7, condition: TREND } }]);
	});

	it('is set at a drawn line, and says why it was refused', async () => {
		const { calls } = await open({
			addAlert: () =>
				rejectCall(400, 'Wrong', [{ field: 'condition.level', message: 'The price is 50 now. Choose a level above or below it.' }]),
		});
		await button('Set an alert: Line at $100.00').click();
		await expect.element(page.getByText('The price is 50 now. Choose a level above or below it.')).toBeVisible();
		expect(calls('inbox.addAlert')).toEqual([{ body: { ticker_id: 7, condition: { kind: 'price', level: 50 } } }]);
	});
});
