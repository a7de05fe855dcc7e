import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { readTickerState } from '../../entities/ticker/ticker-state.ts';
import { show } from '../../testing/page.tsx';
import { tickerDetail } from '../../testing/tickers.ts';
import { PricePanel } from './price-panel.tsx';

const note = page.getByText('Prices as of 06/30/2026: splits after that date not applied.');

function visitorChart(laterSplits: number) {
	const { bars, ...detail } = tickerDetail('DELAR', 7);
	const session = { date: '2026-06-30', open: '2026-06-30T13:30:00Z', close: '2026-06-30T20:00:00Z', early_close: false };
	const split = { ...detail, bars: { ...bars, sessions: [session], later_splits: laterSplits } };
	return show(<PricePanel detail={split} state={readTickerState({}).state} trader={false} />, {});
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
	await show(<PricePanel detail={{ ...tickerDetail('DELAR', 7), mentions: 25 }} state={readTickerState({}).state} trader />, {
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
	await show(<PricePanel detail={tickerDetail('DELAR', 7)} state={readTickerState({}).state} trader />, {
		prices: { charts: () => ({ items: [chart], basis: '2026-06-30', later_splits: 1, filings: [] }) as never },
		research: { forecastAt: () => ({ items: [], missing: [{ timeframe: 'one_hour', reason: 'history' }] }) as never },
	});
	await page.getByText('Last 2 bars as a table').click();
	await expect.element(page.getByRole('cell', { name: 'rose 3' })).toBeVisible();
	await expect.element(page.getByRole('cell', { name: 'fell 2' })).toBeVisible();
});
