import type { ExchangeDate, TickerId, UtcMs } from '../time/units.ts';
import type { Dividend, Split } from './ticker.ts';

/** Input of the alarm for one ticker: consecutive sessions, oldest first, as printed. */
export interface OvernightPrices {
	readonly dates: readonly ExchangeDate[];
	/** First traded open and last traded close of each session; NaN for a session without trades. */
	readonly opens: ArrayLike<number>;
	readonly closes: ArrayLike<number>;
}

/** An overnight jump that no split explains: the ticker has no depths from that session until an administrator decides. */
export interface Jump {
	/** The session that opened with the jump, or that contains it. */
	readonly date: ExchangeDate;
	/** Start of the bar that jumped within its session; undefined for a jump overnight. */
	readonly time?: UtcMs | undefined;
	/** The prices before and after it, as printed: a close and the next session's open, or two closes within a session. */
	readonly before: number;
	readonly after: number;
	/** Common split ratios that would explain it, nearest first; new shares for one old. */
	readonly candidates: readonly number[];
}

/** A ticker without depths in a report. */
export interface QuarantinedTicker {
	readonly tickerId: TickerId;
	/** The latest unexplained jump; undefined if it is older than the search range. */
	readonly jump: Jump | undefined;
}

/** Log size from which an overnight jump counts as an unreported split until an administrator decides: ln 1.8 catches 9 in 10. */
export const QUARANTINE_JUMP = Math.log(1.8);

/**
 * A slot that closes this many times above or below the previous close of its session (the open, for the first slot) quarantines its ticker. Price
 * bands and trading pauses keep genuine moves below it; it is judged when the slot ends, without later data.
 */
export const SESSION_JUMP = 3;

export function isSessionJump(before: number, after: number): boolean {
	return after >= before * SESSION_JUMP || before >= after * SESSION_JUMP;
}

/**
 * Size (|ln|) of an overnight move after dividends, per share, that were paid between the two prices. A dividend larger than the earlier price is
 * ignored.
 */
export function overnightJump(before: number, after: number, dividends: number): number {
	return Math.abs(Math.log(after / (dividends > 0 && dividends < before ? before - dividends : before)));
}

/**
 * Index of the first session whose opening jump, after dividends, is unexplained: no split between the two prices, and no dismissal by an
 * administrator on that date. The ticker has no scores from that session on. -1 if there is none.
 */
export function quarantinedFrom(
	prices: OvernightPrices,
	splits: readonly Split[],
	dismissed: ReadonlySet<ExchangeDate>,
	jump = QUARANTINE_JUMP,
	dividends: readonly Dividend[] = [],
): number {
	let last = -1;
	for (let i = 0; i < prices.dates.length; i++) {
		const open = prices.opens[i]!;
		if (Number.isNaN(open)) continue;
		const date = prices.dates[i] as ExchangeDate;
		const since = prices.dates[last] as ExchangeDate;
		if (last >= 0 && !dismissed.has(date)) {
			const paid = dividends.reduce((sum, { exDate, amount }) => (exDate > since && exDate <= date ? sum + amount : sum), 0);
			const isJump = overnightJump(prices.closes[last]!, open, paid) >= jump;
			if (isJump && !splits.some((split) => split.date > since && split.date <= date)) return i;
		}
		last = i;
	}
	return -1;
}

/**
 * Whether printed prices contradict a reported split: with it they jump overnight, without it they jump less. `before` is the last close before it
 * and `after` the first open from its date. A ratio below the alarm (3:2) looks like an ordinary night.
 */
export function isContradicted(ratio: number, before: number, after: number, jump = QUARANTINE_JUMP): boolean {
	const printed = Math.abs(Math.log(after / before));
	const adjusted = Math.abs(Math.log((after * ratio) / before));
	return adjusted >= jump && printed < adjusted;
}
