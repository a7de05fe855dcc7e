import { confidenceSequence } from '../../statistics/confidence-sequence.ts';
import { recordDeff, wilson } from '../../statistics/hit-stats.ts';
import { containsTruth, groupIntoBlocks, HORIZON, INDUSTRIES } from './coverage-study.ts';
import { createEpisodeReader, createNullMarket, drawRandomFilters, type NullEpisodes } from './null-market.ts';

/** Looks at a record begin once it has this many episodes. */
const MIN_EPISODES = 30;
const BARS_PER_SESSION = 26;
const COOLDOWN = 10;

export interface PeekingOptions {
	readonly seed: number;
	readonly tickers: number;
	readonly sessions: number;
	readonly runs: number;
}

/** Shares of runs in which an interval missed the truth. */
export interface PeekingResult {
	readonly runs: number;
	/** Number of looks per run. */
	readonly looks: number;
	/** Wilson's interval, at any look. */
	readonly interval: number;
	/** Wilson's interval, at the last look. */
	readonly last: number;
	/** The confidence sequence, at any look. */
	readonly sequence: number;
}

/** Looks at a record after each quarter-hour, in markets without any effect. */
export function runPeekingStudy({ seed, tickers, sessions, runs }: PeekingOptions): PeekingResult {
	const missCounts = { interval: 0, last: 0, sequence: 0 };
	for (let run = 0; run < runs; run++) {
		const market = createNullMarket(seed + run, { tickers, sessions, industries: INDUSTRIES, barsPerSession: BARS_PER_SESSION });
		const [filter] = drawRandomFilters(seed + run, 1, INDUSTRIES);
		if (!filter) continue;
		const episodes = createEpisodeReader(market, HORIZON, COOLDOWN).readEpisodes(filter);
		const looks = checkLooks(episodes);
		missCounts.interval += Number(looks.anyMissed);
		missCounts.last += Number(looks.lastMissed);
		// A confidence sequence never regains a value that it has excluded, so the last look shows whether any look missed the truth.
		missCounts.sequence += Number(!containsTruth(confidenceSequence(groupIntoBlocks(episodes.bars, episodes.excess, 0, HORIZON))));
	}
	return {
		runs,
		looks: sessions * BARS_PER_SESSION,
		interval: missCounts.interval / runs,
		last: missCounts.last / runs,
		sequence: missCounts.sequence / runs,
	};
}

/**
 * Whether Wilson's interval, as in `recordHitStats`, missed the truth after any bar, and after the last one. A year has thousands of looks, so sums over
 * blocks are updated, not recomputed. They are sums of each block's hits k and episodes n, and of products with k and n of the next block.
 */
export function checkLooks({ bars, excess }: NullEpisodes): { anyMissed: boolean; lastMissed: boolean } {
	const [n, k] = [new Map<number, number>(), new Map<number, number>()];
	const sums = { n: 0, k: 0, nn: 0, kn: 0, kk: 0, nextNN: 0, nextKN: 0, nextKK: 0 };
	let [anyMissed, lastMissed] = [false, false];
	bars.forEach((bar, at) => {
		const block = Math.floor(bar / HORIZON);
		const hit = Number(excess[at]! > 0);
		const [blockN, blockK] = [n.get(block) ?? 0, k.get(block) ?? 0];
		const [previousN, previousK] = [n.get(block - 1) ?? 0, k.get(block - 1) ?? 0];
		sums.n++;
		sums.k += hit;
		sums.nn += 2 * blockN + 1;
		sums.kn += blockK + hit * blockN + hit;
		sums.kk += hit * (2 * blockK + 1);
		sums.nextNN += previousN;
		sums.nextKN += previousK + hit * previousN;
		sums.nextKK += hit * previousK;
		n.set(block, blockN + 1);
		k.set(block, blockK + hit);
		if (bars[at + 1] === bar || sums.n < MIN_EPISODES) return;
		const p = sums.k / sums.n;
		const blockSquares = sums.kk - 2 * p * sums.kn + p * p * sums.nn;
		const adjacentProducts = 2 * (sums.nextKK - p * sums.nextKN + p * p * sums.nextNN);
		const deff = recordDeff({
			n: sums.n,
			independentSquares: sums.n * p * (1 - p),
			blockCount: n.size,
			blockSquares,
			adjacentProducts,
			effectiveBlocks: sums.n ** 2 / sums.nn,
		});
		lastMissed = !containsTruth(wilson(p, sums.n / deff));
		anyMissed ||= lastMissed;
	});
	return { anyMissed, lastMissed };
}
