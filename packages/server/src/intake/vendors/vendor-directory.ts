/** Stored data of a vendor's provider: the permanent ids of tickers, and the members of its sessions. */
import type { Ticker } from '@sw/domain/prices/ticker';
import type { ExchangeDate, TickerId, UtcMs } from '@sw/domain/time/units';
import type { VendorRename, VendorTicker } from './vendor-adapter.ts';

/** Members of a session; symbols[i] is the symbol that ids[i] had then. */
export interface SessionMembers {
	date: ExchangeDate;
	ids: readonly TickerId[];
	symbols: readonly string[];
}

/** A symbol under which a ticker was a member of sessions. `last`: date of the last such session. */
export interface PastSymbol {
	symbol: string;
	id: TickerId;
	last: ExchangeDate;
}

export interface DelistedTicker extends VendorTicker {
	delisted: ExchangeDate;
	/** Whether the ticker is already stored as listed under that symbol, and was delisted since. */
	isStored: boolean;
}

export interface VendorDirectory {
	/** All stored tickers, by ascending id. */
	tickers(): Promise<Ticker[]>;
	/** Assigns ids to new tickers; returns all stored tickers, by ascending id. */
	registerTickers(tickers: readonly VendorTicker[]): Promise<Ticker[]>;
	/** Assigns ids to delisted tickers, whose symbols other tickers can have now; returns the ids in the given order. */
	registerDelisted(tickers: readonly DelistedTicker[]): Promise<TickerId[]>;
	/** Changes the symbol of a ticker from a date on; the ticker keeps its id. */
	rename(rename: VendorRename): Promise<void>;
	/** End of the stored bars; undefined if there are none. */
	storedUntil(): Promise<UtcMs | undefined>;
	/** Dates of the sessions whose members were saved. */
	memberDates(): Promise<ExchangeDate[]>;
	/** Saved members of the sessions in [from, to]. */
	members(from: ExchangeDate, to: ExchangeDate): Promise<SessionMembers[]>;
	/** Replaces the saved members of these sessions. */
	saveMembers(sessions: readonly SessionMembers[]): Promise<void>;
	/** All past symbols, sorted by `last`. */
	pastSymbols(): Promise<PastSymbol[]>;
}
