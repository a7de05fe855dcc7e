/** Rows for the files of the corpus; nothing here is random. */

export const HEADER = 'time,open,high,low,close,volume\n';
export const DAY_HEADER = 'date,open,high,low,close,volume\n';
export const MULTI_SYMBOL_HEADER = 'symbol,date,open,high,low,close,volume\n';

/** Ten trading days; July 4 is between the third and the fourth. */
export const DAYS = [1, 2, 3, 5, 8, 9, 10, 11, 12, 15].map((day) => `2024-07-${String(day).padStart(2, '0')}`);

/** Prices of a row: one cent up per row, within low and high. */
export function writePrices(n: number): string {
	return `${(100 + n / 100).toFixed(2)},${(100.5 + n / 100).toFixed(2)},99.50,${(100.2 + n / 100).toFixed(2)},${100 + n}`;
}

export function formatClock(minute: number): string {
	return `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`;
}

const OPEN = 9 * 60 + 30;

/** Minute rows of one day. Default start: 09:30. `stamp` writes their times. */
export function writeMinuteRows(
	count: number,
	{ date = '2024-07-02', from = OPEN, step = 1, stamp = (day: string, at: string) => `${day} ${at}:00` } = {},
): string {
	return Array.from({ length: count }, (_, n) => `${stamp(date, formatClock(from + n * step))},${writePrices(n)}\n`).join('');
}

/** One row per day; `write` creates the row. */
export function writeDayRows(dates: readonly string[] = DAYS, write = (date: string, n: number) => `${date},${writePrices(n)}`): string {
	return dates.map((date, n) => `${write(date, n)}\n`).join('');
}

export function utf16(text: string, byteOrder: 'le' | 'be', hasByteOrderMark = true): Buffer {
	const bytes = Buffer.from(hasByteOrderMark ? `\uFEFF${text}` : text, 'utf16le');
	return byteOrder === 'le' ? bytes : bytes.swap16();
}
