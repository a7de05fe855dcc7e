import fc from 'fast-check';
import { expect, it } from 'vitest';
import { exportDecimal } from './export-decimal.ts';

it.each([
	[Math.fround(3.29), 3.29],
	[Math.fround(123456.78), 123456.78],
	[Math.fround(-1.2345678), -1.2345678],
	[0.5, 0.5],
	[189.4567, 189.4567],
	[2_880_000_000_123, 2_880_000_000_123],
	[0.012345678901234, 0.0123457],
	[-2.123456789, -2.123457],
	[4.2e-7, 4.2e-7],
	[0, 0],
	[Number.NaN, Number.NaN],
])('%d leaves as %d', (value, written) => expect(exportDecimal(value)).toBe(written));

it('keeps every float32, and is what it gives again', () => {
	fc.assert(
		fc.property(fc.float({ noNaN: true, noDefaultInfinity: true }), (value) => {
			const written = exportDecimal(value);
			expect(Math.fround(written)).toBe(value);
			expect(
				String(written)
					.replace(/e.*|[-.]|^0+/g, '')
					.replace(/^0+/, '').length,
			).toBeLessThanOrEqual(Number.isInteger(value) ? 40 : 9);
		}),
	);
});
