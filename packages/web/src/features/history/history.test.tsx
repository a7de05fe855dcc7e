import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { readHistoryState, readTickerState } from '../../entities/ticker/ticker-state.ts';
import type { Trail } from '../../lib/api/types.ts';
import { createProfile } from '../../testing/accounts.ts';
import { show } from '../../testing/page.tsx';
import { createTickerDetail } from '../../testing/tickers.ts';
import { findAdjacentSpans, History, historySpan } from './history.tsx';

const note = page.getByText(/Prices as of 06\/30\/2026: splits after that date not applied\.$/);

function shown(laterSplits: number) {
	const trail: Trail = {
		ticker: 'DELAR',
		ticker_id: 7,
		tab_type: 'extreme_rise',
		operation: 'short',
		algo: 'reverse',
		timeframes: ['fifteen_minutes', 'thirty_minutes', 'one_hour', 'four_hours', 'day'],
		locked: 0,
		time: ['2026-06-30T13:45:00Z'],
		price: [11],
		basis: '2026-06-30',
		later_splits: laterSplits,
		weighted_sum: [77],
		listed: [true],
		sectors: [],
	};
	return show(
		<History detail={createTickerDetail('DELAR', 7)} state={readTickerState({}).state} history={readHistoryState({}).history} />,
		{
			signals: { sectorChartTrail: () => trail },
		},
	);
}

it('names the share basis of the prices where splits came later, and nothing otherwise', async () => {
	await shown(4);
	await expect.element(note).toBeVisible();
});

it('has no such note without later splits', async () => {
	await shown(1);
	await expect.element(page.getByText('$11.00')).toBeVisible();
	await expect.element(note).not.toBeInTheDocument();
});

it('says to users who are not administrators that forecast history is not theirs, and asks for none', async () => {
	const { calls } = await show(
		<History
			detail={createTickerDetail('DELAR', 7)}
			state={readTickerState({ isForecastHistory: 'true' }).state}
			history={readHistoryState({}).history}
		/>,
		{ accounts: { profile: () => createProfile() } },
	);
	await expect.element(page.getByText('Forecast history is for administrators only')).toBeVisible();
	await expect.element(page.getByRole('link', { name: 'Open regular history' })).toBeVisible();
	expect(calls.filter(({ call }) => call === 'signals.sectorChartTrail')).toEqual([]);
});

it('is paged by four weeks without a gap, up to the newest report', () => {
	const now = Date.parse('2026-06-30T15:45:00Z');
	const newest = historySpan({ to: undefined }, now);
	expect(newest).toEqual({ from: '2026-06-03', to: '2026-06-30' });
	expect(findAdjacentSpans(newest, now)).toEqual({ older: '2026-06-02', newer: undefined });
	const before = historySpan({ to: '2026-06-02' }, now);
	expect(before).toEqual({ from: '2026-05-06', to: '2026-06-02' });
	expect(findAdjacentSpans(before, now)).toEqual({ older: '2026-05-05', newer: '2026-06-30' });
	expect(findAdjacentSpans(historySpan({ to: '2026-06-20' }, now), now).newer).toBe('2026-06-30');
});
