import { beforeEach, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { readTickerState, type TickerSearch } from '../../entities/ticker/ticker-state.ts';
import { show } from '../../testing/page.tsx';
import { createTickerDetail } from '../../testing/tickers.ts';
import { PricePanel } from './price-panel.tsx';

beforeEach(() => localStorage.clear());

const note = page.getByText('Prices as of 06/30/2026: splits after that date not applied.');

function visitorChart(laterSplits: number) {
	const { bars, ...detail } = createTickerDetail('DELAR', 7);
	const session = { date: '2026-06-30', open: '2026-06-30T13:30:00Z', close: '2026-06-30T20:00:00Z', early_close: false };
	const split = { ...detail, bars: { ...bars, sessions: [session], later_splits: laterSplits } };
	return show(<PricePanel detail={split} state={readTickerState({}).state} isTrader={false} />, {});
}

it('names the share basis of the visitors’ chart where splits came later', async () => {
	await visitorChart(4);
	await expect.element(note).toBeVisible();
});

it('has no such note without later splits', async () => {
	await visitorChart(1);
	await expect.element(page.getByRole('heading', { level: 2 })).toBeVisible();
	await expect.element(note).not.toBeInTheDocument();
});

it('says of a ticker with mentions that these bars have no counts, not that there is no source', async () => {
	const none = [null];
	const chart = {
		...{ timeframe: 'one_hour', total_count: 1, time: ['2026-06-30T13:30:00Z'], gaps: [], sessions: [] },
		...{ open: [10], high: [11], low: [9], close: [10.5], volume: [100], calls: none, puts: none, mentions: none },
		depths: {
			...{ price_short: none, price_long: none, call_with_put: none, volume: none },
			...{ call_without_put_long: none, call_without_put_short: none, squeeze: none },
		},
	};
	await show(<PricePanel detail={{ ...createTickerDetail('DELAR', 7), mentions: 25 }} state={readTickerState({}).state} isTrader />, {
		prices: { charts: () => ({ items: [chart], basis: '2026-06-30', later_splits: 1, filings: [] }) as never },
		research: { forecastAt: () => ({ items: [], missing: [{ timeframe: 'one_hour', reason: 'history' }] }) as never },
	});
	await expect.element(page.getByText(/mentions: not counted for these bars/i)).toBeVisible();
	await expect.element(page.getByText(/mentions: no data source/i)).not.toBeInTheDocument();
	await expect.element(page.getByText('No forecast: this ticker has too little price history.')).toBeVisible();
});

it('says in the table of bars what the price did, not what a list makes of it', async () => {
	const counts = [1, 1];
	const still = [0, 0];
	const chart = {
		...{ timeframe: 'one_hour', total_count: 2, time: ['2026-06-30T13:30:00Z', '2026-06-30T14:30:00Z'], gaps: [], sessions: [] },
		...{
			open: [10, 10],
			high: [11, 11],
			low: [9, 9],
			close: [10.5, 9.5],
			volume: [100, 100],
			calls: counts,
			puts: counts,
			mentions: counts,
		},
		depths: {
			...{ price_short: [3, 0], price_long: [0, 2], call_with_put: still, volume: still },
			...{ call_without_put_long: still, call_without_put_short: still, squeeze: still },
		},
	};
	await show(<PricePanel detail={createTickerDetail('DELAR', 7)} state={readTickerState({}).state} isTrader />, {
		prices: { charts: () => ({ items: [chart], basis: '2026-06-30', later_splits: 1, filings: [] }) as never },
		research: { forecastAt: () => ({ items: [], missing: [{ timeframe: 'one_hour', reason: 'history' }] }) as never },
	});
	await page.getByText('Last 2 bars as a table').click();
	await expect.element(page.getByRole('cell', { name: 'rose 3' })).toBeVisible();
	await expect.element(page.getByRole('cell', { name: 'fell 2' })).toBeVisible();
});

/** Shows a trader's chart with two regular bars, or two outside regular hours. Returns what `extended` was in each request so far. */
async function traderChart(search: TickerSearch = {}) {
	const none = [null, null];
	const day = (date: string, after: string) => ({
		...{ date, pre: `${date}T08:00:00Z`, open: `${date}T13:30:00Z`, close: `${date}T20:00:00Z`, post: `${after}T00:00:00Z` },
		early_close: false,
	});
	const regular = {
		...{ timeframe: 'one_hour', total_count: 2, time: ['2026-06-29T19:30:00Z', '2026-06-30T13:30:00Z'], gaps: [] },
		...{ open: [10, 12], high: [11, 13], low: [9, 11], close: [10.5, 12.5], volume: [100, 200], calls: none, puts: none, mentions: none },
		depths: {
			...{ price_short: none, price_long: none, call_with_put: none, volume: none },
			...{ call_without_put_long: none, call_without_put_short: none, squeeze: none },
		},
		sessions: [day('2026-06-29', '2026-06-30'), day('2026-06-30', '2026-07-01')],
	};
	const extended = { ...regular, time: ['2026-06-29T20:00:00Z', '2026-06-30T13:00:00Z'] };
	const requested: (boolean | undefined)[] = [];
	await show(<PricePanel detail={createTickerDetail('DELAR', 7)} state={readTickerState(search).state} isTrader />, {
		prices: {
			charts: ({ query }) => {
				requested.push(query.extended);
				return { items: [query.extended ? extended : regular], basis: '2026-06-30', later_splits: 1, filings: [] } as never;
			},
		},
		research: { forecastAt: () => ({ items: [], missing: [{ timeframe: 'one_hour', reason: 'history' }] }) as never },
	});
	return requested;
}

it('shows extended hours on request, names them beside the time of their bars, and keeps the choice in this browser', async () => {
	const checkbox = page.getByRole('checkbox', { name: 'Extended hours' });
	const requested = await traderChart();
	await page.getByText('Last 2 bars as a table').click();
	await expect.element(page.getByRole('rowheader', { name: '06/30/2026 9:30 AM ET', exact: true })).toBeVisible();
	await page.getByRole('button', { name: 'Layers' }).click();
	await expect.element(checkbox).not.toBeChecked();
	await checkbox.click();
	await page.getByText('Last 2 bars as a table').click();
	await expect.element(page.getByRole('rowheader', { name: '06/29/2026 4:00 PM ET, after hours' })).toBeVisible();
	await expect.element(page.getByRole('definition').getByText('06/30/2026 9:00 AM ET, pre-market')).toBeVisible();
	expect(localStorage.getItem('chartTVExtendedHours')).toBe('true');
	expect(requested).toEqual([undefined, true]);
});

it('has no extended hours on 1d', async () => {
	localStorage.setItem('chartTVExtendedHours', 'true');
	const requested = await traderChart({ timeframe: 'day' });
	await page.getByRole('button', { name: 'Layers' }).click();
	await expect.element(page.getByRole('checkbox', { name: 'Gaps' })).toBeVisible();
	await expect.element(page.getByRole('checkbox', { name: 'Extended hours' })).not.toBeInTheDocument();
	expect(requested).toEqual([undefined]);
});
