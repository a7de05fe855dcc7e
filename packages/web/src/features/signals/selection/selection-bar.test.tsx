import { describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { useFreeze } from '../../../entities/frozen/freeze.ts';
import { DEFAULT_STATE } from '../../../entities/list-state/state.ts';
import { type Answers, rejectCall } from '../../../testing/api.ts';
import { createCard } from '../../../testing/cards.ts';
import { createFilterList } from '../../../testing/filters.ts';
import { show } from '../../../testing/page.tsx';
import { SelectionBar } from './selection-bar.tsx';
import { useSelection } from './use-selection.ts';

const CARDS = [createCard('AMD', 11), createCard('NVDA', 12, { favorite: true }), createCard('ORCL', 13)];
const CHANGED = { changed: 1, all: [], filters: [], tabs: [], black_list_count: 1 };

const bar = page.getByRole('region', { name: 'Selected tickers' });

function on(name: string) {
	return bar.getByRole('button', { name });
}

function tick(ticker: string) {
	return page.getByRole('button', { name: ticker, exact: true }).click();
}

async function open(filters: NonNullable<Answers['filters']> = {}) {
	const shown = await show(<Page />, { filters: { filters: () => createFilterList(), ...filters } });
	await page.getByRole('button', { name: 'Select', exact: true }).click();
	const inputsOf = (call: string) => shown.calls.filter((one) => one.call === `filters.${call}`).map((one) => one.input);
	return { ...shown, given: inputsOf };
}

function Page() {
	const selection = useSelection('extreme_rise', CARDS);
	const freezing = useFreeze({ tab: 'extreme_rise', filter: undefined });
	return (
		<>
			<button type="button" onClick={selection.start}>
				Select
			</button>
			{CARDS.map(({ ticker, ticker_id }) => (
				<button key={ticker} type="button" onClick={() => selection.toggle(ticker_id)}>
					{ticker}
				</button>
			))}
			{selection.ids ? <SelectionBar selection={selection} cards={CARDS} state={DEFAULT_STATE} freezing={freezing} /> : null}
		</>
	);
}

describe('the bar of what is selected', () => {
	it('counts what is ticked, and offers nothing to do with nothing', async () => {
		await open();
		await expect.element(bar.getByRole('status')).toHaveTextContent('0 selected');
		await expect.element(on('Favourite')).toBeDisabled();
		await expect.element(on('Freeze …')).toBeDisabled();
		await tick('AMD');
		await tick('ORCL');
		await expect.element(bar.getByRole('status')).toHaveTextContent('2 selected');
		await tick('AMD');
		await expect.element(bar.getByRole('status')).toHaveTextContent('1 selected');
		await on('Select this page').click();
		await expect.element(bar.getByRole('status')).toHaveTextContent('3 selected');
		await on('Done').click();
		await expect.element(bar).not.toBeInTheDocument();
	});

	it('has no star to give to those that have one', async () => {
		await open();
		await tick('NVDA');
		await expect.element(on('Favourite')).toBeDisabled();
		await expect.element(on('Freeze …')).toBeEnabled();
	});

	it('stars those without a star, one after another, leaves, and takes them back', async () => {
		const { given } = await open({ switchFavorite: ({ body: { ticker } }) => ({ ticker, favorite: true }) });
		await on('Select this page').click();
		await on('Favourite').click();
		await expect.element(bar).not.toBeInTheDocument();
		await page.getByRole('button', { name: 'Undo' }).click();
		await expect
			.poll(() => given('switchFavorite'))
			.toEqual([11, 13, 11, 13].map((ticker, at) => ({ body: { ticker, favorite: at < 2 } })));
	});

	it('says that the stars were not saved', async () => {
		await open({ switchFavorite: () => rejectCall(503, 'Not now') });
		await tick('AMD');
		await on('Favourite').click();
		await expect.element(page.getByRole('alert').filter({ hasText: 'Couldn’t save the favourite.' })).toBeVisible();
	});

	it('freezes what is ticked in the tab that is open, and leaves', async () => {
		const { given } = await open({ freeze: () => CHANGED });
		await tick('AMD');
		await on('Freeze …').click();
		const dialog = page.getByRole('dialog', { name: 'Freeze 1 ticker' });
		await expect.element(dialog).toBeVisible();
		await dialog.getByRole('button', { name: 'Freeze', exact: true }).click();
		await expect.element(bar).not.toBeInTheDocument();
		expect(given('freeze')).toEqual([{ body: { tab: 'extreme_rise', tickers: [11] } }]);
	});

	it('stays as it was when freezing is thought better of', async () => {
		const { given } = await open();
		await tick('AMD');
		await tick('ORCL');
		await on('Freeze …').click();
		await expect.element(page.getByRole('dialog', { name: 'Freeze 2 tickers' })).toBeVisible();
		await userEvent.keyboard('{Escape}');
		await expect.element(on('Freeze …')).toHaveFocus();
		await expect.element(bar.getByRole('status')).toHaveTextContent('2 selected');
		expect(given('freeze')).toEqual([]);
	});
});
