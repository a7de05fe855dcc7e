import type { ExchangeDate, TickerId, UtcMs } from '../time/units.ts';
import type { Dividend, Split } from './ticker.ts';

/** One ticker's prices as printed, over consecutive sessions, oldest first. */
export interface OvernightPrices {
	readonly dates: readonly ExchangeDate[];
	/** First traded open and last traded close of each session; NaN for a session without trades. */
	readonly opens: ArrayLike<number>;
	readonly closes: ArrayLike<number>;
}

/** A jump that no split explains. From the jump's session on, the ticker has no depths until an administrator decides. */
export interface Jump {
	/** The session that opened with the jump, or during which it occurred. */
	readonly date: ExchangeDate;
	/** Start of the bar that jumped during the session; undefined for an overnight jump. */
	readonly time?: UtcMs | undefined;
	/** Prices as printed before and after the jump: a close and the next session's open, or two closes in a session. */
	readonly before: number;
	readonly after: number;
	/** Common split ratios (new shares per old share) that would explain the jump, nearest first. */
	readonly candidates: readonly number[];
}

/** A ticker without depths in a report. */
export interface QuarantinedTicker {
	readonly tickerId: TickerId;
	/** The latest unexplained jump; undefined if it is before the searched sessions. */
	readonly jump: Jump | undefined;
}

/** Minimum size (|ln|) of an overnight jump that is treated as an unreported split until an administrator decides. This limit catches 9 in 10 splits. */
export const QUARANTINE_JUMP = Math.log(1.8);

/**
 * A slot quarantines the ticker if its close is this many times the session's previous close, or the reciprocal. The first slot is compared with the open.
 * Price bands and trading pauses keep genuine moves smaller. The decision is made when the slot ends, without later data.
 */
export const SESSION_JUMP = 3;

export function isSessionJump(before: number, after: number): boolean {
	return after >= before * SESSION_JUMP || before >= after * SESSION_JUMP;
}

/**
 * Computes the size (|ln|) of an overnight move, corrected for `dividends` per share with an ex-date between the two prices. Dividends of at least the
 * earlier price are ignored.
 */
export function overnightJump(before: number, after: number, dividends: number): number {
	return Math.abs(Math.log(after / (dividends > 0 && dividends < before ? before - dividends : before)));
}

/**
 * Finds the index of the first session that opened with an unexplained jump; -1 if there is none. From that session on, the ticker has no scores. A split
 * between the two prices explains a jump, and dividends are corrected for. `dismissedDates` are the dates on which an administrator accepted the jump.
 */
export function findQuarantineStart(
	prices: OvernightPrices,
	splits: readonly Split[],
	dismissedDates: ReadonlySet<ExchangeDate>,
	minJump = QUARANTINE_JUMP,
	dividends: readonly Dividend[] = [],
): number {
	let lastTraded = -1;
	for (let i = 0; i < prices.dates.length; i++) {
		const open = prices.opens[i]!;
		if (Number.isNaN(open)) continue;
		const date = prices.dates[i] as ExchangeDate;
		const previousDate = prices.dates[lastTraded] as ExchangeDate;
		if (lastTraded >= 0 && !dismissedDates.has(date)) {
			const dividendSum = dividends.reduce((sum, { exDate, amount }) => (exDate > previousDate && exDate <= date ? sum + amount : sum), 0);
			const isJump = overnightJump(prices.closes[lastTraded]!, open, dividendSum) >= minJump;
			if (isJump && !splits.some((split) => split.date > previousDate && split.date <= date)) return i;
		}
		lastTraded = i;
	}
	return -1;
}

/**
 * Whether printed prices contradict a reported split: with the split applied, they jump overnight, and more than without it. `before` is the last close
 * before the split, `after` the first open from the split's date on. Small ratios such as 3:2 are never contradicted: they look like an ordinary night.
 */
export function isSplitContradicted(ratio: number, before: number, after: number, minJump = QUARANTINE_JUMP): boolean {
	const printedJump = Math.abs(Math.log(after / before));
	const adjustedJump = Math.abs(Math.log((after * ratio) / before));
	return adjustedJump >= minJump && printedJump < adjustedJump;
}
