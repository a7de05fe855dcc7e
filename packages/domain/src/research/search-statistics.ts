import { confidenceSequence } from '../statistics/confidence-sequence.ts';
import { type NumberedBlock, recordHitStats, recordPValue } from '../statistics/hit-stats.ts';
import { detectableDifference, detectableExcess, luckLine } from '../statistics/luck-line.ts';
import { tStatistic } from '../statistics/moments.ts';
import { bootstrapInterval, type PeriodHits } from '../statistics/random.ts';
import { type Tally, tallyQuantile } from './tally.ts';

/** Statistics of a search at one horizon. Rates and shares are 0 to 1, returns are log returns; null without episodes. */
export interface SearchStatistics {
	n: number;
	hits: number;
	blocks: number;
	hit_rate: number | null;
	/** 95% interval of the hit rate: the wider of Wilson's with n_eff = n / deff (`recordHitStats`) and the bootstrap's over sessions. */
	interval: [low: number, high: number];
	/** Interval that stays valid after repeated looks; from finished blocks only. */
	sequence: [low: number, high: number];
	deff: number;
	n_eff: number;
	/** Hit rate of random picks from the same tiers over the same intervals. */
	base_rate: number | null;
	/** The smallest difference from the base rate that a sample of this size detects with 80 % power, and the excess that causes it. */
	detectable: { difference: number; excess: number } | null;
	/** Mean excess after costs, winsorised at 30 %. */
	mean: number | null;
	/** Median excess after costs. */
	median: number | null;
	/** null unless all costs are known. */
	before_costs: BeforeCosts | null;
	quartiles: [number, number] | null;
	/** Spearman's correlation of rate and excess within a report, averaged over reports; t over days. */
	rank_ic: { mean: number; t: number | null; days: number } | null;
	/** `line`: with 95 % probability, the best of `variants` trials without skill stays below this hit rate. `better`: this hit rate is above the line. */
	luck: { variants: number; line: number; better: boolean };
	verdict: Verdict;
	/** p-value of a one-sided test against the base rate, with n_eff. */
	p_value: number | null;
	/** Share of episodes whose report was rebuilt from imported or backfilled bars. */
	reconstructed: number;
}

/** The same n occurrences before costs. */
export interface BeforeCosts {
	hits: number;
	/** Mean excess. */
	mean: number;
	/** Mean cost of a round trip, as a log return. */
	cost: number;
	/** Share of costs from estimated spreads. */
	edge: number;
}

/** Computes the statistics of a tally (signals.md 3.2). `variants`: number of the account's trials, including trials of deleted filters. */
export function computeStatistics(tally: Tally, variants: number): SearchStatistics {
	const { n } = tally;
	// `costed` is absent in tallies of earlier versions.
	const costed = tally.costed as Tally['costed'] | undefined;
	const blocks = numberedBlocks(tally.blocks);
	const stats = recordHitStats(blocks);
	const { p, hits, deff, n_eff, wilson95, degreesOfFreedom } = stats;
	const base = n === 0 ? null : tally.base / n;
	const line = luckLine(Math.max(1, variants), n_eff, base ?? undefined, degreesOfFreedom);
	const isBetter = p !== null && p > line;
	const days = Object.values(tally.ranks).map(([sum, reports]) => sum / reports);
	const interval = widerInterval(wilson95, tally.bootstrap ?? wilson95);
	const quartiles: [number, number] | null = n === 0 ? null : [tallyQuantile(tally, 0.25) as number, tallyQuantile(tally, 0.75) as number];
	const difference = base === null ? null : detectableDifference(base, n_eff);
	return {
		n,
		hits,
		blocks: blocks.length,
		hit_rate: p,
		interval,
		sequence: confidenceSequence(blocks),
		deff,
		n_eff,
		base_rate: base,
		detectable: difference === null || quartiles === null ? null : { difference, excess: detectableExcess(difference, quartiles) },
		mean: n === 0 ? null : tally.sum / n,
		median: tallyQuantile(tally, 0.5),
		before_costs:
			n === 0 || costed?.n !== n ? null : { hits: costed.hits, mean: costed.sum / n, cost: costed.cost / n, edge: costed.edge / n },
		quartiles,
		rank_ic:
			days.length === 0 ? null : { mean: days.reduce((sum, day) => sum + day, 0) / days.length, t: tStatistic(days), days: days.length },
		luck: { variants: Math.max(1, variants), line, better: isBetter },
		verdict: decideVerdict({ n, interval, base, better: isBetter, minDetectable: difference }),
		p_value: base === null ? null : recordPValue(stats, base),
		reconstructed: n === 0 ? 0 : tally.reconstructed / n,
	};
}

/** Computes the one-sided p-value of a tally's hit rate against the base rate, not corrected for other trials; null without episodes. */
export function tallyPValue({ n, blocks, base }: Tally): number | null {
	return n === 0 ? null : recordPValue(recordHitStats(numberedBlocks(blocks)), base / n);
}

function numberedBlocks(blocks: Tally['blocks']): NumberedBlock[] {
	return Object.entries(blocks).map(([number, [episodes, hits]]) => [Number(number), episodes, hits]);
}

/** Returns the wider of two intervals; the product shows this one. */
export function widerInterval(first: [low: number, high: number], second: [low: number, high: number]): [low: number, high: number] {
	return second[1] - second[0] > first[1] - first[0] ? second : first;
}

/**
 * Conclusion from a record's interval and base rate. lucky: above the base rate, but not above the luck line; none: no difference found; unseen: the
 * sample is too small to see a relevant difference; few: too few occurrences.
 */
export const VERDICTS = ['better', 'lucky', 'worse', 'none', 'unseen', 'few'] as const;
export type Verdict = (typeof VERDICTS)[number];

/** Minimum number of occurrences for a meaningful hit rate or mean. */
export const MIN_OCCURRENCES = 30;

/** If a sample can detect only differences larger than this, an interval around the base rate doesn't prove that there is no difference. */
const RELEVANT_DIFFERENCE = 0.05;

interface VerdictInput {
	readonly n: number;
	readonly interval: readonly [low: number, high: number] | null;
	/** The base rate to which the interval is compared; null if unknown. */
	readonly base: number | null;
	/** Whether the hit rate is above the luck line, the level that the best of all trials reaches by chance. */
	readonly better: boolean;
	/** The smallest detectable difference; null: unknown. Default: 0, so the verdict is never 'unseen'. */
	readonly minDetectable?: number | null;
}

export function decideVerdict({ n, interval, base, better, minDetectable = 0 }: VerdictInput): Verdict {
	if (n < MIN_OCCURRENCES || interval === null || base === null) return 'few';
	if (interval[0] > base) return better ? 'better' : 'lucky';
	if (interval[1] < base) return 'worse';
	return minDetectable === null || minDetectable > RELEVANT_DIFFERENCE ? 'unseen' : 'none';
}

/**
 * Sets the bootstrap interval of a tally, drawn from the sessions between the first and last episode. Takes some milliseconds per year of data. With fewer
 * than MIN_OCCURRENCES episodes the interval would be too narrow, so none is drawn.
 */
export function drawBootstrap(tally: Tally): void {
	if (tally.n < MIN_OCCURRENCES) return;
	const sessionNumbers = Object.keys(tally.sessions).map(Number);
	const first = Math.min(...sessionNumbers);
	const sessions = Array.from(
		{ length: Math.max(...sessionNumbers) - first + 1 },
		(_, at): PeriodHits => tally.sessions[first + at] ?? [0, 0],
	);
	tally.bootstrap = bootstrapInterval(sessions);
}
