import type { Comparison } from '../../../lib/api/types.ts';

const DATES = ['2026-06-24', '2026-06-25', '2026-06-26', '2026-06-29', '2026-06-30'] as const;
const SLOT_COUNT = 4 * 26 + 9;

/** Creates a comparison at 11:45 of the fifth session: the ticker rises to +5.6 %, the median falls to −0.9 %. */
export function comparison(overrides: Partial<Comparison> = {}): Comparison {
	return {
		report: {
			time: '2026-06-30T15:45:00Z',
			algo: 'reverse',
			version: 1,
			simulated: true,
			provider: 'Simulated market',
			as_of: '2026-06-30T15:45:00Z',
			delay: 12,
			measured: 9_874,
			reconstructed: false,
			parameters_version: 1,
		},
		ticker: 'DELAR',
		ticker_id: 11,
		marketcap: 'large_cap',
		sessions: DATES.map((date, i) => ({
			date,
			open: `${date}T13:30:00Z`,
			close: `${date}T20:00:00Z`,
			early_close: false,
			bars: i === 4 ? 9 : 26,
		})),
		change: Array.from({ length: SLOT_COUNT }, (_, i) => (0.056 * (i + 1)) / SLOT_COUNT),
		middle: Array.from({ length: SLOT_COUNT }, (_, i) => (-0.009 * (i + 1)) / SLOT_COUNT),
		peers: { tickers: 1_432, of: 'tier' },
		traded: '2026-06-30T15:45:00Z',
		missing: [],
		slot_weights: [1, 2, 4],
		...overrides,
	};
}
