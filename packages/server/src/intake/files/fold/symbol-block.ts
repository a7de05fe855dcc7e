/** The interface of file readers, and their output: finished rows of one symbol, and a summary of the table. */
import type { BarBlock, DailyBlock, MentionBlock, OptionBlock } from '@sw/domain/prices/blocks';
import type { ExchangeDate, UtcMs } from '@sw/domain/time/units';
import type { Rejects } from '../faults/rejects.ts';

/** A company's entry in a list; null where the list has no value. */
export interface Company {
	name: string | null;
	industry: string | null;
	shares: number | null;
	/** As TradingView names it. */
	exchange: string | null;
	/** The date of the share count, from the row or the file's name. */
	asOf?: ExchangeDate;
}

/** Number of contracts and their total volume or open interest: calls or puts of an underlying on one day. */
export interface OptionSide {
	contracts: number;
	total: number;
}

/** An underlying's options on one day, from all rows of a file, including those outside the regular session. */
export interface OptionDay {
	date: ExchangeDate;
	measure: 'volume' | 'open_interest';
	calls: OptionSide;
	puts: OptionSide;
}

/** Finished rows of one symbol, in the file's order. Ticker ids are 0: the caller fills them in from the directory. */
export interface SymbolBlock {
	symbol: string;
	bars: BarBlock | null;
	daily: DailyBlock | null;
	/** Smallest step between two rows of a day so far, in ms, which is the length of the file's bars. Undefined if unknown. */
	step?: number;
	/** Every slot of the sessions that the file covers, including those without trades. */
	options?: OptionBlock;
	mentions?: MentionBlock;
	/** `ratio`: new shares per old share, effective before the open of `date`. */
	splits?: readonly { date: ExchangeDate; ratio: number }[];
	/** Dollars per share, on the share basis of the ex-date. */
	dividends?: readonly { exDate: ExchangeDate; amount: number }[];
	optionDays?: readonly OptionDay[];
	/** An entry of a company list; the block has no rows then. */
	company?: Company;
}

export interface SymbolSummary {
	rows: number;
	/** Whether any bar had volume: an index has none. Undefined if the file has no bars. */
	hasVolume?: boolean;
}

export interface TableSummary {
	/** Number of data rows read, and of rows accepted. */
	rows: number;
	accepted: number;
	rejects: Rejects;
	symbols: Map<string, SymbolSummary>;
	/** Starts of the earliest and latest accepted rows; for daily rows the opens of their sessions. Undefined if none was accepted. */
	first: UtcMs | undefined;
	last: UtcMs | undefined;
	/** Smallest step in milliseconds between two rows of a day, or 'day' for daily rows. Undefined if no day has two rows. */
	step?: number | 'day';
	/** Names of columns that are not read. */
	unread?: readonly string[];
	/** Set when the table has no volume column. */
	hasNoVolume?: true;
}

export interface TableReader {
	/** Reads whole lines; returns the number of rows in them. */
	read(lines: Buffer): number;
	/** Number of rows ready for takeBlocks(). */
	readyCount(): number;
	takeBlocks(): SymbolBlock[];
	/** To be called after the last line; throws ImportError if the file as a whole cannot be trusted. */
	finish(): TableSummary;
}
