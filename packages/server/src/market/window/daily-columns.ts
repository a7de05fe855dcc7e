import type { SessionMatrix } from '@sw/domain/prices/session-matrix';

/** One session folded to one bar a row; NaN prices where nothing traded. As printed. */
export interface DailyColumns {
	open: Float32Array;
	high: Float32Array;
	low: Float32Array;
	close: Float32Array;
	/** Shares. */
	volume: Float32Array;
	dollars: Float32Array;
}

export function dailyColumns(rows: number): DailyColumns {
	return {
		open: new Float32Array(rows).fill(Number.NaN),
		high: new Float32Array(rows).fill(Number.NaN),
		low: new Float32Array(rows).fill(Number.NaN),
		close: new Float32Array(rows).fill(Number.NaN),
		volume: new Float32Array(rows),
		dollars: new Float32Array(rows),
	};
}

/** Folds the regular slots; for a row without any, a vendor's daily bar is used. Slots without volume did not trade. */
export function foldSession(matrix: SessionMatrix): DailyColumns {
	const { rows, slots, daily } = matrix;
	const day = dailyColumns(rows);
	for (let slot = 0; slot < slots; slot++) {
		for (let row = 0; row < rows; row++) {
			const cell = slot * rows + row;
			const shares = matrix.volume[cell]!;
			const close = matrix.close[cell]!;
			if (shares <= 0 || Number.isNaN(close)) continue;
			const isFirst = Number.isNaN(day.open[row]!);
			if (isFirst) day.open[row] = matrix.open[cell]!;
			day.high[row] = isFirst ? matrix.high[cell]! : Math.max(day.high[row]!, matrix.high[cell]!);
			day.low[row] = isFirst ? matrix.low[cell]! : Math.min(day.low[row]!, matrix.low[cell]!);
			day.close[row] = close;
			day.volume[row] = day.volume[row]! + shares;
			day.dollars[row] = day.dollars[row]! + shares * close;
		}
	}
	if (daily) {
		for (let row = 0; row < rows; row++) {
			if (!Number.isNaN(day.close[row]!) || Number.isNaN(daily.close[row]!)) continue;
			for (const field of ['open', 'high', 'low', 'close', 'volume'] as const) day[field][row] = daily[field][row]!;
			day.dollars[row] = daily.volume[row]! * daily.close[row]!;
		}
	}
	return day;
}
