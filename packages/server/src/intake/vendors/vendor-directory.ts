/** What a vendor's provider keeps in the records: the permanent numbers of tickers, and of which tickers its sessions consist. */
import type { Ticker } from '@sw/domain/prices/ticker';
import type { ExchangeDate, TickerId, UtcMs } from '@sw/domain/time/units';
import type { VendorRename, VendorTicker } from './vendor-adapter.ts';

/** The tickers of a session, each with the symbol that it had then. */
export interface SessionMembers {
	date: ExchangeDate;
	ids: readonly TickerId[];
	symbols: readonly string[];
}

/** A ticker was in sessions under this symbol, last on a date. */
export interface PastBearer {
	symbol: string;
	id: TickerId;
	last: ExchangeDate;
}

export interface EndedTicker extends VendorTicker {
	delisted: ExchangeDate;
	/** Whether it is the stored, listed ticker of that symbol, which has ended since. */
	isStored: boolean;
}

export interface VendorDirectory {
	/** What is stored, ascending id. */
	known(): Promise<Ticker[]>;
	/** Gives numbers to those that have none; answers all that are stored then, ascending id. */
	registerTickers(tickers: readonly VendorTicker[]): Promise<Ticker[]>;
	/** The same of tickers that have ended, of which others may have the symbols now; answers their numbers, in order. */
	registerEnded(tickers: readonly EndedTicker[]): Promise<TickerId[]>;
	/** The ticker of one symbol bears another from a date on; it keeps its number. */
	rename(rename: VendorRename): Promise<void>;
	/** Until when bars are stored. */
	storedUntil(): Promise<UtcMs | undefined>;
	/** Dates of the sessions whose members were saved. */
	memberDates(): Promise<ExchangeDate[]>;
	/** Members of the sessions in [from, to], as far as saved. */
	members(from: ExchangeDate, to: ExchangeDate): Promise<SessionMembers[]>;
	/** Replaces what was saved of the same sessions. */
	saveMembers(sessions: readonly SessionMembers[]): Promise<void>;
	/** By last date. */
	bearers(): Promise<PastBearer[]>;
}
