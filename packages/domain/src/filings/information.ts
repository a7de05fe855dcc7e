import { emptyInformation, type InformationTable } from '../signals/report-table.ts';
import type { Calendar } from '../time/calendar.ts';
import type { Strategy } from '../time/timeframe.ts';
import { SECOND, type TickerId, type UtcMs, utcMs } from '../time/units.ts';
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
	for (const [place, lookBack] of LOOK_BACKS.entries()) {
		const from = lookBackStart(calendar, at, lookBack);
		if (from === undefined) continue;
		const { newest, coverage } = book.informationColumns(tickers, { from, at }, knowledge);
		for (let row = 0; row < tickers.length; row++) {
			const found = newest[row] as number;
			const state: InformationState = found >= 0 ? 'yes' : coverage[row] === FULLY_COVERED ? 'no' : 'unknown';
			table.information[row] = (table.information[row] as number) | (INFORMATION_STATES.indexOf(state) << (STATE_BITS * place));
			// The longer look-back comes last and has every filing of the shorter one.
			if (found < 0 || place === 0) continue;
			const { form, items, acceptedAt } = book.filingAt(found, tickers[row] as TickerId);
			table.filingForm[row] = formCode(form);
			table.filingItems[row] = itemBits(items);
			table.filingAccepted[row] = Math.floor(acceptedAt / SECOND);
		}
	}
	return table;
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
