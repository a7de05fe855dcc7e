import { leastValues, type ParameterSet } from '../../parameters.ts';
import type { Status } from '../../status.ts';
import { surge } from '../baseline.ts';
import { isIlliquid } from '../illiquid.ts';
import { type BalanceScore, balance, optionDiffScore } from '../option-diff.ts';
import { optionSumScore } from '../option-sum.ts';
import { type PriceScore, priceScore } from '../price.ts';
import { type SqueezeScore, squeezeScore, trueRange } from '../squeeze.ts';
import { expectedVolume, type SurgeScore, volumeScore } from '../volume.ts';
import type { Bar } from './bars.ts';
import type { DailyMedians } from './daily.ts';

/** The five scores of one timeframe. */
export interface Scores {
	price: PriceScore;
	volume: SurgeScore;
	sum: SurgeScore;
	diff: BalanceScore;
	squeeze: SqueezeScore;
}

/** All scores of one timeframe at its last bar, signals.md 1.3 to 1.6 as interpreted in 1.9. `bars` is not empty. */
export function readTimeframe(bars: readonly Bar[], daily: DailyMedians, window: number, move: number, parameters: ParameterSet): Scores {
	const current = bars.at(-1) as Bar;
	const least = leastValues(parameters, window);
	const empty = bars.map(({ trade }) => trade === null);
	const illiquid = isIlliquid(empty, window, move, parameters);

	const shares = (bar: Bar) => expectedVolume(daily.volume(bar.session), parameters.volumeShare, bar.from, bar.to, bar.slots);
	const contracts = (bar: Bar) =>
		bar.endOfDay
			? daily.contracts(bar.session)
			: expectedVolume(daily.contracts(bar.session), parameters.optionShare, bar.from, bar.to, bar.slots);
	/** Scores of the last W bars before the current one that have a baseline. */
	const past = (expected: (bar: Bar) => number | null, score: (bar: Bar, expected: number) => number | null): number[] =>
		bars
			.slice(0, -1)
			.flatMap((bar) => {
				const e = expected(bar);
				const value = e === null || e <= 0 ? null : score(bar, e);
				return value === null ? [] : [value];
			})
			.slice(-window);

	const options = {
		calls: current.contracts?.calls ?? null,
		puts: current.contracts?.puts ?? null,
		medianDaily: daily.optionable(current.session),
	};
	const pastVolume = past(shares, ({ volume }, e) => surge(volume, e, parameters.volume.pseudo));
	const pastSum = past(contracts, ({ contracts: c }, e) => c && surge(c.calls + c.puts, e, parameters.optionSum.pseudo));
	const pastDiff = past(contracts, ({ contracts: c }, e) => c && balance(c.calls, c.puts, e, parameters));
	const ranges = trueRanges(bars);
	const recent = parameters.squeeze.recent;
	const series = { closes: bars.map(({ trade }) => trade?.close ?? Number.NaN), q: bars.map(({ q }) => q), empty };
	const expectedOptions = contracts(current);
	return {
		price: priceScore(series, window, move, parameters),
		volume: volumeScore(current.volume, { expected: shares(current), past: pastVolume, least, illiquid }, parameters),
		sum: optionSumScore(options, { expected: expectedOptions, past: pastSum, least, illiquid }, parameters),
		diff: optionDiffScore(options, { expected: expectedOptions, past: pastDiff, least, illiquid }, parameters),
		squeeze: squeezeScore(ranges.slice(-recent), ranges.slice(0, -recent).slice(-window), least, illiquid, parameters),
	};
}

/** True ranges of the closed traded bars except the first, oldest first. */
function trueRanges(bars: readonly Bar[]): number[] {
	const ranges: number[] = [];
	let previous: number | null = null;
	let q = 0;
	for (const { closed, trade, q: own } of bars) {
		if (!closed) break;
		q += own;
		if (trade === null) continue;
		if (previous !== null) ranges.push(trueRange(trade.high, trade.low, previous, q));
		previous = trade.close;
		q = 0;
	}
	return ranges;
}

/** The same scores without values, for a reason outside the timeframe's own bars. */
export function scoresWithout(status: Status): Scores {
	const surged = { status, u: null, s: null, z: null, depth: null };
	return {
		price: { status, sigma: null, z: null, short: null, long: null },
		volume: surged,
		sum: surged,
		diff: { status, b: null, m: null, s: null, z: null, short: null, long: null },
		squeeze: { status, q: null, zeta: null, depth: null },
	};
}
