import { createEmptyInformation, type InformationTable } from '../signals/report-table.ts';
import type { Calendar } from '../time/calendar.ts';
import type { TimeframeIndex } from '../time/timeframe.ts';
import { SECOND, type UtcMs, utcMs } from '../time/units.ts';
import { type FilingBook, FULLY_COVERED, type Knowledge, publicAt } from './filing-book.ts';
import { formOfCode, itemsOfBits } from './information-codes.ts';

/** Whether a ticker has public information. 'no' requires coverage of the whole look-back; otherwise the state is 'unknown'. */
export const INFORMATION_STATES = ['unknown', 'no', 'yes'] as const;
export type InformationState = (typeof INFORMATION_STATES)[number];

/** How far a strategy looks back: to the close of the previous session or, if it rates 4h or 1d, to the close five sessions ago. */
export const LOOK_BACKS = ['previous_close', 'five_sessions'] as const;
export type InformationLookBack = (typeof LOOK_BACKS)[number];
const SESSIONS_BACK = { previous_close: 1, five_sessions: 5 } as const satisfies Record<InformationLookBack, number>;
/** Index of the 4h timeframe. */
const FOUR_HOURS = 3;
/** A row's byte contains one state per look-back, starting at the lowest bits, in the order of LOOK_BACKS. */
const STATE_BITS = 2;
const STATE_MASK = 3;
const UNKNOWN = INFORMATION_STATES.indexOf('unknown');
const NO = INFORMATION_STATES.indexOf('no');
const YES = INFORMATION_STATES.indexOf('yes');
const [PREVIOUS_CLOSE_SHIFT, FIVE_SESSIONS_SHIFT] = [informationShift('previous_close'), informationShift('five_sessions')];

/** Public information on one ticker at a report's time, over a look-back. */
export interface Information {
	readonly state: InformationState;
	readonly lookBack: InformationLookBack;
	/** The newest filing within the look-back; null unless the state is 'yes'. */
	readonly filing: { readonly form: string; readonly items: readonly string[]; readonly acceptedAt: UtcMs } | null;
}

/**
 * Finds the public information on each ticker at a report's time: the newest information form of the last five sessions, and a state for each look-back. A
 * look-back is 'unknown' while the calendar has too few earlier sessions.
 */
export function findInformation(
	book: FilingBook,
	calendar: Calendar,
	tickers: ArrayLike<number>,
	at: UtcMs,
	knowledge: Knowledge,
): InformationTable {
	const table = createEmptyInformation(tickers.length);
	const fiveSessionsStart = lookBackStart(calendar, at, 'five_sessions');
	const previousClose = lookBackStart(calendar, at, 'previous_close');
	if (previousClose === undefined) return table;
	const columns = book.informationColumns(tickers, { from: fiveSessionsStart ?? previousClose, at }, knowledge);
	/** Whether the longer look-back isn't fully covered for some row. The shorter look-back can still be covered. */
	let hasUncoveredRow = false;
	for (let row = 0; row < tickers.length; row++) {
		const isCovered = columns.coverage[row] === FULLY_COVERED;
		const noFilingState = isCovered ? NO : UNKNOWN;
		const acceptedAt = columns.acceptedAt[row]!;
		const isAfterClose = acceptedAt > 0 && publicAt(acceptedAt) > previousClose;
		const longState = fiveSessionsStart === undefined ? UNKNOWN : acceptedAt > 0 ? YES : noFilingState;
		table.information[row] = (longState << FIVE_SESSIONS_SHIFT) | ((isAfterClose ? YES : noFilingState) << PREVIOUS_CLOSE_SHIFT);
		table.filingAccepted[row] = Math.floor(acceptedAt / SECOND);
		hasUncoveredRow ||= !isCovered;
	}
	table.filingForm.set(columns.form);
	table.filingItems.set(columns.items);
	if (!hasUncoveredRow || fiveSessionsStart === undefined) return table;
	const { coverage } = book.informationColumns(tickers, { from: previousClose, at }, knowledge);
	for (let row = 0; row < tickers.length; row++) {
		const state = table.information[row]!;
		if (((state >> PREVIOUS_CLOSE_SHIFT) & STATE_MASK) === UNKNOWN && coverage[row] === FULLY_COVERED)
			table.information[row] = state | (NO << PREVIOUS_CLOSE_SHIFT);
	}
	return table;
}

/** Returns the close after which filings count for a report at `at`; undefined if the calendar has too few earlier sessions. */
export function lookBackStart(calendar: Calendar, at: UtcMs, lookBack: InformationLookBack): UtcMs | undefined {
	const session = calendar.lastOpened(at - 1);
	return session && calendar.sessionByOrdinal(session.ordinal - SESSIONS_BACK[lookBack])?.close;
}

/** The rated timeframes, as in a strategy. */
export interface RatedTimeframes {
	readonly rated: readonly TimeframeIndex[];
}

export function lookBackOf({ rated: timeframes }: RatedTimeframes): InformationLookBack {
	return timeframes.some((timeframe) => timeframe >= FOUR_HOURS) ? 'five_sessions' : 'previous_close';
}

/** Reads the state from a row's byte (`InformationTable.information`). */
export function informationState(byte: number, lookBack: InformationLookBack): InformationState {
	return INFORMATION_STATES[(byte >> informationShift(lookBack)) & STATE_MASK] ?? 'unknown';
}

/** Returns the position of a look-back's two bits in a row's byte. */
export function informationShift(lookBack: InformationLookBack): number {
	return STATE_BITS * LOOK_BACKS.indexOf(lookBack);
}

/** Counts rows by state, over the strategy's look-back. */
export function countInformation(
	{ information }: Pick<InformationTable, 'information'>,
	rows: Uint32Array,
	strategy: RatedTimeframes,
): Record<InformationState, number> {
	const counts = new Uint32Array(STATE_MASK + 1);
	const shift = informationShift(lookBackOf(strategy));
	for (let i = 0; i < rows.length; i++) {
		const state = (information[rows[i]!]! >> shift) & STATE_MASK;
		counts[state] = counts[state]! + 1;
	}
	return { unknown: counts[UNKNOWN]!, no: counts[NO]!, yes: counts[YES]! };
}

/** Returns a row's public information within the strategy's look-back. */
export function rowInformation(table: InformationTable, row: number, strategy: RatedTimeframes): Information {
	const lookBack = lookBackOf(strategy);
	const state = informationState(table.information[row]!, lookBack);
	const form = formOfCode(table.filingForm[row]!);
	if (state !== 'yes' || form === undefined) return { state, lookBack, filing: null };
	const items = itemsOfBits(table.filingItems[row]!);
	return { state, lookBack, filing: { form, items, acceptedAt: utcMs(table.filingAccepted[row]! * SECOND) } };
}
