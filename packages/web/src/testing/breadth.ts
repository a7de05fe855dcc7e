import { BREADTH_SLICES } from '@sw/domain/attention/breadth';
import { TIMEFRAMES } from '@sw/domain/time/timeframe';
import type { BreadthAnswer, BreadthState } from '../lib/api/types.ts';

const KEY = {
	key: 'price_short-one_hour-all-stocks',
	category: 'price_short',
	interval: 'one_hour',
	marketcap: 'all',
	type: 'stocks',
} as const;

/** The state of the newest report's breadth, with optional differences. */
export function createBreadthState(overrides: Partial<BreadthState> = {}): BreadthState {
	return {
		...KEY,
		time: '2026-06-30T15:45:00Z',
		ready: true,
		share: 0.041,
		measured: 1150,
		usual: { days: 60, mean: 0.012, sd: 0.008 },
		subscription: null,
		...overrides,
	};
}

/** A breadth in which all cells but the first are equal. */
export function createBreadthAnswer(overrides: Partial<BreadthAnswer> = {}): BreadthAnswer {
	const cells = TIMEFRAMES.flatMap(({ name: interval }) =>
		BREADTH_SLICES.map((category) => ({
			category,
			interval,
			depths: [1100, 30, 10, 5, 3, 2],
			unmeasured: 12,
			measured: 1150,
			share: 0.041,
			usual: { days: 60, mean: 0.012, sd: 0.008 },
		})),
	);
	const shares = cells.map(({ share }) => share);
	return {
		report: {
			time: '2026-06-30T15:45:00Z',
			algo: 'reverse',
			version: 1,
			simulated: true,
			provider: 'Simulated market',
			as_of: '2026-06-30T15:45:00Z',
			delay: 12,
			measured: 1162,
			reconstructed: false,
			parameters_version: 1,
		},
		time: '2026-06-30T15:45:00Z',
		...KEY,
		depth: 1,
		tickers: 1162,
		cells,
		day: [
			{ time: '2026-06-30T15:30:00Z', shares: shares.map(() => 0.02) },
			{ time: '2026-06-30T15:45:00Z', shares },
		],
		days: [{ date: '2026-06-29', time: '2026-06-29T15:45:00Z', reconstructed: false, shares: shares.map((_, i) => (i === 0 ? null : 0)) }],
		...overrides,
	};
}
