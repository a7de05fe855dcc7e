/**
 * The reference implementation of signals.md 1.1 to 1.9: recomputes everything from one ticker's whole history for each report. It is written to be
 * readable and correct; the columnar engine is tested against it.
 */
import { isSessionJump, overnightJump } from '../../../prices/quarantine.ts';
import type { TimeframeIndex } from '../../../time/timeframe.ts';
import { packWord } from '../../packed.ts';
import { minWindowValues, type ParameterSet } from '../../parameters.ts';
import type { Status } from '../../status.ts';
import { type BalanceScore, balance, optionDiffScore, optionSumScore } from '../options.ts';
import { isEligible, isIlliquid, type PriceScore, priceScore } from '../price.ts';
import { type SqueezeScore, squeezeScore, trueRange } from '../squeeze.ts';
import { expectedVolume, type SurgeScore, surge, volumeScore } from '../volume.ts';
import { type Bar, type DailyMedians, dailyMedians, gridBars } from './bars.ts';
import {
	type Contracts,
	type HistorySession,
	isHalted,
	isIndexAt,
	type Position,
	printedSession,
	type ReferenceHistory,
	type ReferenceSession,
	type Trade,
	tradesOf,
} from './history.ts';

/** The five scores of one timeframe. */
interface Scores {
	price: PriceScore;
	volume: SurgeScore;
	sum: SurgeScore;
	diff: BalanceScore;
	squeeze: SqueezeScore;
}

/** Factors by which a session's values are multiplied. */
interface Factors {
	price: number;
	volume: number;
	/** null: contracts of the session aren't comparable with later ones. */
	contracts: number | null;
}

export type { Position, ReferenceHistory } from './history.ts';

/** The readings of one timeframe. */
export interface Reading extends Scores {
	/** Whether some slots of the current bar haven't elapsed. */
	developing: boolean;
	/** In nibble order: the six sectors, then squeeze. */
	depths: (number | null)[];
	/** The packed word. */
	word: number;
}

export interface ReferenceReport {
	/** Last traded close as printed, dollars. */
	price: number;
	eligible: boolean;
	/** Trading was halted in the last elapsed slot: the readings are from the last slot that traded before the halt. */
	stale: boolean;
	quarantine: boolean;
	/** Shortest timeframe first. */
	timeframes: Reading[];
}

const TIMEFRAME_INDICES: readonly TimeframeIndex[] = [0, 1, 2, 3, 4];
const DAY: TimeframeIndex = 4;

/** Computes the ticker's report at the end of a slot; null before the first trade. Throws a RangeError for a slot outside the history. */
export function referenceReport(history: ReferenceHistory, at: Position, parameters: ParameterSet): ReferenceReport | null {
	const known = history.sessions.slice(0, at.session + 1);
	const today = known[at.session];
	if (!today || at.slot < 0 || at.slot >= today.matrix.slots) throw new RangeError(`No slot ${at.slot} in session ${at.session}.`);
	const isIndex = isIndexAt(history, at);
	const raw = known.map((session, s) => printedSession(session, s === at.session ? at.slot + 1 : session.matrix.slots, isIndex));
	const lastTrade = raw.flatMap(tradesOf).at(-1);
	if (!lastTrade) return null;

	const first = raw.findIndex((session) => tradesOf(session).length > 0);
	const dollars = raw.slice(first, -1).map((session) => {
		const trades = tradesOf(session);
		return (trades.at(-1)?.close ?? 0) * trades.reduce((sum, { volume }) => sum + volume, 0);
	});
	const sessions = adjustSessions(raw, known);
	const quarantine = isQuarantined(raw, history, parameters);
	const stale = isHalted(today, at.slot);
	const frozenPosition = stale ? lastTradedBefore(history, at) : null;
	const frozen = frozenPosition && referenceReport(history, frozenPosition, parameters);

	const timeframes = TIMEFRAME_INDICES.map((timeframe) => {
		const before = frozen?.timeframes[timeframe];
		if (before && !quarantine) return reading(before, before.developing, true);
		const bars = gridBars(sessions, timeframe, parameters);
		const developing = bars.at(-1)?.closed === false;
		return reading(scoresAt(timeframe, bars, sessions, quarantine, parameters), developing, stale);
	});
	return { price: lastTrade.close, eligible: isEligible(lastTrade.close, dollars, parameters), stale, quarantine, timeframes };
}

/** Finds the slot whose depths a halted ticker keeps: the last slot before `at` with a trade and without a halt; null if there is none. */
function lastTradedBefore(history: ReferenceHistory, at: Position): Position | null {
	const { sessions } = history;
	const isIndex = isIndexAt(history, at);
	for (let s = at.session; s >= 0; s--) {
		const session = sessions[s];
		if (!session) continue;
		const elapsed = s === at.session ? at.slot : session.matrix.slots;
		const slot = printedSession(session, elapsed, isIndex).trades.findLastIndex((trade, k) => trade !== null && !isHalted(session, k));
		if (slot >= 0) return { session: s, slot };
	}
	return null;
}

function scoresAt(
	timeframe: TimeframeIndex,
	bars: readonly Bar[],
	sessions: readonly HistorySession[],
	quarantine: boolean,
	parameters: ParameterSet,
): Scores {
	if (quarantine) return scoresWithout('quarantine');
	if (timeframe !== DAY && sessions.at(-1)?.daily) return scoresWithout('daily_only');
	if (bars.length === 0) return scoresWithout('warming');
	const [window, move] = [parameters.windowBars[timeframe], parameters.moveBars[timeframe]];
	return readTimeframe(bars, dailyMedians(sessions, parameters), window, move, parameters);
}

