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
			const shares = matrix.volume[cell] as number;
			const close = matrix.close[cell] as number;
			if (shares <= 0 || Number.isNaN(close)) continue;
			const isFirst = Number.isNaN(day.open[row] as number);
			if (isFirst) day.open[row] = matrix.open[cell] as number;
			day.high[row] = isFirst ? (matrix.high[cell] as number) : Math.max(day.high[row] as number, matrix.high[cell] as number);
			day.low[row] = isFirst ? (matrix.low[cell] as number) : Math.min(day.low[row] as number, matrix.low[cell] as number);
			day.close[row] = close;
			day.volume[row] = (day.volume[row] as number) + shares;
			day.dollars[row] = (day.dollars[row] as number) + shares * close;
		}
	}
	if (daily) {
		for (let row = 0; row < rows; row++) {
			if (!Number.isNaN(day.close[row] as number) || Number.isNaN(daily.close[row] as number)) continue;
			for (const field of ['open', 'high', 'low', 'close', 'volume'] as const) day[field][row] = daily[field][row] as number;
			day.dollars[row] = (daily.volume[row] as number) * (daily.close[row] as number);
		}
	}
	return day;
}
