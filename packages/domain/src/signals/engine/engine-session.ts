import type { SessionMatrix } from '../../prices/session-matrix.ts';
import type { ExchangeDate, UtcMs } from '../../time/units.ts';

/** What the engine needs to know about a session; the calendar's `Session` satisfies it. */
export interface EngineSession {
	readonly date: ExchangeDate;
	readonly open: UtcMs;
	/** 26, or 14 on an early close. */
	readonly slots: number;
}

/** Takes effect before the open of a session. */
export interface SessionAdjustments {
	/** new : old shares. Earlier prices are divided by the ratio, earlier volumes multiplied. */
	readonly splits?: readonly { readonly row: number; readonly ratio: number }[];
	/** Cash per share in dollars, on the session's own share basis. */
	readonly dividends?: readonly { readonly row: number; readonly amount: number }[];
	/** Rows whose overnight jump into this session an administrator has accepted as genuine. */
	readonly dismissed?: readonly number[];
}

/** One session of one row as printed: `matrix` has one row; the adjustments are the session's. */
export interface RowSession {
	readonly date: ExchangeDate;
	readonly matrix: SessionMatrix;
	readonly split?: number | undefined;
	readonly dividend?: number | undefined;
	readonly dismissed?: boolean | undefined;
}

/** The stored sessions of a row, oldest first, as printed. Sessions without data may be left out. */
export type HistoryOf = (row: number) => Iterable<RowSession>;