/**
 * Whether the ticker is in quarantine: a session opened, or a slot closed, too far from the previous close. Overnight jumps compare printed prices after
 * dividends; a split between the two prices explains the jump. An administrator can dismiss either kind of jump.
 */
function isQuarantined(raw: readonly HistorySession[], { sessions: events }: ReferenceHistory, parameters: ParameterSet): boolean {
	let previous = Number.NaN;
	let explained = false;
	let paid = 0;
	for (const [s, session] of raw.entries()) {
		const trades = tradesOf(session);
		const [first, last] = [trades[0], trades.at(-1)];
		explained ||= events[s]?.split !== undefined;
		paid += Math.max(0, events[s]?.dividend ?? 0);
		if (!first || !last) continue;
		const dismissed = events[s]?.dismissed || events[s]?.split === 1;
		const jump = overnightJump(previous, first.open, paid);
		if (jump >= parameters.quarantineJump && !explained && !dismissed) return true;
		const slots = session.daily ? [] : trades;
		if (!dismissed && slots.some(({ close }, k) => isSessionJump(slots[k - 1]?.close ?? first.open, close))) return true;
		previous = last.close;
		explained = false;
		paid = 0;
	}
	return false;
}

function reading(scores: Scores, developing: boolean, stale: boolean): Reading {
	const { price, sum, volume, diff, squeeze } = scores;
	const depths = [price.short, price.long, sum.depth, volume.depth, diff.long, diff.short, squeeze.depth];
	return { ...scores, developing, depths, word: packWord(depths, { developing, stale }) };
}

/**
 * Adjusts all sessions to the share basis of the last one (signals.md 1.9.6 and 1.9.8). A split divides earlier prices and multiplies earlier volumes. A
 * whole-number split multiplies earlier contracts, any other makes them incomparable. A dividend D scales earlier prices by 1 - D / C_prev.
 */
export function adjustSessions(raw: readonly HistorySession[], events: readonly ReferenceSession[]): HistorySession[] {
	const factors: Factors = { price: 1, volume: 1, contracts: 1 };
	const result = [...raw];
	for (let s = raw.length - 1; s >= 0; s--) {
		const session = raw[s] as HistorySession;
		result[s] = {
			slots: session.slots,
			trades: session.trades.map((trade) => scaleTrade(trade, factors)),
			contracts: session.contracts.map((contracts) => scaleContracts(contracts, factors.contracts)),
			daily: scaleTrade(session.daily, factors),
			optionDay: null,
		};
		const { split = 1, dividend = 0 } = events[s] ?? {};
		if (split > 0 && split !== 1) {
			factors.price /= split;
			factors.volume *= split;
			factors.contracts = factors.contracts !== null && Number.isInteger(split) ? factors.contracts * split : null;
		}
		// These totals are from the previous session, so this session's own split applies to them, too.
		(result[s] as HistorySession).optionDay = scaleContracts(session.optionDay, factors.contracts);
		const previous = closeBefore(raw, events, s);
		if (previous !== null && dividend > 0 && dividend < previous) factors.price *= 1 - dividend / previous;
	}
	return result;
}

/** Finds the last close before session s, on the share basis of s; null if nothing traded before. */
function closeBefore(raw: readonly HistorySession[], events: readonly ReferenceSession[], s: number): number | null {
	let ratio = events[s]?.split ?? 1;
	for (let earlier = s - 1; earlier >= 0; earlier--) {
		const last = tradesOf(raw[earlier] as HistorySession).at(-1);
		if (last) return last.close / ratio;
		ratio *= events[earlier]?.split ?? 1;
	}
	return null;
}

function scaleContracts(contracts: Contracts, factor: number | null): Contracts {
	return contracts && factor !== null ? { calls: contracts.calls * factor, puts: contracts.puts * factor } : null;
}

function scaleTrade(trade: Trade | null, { price, volume }: Factors): Trade | null {
	return (
		trade && {
			open: trade.open * price,
			high: trade.high * price,
			low: trade.low * price,
			close: trade.close * price,
			volume: trade.volume * volume,
		}
	);
}

/** Computes all scores of one timeframe at the last bar (signals.md 1.3 to 1.6, as interpreted in 1.9). `bars` must not be empty. */
function readTimeframe(bars: readonly Bar[], daily: DailyMedians, window: number, move: number, parameters: ParameterSet): Scores {
	const current = bars.at(-1) as Bar;
	const least = minWindowValues(parameters, window);
	const empty = bars.map(({ trade }) => trade === null);
	const illiquid = isIlliquid(empty, window, move, parameters);

	const shares = (bar: Bar) => expectedVolume(daily.volume(bar.session), parameters.volumeShare, bar.from, bar.to, bar.slots);
	const contracts = (bar: Bar) =>
		bar.endOfDay
			? daily.contracts(bar.session)
			: expectedVolume(daily.contracts(bar.session), parameters.optionShare, bar.from, bar.to, bar.slots);
	/** Scores the last W bars before the current one whose expected value is positive. */
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

/** Computes the true ranges of closed bars with trades, oldest first. The first such bar has no range. */
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

/** Returns scores without values, for a reason that applies to all of them. */
function scoresWithout(status: Status): Scores {
	const surged = { status, u: null, s: null, z: null, depth: null };
	return {
		price: { status, sigma: null, z: null, short: null, long: null },
		volume: surged,
		sum: surged,
		diff: { status, b: null, m: null, s: null, z: null, short: null, long: null },
		squeeze: { status, q: null, zeta: null, depth: null },
	};
}
