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
import { type Bar, buildGridBars, createDailyMedians, type DailyMedians } from './bars.ts';
import {
	type Contracts,
	type HistorySession,
	isHalted,
	isIndexAt,
	type Position,
	type ReferenceHistory,
	type ReferenceSession,
	readSession,
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
const DAY_TIMEFRAME: TimeframeIndex = 4;

/** Computes the ticker's report at the end of a slot; null before the first trade. Throws a RangeError for a slot outside the history. */
export function computeReferenceReport(history: ReferenceHistory, at: Position, parameters: ParameterSet): ReferenceReport | null {
	const pastSessions = history.sessions.slice(0, at.session + 1);
	const today = pastSessions[at.session];
	if (!today || at.slot < 0 || at.slot >= today.matrix.slots) throw new RangeError(`No slot ${at.slot} in session ${at.session}.`);
	const isIndex = isIndexAt(history, at);
	const raw = pastSessions.map((session, s) => readSession(session, s === at.session ? at.slot + 1 : session.matrix.slots, isIndex));
	const lastTrade = raw.flatMap(tradesOf).at(-1);
	if (!lastTrade) return null;

	const first = raw.findIndex((session) => tradesOf(session).length > 0);
	const dollarVolumes = raw.slice(first, -1).map((session) => {
		const trades = tradesOf(session);
		return (trades.at(-1)?.close ?? 0) * trades.reduce((sum, { volume }) => sum + volume, 0);
	});
	const sessions = adjustSessions(raw, pastSessions);
	const quarantine = isQuarantined(raw, history, parameters);
	const stale = isHalted(today, at.slot);
	const frozenPosition = stale ? lastTradedBefore(history, at) : null;
	const frozenReport = frozenPosition && computeReferenceReport(history, frozenPosition, parameters);

	const timeframes = TIMEFRAME_INDICES.map((timeframe) => {
		const frozenReading = frozenReport?.timeframes[timeframe];
		if (frozenReading && !quarantine) return createReading(frozenReading, frozenReading.developing, true);
		const bars = buildGridBars(sessions, timeframe, parameters);
		const developing = bars.at(-1)?.closed === false;
		return createReading(scoresAt(timeframe, bars, sessions, quarantine, parameters), developing, stale);
	});
	return { price: lastTrade.close, eligible: isEligible(lastTrade.close, dollarVolumes, parameters), stale, quarantine, timeframes };
}

/** Finds the slot whose depths a halted ticker keeps: the last slot before `at` with a trade and without a halt; null if there is none. */
function lastTradedBefore(history: ReferenceHistory, at: Position): Position | null {
	const { sessions } = history;
	const isIndex = isIndexAt(history, at);
	for (let s = at.session; s >= 0; s--) {
		const session = sessions[s];
		if (!session) continue;
		const elapsed = s === at.session ? at.slot : session.matrix.slots;
		const slot = readSession(session, elapsed, isIndex).trades.findLastIndex((trade, k) => trade !== null && !isHalted(session, k));
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
	if (quarantine) return createEmptyScores('quarantine');
	if (timeframe !== DAY_TIMEFRAME && sessions.at(-1)?.daily) return createEmptyScores('daily_only');
	if (bars.length === 0) return createEmptyScores('warming');
	const [windowBars, moveBars] = [parameters.windowBars[timeframe], parameters.moveBars[timeframe]];
	return computeScores(bars, createDailyMedians(sessions, parameters), windowBars, moveBars, parameters);
}

/**
 * Whether the ticker is in quarantine: a session opened, or a slot closed, too far from the previous close. Overnight jumps compare printed prices after
 * dividends; a split between the two prices explains the jump. An administrator can dismiss either kind of jump.
 */
function isQuarantined(raw: readonly HistorySession[], { sessions: events }: ReferenceHistory, parameters: ParameterSet): boolean {
	let previousClose = Number.NaN;
	let isExplained = false;
	let dividendSum = 0;
	for (const [s, session] of raw.entries()) {
		const trades = tradesOf(session);
		const [first, last] = [trades[0], trades.at(-1)];
		isExplained ||= events[s]?.split !== undefined;
		dividendSum += Math.max(0, events[s]?.dividend ?? 0);
		if (!first || !last) continue;
		const isDismissed = events[s]?.dismissed || events[s]?.split === 1;
		const jump = overnightJump(previousClose, first.open, dividendSum);
		if (jump >= parameters.quarantineJump && !isExplained && !isDismissed) return true;
		const slotTrades = session.daily ? [] : trades;
		if (!isDismissed && slotTrades.some(({ close }, k) => isSessionJump(slotTrades[k - 1]?.close ?? first.open, close))) return true;
		previousClose = last.close;
		isExplained = false;
		dividendSum = 0;
	}
	return false;
}

function createReading(scores: Scores, developing: boolean, stale: boolean): Reading {
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
		const previousClose = closeBefore(raw, events, s);
		if (previousClose !== null && dividend > 0 && dividend < previousClose) factors.price *= 1 - dividend / previousClose;
	}
	return result;
}

/** Finds the last close before session s, on the share basis of s; null if nothing traded before. */
function closeBefore(raw: readonly HistorySession[], events: readonly ReferenceSession[], s: number): number | null {
	let ratio = events[s]?.split ?? 1;
	for (let i = s - 1; i >= 0; i--) {
		const last = tradesOf(raw[i] as HistorySession).at(-1);
		if (last) return last.close / ratio;
		ratio *= events[i]?.split ?? 1;
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
function computeScores(bars: readonly Bar[], daily: DailyMedians, windowBars: number, moveBars: number, parameters: ParameterSet): Scores {
	const current = bars.at(-1) as Bar;
	const minValues = minWindowValues(parameters, windowBars);
	const empty = bars.map(({ trade }) => trade === null);
	const illiquid = isIlliquid(empty, windowBars, moveBars, parameters);

	const expectedShares = (bar: Bar) => expectedVolume(daily.volume(bar.session), parameters.volumeShare, bar.from, bar.to, bar.slots);
	const expectedContracts = (bar: Bar) =>
		bar.endOfDay
			? daily.contracts(bar.session)
			: expectedVolume(daily.contracts(bar.session), parameters.optionShare, bar.from, bar.to, bar.slots);
	/** Scores the last W bars before the current one whose expected value is positive. */
	const scorePastBars = (expected: (bar: Bar) => number | null, score: (bar: Bar, expected: number) => number | null): number[] =>
		bars
			.slice(0, -1)
			.flatMap((bar) => {
				const e = expected(bar);
				const value = e === null || e <= 0 ? null : score(bar, e);
				return value === null ? [] : [value];
			})
			.slice(-windowBars);

	const options = {
		calls: current.contracts?.calls ?? null,
		puts: current.contracts?.puts ?? null,
		medianDaily: daily.medianContracts(current.session),
	};
	const pastVolume = scorePastBars(expectedShares, ({ volume }, e) => surge(volume, e, parameters.volume.pseudo));
	const pastSum = scorePastBars(expectedContracts, ({ contracts: c }, e) => c && surge(c.calls + c.puts, e, parameters.optionSum.pseudo));
	const pastDiff = scorePastBars(expectedContracts, ({ contracts: c }, e) => c && balance(c.calls, c.puts, e, parameters));
	const ranges = trueRanges(bars);
	const recent = parameters.squeeze.recent;
	const series = { closes: bars.map(({ trade }) => trade?.close ?? Number.NaN), q: bars.map(({ q }) => q), empty };
	const expectedOptions = expectedContracts(current);
	return {
		price: priceScore(series, windowBars, moveBars, parameters),
		volume: volumeScore(current.volume, { expected: expectedShares(current), past: pastVolume, least: minValues, illiquid }, parameters),
		sum: optionSumScore(options, { expected: expectedOptions, past: pastSum, least: minValues, illiquid }, parameters),
		diff: optionDiffScore(options, { expected: expectedOptions, past: pastDiff, least: minValues, illiquid }, parameters),
		squeeze: squeezeScore(ranges.slice(-recent), ranges.slice(0, -recent).slice(-windowBars), minValues, illiquid, parameters),
	};
}

/** Computes the true ranges of closed bars with trades, oldest first. The first such bar has no range. */
function trueRanges(bars: readonly Bar[]): number[] {
	const ranges: number[] = [];
	let previousClose: number | null = null;
	let q = 0;
	for (const { closed, trade, q: barQ } of bars) {
		if (!closed) break;
		q += barQ;
		if (trade === null) continue;
		if (previousClose !== null) ranges.push(trueRange(trade.high, trade.low, previousClose, q));
		previousClose = trade.close;
		q = 0;
	}
	return ranges;
}

/** Returns scores without values, for a reason that applies to all of them. */
function createEmptyScores(status: Status): Scores {
	const emptySurge = { status, u: null, s: null, z: null, depth: null };
	return {
		price: { status, sigma: null, z: null, short: null, long: null },
		volume: emptySurge,
		sum: emptySurge,
		diff: { status, b: null, m: null, s: null, z: null, short: null, long: null },
		squeeze: { status, q: null, zeta: null, depth: null },
	};
}
