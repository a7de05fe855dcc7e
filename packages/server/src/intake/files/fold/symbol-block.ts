/** The output of file readers: finished rows of one symbol, and a summary of the table. */
import type { BarBlock, DailyBlock, MentionBlock, OptionBlock } from '@sw/domain/prices/blocks';
import type { ExchangeDate, UtcMs } from '@sw/domain/time/units';
import type { Rejects } from '../faults/rejects.ts';

/** A company's entry in a list; null where the list has no value. */
export interface Company {
	name: string | null;
	industry: string | null;
	shares: number | null;
	/** In TradingView's names. */
	exchange: string | null;
	/** The date of the share count, from the row or the file's name. */
	asOf?: ExchangeDate;
}

/** Contracts and volume (or open interest) of one side of an underlying's options on one day. */
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

/** Finished rows of one symbol, in the file's order. Ticker ids are 0: the caller knows the directory and fills them in. */
export interface SymbolBlock {
	symbol: string;
	bars: BarBlock | null;
	daily: DailyBlock | null;
	/** Least step between two rows of a day so far, ms: the length of the bars that `bars` was folded from. Absent where it isn't known. */
	step?: number;
	/** Every slot of the sessions that the file covers, including those without trades. */
	options?: OptionBlock;
	mentions?: MentionBlock;
	/** new : old shares, effective before the open of `date`. */
	splits?: readonly { date: ExchangeDate; ratio: number }[];
	/** Dollars per share, on the share basis of the ex-date. */
	dividends?: readonly { exDate: ExchangeDate; amount: number }[];
	optionDays?: readonly OptionDay[];
	/** An entry of a company list; such a block has no rows. */
	company?: Company;
}

export interface SymbolCount {
	rows: number;
	/** Whether any bar had volume: an index has none. Absent where the file has no bars: it says nothing of what the ticker is. */
	hasVolume?: boolean;
}

export interface TableSummary {
	/** Data rows read, and those accepted. */
	rows: number;
	accepted: number;
	rejects: Rejects;
	symbols: Map<string, SymbolCount>;
	/** Start of the first and of the last accepted row; for daily rows the opens of their sessions. Undefined when none was accepted. */
	first: UtcMs | undefined;
	last: UtcMs | undefined;
	/** Smallest step in milliseconds between two rows of a day, if a day has two; 'day' for daily rows. */
	step?: number | 'day';
	/** Columns that are not read. */
	unread?: readonly string[];
	/** Set when the table has no volume column. */
	hasNoVolume?: true;
}

export interface TableReader {
	/** Reads whole lines; returns the number of rows in them. */
	read(lines: Buffer): number;
	/** Number of rows ready for take(). */
	waiting(): number;
	take(): SymbolBlock[];
	/** Call after the last line; throws ImportError when the file as a whole is not what it seemed. */
	finish(): TableSummary;
}
