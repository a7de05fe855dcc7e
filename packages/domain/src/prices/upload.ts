import { isZone } from '../time/any-zone.ts';

/** Largest file of market data that can be uploaded, in bytes; larger ones are imported where the server runs. */
export const LARGEST_UPLOAD = 16 * 1024 * 1024;

/** Options for a file of market data; absent ones are found in the file. */
export const FILE_READING = {
	/** Everything else is recognized from the rows. */
	format: ['minute-semicolon', 'alpha-vantage', 'ohlcv'],
	/** Clock of times that carry no offset: these, or any name of the IANA database. */
	zone: ['new-york', 'utc', 'America/Chicago', 'America/Denver', 'America/Los_Angeles', 'EST'],
	/** Whether a bar is stamped by its start or its end. */
	stamp: ['start', 'end'],
	/** Minutes of a bar, or a day. */
	interval: ['1', '5', '15', 'day'],
	/** Where symbols stand: the part of the path that names them, or the rows. */
	symbol_from: ['folder', 'file', 'column'],
} as const;

/** Whether a word names the clock of a file: 'utc', 'new-york' or a name of the IANA database. */
export function isFileZone(zone: string): boolean {
	return zone === 'new-york' || isZone(zone);
}
