import type { SessionMatrix } from '@sw/domain/prices/session-matrix';

type Column = Float32Array<ArrayBuffer> | Float64Array<ArrayBuffer> | Uint8Array<ArrayBuffer>;

/** A copy of rows [from, to) of a matrix, and its memory. */
export function matrixRows(matrix: SessionMatrix, from: number, to: number): { matrix: SessionMatrix; buffers: ArrayBuffer[] } {
	const { rows, slots, halted, daily, optionDay } = matrix;
	const count = to - from;
	const buffers: ArrayBuffer[] = [];
	const keep = <T extends Column>(column: T): T => {
		buffers.push(column.buffer);
		return column;
	};
	const fill = <T extends Column>(target: T, column: ArrayLike<number> & { subarray(a: number, b: number): ArrayLike<number> }): T => {
		for (let slot = 0; slot < slots; slot++) target.set(column.subarray(slot * rows + from, slot * rows + to), slot * count);
		return keep(target);
	};
	const floats = (column: Float32Array): Float32Array => fill(new Float32Array(slots * count), column);
	return {
		buffers,
		matrix: {
			slots,
			rows: count,
			open: floats(matrix.open),
			high: floats(matrix.high),
			low: floats(matrix.low),
			close: floats(matrix.close),
			volume: fill(new Float64Array(slots * count), matrix.volume),
			calls: floats(matrix.calls),
			puts: floats(matrix.puts),
			halted: halted && fill(new Uint8Array(slots * count), halted),
			optionDay: optionDay && {
				calls: keep(new Float32Array(optionDay.calls.subarray(from, to))),
				puts: keep(new Float32Array(optionDay.puts.subarray(from, to))),
			},
			daily: daily && {
				open: keep(new Float32Array(daily.open.subarray(from, to))),
				high: keep(new Float32Array(daily.high.subarray(from, to))),
				low: keep(new Float32Array(daily.low.subarray(from, to))),
				close: keep(new Float32Array(daily.close.subarray(from, to))),
				volume: keep(new Float64Array(daily.volume.subarray(from, to))),
			},
		},
	};
}
