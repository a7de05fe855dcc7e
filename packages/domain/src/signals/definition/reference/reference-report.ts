/**
 * The reference: one ticker with its whole history, everything recomputed for each report, strictly by signals.md 1.1 to 1.9. It is written to be
 * readable and correct; the columnar engine is tested against it.
 */

import { isSessionJump, overnightJump } from '../../../prices/quarantine.ts';
import type { TimeframeIndex } from '../../../time/timeframe.ts';
import { packWord } from '../../packed.ts';
import type { ParameterSet } from '../../parameters.ts';
import { isEligible } from '../illiquid.ts';
import { adjusted } from './adjust.ts';
import { type Bar, gridBars } from './bars.ts';
import { dailyMedians } from './daily.ts';
import { type HistorySession, isHalted, isIndexAt, type Position, printedSession, type ReferenceHistory, tradesOf } from './history.ts';
import { readTimeframe, type Scores, scoresWithout } from './read-timeframe.ts';

export type { Position, ReferenceHistory } from './history.ts';

export interface Reading extends Scores {
	/** The current bar has slots to come. */
	developing: boolean;
	/** In nibble order: the six sectors, then squeeze. */
	depths: (number | null)[];
	word: number;
}

export interface ReferenceReport {
	/** Last traded close as printed, dollars. */
	price: number;
	eligible: boolean;
	/** Trading is halted, or hasn't yet resumed for a full slot: the readings are those of the last traded slot before. */
	stale: boolean;
	quarantine: boolean;
	/** Shortest timeframe first. */
	timeframes: Reading[];
}

const TIMEFRAME_INDICES: readonly TimeframeIndex[] = [0, 1, 2, 3, 4];
const DAY: TimeframeIndex = 4;

/** The ticker's report at the end of a slot, or null before its first trade. Throws a RangeError for a slot outside the history. */
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
	const sessions = adjusted(raw, known);
	const quarantine = isQuarantined(raw, history, parameters);
	const stale = isHalted(today, at.slot);
	const activeFreezes = stale ? lastTradedBefore(history, at) : null;
	const frozen = activeFreezes && referenceReport(history, activeFreezes, parameters);

	const timeframes = TIMEFRAME_INDICES.map((timeframe) => {
		const before = frozen?.timeframes[timeframe];
		if (before && !quarantine) return reading(before, before.developing, true);
		const bars = gridBars(sessions, timeframe, parameters);
		const developing = bars.at(-1)?.closed === false;
		return reading(scoresAt(timeframe, bars, sessions, quarantine, parameters), developing, stale);
	});
	return { price: lastTrade.close, eligible: isEligible(lastTrade.close, dollars, parameters), stale, quarantine, timeframes };
}

/** The slot of a halted ticker's depths: the last one before that traded and wasn't halted; null without any. */
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
 * Whether a session opened, as printed and after dividends, with too large a jump from the previous close, or a slot closed with one from the
 * previous close in its session. A split between the two prices explains the first; an administrator may have dismissed either.
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
