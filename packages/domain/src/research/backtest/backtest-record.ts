import { type BlockMoments, meanPValue, recordMeanStats } from '../../statistics/hit-stats.ts';
import { detectableMean, luckLineOfMean } from '../../statistics/luck-line.ts';
import { winsorise } from '../../statistics/moments.ts';
import { decideVerdict, type Verdict } from '../search-statistics.ts';

/** A closed position: excess log return after costs, and block number of the exit. */
export interface ClosedExcess {
	readonly excess: number;
	readonly block: number;
}

/** Excess returns of positions, as log returns, each limited to 30 %. null where there are too few positions. */
export interface MeanRecord {
	readonly n: number;
	/** Number of positions with an excess above zero. With a near target and a wide stop, most positions win even without skill. */
	readonly winners: number;
	readonly mean: number | null;
	/** 95% confidence interval of the mean. */
	readonly interval: readonly [low: number, high: number] | null;
	readonly blocks: number;
	readonly deff: number;
	readonly n_eff: number;
	/** The smallest true mean that a sample of this size detects with 80 % power. */
	readonly detectable: number | null;
	/** `line`: with 95 % probability, the best of `variants` trials without skill stays below this mean. `better`: this mean is above the line. */
	readonly luck: { readonly variants: number; readonly line: number | null; readonly better: boolean };
	/** p-value of a one-sided test of a mean above zero. */
	readonly p_value: number | null;
	readonly verdict: Verdict;
}

/** Computes the record of positions. `variants`: number of rules tried for them, including this one. */
export function computeMeanRecord(positions: readonly ClosedExcess[], variants: number): MeanRecord {
	const blocks = new Map<number, [n: number, sum: number, squares: number]>();
	for (const { block, excess } of positions) {
		const value = winsorise(excess);
		const [n, sum, squares] = blocks.get(block) ?? [0, 0, 0];
		blocks.set(block, [n + 1, sum + value, squares + value ** 2]);
	}
	const stats = recordMeanStats([...blocks].map(([block, [n, sum, squares]]): BlockMoments => [block, n, sum, squares]));
	const { n, mean, standardError, interval, degreesOfFreedom } = stats;
	const trials = Math.max(1, variants);
	const line = standardError === null ? null : luckLineOfMean(trials, standardError, degreesOfFreedom);
	const better = mean !== null && line !== null && mean > line;
	return {
		n,
		winners: positions.filter(({ excess }) => excess > 0).length,
		mean,
		interval,
		blocks: stats.blocks,
		deff: stats.deff,
		n_eff: stats.n_eff,
		detectable: standardError === null ? null : detectableMean(standardError),
		luck: { variants: trials, line, better },
		p_value: meanPValue(stats),
		verdict: decideVerdict({ n, interval, base: 0, better }),
	};
}
