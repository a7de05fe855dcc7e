import { expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { DEFAULT_STATE } from '../../../entities/list-state/state.ts';
import type { Card } from '../../../lib/api/types.ts';
import { show } from '../../../testing/page.tsx';
import { CompareDialog } from './compare-dialog.tsx';

function card(id: number, ticker: string, over: Partial<Card>): Card {
	return {
		ticker,
		ticker_id: id,
		name: `${ticker} Company`,
		tab_type: 'extreme_rise',
		operation: 'short',
		marketcap: 'mega_cap',
		capitalization: 3e11,
		price: 12.5,
		price_change: 0.05,
		sparkline: [],
		weighted_sum: 80,
		rate_scale: { highest: 140, share: 0.0042 },
		favorite: false,
		date: '2026-06-30T15:45:00Z',
		algo: 'reverse',
		information: { state: 'unknown', look_back: 'previous_close', filing: null },
		sectors: [{ key: 'volume', sector: 'volume', operation: null, intersections: [5, 4, 3, null, 1] }],
		...over,
	};
}

it('lays tickers side by side: rate, price, change, and each sector on each timeframe', async () => {
	const close = vi.fn();
	const cards = [card(1, 'LON', {}), card(2, 'HOE', { weighted_sum: 61, price_change: null })];
	await show(<CompareDialog cards={cards} state={DEFAULT_STATE} close={close} />);
	const dialog = page.getByRole('dialog', { name: '2 tickers side by side' });
	const row = (name: RegExp) =>
		[...(dialog.getByRole('row', { name }).element() as HTMLTableRowElement).cells].slice(1).map((cell) => cell.textContent);
	await expect.element(dialog.getByRole('columnheader', { name: 'HOE' })).toBeVisible();
	expect(row(/^Rate /)).toEqual(['80 of 140, top 1 %', '61 of 140, top 1 %']);
	expect(row(/^Change /)).toEqual(['+5.00%', 'n/a']);
	expect(row(/^Volume busy · 15m/)).toEqual(['5', '5']);
	expect(row(/^Volume busy · 4h/)).toEqual(['n/a', 'n/a']);
	await expect.element(dialog.getByRole('link', { name: 'Compare charts' })).toHaveAttribute('href', '/compare?tickers=LON,HOE');
	await userEvent.keyboard('{Escape}');
	expect(close).toHaveBeenCalled();
});

it("shows calls minus puts on the side of the saved filter's own direction", async () => {
	const sectors: Card['sectors'] = [
		{ key: 'price_short', sector: 'price', operation: 'short', intersections: [1, 0, 0, null, 0] },
		{ key: 'call_without_put_long', sector: 'call_without_put', operation: 'long', intersections: [4, 3, 2, null, 0] },
		{ key: 'call_without_put_short', sector: 'call_without_put', operation: 'short', intersections: [5, 0, 0, null, 0] },
	];
	await show(<CompareDialog cards={[card(1, 'LON', { sectors })]} state={DEFAULT_STATE} leaning="long" close={() => {}} />);
	await expect.element(page.getByRole('row', { name: 'Put-heavy · 15m 4' })).toBeVisible();
	await expect.element(page.getByRole('row', { name: 'Call-heavy · 15m 5' })).not.toBeInTheDocument();
});

it('leads to the charts of the first six of more, in the report of the list', async () => {
	const cards = ['A', 'B', 'C', 'D', 'E', 'F', 'G'].map((ticker, at) => card(at, ticker, {}));
	await show(<CompareDialog cards={cards} state={{ ...DEFAULT_STATE, report: '2026-06-30T15:45:00Z' }} close={() => {}} />);
	await expect
		.element(page.getByRole('link', { name: 'Compare charts of the first 6' }))
		.toHaveAttribute('href', '/compare?tickers=A,B,C,D,E,F&report=2026-06-30T15%3A45%3A00Z');
});
