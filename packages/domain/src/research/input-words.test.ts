import { describe, expect, it } from 'vitest';
import { createSessionMatrix } from '../prices/session-matrix.ts';
import { exchangeDate } from '../time/units.ts';
import { sessionText, slotInputWords } from './input-words.ts';

function bar(matrix: ReturnType<typeof createSessionMatrix>, cell: number, price: number): void {
	for (const column of [matrix.open, matrix.high, matrix.low, matrix.close]) column[cell] = price;
	matrix.volume[cell] = 1_000;
}

describe('the words of a slot', () => {
	it('hold the rows that have anything, whatever empty rows lie between', () => {
		const small = createSessionMatrix(26, 2);
		bar(small, 2 + 1, 10);
		const large = createSessionMatrix(26, 4);
		bar(large, 4 + 2, 10);
		const words = slotInputWords(small, 1, Uint32Array.of(7, 9));
		expect(words).toEqual(slotInputWords(large, 1, Uint32Array.of(7, 8, 9, 11)));
		expect([words.length, words[0]]).toEqual([10, 9]);
		expect(slotInputWords(small, 0, Uint32Array.of(7, 9)).length).toBe(0);
	});

	it('are ten a row, each at its own place: ticker, prices, volume, contracts, mark', () => {
		const matrix = createSessionMatrix(1, 3);
		for (const [column, value] of [
			[matrix.open, 10.5],
			[matrix.high, 12.25],
			[matrix.low, 9.75],
			[matrix.close, 11],
			[matrix.volume, 1_234_567.5],
			[matrix.calls, 40],
			[matrix.puts, 30],
		] as const)
			column[0] = value;
		// The second row only has a halt; the third only contracts.
		matrix.halted = Uint8Array.of(0, 1, 0);
		matrix.calls[2] = 7;
		matrix.puts[2] = 8;
		matrix.optionDay = { calls: Float32Array.of(400, Number.NaN, Number.NaN), puts: Float32Array.of(300, Number.NaN, Number.NaN) };
		const none = Number.NaN;
		matrix.daily = {
			open: Float32Array.of(none, 1, none),
			high: Float32Array.of(none, 4, none),
			low: Float32Array.of(none, 0.5, none),
			close: Float32Array.of(none, 2, none),
			volume: Float64Array.of(0, 5, 0),
		};
		const words = slotInputWords(matrix, 0, Uint32Array.of(21, 22, 23));
		const rows = Array.from({ length: words.length / 10 }, (_, row) => {
			const ten = words.slice(10 * row, 10 * row + 10);
			const [floats, volume] = [new Float32Array(ten.buffer), new Float64Array(ten.slice(5, 7).buffer)];
			return [ten[0], ...floats.slice(1, 5), volume[0], ...floats.slice(7, 9), ten[9]];
		});
		expect(rows).toEqual([
			[21, 10.5, 12.25, 9.75, 11, 1_234_567.5, 40, 30, 0],
			[22, 0, 0, 0, 0, 0, 0, 0, 1],
			[23, 0, 0, 0, 0, 0, 7, 8, 0],
			[21, 0, 0, 0, 0, 0, 400, 300, 4],
			[22, 1, 4, 0.5, 2, 5, 0, 0, 2],
		]);
	});

	it('change with every field, also with a halt and a count of nothing', () => {
		const seen = new Set<string>();
		const changes: ((m: ReturnType<typeof createSessionMatrix>) => void)[] = [
			() => {},
			...(['open', 'high', 'low', 'close'] as const).map((c) => (m: ReturnType<typeof createSessionMatrix>) => {
				m[c][0] = 10.01;
			}),
			(m) => {
				m.volume[0] = 1_001;
			},
			(m) => {
				m.calls[0] = 0;
				m.puts[0] = 1;
			},
			(m) => {
				m.halted = Uint8Array.of(1, ...new Uint8Array(25));
			},
		];
		for (const change of changes) {
			const matrix = createSessionMatrix(26, 1);
			bar(matrix, 0, 10);
			change(matrix);
			seen.add(slotInputWords(matrix, 0, Uint32Array.of(1)).join());
		}
		expect(seen.size).toBe(changes.length);
	});

	it('take the option totals of the session before with the first slot alone', () => {
		const matrix = createSessionMatrix(26, 2);
		matrix.optionDay = { calls: Float32Array.of(Number.NaN, 40), puts: Float32Array.of(Number.NaN, 30) };
		const words = slotInputWords(matrix, 0, Uint32Array.of(3, 5));
		expect([words.length, words[0], words[9]]).toEqual([10, 5, 4]);
		expect(slotInputWords(matrix, 1, Uint32Array.of(3, 5)).length).toBe(0);
	});

	it('take a vendor’s daily row with the last slot alone', () => {
		const matrix = createSessionMatrix(14, 1);
		const one = (value: number) => Float32Array.of(value);
		matrix.daily = { open: one(1), high: one(2), low: one(1), close: one(2), volume: Float64Array.of(5) };
		expect([slotInputWords(matrix, 12, Uint32Array.of(3)).length, slotInputWords(matrix, 13, Uint32Array.of(3)).length]).toEqual([0, 10]);
	});
});

describe('a slot in which every row has everything', () => {
	const full = (slots: number) => {
		const matrix = createSessionMatrix(slots, 2);
		for (let cell = 0; cell < 2 * slots; cell++) {
			bar(matrix, cell, 10 + cell);
			matrix.calls[cell] = 3;
			matrix.puts[cell] = 4;
		}
		return matrix;
	};
	const both = (value: number) => Float32Array.of(value, value + 1);
	const daily = () => ({ open: both(1), high: both(3), low: both(1), close: both(2), volume: Float64Array.of(5, 6) });
	const marks = (matrix: ReturnType<typeof full>, slot: number): number[] =>
		[...slotInputWords(matrix, slot, Uint32Array.of(7, 9))].filter((_, at) => at % 10 === 9);

	it('keeps the daily rows and the option totals of the evening before behind it', () => {
		const matrix = full(2);
		matrix.daily = daily();
		expect([marks(matrix, 0), marks(matrix, 1)]).toEqual([
			[0, 0],
			[0, 0, 2, 2],
		]);
		matrix.daily = null;
		matrix.optionDay = { calls: both(40), puts: both(50) };
		expect([marks(matrix, 0), marks(matrix, 1)]).toEqual([
			[0, 0, 4, 4],
			[0, 0],
		]);
	});

	it('is read at its own place in the session', () => {
		const matrix = full(3);
		matrix.halted = Uint8Array.of(0, 0, 0, 1, 0, 0);
		const words = slotInputWords(matrix, 1, Uint32Array.of(7, 9));
		const floats = new Float32Array(words.slice().buffer);
		expect([words[0], floats[1], words[9], words[10], floats[14], words[19]]).toEqual([7, 12, 0, 9, 13, 1]);
		expect([floats[7], floats[8], floats[17], floats[18]]).toEqual([3, 4, 3, 4]);
	});
});

it('names what takes effect by ticker', () => {
	const adjustments = { splits: [{ row: 1, ratio: 4 }], dividends: [{ row: 0, amount: 0.25 }] };
	expect(sessionText(exchangeDate('2024-05-01'), adjustments, Uint32Array.of(7, 9))).toBe('2024-05-01\nsplit 9 4\ndividend 7 0.25');
});
