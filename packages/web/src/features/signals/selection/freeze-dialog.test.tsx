import { useRef } from 'react';
import { describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { useFreeze } from '../../../entities/frozen/freeze.ts';
import { type Answers, rejectCall } from '../../../testing/api.ts';
import { createFilterList, createFilterSetting } from '../../../testing/filters.ts';
import { show } from '../../../testing/page.tsx';
import { FreezeDialog } from './freeze-dialog.tsx';

type Freeze = NonNullable<NonNullable<Answers['filters']>['freeze']>;

const CHANGED = { changed: 2, all: [], filters: [], tabs: [], black_list_count: 2 };

const dialog = page.getByRole('dialog');
const confirm = dialog.getByRole('button', { name: 'Freeze' });
const reason = dialog.getByLabelText(/^Reason/);
const until = dialog.getByLabelText(/^Unfreeze on/);

function alertWith(text: string) {
	return page.getByRole('alert').filter({ hasText: text });
}

async function open(freeze: Freeze) {
	const shown = await show(<Page />, {
		filters: { filters: () => createFilterList(createFilterSetting()), freeze, thaw: () => CHANGED },
	});
	await page.getByRole('button', { name: 'Freeze …' }).click();
	await expect.element(dialog).toBeVisible();
	const inputsOf = (call: string) => shown.calls.filter((one) => one.call === `filters.${call}`).map((one) => one.input);
	return { ...shown, given: inputsOf };
}

function Page() {
	const dialog = useRef<HTMLDialogElement>(null);
	const freezing = useFreeze({ tab: 'extreme_rise', filter: 7 });
	return (
		<>
			<button type="button" onClick={() => dialog.current?.showModal()}>
				Freeze …
			</button>
			<FreezeDialog dialog={dialog} tickers={[11, 12]} freezing={freezing} onDone={() => {}} />
		</>
	);
}

describe('freezing what was selected', () => {
	it('hides it where the reader says, with reason and end, and offers the way back', async () => {
		const { given } = await open(() => CHANGED);
		await expect.element(dialog.getByLabelText('From this filter only')).toBeChecked();
		await dialog.getByLabelText('From everywhere').click();
		await reason.fill('earnings');
		await until.fill('2026-07-15');
		await confirm.click();
		await expect.element(dialog).not.toBeInTheDocument();
		expect(given('freeze')).toEqual([{ body: { tickers: [11, 12], reason: 'earnings', until: '2026-07-15T04:00:00Z' } }]);
		await alertWith('2 tickers hidden from everywhere.').getByRole('button', { name: 'Undo' }).click();
		await expect.poll(() => given('thaw')).toEqual([{ query: { tickers: [11, 12], scope: 'all' } }]);
		await expect.element(alertWith('2 tickers unfrozen.')).toBeVisible();
	});

	it('is sent by Enter from a field', async () => {
		const { given } = await open(() => CHANGED);
		await reason.click();
		await userEvent.keyboard('earnings{Enter}');
		await expect.element(dialog).not.toBeInTheDocument();
		expect(given('freeze')).toEqual([{ body: { filter: [7], tickers: [11, 12], reason: 'earnings' } }]);
	});

	it('shows at the end time that it has passed, and keeps the input', async () => {
		await open(() => rejectCall(400, 'Bad Request', [{ field: 'until', message: 'This day has passed' }]));
		await reason.fill('earnings');
		await until.fill('2020-01-01');
		await confirm.click();
		await expect.element(until).toHaveFocus();
		await expect.element(until).toHaveAccessibleDescription('This day has passed');
		await expect.element(reason).toHaveValue('earnings');
		await until.fill('2026-07-15');
		await expect.element(until).toBeValid();
	});

	it('shows any other failure in a snackbar, and stays open', async () => {
		await open(() => rejectCall(503, 'The store is being read'));
		await confirm.click();
		await expect.element(alertWith('Failed to update frozen list')).toBeVisible();
		await expect.element(dialog).toBeVisible();
		await expect.element(confirm).toBeEnabled();
	});

	it('is sent once however often it is clicked', async () => {
		let answer: (() => void) | undefined;
		const { given } = await open(() => new Promise((done) => (answer = () => done(CHANGED))));
		(confirm.element() as HTMLButtonElement).click();
		(confirm.element() as HTMLButtonElement).click();
		await expect.element(confirm).toBeDisabled();
		expect(given('freeze')).toHaveLength(1);
		answer?.();
		await expect.element(dialog).not.toBeInTheDocument();
	});
});
