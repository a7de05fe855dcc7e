import { confidenceSequence } from '../../statistics/confidence-sequence.ts';
import { recordDeff, wilson } from '../../statistics/hit-stats.ts';
import { blocksOf, HORIZON, holdsTruth, INDUSTRIES } from './coverage-study.ts';
import { episodeReader, type NullEpisodes, nullMarket, randomFilters } from './null-market.ts';

/** Records are looked at from this many episodes on. */
const LEAST = 30;
const BARS_PER_SESSION = 26;
const COOLDOWN = 10;

export interface PeekingQuestion {
	readonly seed: number;
	readonly tickers: number;
	readonly sessions: number;
	readonly runs: number;
}

/** Share of runs whose interval missed the truth at any look, and at the last one. */
export interface PeekingResult {
	readonly runs: number;
	readonly looks: number;
	readonly interval: number;
	readonly last: number;
	readonly sequence: number;
}

/** Looks at a record after each quarter of an hour, in markets without any effect. */
export function peekingStudy({ seed, tickers, sessions, runs }: PeekingQuestion): PeekingResult {
	const errs = { interval: 0, last: 0, sequence: 0 };
	for (let run = 0; run < runs; run++) {
		const market = nullMarket(seed + run, { tickers, sessions, industries: INDUSTRIES, barsPerSession: BARS_PER_SESSION });
		const [filter] = randomFilters(seed + run, 1, INDUSTRIES);
		if (!filter) continue;
		const episodes = episodeReader(market, HORIZON, COOLDOWN).episodesOf(filter);
		const looks = looksThatErr(episodes);
		errs.interval += Number(looks.any);
		errs.last += Number(looks.last);
		// Rates left out stay left out, so the last look shows whether any erred.
		errs.sequence += Number(!holdsTruth(confidenceSequence(blocksOf(episodes.bars, episodes.excess, 0, HORIZON))));
	}
	return {
		runs,
		looks: sessions * BARS_PER_SESSION,
		interval: errs.interval / runs,
		last: errs.last / runs,
		sequence: errs.sequence / runs,
	};
}

/**
 * Whether Wilson's interval left the truth out after any bar; see recordHitStats. Sums over blocks are carried along, since a year has thousands of
 * looks: k hits and n episodes of a block, and those of the block after it.
 */
export function looksThatErr({ bars, excess }: NullEpisodes): { any: boolean; last: boolean } {
	const [n, k] = [new Map<number, number>(), new Map<number, number>()];
	const sums = { n: 0, k: 0, nn: 0, kn: 0, kk: 0, nextNN: 0, nextKN: 0, nextKK: 0 };
	let [any, last] = [false, false];
	bars.forEach((bar, at) => {
		const block = Math.floor(bar / HORIZON);
		const hit = Number(excess[at]! > 0);
		const [ownN, ownK] = [n.get(block) ?? 0, k.get(block) ?? 0];
		const [beforeN, beforeK] = [n.get(block - 1) ?? 0, k.get(block - 1) ?? 0];
		sums.n++;
		sums.k += hit;
		sums.nn += 2 * ownN + 1;
		sums.kn += ownK + hit * ownN + hit;
		sums.kk += hit * (2 * ownK + 1);
		sums.nextNN += beforeN;
		sums.nextKN += beforeK + hit * beforeN;
		sums.nextKK += hit * beforeK;
		n.set(block, ownN + 1);
		k.set(block, ownK + hit);
		if (bars[at + 1] === bar || sums.n < LEAST) return;
		const p = sums.k / sums.n;
		const own = sums.kk - 2 * p * sums.kn + p * p * sums.nn;
		const shared = 2 * (sums.nextKK - p * sums.nextKN + p * p * sums.nextNN);
		const deff = recordDeff({ n: sums.n, naive: sums.n * p * (1 - p), blocks: n.size, own, shared, equal: sums.n ** 2 / sums.nn });
		last = !holdsTruth(wilson(p, sums.n / deff));
		any ||= last;
	});
	return { any, last };
}
