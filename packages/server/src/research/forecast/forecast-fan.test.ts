import type { Calibration } from '@sw/domain/research/calibration/calibration';
import type { CloseGrid } from '@sw/domain/research/walk/bar-grid';
import { minWindowValues, PARAMETERS_V1 } from '@sw/domain/signals/parameters';
import { nyse } from '@sw/domain/time/calendar';
import { HOUR, utcMs } from '@sw/domain/time/units';
import { describe, expect, it } from 'vitest';
import { createFan } from './forecast-fan.ts';

const CLOSE = utcMs(Date.parse('2026-06-30T20:00:00Z'));
const LEAST = minWindowValues(PARAMETERS_V1, PARAMETERS_V1.windowBars[2]);

function hours(closes: readonly number[]): CloseGrid {
	const close = Float64Array.from(closes);
	return {
		...{ timeframe: 2, rows: 1, bars: close.length, closed: true },
		...{ x: close.map(Math.log), close, q: new Float64Array(close.length).fill(1) },
		end: close.map((_, bar) => CLOSE - (close.length - 1 - bar) * HOUR),
	};
}

function gapOf(grid: CloseGrid, horizons: readonly Calibration[] = [{} as Calibration]) {
	return createFan(nyse, grid, { asOf: CLOSE, horizons }, PARAMETERS_V1);
}

describe('a forecast that cannot be made', () => {
	it('gives the one reason: no measured bands, too little history, or a price that does not change', () => {
		const flat = (bars: number) => hours(Array.from({ length: bars }, () => 25));
		expect(gapOf(flat(LEAST + 1), [])).toBe('unmeasured');
		expect(gapOf(flat(LEAST))).toBe('history');
		expect(gapOf(flat(LEAST + 1))).toBe('unchanged');
	});

	it('does not count bars without a trade as history', () => {
		expect(gapOf(hours([...Array.from({ length: LEAST }, () => 25), ...Array.from({ length: 50 }, () => Number.NaN)]))).toBe('history');
		expect(gapOf(hours(Array.from({ length: 50 }, () => Number.NaN)))).toBe('history');
	});
});
