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
