import type { SessionMatrix } from '../../../prices/session-matrix.ts';

/** One session of one ticker, as printed. Corporate actions take effect before the open. */
export interface ReferenceSession {
	/** Has one row; 26 slots, or 14 with an early close. */
	matrix: SessionMatrix;
	/** New shares per old share. */
	split?: number | undefined;
	/** Dollars per share, on this session's share basis. */
	dividend?: number | undefined;
	/** Whether an administrator has accepted the overnight jump into this session as genuine. */
	dismissed?: boolean | undefined;
}

/** The history of one ticker. */
export interface ReferenceHistory {
	/** All sessions, oldest first. Sessions without data must be included, with empty slots. */
	sessions: readonly ReferenceSession[];
	/**
	 * An index has no volume: any row with prices marks its slot as traded. 'until_volume': the ticker counts as an index in reports before its first
	 * volume. Default: false.
	 */
	isIndex?: boolean | 'until_volume';
}

/** The last elapsed slot of a report. */
export interface Position {
	/** Index in the history's sessions. */
	session: number;
	slot: number;
}

/** Prices and shares of a slot or a whole session. */
export interface Trade {
	open: number;
	high: number;
	low: number;
	close: number;
	volume: number;
}

/** Calls and puts; null if not received. */
export type Contracts = { calls: number; puts: number } | null;

/** The elapsed part of one session. */
export interface HistorySession {
	/** Number of slots in the session. */
	slots: number;
	/** By elapsed slot; null if nothing traded. */
	trades: (Trade | null)[];
	/** By elapsed slot. */
	contracts: Contracts[];
	/** Option totals of the previous session, used for the session's 1d bar if there are no contracts per slot. */
	optionDay: Contracts;
	/** The vendor's daily row; null unless the row replaces the slots. */
	daily: Trade | null;
}

/** Whether a feed reported a trading halt at any time in the slot. */
export function isHalted({ matrix }: ReferenceSession, slot: number): boolean {
	return matrix.halted?.[slot] === 1;
}

/** Reads the first `elapsed` slots of a session, as printed. The daily row is used only if the session is complete and has no 15-minute row. */
export function readSession({ matrix }: ReferenceSession, elapsed: number, isIndex: boolean): HistorySession {
	const slots = Array.from({ length: elapsed }, (_, slot) => slot);
	const isWithoutRows = slots.every((slot) => Number.isNaN(matrix.close[slot]));
	const { optionDay } = matrix;
	return {
		slots: matrix.slots,
		trades: slots.map((slot) => tradeOf(matrix, slot, isIndex)),
		contracts: slots.map((slot) => contractsOf(matrix.calls[slot], matrix.puts[slot])),
		optionDay:
			optionDay && contractsOf(matrix.calls[0], matrix.puts[0]) === null ? contractsOf(optionDay.calls[0], optionDay.puts[0]) : null,
		daily: matrix.daily && isWithoutRows && elapsed === matrix.slots ? tradeOf(matrix.daily, 0, isIndex) : null,
	};
}

function contractsOf(calls = Number.NaN, puts = Number.NaN): Contracts {
	return calls >= 0 && puts >= 0 && Number.isFinite(calls + puts) ? { calls, puts } : null;
}

function tradeOf(columns: NonNullable<SessionMatrix['daily']>, at: number, isIndex: boolean): Trade | null {
	const [open, high, low, close] = [columns.open[at], columns.high[at], columns.low[at], columns.close[at]] as [
		number,
		number,
		number,
		number,
	];
	const volume = columns.volume[at]!;
	const shares = Number.isFinite(volume) && volume > 0 ? volume : 0;
	if (![open, high, low, close].every(isPrice) || !(isIndex || shares > 0)) return null;
	return { open, high, low, close, volume: shares };
}

function isPrice(price: number): boolean {
	return price > 0 && Number.isFinite(price);
}

/** Whether the ticker counts as an index in the report at a position, based on data up to that position. */
export function isIndexAt({ sessions, isIndex = false }: ReferenceHistory, at: Position): boolean {
	if (isIndex !== 'until_volume') return isIndex;
	return !sessions.slice(0, at.session + 1).some(({ matrix }, s) => {
		const elapsed = s === at.session ? at.slot + 1 : matrix.slots;
		const volumes = [...matrix.volume.slice(0, elapsed), ...(elapsed === matrix.slots ? (matrix.daily?.volume ?? []) : [])];
		return volumes.some((volume) => volume > 0 && Number.isFinite(volume));
	});
}

/** Returns the trades of a session in order: the trades of the slots, or the daily row if it replaces them. */
export function tradesOf({ trades, daily }: HistorySession): Trade[] {
	return daily ? [daily] : trades.filter((trade) => trade !== null);
}
