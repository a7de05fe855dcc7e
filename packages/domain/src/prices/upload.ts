/** Largest file of market data that can be uploaded, in bytes; larger ones are imported where the server runs. */
export const LARGEST_UPLOAD = 16 * 1024 * 1024;

/** What may be told of a file of market data by a word; what is not told is found in the file. */
export const FILE_READING = {
	/** Everything else is told apart by itself. */
	format: ['minute-semicolon', 'alpha-vantage', 'ohlcv'],
	/** Clock of times that carry no offset. */
	zone: ['utc', 'new-york'],
	/** Whether a bar is stamped by its start or its end. */
	stamp: ['start', 'end'],
	/** Minutes of a bar, or a day. */
	interval: ['1', '5', '15', 'day'],
	/** Where symbols stand: the part of the path that names them, or the rows. */
	symbol_from: ['folder', 'file', 'column'],
} as const;
