import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { HEIGHT, linePath, scaleOf, yOf } from './geometry.ts';

const line = fc.array(fc.option(fc.double({ min: -0.95, max: 40, noNaN: true })), { maxLength: 130 });

describe('the scale of a comparison', () => {
	it('holds both lines and the open, with two to four round ticks of which one is the open', () => {
		fc.assert(
			fc.property(line, line, (one, other) => {
				const scale = scaleOf([one, other]);
				for (const value of [0, ...one, ...other]) {
					if (value === null) continue;
					expect(yOf(value, scale)).toBeGreaterThanOrEqual(0);
					expect(yOf(value, scale)).toBeLessThanOrEqual(HEIGHT);
				}
				expect(scale.ticks.length).toBeGreaterThanOrEqual(1);
				expect(scale.ticks.length).toBeLessThanOrEqual(4);
				expect(scale.ticks.map((tick) => Math.abs(tick))).toContain(0);
				const shown = scale.ticks.map((tick) => (tick * 100).toFixed(scale.decimals));
				expect(new Set(shown).size).toBe(shown.length);
			}),
		);
	});

	it('is a tenth of a percent for what does not move', () => {
		const { low, high, ticks } = scaleOf([[0, 0, 0]]);
		expect(high - low).toBeLessThan(0.0013);
		expect(ticks[0]).toBeCloseTo(0, 9);
	});
});

describe('a line', () => {
	const scale = { low: -0.5, high: 0.5 };

	it('begins at the open and stands at the end of each quarter-hour', () => {
		expect(linePath([0.25, -0.25], scale)).toBe('M0 50L1 25L2 75');
	});

	it('begins where the ticker traded first, and leaves out what is missing', () => {
		expect(linePath([null, 0.25, null, 0.5], scale)).toBe('M2 25M4 0');
		expect(linePath([], scale)).toBe('');
	});
});
