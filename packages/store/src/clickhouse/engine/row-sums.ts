import type { BatchTable, DaySum } from '@sw/domain/prices/batch';
import type { Columns, ColumnsOf, NativeType } from './native.ts';
import { BARS, DAILY_BARS, MENTION_SPANS, MENTIONS, OPTION_SUMS } from './tables.ts';

/** The tables whose rows belong to a batch of market data, and the column that determines a row's UTC day. */
export const SUMMED_TABLES = {
	bars: { spec: BARS, day: 'time' },
	daily_bars: { spec: DAILY_BARS, day: 'day' },
	option_sums: { spec: OPTION_SUMS, day: 'time' },
	mentions: { spec: MENTIONS, day: 'time' },
	mention_spans: { spec: MENTION_SPANS, day: 'since' },
} as const satisfies Record<BatchTable, { spec: Columns; day: string }>;

export function isSummed(table: string): table is BatchTable {
	return table in SUMMED_TABLES;
}

const DAY_SECONDS = 86_400;
/** Weights of a row's words; odd, so that no bit of a column is lost. */
const WEIGHTS = [2654435761, 2246822519, 3266489917, 668265263, 374761393, 2869860233, 3624381081, 1597334677, 2738958701, 1181783497];
const MIX_FACTOR = 2246822507;
const WORD_RANGE = 2 ** 32;

type MutableDaySum = { -readonly [name in keyof DaySum]: DaySum[name] };

/** A 32-bit word of each row, with its weight. Rows are divided into words, column by column, without the batch. */
interface Word {
	values: ArrayLike<number>;
	/** Array elements from one row to the next. */
	step: number;
	firstIndex: number;
	weight: number;
}

/** Computes checksums of rows [from, to) by day. All rows must belong to one batch. */
export function sumRows<C extends Columns>(table: BatchTable, spec: C, columns: ColumnsOf<C>, from: number, to: number): DaySum[] {
	const words = splitIntoWords(spec, columns);
	const { day: dayColumn } = SUMMED_TABLES[table];
	const times = columns[dayColumn] as Uint32Array;
	const unit = spec[dayColumn] === 'Date' ? 1 : DAY_SECONDS;
	const sums = new Map<number, MutableDaySum>();
	let current: MutableDaySum | undefined;
	for (let row = from; row < to; row++) {
		let mixed = 0;
		for (const { values, step, firstIndex, weight } of words) mixed = (mixed + Math.imul(values[row * step + firstIndex]!, weight)) | 0;
		mixed = Math.imul(mixed ^ (mixed >>> 15), MIX_FACTOR);
		mixed ^= mixed >>> 13;
		const day = Math.floor(times[row]! / unit);
		if (current?.day !== day) {
			current = sums.get(day) ?? { table, day, rows: 0, sum: 0 };
			sums.set(day, current);
		}
		current.rows++;
		current.sum = (current.sum + (mixed >>> 0)) % WORD_RANGE;
	}
	return [...sums.values()];
}

function splitIntoWords<C extends Columns>(spec: C, columns: ColumnsOf<C>): Word[] {
	const words: Omit<Word, 'weight'>[] = Object.entries(spec)
		.filter(([name]) => name !== 'batch')
		.flatMap(([name, type]): Omit<Word, 'weight'>[] => {
			const column = columns[name] as Uint8Array;
			if (!type.startsWith('Float')) return [{ values: column, step: 1, firstIndex: 0 }];
			const values = new Uint32Array(column.buffer, column.byteOffset, column.byteLength / 4);
			return type === 'Float32' ? [{ values, step: 1, firstIndex: 0 }] : [0, 1].map((firstIndex) => ({ values, step: 2, firstIndex }));
		});
	return words.map((word, place) => ({ ...word, weight: WEIGHTS[place]! }));
}

/** Combines the sums of two parts of one batch. */
export function mergeSums(first: readonly DaySum[], second: readonly DaySum[]): DaySum[] {
	const merged = new Map<string, DaySum>();
	for (const daySum of [...first, ...second]) {
		const key = `${daySum.table} ${daySum.day}`;
		const existing = merged.get(key);
		merged.set(key, existing ? { ...existing, rows: existing.rows + daySum.rows, sum: (existing.sum + daySum.sum) % WORD_RANGE } : daySum);
	}
	return [...merged.values()];
}

/** Returns the ClickHouse expression for a row's weighted sum before mixing: 64 bits, of which the lower 32 are used. */
export function wordSumExpression(spec: Columns): string {
	return Object.entries(spec)
		.filter(([name]) => name !== 'batch')
		.flatMap(([name, type]) => wordExpressions(name, type))
		.map((word, place) => `${word} * toUInt64(${WEIGHTS[place]})`)
		.join(' + ');
}

function wordExpressions(name: string, type: NativeType): string[] {
	if (type === 'Float32' || type === 'Int32') return [`reinterpretAsUInt32(${name})`];
	if (type !== 'Float64') return [`toUInt32(${name})`];
	const bits = `reinterpretAsUInt64(${name})`;
	return [`bitAnd(${bits}, 4294967295)`, `bitShiftRight(${bits}, 32)`];
}

/** ClickHouse expression for a row's checksum. `word` is the lower 32 bits of `wordSumExpression`. */
export const MIXED_WORD = `toUInt32(bitXor(word, bitShiftRight(word, 15)) * toUInt64(${MIX_FACTOR}))`;
