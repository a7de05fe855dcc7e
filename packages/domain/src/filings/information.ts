import { emptyInformation, type InformationTable } from '../signals/report-table.ts';
import type { Calendar } from '../time/calendar.ts';
import type { Strategy } from '../time/timeframe.ts';
import { SECOND, type TickerId, type UtcMs, utcMs } from '../time/units.ts';
import { publicAt } from './filing.ts';
import { type FilingBook, FULLY_COVERED, type Knowledge } from './filing-book.ts';
import { formCode, formOfCode, itemBits, itemsOfBits } from './information-codes.ts';

/** Whether a ticker has public information. 'no' is proven by coverage of the whole look-back; without that it is 'unknown'. */
export const INFORMATION_STATES = ['unknown', 'no', 'yes'] as const;
export type InformationState = (typeof INFORMATION_STATES)[number];

/** Narrowing of a list: with a filing, without one, or with either known. */
export const INFORMATION_CHOICES = ['with', 'without', 'known'] as const;
export type InformationChoice = (typeof INFORMATION_CHOICES)[number];

export function isChosen(state: InformationState, choice: InformationChoice): boolean {
	return choice === 'known' ? state !== 'unknown' : state === (choice === 'with' ? 'yes' : 'no');
}

/** How far a strategy looks back: to the close of the previous session, or of the fifth session before where it rates 4h or 1d. */
export const LOOK_BACKS = ['previous_close', 'five_sessions'] as const;
export type InformationLookBack = (typeof LOOK_BACKS)[number];
const SESSIONS_BACK = { previous_close: 1, five_sessions: 5 } as const satisfies Record<InformationLookBack, number>;
const FOUR_HOURS = 3;
/** Bits of a state in a row's byte: those of the previous close are the lower ones. */
const STATE_BITS = 2;
const STATE_MASK = 3;

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
	const { newest, coverage } = book.informationColumns(tickers, { from: from ?? close, at }, knowledge);
	/** Rows whose longer look-back is not covered whole. */
	const partly: number[] = [];
	for (let row = 0; row < tickers.length; row++) {
		const isCovered = coverage[row] === FULLY_COVERED;
		const filing = (newest[row] as number) < 0 ? undefined : book.filingAt(newest[row] as number, tickers[row] as TickerId);
		const isNew = filing !== undefined && publicAt(filing.acceptedAt) > close;
		setState(table, row, 'five_sessions', from === undefined ? 'unknown' : filing ? 'yes' : isCovered ? 'no' : 'unknown');
		setState(table, row, 'previous_close', isNew ? 'yes' : isCovered ? 'no' : 'unknown');
		if (!isCovered && !isNew) partly.push(row);
		if (!filing) continue;
		table.filingForm[row] = formCode(filing.form);
		table.filingItems[row] = itemBits(filing.items);
		table.filingAccepted[row] = Math.floor(filing.acceptedAt / SECOND);
	}
	if (partly.length === 0) return table;
	const ofPartly = Uint32Array.from(partly, (row) => tickers[row] as number);
	const since = book.informationColumns(ofPartly, { from: close, at }, knowledge).coverage;
	for (const [place, row] of partly.entries()) if (since[place] === FULLY_COVERED) setState(table, row, 'previous_close', 'no');
	return table;
}

function setState({ information }: InformationTable, row: number, lookBack: InformationLookBack, state: InformationState): void {
	information[row] = (information[row] as number) | (INFORMATION_STATES.indexOf(state) << informationShift(lookBack));
}

/** The close after which information counts, of a report in or at the end of a session; undefined before there are enough sessions. */
export function lookBackStart(calendar: Calendar, at: UtcMs, lookBack: InformationLookBack): UtcMs | undefined {
	const session = calendar.lastOpened(at - 1);
	return session && calendar.sessionNumber(session.ordinal - SESSIONS_BACK[lookBack])?.close;
}

export function lookBackOf({ slots }: Pick<Strategy, 'slots'>): InformationLookBack {
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

/** A row's public information for a list of that strategy. */
export function rowInformation(table: InformationTable, row: number, strategy: Pick<Strategy, 'slots'>): Information {
	const lookBack = lookBackOf(strategy);
	const state = informationState(table.information[row] as number, lookBack);
	const form = formOfCode(table.filingForm[row] as number);
	if (state !== 'yes' || form === undefined) return { state, lookBack, filing: null };
	const items = itemsOfBits(table.filingItems[row] as number);
	return { state, lookBack, filing: { form, items, acceptedAt: utcMs((table.filingAccepted[row] as number) * SECOND) } };
}
