import type { SessionMatrix } from '../../prices/session-matrix.ts';
import type { ExchangeDate, UtcMs } from '../../time/units.ts';

/** The part of the calendar's `Session` that the engine needs. */
export interface EngineSession {
	readonly date: ExchangeDate;
	readonly open: UtcMs;
	/** Number of slots: 26, or 14 with an early close. */
	readonly slots: number;
}

/** Corporate actions that take effect before the open of a session. */
export interface SessionAdjustments {
	/** `ratio`: new shares per old share. It divides earlier prices and multiplies earlier volumes. */
	readonly splits?: readonly { readonly row: number; readonly ratio: number }[];
	/** `amount`: cash in dollars per share, on this session's share basis. */
	readonly dividends?: readonly { readonly row: number; readonly amount: number }[];
	/** Rows with an overnight jump into this session that an administrator has accepted as genuine. */
	readonly dismissed?: readonly number[];
}

/** One session of one row, as printed, with the row's corporate actions. `matrix` has one row. */
export interface RowSession {
	readonly date: ExchangeDate;
	readonly matrix: SessionMatrix;
	readonly split?: number | undefined;
	readonly dividend?: number | undefined;
	readonly dismissed?: boolean | undefined;
}

/** Reads the stored sessions of a row, oldest first, as printed. Sessions without data may be left out. */
export type HistoryOf = (row: number) => Iterable<RowSession>;
