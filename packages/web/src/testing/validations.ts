import type { Statistics } from '../entities/record/statistics.ts';
import type { Validation } from '../lib/api/types.ts';

/** The statistics of one horizon, with optional differences. */
export function createStatistics(overrides: Partial<Statistics> = {}): Statistics {
	return {
		horizon: 5,
		n: 400,
		hits: 205,
		blocks: 40,
		deff: 2,
		n_eff: 200,
		hit_rate: 0.5125,
		interval: [0.444, 0.581],
		sequence: [0.409, 0.622],
		base_rate: 0.5,
		detectable: { difference: 0.0991, excess: 0.003962 },
		mean: 0.0009,
		median: -0.0007,
		before_costs: { hits: 210, mean: 0.0021, cost: 0.0012, edge: 0.93 },
		quartiles: [-0.01, 0.01],
		rank_ic: null,
		luck: { variants: 3, line: 0.53, better: false },
		verdict: 'unseen',
		p_value: 0.36,
		q_value: null,
		q_value_dependent: null,
		reconstructed: 0.25,
		hypothetical: true,
		...overrides,
	};
}

const NO_STATISTICS = createStatistics({
	n: 0,
	hits: 0,
	hit_rate: null,
	interval: [0, 1],
	sequence: [0, 1],
	base_rate: null,
	detectable: null,
	mean: null,
	median: null,
	p_value: null,
	verdict: 'few',
});

/** A validation of a saved filter that has no reports since it was saved, with optional differences. */
export function createValidation(overrides: Partial<Validation> = {}): Validation {
	return {
		question: {
			tab: 'free',
			operation: 'short',
			algo: 'reverse',
			timeframes: ['fifteen_minutes', 'thirty_minutes', 'one_hour'],
			filters: [{ sector: 'volume', timeframe: 'one_hour', value: 1 }],
			groups: [],
			marketcap: [],
			information: null,
			ticker_id: null,
			sector_types: [],
			from: '2026-01-02T14:45:00Z',
			to: null,
			horizons: [5],
			cooldown: 10,
			licence: 'pro',
			timeframe: 'one_hour',
		},
		reports: 900,
		first: '2026-01-02T14:45:00Z',
		last: '2026-06-30T15:45:00Z',
		open: 3,
		main: 0,
		results: [createStatistics()],
		tickers: [],
		evidence: null,
		notice: 'Past results are hypothetical.',
		histogram: { from: 0, width: 0.001, counts: [] },
		curve: null,
		bootstrap: [0.412, 0.605],
		universe: {
			tickers: 120,
			ended: 0,
			open: 0,
			hindsight: false,
			cases: [0, 0.3, 1].map((loss) => ({ loss, rate: 0.508, mean: 0.0012 })),
		},
		occurrence_count: 403,
		hit_count: 205,
		loser_count: 195,
		occurrences: [],
		information: {
			with: { occurrences: 0, result: NO_STATISTICS },
			without: { occurrences: 0, result: NO_STATISTICS },
			unknown: { occurrences: 403, result: createStatistics() },
		},
		saved: {
			filter: 7,
			name: 'Loud rises',
			at: '2026-06-29T15:45:00Z',
			begins: 'saved',
			decisions: null,
			before: { reports: 900, occurrences: 403, result: createStatistics() },
			since: { reports: 0, occurrences: 0, result: NO_STATISTICS },
		},
		...overrides,
	};
}
