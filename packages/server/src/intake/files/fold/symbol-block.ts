/** What readers of files hand over: finished rows of one symbol, and the sum of what they saw. */
import type { BarBlock, DailyBlock, MentionBlock, OptionBlock } from '@sw/domain/prices/blocks';
import type { ExchangeDate, UtcMs } from '@sw/domain/time/units';
import type { Rejects } from '../faults/rejects.ts';

/** What a list says of a company; null where it does not. */
export interface Company {
	name: string | null;
	industry: string | null;
	shares: number | null;
	/** The day of the shares, where the row or the file's name says it. */
	asOf?: ExchangeDate;
}

/** Contracts and volume (or open interest) of one side of an underlying's options on one day. */
export interface OptionSide {
	contracts: number;
	total: number;
}

/** An underlying's options on one day as a file tells them: all its rows, also those outside the regular session. */
export interface OptionDay {
	date: ExchangeDate;
	measure: 'volume' | 'open_interest';
	calls: OptionSide;
	puts: OptionSide;
}

/** Finished rows of one symbol, in the file's order. Ticker ids are 0: the caller knows the directory and fills them in. */
export interface SymbolBlock {
	symbol: string;
	bars: BarBlock | null;
	daily: DailyBlock | null;
	/** Least step between two rows of a day so far, ms: the length of the bars that `bars` was folded from. Absent where it isn't known. */
	step?: number;
	/** Every slot of the sessions that the file covers, also those in which nothing traded. */
	options?: OptionBlock;
	mentions?: MentionBlock;
	/** new : old shares, effective before the open of `date`. */
	splits?: readonly { date: ExchangeDate; ratio: number }[];
	/** Dollars a share, on the share basis of the ex-date. */
	dividends?: readonly { exDate: ExchangeDate; amount: number }[];
	optionDays?: readonly OptionDay[];
	/** What a list of companies says; such a block has no rows. */
	company?: Company;
}

export interface SymbolCount {
	rows: number;
	/** Whether any row had volume: an index has none. */
	hasVolume: boolean;
}

export interface TableSummary {
	/** Data rows seen, and those taken. */
	rows: number;
	accepted: number;
	rejects: Rejects;
	symbols: Map<string, SymbolCount>;
	/** Start of the first and of the last taken row; of daily rows the opens of their sessions. Undefined when none was taken. */
	first: UtcMs | undefined;
	last: UtcMs | undefined;
	/** Least step between two rows of a day in milliseconds, where there were two; 'day' of rows that are days. */
	step?: number | 'day';
	/** Columns that nothing is read from. */
	unread?: readonly string[];
	/** Set when the table has no column of volume. */
	hasNoVolume?: true;
}

export interface TableReader {
	/** Reads whole lines; answers how many rows they held. */
	read(lines: Buffer): number;
	/** Rows that wait to be taken. */
	waiting(): number;
	take(): SymbolBlock[];
	/** After the last line; throws ImportError when the file as a whole is not what it seemed. */
	finish(): TableSummary;
}
