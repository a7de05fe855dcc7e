import { emptyInformation, type InformationTable } from '../signals/report-table.ts';
import type { Calendar } from '../time/calendar.ts';
import type { TimeframeIndex } from '../time/timeframe.ts';
import { SECOND, type UtcMs, utcMs } from '../time/units.ts';
import { type FilingBook, FULLY_COVERED, type Knowledge, publicAt } from './filing-book.ts';
import { formOfCode, itemsOfBits } from './information-codes.ts';

/** Whether a ticker has public information. 'no' is proven by coverage of the whole look-back; without that it is 'unknown'. */
export const INFORMATION_STATES = ['unknown', 'no', 'yes'] as const;
export type InformationState = (typeof INFORMATION_STATES)[number];

/** How far a strategy looks back: to the close of the previous session, or of the fifth session before where it rates 4h or 1d. */
export const LOOK_BACKS = ['previous_close', 'five_sessions'] as const;
export type InformationLookBack = (typeof LOOK_BACKS)[number];
const SESSIONS_BACK = { previous_close: 1, five_sessions: 5 } as const satisfies Record<InformationLookBack, number>;
const FOUR_HOURS = 3;
/** Bits of a state in a row's byte: those of the previous close are the lower ones. */
const STATE_BITS = 2;
const STATE_MASK = 3;
const UNKNOWN = INFORMATION_STATES.indexOf('unknown');
const NO = INFORMATION_STATES.indexOf('no');
const YES = INFORMATION_STATES.indexOf('yes');
const [SHORT, LONG] = [informationShift('previous_close'), informationShift('five_sessions')];

/** Public information on one ticker at a report's time, over a look-back. */
export interface Information {
	readonly state: InformationState;
	readonly lookBack: InformationLookBack;
	/** The newest filing within the look-back; null unless the state is 'yes'. */
	readonly filing: { readonly form: string; readonly items: readonly string[]; readonly acceptedAt: UtcMs } | null;
}

/**
 * What is public of each ticker at a report's time: the newest information form of the last five sessions, and for both look-backs whether there is one.
 * A report before the sixth session knows nothing.
 */
export function informationAt(
	book: FilingBook,
	calendar: Calendar,
	tickers: ArrayLike<number>,
	at: UtcMs,
	knowledge: Knowledge,
): InformationTable {
	const table = emptyInformation(tickers.length);
	const from = lookBackStart(calendar, at, 'five_sessions');
	const close = lookBackStart(calendar, at, 'previous_close');
	if (close === undefined) return table;
	const found = book.informationColumns(tickers, { from: from ?? close, at }, knowledge);
	/** Whether a row's longer look-back isn't covered whole: the shorter one may be. */
	let isPartly = false;
	for (let row = 0; row < tickers.length; row++) {
		const isCovered = found.coverage[row] === FULLY_COVERED;
		const without = isCovered ? NO : UNKNOWN;
		const acceptedAt = found.acceptedAt[row]!;
		const isNew = acceptedAt > 0 && publicAt(acceptedAt) > close;
		const long = from === undefined ? UNKNOWN : acceptedAt > 0 ? YES : without;
		table.information[row] = (long << LONG) | ((isNew ? YES : without) << SHORT);
		table.filingAccepted[row] = Math.floor(acceptedAt / SECOND);
		isPartly ||= !isCovered;
	}
	table.filingForm.set(found.form);
	table.filingItems.set(found.items);
	if (!isPartly || from === undefined) return table;
	const { coverage } = book.informationColumns(tickers, { from: close, at }, knowledge);
	for (let row = 0; row < tickers.length; row++) {
		const state = table.information[row]!;
		if (((state >> SHORT) & STATE_MASK) === UNKNOWN && coverage[row] === FULLY_COVERED) table.information[row] = state | (NO << SHORT);
	}
	return table;
}

/** The close after which information counts, of a report in or at the end of a session; undefined before there are enough sessions. */
export function lookBackStart(calendar: Calendar, at: UtcMs, lookBack: InformationLookBack): UtcMs | undefined {
	const session = calendar.lastOpened(at - 1);
	return session && calendar.sessionNumber(session.ordinal - SESSIONS_BACK[lookBack])?.close;
}

/** Timeframes that are rated, as in a strategy. */
export interface RatedTimeframes {
	readonly slots: readonly TimeframeIndex[];
}

export function lookBackOf({ slots }: RatedTimeframes): InformationLookBack {
	return slots.some((slot) => slot >= FOUR_HOURS) ? 'five_sessions' : 'previous_close';
}

/** The state in a row's byte. */
export function informationState(byte: number, lookBack: InformationLookBack): InformationState {
	return INFORMATION_STATES[(byte >> informationShift(lookBack)) & STATE_MASK] ?? 'unknown';
}

/** Where a look-back's two bits begin in a row's byte. */
export function informationShift(lookBack: InformationLookBack): number {
	return STATE_BITS * LOOK_BACKS.indexOf(lookBack);
}

/** How many of the rows have public information for a list of that strategy. */
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

/** A row's public information for a list of that strategy. */
export function rowInformation(table: InformationTable, row: number, strategy: RatedTimeframes): Information {
	const lookBack = lookBackOf(strategy);
	const state = informationState(table.information[row]!, lookBack);
	const form = formOfCode(table.filingForm[row]!);
	if (state !== 'yes' || form === undefined) return { state, lookBack, filing: null };
	const items = itemsOfBits(table.filingItems[row]!);
	return { state, lookBack, filing: { form, items, acceptedAt: utcMs(table.filingAccepted[row]! * SECOND) } };
}
