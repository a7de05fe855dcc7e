import { expect, it } from 'vitest';
import { preferredTickerId } from './symbol.ts';

it('is the same everywhere and for good', () => {
	expect(['AAPL', 'A', 'BRK.B'].map(preferredTickerId)).toEqual([133884923, 1298693780, 1770569467]);
});

it('spreads ten thousand symbols over what PostgreSQL and the series hold', () => {
	const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ';
	const symbols = Array.from({ length: 10_000 }, (_, n) =>
		[17576, 676, 26, 1].map((place) => letters[Math.floor(n / place) % 26]).join(''),
	);
	const numbers = symbols.map(preferredTickerId);
	expect(new Set(numbers).size).toBeGreaterThan(9_995);
	expect(Math.min(...numbers)).toBeGreaterThanOrEqual(2 ** 22);
	expect(Math.max(...numbers)).toBeLessThan(2 ** 31);
});
