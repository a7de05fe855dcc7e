import { halfway } from '../../statistics/median.ts';

/**
 * Windows of the newest values of every row. Value number k of a row has place k modulo size, and value number k + size replaces it. In an unsorted row, each
 * value is at its place, which is cheap to fill while nothing is read. In a sorted row, values ascend with the median in the middle, and `places` has the
 * place of each value. This needs less memory than a ring buffer and a sorted copy.
 */
export interface SortedWindow {
	/** Row-major, `size` per row; never NaN. */
	readonly values: Float32Array;
	readonly places: Uint8Array | Uint16Array;
}

/** The longest window whose places fit 16 bits. */
export const MAX_WINDOW = 65_536;

export function createSortedWindow(rows: number, size: number) {
	return {
		values: new Float32Array(rows * size),
		places: size <= 256 ? new Uint8Array(rows * size) : new Uint16Array(rows * size),
	};
}

/** Returns the index, relative to `base`, of the value with a given place in a sorted row. */
export function indexOfPlace({ places }: SortedWindow, base: number, place: number): number {
	let at = base;
	while (places[at] !== place) at++;
	return at - base;
}

/** Inserts value number `count` of a row and returns the replaced value. The result is meaningless while the window fills (count < size). */
export function insertValue(window: SortedWindow, size: number, row: number, count: number, value: number, isSorted: boolean): number {
	const { values } = window;
	const base = row * size;
	const place = count % size;
	const rounded = Math.fround(value);
	if (isSorted) {
		const isFilling = count < size;
		const at = isFilling ? base + count : base + indexOfPlace(window, base, place);
		const evicted = values[at]!;
		placeValue(window, at, base, isFilling ? at : base + size - 1, rounded, place);
		return evicted;
	}
	const evicted = values[base + place]!;
	values[base + place] = rounded;
	return evicted;
}

/** Inserts a value at its sorted position among indexes `first` to `last`, where index `vacant` has no value. */
function placeValue({ values, places }: SortedWindow, vacant: number, first: number, last: number, value: number, place: number): void {
	let at = vacant;
	if (at < last && values[at + 1]! < value) {
		do {
			values[at] = values[at + 1]!;
			places[at] = places[at + 1]!;
			at++;
		} while (at < last && values[at + 1]! < value);
	} else {
		while (at > first && values[at - 1]! > value) {
			values[at] = values[at - 1]!;
			places[at] = places[at - 1]!;
			at--;
		}
	}
	values[at] = value;
	places[at] = place;
}

const sortKeys = new Float64Array(MAX_WINDOW);
const lowHalves = new Uint32Array(sortKeys.buffer);

/**
 * Sorts the first `count` values of an unsorted row as doubles. The low bits of a double are zero for any float32, so they can carry the value's place through
 * a numeric sort.
 */
export function sortRow({ values, places }: SortedWindow, size: number, row: number, count: number): void {
	const base = row * size;
	for (let i = 0; i < count; i++) {
		sortKeys[i] = values[base + i]!;
		lowHalves[2 * i] = lowHalves[2 * i]! | i;
	}
	sortKeys.subarray(0, count).sort();
	for (let i = 0; i < count; i++) {
		values[base + i] = sortKeys[i]!;
		places[base + i] = lowHalves[2 * i]! & (MAX_WINDOW - 1);
	}
}

/** Moves the first `count` values of a sorted row back to their places. */
export function unsortRow({ values, places }: SortedWindow, size: number, row: number, count: number): void {
	const base = row * size;
	for (let i = 0; i < count; i++) sortKeys[places[base + i]!] = values[base + i]!;
	for (let i = 0; i < count; i++) values[base + i] = sortKeys[i]!;
}

/** Returns the median of the sorted values [base, base + count); for an even count, the mean of the two middle values. `count` must be at least 1. */
export function medianAt(values: Float32Array, base: number, count: number): number {
	const middle = base + (count >> 1);
	const upper = values[middle]!;
	return count % 2 === 1 ? upper : halfway(values[middle - 1]!, upper);
}

/** Returns the median of the logarithms of sorted positive values; see `medianAt`. */
export function medianLogAt(values: Float32Array, base: number, count: number): number {
	const middle = base + (count >> 1);
	const upper = Math.log(values[middle]!);
	return count % 2 === 1 ? upper : halfway(Math.log(values[middle - 1]!), upper);
}

/**
 * Returns the median of |value - centre|, each rounded to float32, for sorted values with median `centre`. Deviations grow to both sides of the middle, so
 * the values with the smaller half of the deviations are adjacent. A binary search finds how many of these values are to the left of the middle.
 */
export function medianDeviationAt(values: Float32Array, base: number, count: number, centre: number): number {
	const half = count >> 1;
	const middle = base + half;
	// Deviation number i to the left of the middle, and number i to the right, where the middle itself is number 0.
	const left = (i: number): number => (i < half ? Math.fround(Math.abs(values[middle - 1 - i]! - centre)) : Number.POSITIVE_INFINITY);
	const right = (i: number): number => (i < count - half ? Math.fround(Math.abs(values[middle + i]! - centre)) : Number.POSITIVE_INFINITY);
	let low = 0;
	let high = half;
	while (low < high) {
		const leftCount = (low + high) >> 1;
		if (left(leftCount) < right(half - leftCount - 1)) low = leftCount + 1;
		else high = leftCount;
	}
	const upper = Math.min(left(low), right(half - low));
	if (count % 2 === 1) return upper;
	return halfway(Math.max(low > 0 ? left(low - 1) : 0, low < half ? right(half - low - 1) : 0), upper);
}

/**
 * Writes the three values around the middle of the sorted values [base, base + count) to `out`, ignoring the value at index `hole` (hole = count: none). With n
 * remaining values and m = n >> 1, these are the values at m - 1, m and m + 1. Beyond the ends: -Infinity below and Infinity above.
 */
export function middleWithout(values: Float32Array, base: number, count: number, hole: number, out: Float64Array): void {
	const n = hole < count ? count - 1 : count;
	const middle = n >> 1;
	for (let i = 0; i < 3; i++) {
		const at = middle - 1 + i;
		out[i] = at < 0 ? Number.NEGATIVE_INFINITY : at >= n ? Number.POSITIVE_INFINITY : values[base + (at < hole ? at : at + 1)]!;
	}
}

/** Returns the median of a set and one more value; `low`, `mid` and `high` are the set's middle values (see `middleWithout`). */
export function medianWith(value: number, low: number, mid: number, high: number, isSetOdd: boolean): number {
	if (!isSetOdd) return value < low ? low : value > mid ? mid : value;
	const clamped = value < low ? low : value > high ? high : value;
	return clamped < mid ? halfway(clamped, mid) : halfway(mid, clamped);
}
