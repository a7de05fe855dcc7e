/** Parses file names of a LEAN data folder: https://www.quantconnect.com/docs/v2/lean-cli/datasets/format-and-storage. */
import { type ExchangeDate, exchangeDate } from '@sw/domain/time/units';

const MINUTE_TABLE = /(?:^|[/!])(\d{8})_([a-z0-9.-]+)_(minute|second|tick)_(trade|quote)\.csv$/i;
const OPTION_TABLE =
	/(?:^|[/!])(?:(\d{8})_)?([a-z0-9.-]+?)_(?:minute_)?(trade|quote|openinterest)_(?:american|european)_(call|put)_\d+_\d{8}\.csv$/i;

/** Converts '20140605' to a date. */
export function parseCompactDate(text: string): ExchangeDate {
	return exchangeDate(`${text.slice(0, 4)}-${text.slice(4, 6)}-${text.slice(6, 8)}`);
}

export interface MinuteTable {
	date: ExchangeDate;
	symbol: string;
	kind: 'trade' | 'quote' | 'tick';
}

/** Parses a name such as '20140605_aapl_minute_trade.csv'; undefined for others. */
export function parseMinuteTableName(name: string): MinuteTable | undefined {
	const [, date, symbol, resolution, kind] = MINUTE_TABLE.exec(name) ?? [];
	if (!date || !symbol || !resolution || !kind) return undefined;
	return {
		date: parseCompactDate(date),
		symbol: symbol.toUpperCase(),
		kind: resolution.toLowerCase() === 'tick' ? 'tick' : kind.toLowerCase() === 'quote' ? 'quote' : 'trade',
	};
}

export interface ContractTable {
	/** Undefined for tables of hours and days, which have the date in each row. */
	date: ExchangeDate | undefined;
	underlying: string;
	kind: 'trade' | 'quote' | 'openinterest';
	isCall: boolean;
}

/** Parses the name of one contract's table, such as '20140606_aapl_minute_trade_american_call_10000000_20150117.csv'; undefined for others. */
export function parseContractTableName(name: string): ContractTable | undefined {
	const [, date, symbol, kind, right] = OPTION_TABLE.exec(name) ?? [];
	if (!symbol || !kind || !right) return undefined;
	return {
		date: date === undefined ? undefined : parseCompactDate(date),
		underlying: symbol.toUpperCase(),
		kind: kind.toLowerCase() as ContractTable['kind'],
		isCall: right.toLowerCase() === 'call',
	};
}

/** Finds the permanent symbol that names a factor or map file ('fb.1' is an earlier FB); undefined for other paths. */
export function findSymbolInFolder(sourcePath: string, folder: 'factor_files' | 'map_files'): string | undefined {
	return new RegExp(`(?:^|/)${folder}/([a-z0-9.^-]+)\\.csv$`, 'i').exec(sourcePath)?.[1]?.toUpperCase();
}
