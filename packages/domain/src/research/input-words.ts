import type { SessionMatrix } from '../prices/session-matrix.ts';
import type { SessionAdjustments } from '../signals/engine/engine-session.ts';
import type { ExchangeDate } from '../time/units.ts';

/** The words of a row: ticker, four prices, volume (two words), calls, puts, mark. */
const WORDS_PER_ROW = 10;
/** Marks for the type of a row. Ordinary rows have 0. */
const HALTED = 1;
const DAILY = 2;
const OPTION_DAY = 4;

type Prices = Pick<SessionMatrix, 'open' | 'high' | 'low' | 'close' | 'volume'>;

/**
 * Returns the input data of one slot as 32-bit words, for hashing their bytes. Rows with a bar, option sums or a halt are included, ascending, with ten words
 * each: ticker id, the bits of open, high, low, close, the two halves of volume, the bits of calls and puts, and the mark. Other rows are left out, so that
 * the directory can grow without changing the hash. The first slot is followed by the previous session's option totals, the last slot by the vendors' daily
 * rows.
 */
export function slotInputWords(matrix: SessionMatrix, slot: number, tickerIds: Uint32Array): Uint32Array {
	const { rows, close, calls, halted } = matrix;
	const daily = slot + 1 === matrix.slots ? matrix.daily : null;
	const previousOptions = slot === 0 ? matrix.optionDay : null;
	const words = new Uint32Array((daily || previousOptions ? 2 : 1) * rows * WORDS_PER_ROW);
	const copyPrices = createPriceCopier(matrix, words);
	const callBits = bitsOf(calls);
	const putBits = bitsOf(matrix.puts);
	let at = 0;
	for (let row = 0; row < rows; row++) {
		const cell = slot * rows + row;
		const hasPrice = !Number.isNaN(close[cell]!);
		const hasContracts = !Number.isNaN(calls[cell]!);
		const mark = halted !== null && halted[cell] === 1 ? HALTED : 0;
		if (!hasPrice && !hasContracts && mark === 0) continue;
		words[at] = tickerIds[row]!;
		if (hasPrice) copyPrices(cell, at);
		if (hasContracts) {
			words[at + 7] = callBits[cell]!;
			words[at + 8] = putBits[cell]!;
		}
		words[at + 9] = mark;
		at += WORDS_PER_ROW;
	}
	if (previousOptions) at = writeOptionDayWords(previousOptions, tickerIds, words, at);
	if (daily) at = writeDailyWords(daily, tickerIds, words, at);
	return words.subarray(0, at);
}

/** Returns the bits of a float column, without copying. All supported machines are little-endian. */
function bitsOf(column: Float32Array | Float64Array): Uint32Array {
	return new Uint32Array(column.buffer, column.byteOffset, column.byteLength / 4);
}

/** Returns a function that copies the prices and volume of a cell to a row of `words` that begins at `at`. */
function createPriceCopier(prices: Prices, words: Uint32Array): (cell: number, at: number) => void {
	const [open, high, low, close, volume] = [prices.open, prices.high, prices.low, prices.close, prices.volume].map(bitsOf) as [
		Uint32Array,
		Uint32Array,
		Uint32Array,
		Uint32Array,
		Uint32Array,
	];
	return (cell, at) => {
		words[at + 1] = open[cell]!;
		words[at + 2] = high[cell]!;
		words[at + 3] = low[cell]!;
		words[at + 4] = close[cell]!;
		words[at + 5] = volume[2 * cell]!;
		words[at + 6] = volume[2 * cell + 1]!;
	};
}

function writeOptionDayWords(
	{ calls, puts }: NonNullable<SessionMatrix['optionDay']>,
	tickerIds: Uint32Array,
	words: Uint32Array,
	start: number,
): number {
	const [callBits, putBits] = [bitsOf(calls), bitsOf(puts)];
	let at = start;
	for (let row = 0; row < calls.length; row++) {
		if (Number.isNaN(calls[row]!)) continue;
		words[at] = tickerIds[row]!;
		words[at + 7] = callBits[row]!;
		words[at + 8] = putBits[row]!;
		words[at + 9] = OPTION_DAY;
		at += WORDS_PER_ROW;
	}
	return at;
}

function writeDailyWords(daily: Prices, tickerIds: Uint32Array, words: Uint32Array, start: number): number {
	const copyPrices = createPriceCopier(daily, words);
	let at = start;
	for (let row = 0; row < daily.close.length; row++) {
		if (Number.isNaN(daily.close[row]!)) continue;
		words[at] = tickerIds[row]!;
		copyPrices(row, at);
		words[at + 9] = DAILY;
		at += WORDS_PER_ROW;
	}
	return at;
}

/** Writes a session's date and corporate actions as text, which is hashed before the session's slots. */
export function sessionText(date: ExchangeDate, { splits = [], dividends = [] }: SessionAdjustments, tickerIds: Uint32Array): string {
	return [
		date,
		...splits.map(({ row, ratio }) => `split ${tickerIds[row]} ${ratio}`),
		...dividends.map(({ row, amount }) => `dividend ${tickerIds[row]} ${amount}`),
	].join('\n');
}
