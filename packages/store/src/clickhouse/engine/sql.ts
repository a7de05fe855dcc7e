/** SQL conditions, built only from numbers: text from users never becomes part of a query. */
import type { VisibleBatches } from '../../postgres/records/tickers/batches.ts';

/** Returns the condition for rows of visible batches. */
export function inVisibleBatches(column: 'batch' | 'build', { upTo, except, above }: VisibleBatches): string {
	return [
		`${column} <= ${int(upTo)}`,
		...(above === undefined ? [] : [`${column} > ${int(above)}`]),
		...(except.length === 0 ? [] : [`${column} NOT IN (${ints(except)})`]),
	].join(' AND ');
}

/** Returns the condition for a time in [from, to), UTC seconds. */
export function betweenSeconds(column: string, from: number, to: number): string {
	return `${column} >= toDateTime(${int(from)}, 'UTC') AND ${column} < toDateTime(${int(to)}, 'UTC')`;
}

/** Returns the condition for rows before each ticker's own time (UTC seconds). Tickers that aren't in `endTimes` have no limit. */
export function beforeTickerTimes(endTimes: ReadonlyMap<number, number>): string {
	return endTimes.size === 0
		? '1'
		: `toUInt32(time) < transform(ticker_id, [${ints([...endTimes.keys()])}], [${ints([...endTimes.values()])}], toUInt32(${2 ** 32 - 1}))`;
}

export function oneOf(column: string, ids: ArrayLike<number>): string {
	return `${column} IN (${ints(ids)})`;
}

export function int(value: number): string {
	if (!Number.isSafeInteger(value)) throw new RangeError(`${value} isn't a whole number`);
	return String(value);
}

/** Formats a number that may have decimals. */
export function decimal(value: number): string {
	if (!Number.isFinite(value)) throw new RangeError(`${value} isn't a number`);
	return String(value);
}

function ints(values: ArrayLike<number>): string {
	return values.length === 0 ? 'NULL' : Array.from(values, int).join();
}

/** Converts text to an SQL expression of its bytes in hex, which prevents injection. */
export function sqlText(value: string): string {
	return `unhex('${Buffer.from(value, 'utf8').toString('hex')}')`;
}
