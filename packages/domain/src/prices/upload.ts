import { isZone } from '../time/any-zone.ts';

/** Maximum size of an uploaded market data file, in bytes; larger ones must be imported on the server. */
export const LARGEST_UPLOAD = 16 * 1024 * 1024;

/** Reading options of a market data file; absent ones are detected. */
export const FILE_READING = {
	/** Other formats are detected from the rows. */
	format: ['minute-semicolon', 'alpha-vantage', 'ohlcv'],
	/** Time zone of times without an offset: one of these, or an IANA name. */
	zone: ['new-york', 'utc', 'America/Chicago', 'America/Denver', 'America/Los_Angeles', 'EST'],
	/** Whether a bar's time is its start or its end. */
	stamp: ['start', 'end'],
	/** Order of day, month and year in dates such as 7/8/2024 or 24-07-08. */
	dates: ['mdy', 'dmy', 'ymd'],
	/** Length of a bar in minutes, or a day. */
	interval: ['1', '5', '15', 'day'],
	/** Where symbols are: in a part of the path, or in the rows. */
	symbol_from: ['folder', 'file', 'column'],
} as const;

/** Whether a text is a valid time zone for a file: 'utc', 'new-york' or an IANA name. */
export function isFileZone(zone: string): boolean {
	return zone === 'new-york' || isZone(zone);
}
