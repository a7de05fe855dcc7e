import { Z_SERIES } from '@sw/domain/signals/report-table';
import { TIMEFRAMES } from '@sw/domain/time/timeframe';
import type { Columns } from './native.ts';

/** Columns of the series tables, in the order of writing and reading. */
export const BARS = {
	ticker_id: 'UInt32',
	time: 'DateTime',
	session: 'UInt8',
	open: 'Float32',
	high: 'Float32',
	low: 'Float32',
	close: 'Float32',
	volume: 'Float64',
	batch: 'UInt32',
} as const satisfies Columns;

export const DAILY_BARS = {
	ticker_id: 'UInt32',
	day: 'Date',
	open: 'Float32',
	high: 'Float32',
	low: 'Float32',
	close: 'Float32',
	volume: 'Float64',
	batch: 'UInt32',
} as const satisfies Columns;

export const OPTION_SUMS = {
	ticker_id: 'UInt32',
	time: 'DateTime',
	calls: 'Float32',
	puts: 'Float32',
	batch: 'UInt32',
} as const satisfies Columns;

export const MENTIONS = {
	ticker_id: 'UInt32',
	time: 'DateTime',
	source: 'UInt8',
	mentions: 'UInt32',
	retweets: 'UInt32',
	authors: 'Int32',
	batch: 'UInt32',
} as const satisfies Columns;

export const MENTION_SPANS = {
	ticker_id: 'UInt32',
	source: 'UInt8',
	since: 'DateTime',
	until: 'DateTime',
	counter: 'UInt8',
	batch: 'UInt32',
} as const satisfies Columns;

/** Columns of packed words by timeframe, shortest first. */
export const WORD_COLUMNS = ['w15', 'w30', 'w60', 'w240', 'w1d'] as const;
/** Column i is z[i * count + row] of a ReportTable. */
export const Z_COLUMNS: readonly ZColumn[] = TIMEFRAMES.flatMap(({ code }) =>
	Z_SERIES.map((series) => `z${code.toLowerCase()}_${series}` as const),
);
type ZColumn = `z${string}`;

/** Columns of a ticker's history: all except z and those of later schema versions. */
export const HISTORY_COLUMNS = {
	report: 'DateTime',
	algo: 'UInt8',
	build: 'UInt32',
	ticker_id: 'UInt32',
	w15: 'UInt32',
	w30: 'UInt32',
	w60: 'UInt32',
	w240: 'UInt32',
	w1d: 'UInt32',
	price: 'Float64',
	cap: 'Float64',
	mentions: 'Int32',
	flags: 'UInt8',
} as const satisfies Columns;

type ZTypes = Readonly<Record<ZColumn, 'Float32'>>;
export const Z_TYPES: ZTypes = Object.fromEntries(Z_COLUMNS.map((name) => [name, 'Float32']));

/** Columns of public information, which aren't part of a ticker's history. */
export const INFORMATION = {
	information: 'UInt8',
	filing_form: 'UInt8',
	filing_items: 'UInt32',
	filing_accepted: 'UInt32',
} as const satisfies Columns;

/** Columns with numbers of the session so far, which aren't part of a ticker's history. */
export const DAY_FIGURES = { change: 'Int32', dollar_volume: 'Float32' } as const satisfies Columns;

/** Columns of the time in the lists of each strategy, which aren't part of a ticker's history. */
export const TIME_IN_LIST = { listed_first: 'UInt16', listed_second: 'UInt16', listed_third: 'UInt16' } as const satisfies Columns;
export const LISTED_COLUMNS = ['listed_first', 'listed_second', 'listed_third'] as const satisfies readonly (keyof typeof TIME_IN_LIST)[];

/** All stored columns of a report's row. */
export const REPORT_ROWS: typeof HISTORY_COLUMNS & typeof INFORMATION & typeof DAY_FIGURES & typeof TIME_IN_LIST & ZTypes = {
	...HISTORY_COLUMNS,
	...INFORMATION,
	...DAY_FIGURES,
	...TIME_IN_LIST,
	...Z_TYPES,
};

const { report: _report, algo: _algo, build: _build, ...KEYLESS_HISTORY_COLUMNS } = HISTORY_COLUMNS;
/** REPORT_ROWS without the report's key, for queries that specify it. */
export const KEYLESS_REPORT_ROWS: typeof KEYLESS_HISTORY_COLUMNS & typeof INFORMATION & typeof DAY_FIGURES & typeof TIME_IN_LIST & ZTypes =
	{
		...KEYLESS_HISTORY_COLUMNS,
		...INFORMATION,
		...DAY_FIGURES,
		...TIME_IN_LIST,
		...Z_TYPES,
	};
