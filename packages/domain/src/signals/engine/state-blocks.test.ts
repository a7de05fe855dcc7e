import { describe, expect, it } from 'vitest';
import { createRandomMarket, SMALL_WINDOWS } from './testing/random-market.ts';
import { runMarket } from './testing/run-market.ts';
import type { Engine } from './types.ts';

function engine(): Engine {
	return runMarket(createRandomMarket(1, 6, 1, false), SMALL_WINDOWS);
}

describe('a block of rows', () => {
	it('takes the announced splits of its own rows with it, and no others', () => {
		const whole = engine();
		whole.announceSplits([
			{ row: 1, ratio: 2 },
			{ row: 3, ratio: 4 },
			{ row: 3, ratio: 1.5 },
			{ row: 5, ratio: 3 },
		]);
		expect(whole.extractBlock(0, 3).announcedRatios).toEqual(new Map([[1, [2]]]));
		expect(whole.extractBlock(3, 5).announcedRatios).toEqual(new Map([[0, [4, 1.5]]]));
		const other = engine();
		other.announceSplits([{ row: 0, ratio: 7 }]);
		other.loadBlocks([whole.extractBlock(0, 3), whole.extractBlock(3, 6)]);
		expect(other.extractBlock(0, 6).announcedRatios).toEqual(whole.extractBlock(0, 6).announcedRatios);
	});

	it('is of rows that are there, also of none', () => {
		const whole = engine();
		expect(whole.extractBlock(2, 2).rows).toBe(0);
		expect(whole.extractBlock(0, 6).rows).toBe(6);
		for (const [from, to] of [
			[-1, 3],
			[3, 2],
			[0, 7],
		] as const)
			expect(() => whole.extractBlock(from, to)).toThrow(`Rows ${from} to ${to} don't exist.`);
	});

	it('goes only where its rows fit, and beside blocks that stand at the same slot', () => {
		const whole = engine();
		const behind = runMarket({ ...createRandomMarket(1, 6, 1, false), days: [] }, SMALL_WINDOWS);
		expect(() => whole.loadBlocks([])).toThrow('The blocks have 0 rows instead of 6.');
		expect(() => whole.loadBlocks([whole.extractBlock(0, 5)])).toThrow('The blocks have 5 rows instead of 6.');
		expect(() => whole.loadBlocks([whole.extractBlock(0, 3), behind.extractBlock(3, 6)])).toThrow('The blocks are at different slots.');
		const later = runMarket(createRandomMarket(1, 6, 2, false), SMALL_WINDOWS);
		const sameSlot = later.extractBlock(3, 6);
		expect(() => whole.loadBlocks([whole.extractBlock(0, 3), { ...sameSlot, slot: whole.extractBlock(0, 1).slot }])).toThrow(
			'The blocks are at different slots.',
		);
	});
});
