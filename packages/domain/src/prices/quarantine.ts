import type { ExchangeDate, TickerId } from '../time/units.ts';
import type { Split } from './ticker.ts';

/** What the alarm reads of one ticker: consecutive sessions, oldest first, as printed. */
export interface OvernightPrices {
	readonly dates: readonly ExchangeDate[];
	/** First traded open and last traded close of each session; NaN for a session without trade. */
	readonly opens: ArrayLike<number>;
	readonly closes: ArrayLike<number>;
}

/** An overnight jump that no split explains: the ticker has no depths from that session until an administrator decides. */
export interface Jump {
	/** The session that opened with it. */
	readonly date: ExchangeDate;
	/** Last close before it and its first open, as printed. */
	readonly before: number;
	readonly after: number;
	/** Usual ratios that would explain it, the nearest first; new shares for one old. */
	readonly candidates: readonly number[];
}

/** A ticker that a report gives no depths. */
export interface QuarantinedTicker {
	readonly tickerId: TickerId;
	/** The latest jump that nothing explains; undefined where it lies longer back than is looked. */
	readonly jump: Jump | undefined;
}

/** An overnight jump of this log size counts as an unreported split until an administrator decides: ln 1.8 catches 9 in 10. */
export const QUARANTINE_JUMP = Math.log(1.8);

/**
 * Index of the first session whose opening jump is unexplained: no split between the two prices, and no dismissal by an administrator on
 * that date. The ticker has no scores from that session on. -1 where all is well.
 */
export const quarantinedFrom = (
	prices: OvernightPrices,
	splits: readonly Split[],
	dismissed: ReadonlySet<ExchangeDate>,
	jump = QUARANTINE_JUMP,
): number => {
	let last = -1;
	for (let i = 0; i < prices.dates.length; i++) {
		const open = prices.opens[i] as number;
		if (Number.isNaN(open)) continue;
		const date = prices.dates[i] as ExchangeDate;
		if (last >= 0 && !dismissed.has(date) && Math.abs(Math.log(open / (prices.closes[last] as number))) >= jump) {
			const since = prices.dates[last] as ExchangeDate;
			if (!splits.some((split) => split.date > since && split.date <= date)) return i;
		}
		last = i;
	}
	return -1;
};

/**
 * Whether printed prices contradict a reported split: with it they jump overnight, without it they jump less. `before` is the last
 * close before it and `after` the first open from its date on. A ratio below the alarm (3:2) looks like an ordinary night.
 */
export const isContradicted = (ratio: number, before: number, after: number, jump = QUARANTINE_JUMP): boolean => {
	const printed = Math.abs(Math.log(after / before));
	const adjusted = Math.abs(Math.log((after * ratio) / before));
	return adjusted >= jump && printed < adjusted;
};
