import fc from 'fast-check';
import { expect, it } from 'vitest';
import { createSlidingSorter } from './sliding-order.ts';

it('is the order of each window, whatever the windows before were', () => {
	const value = fc.integer({ min: -4, max: 4 }).map((n) => n / 2 || 0);
	const bars = fc.array(fc.array(value, { maxLength: 6 }), { maxLength: 20 });
	const steps = fc.array(fc.tuple(fc.nat(8), fc.nat(8)), { maxLength: 12 });
	// Reused memory: leftovers of other values must not matter.
	const order = createSlidingSorter();
	fc.assert(
		fc.property(bars, steps, (cells, moves) => {
			const offsets = Uint32Array.from([0, ...cells].map((_, i) => cells.slice(0, i).flat().length));
			const ordered = order({ values: Float64Array.from(cells.flat()), offsets });
			let [from, to] = [0, 0];
			for (const [ahead, wide] of moves) {
				from = Math.min(from + ahead, cells.length);
				to = Math.min(Math.max(to, from) + wide, cells.length);
				const expected = cells.slice(from, to).flat();
				expect([...ordered(from, to)]).toEqual(expected.sort((a, b) => a - b));
			}
		}),
	);
});
