import { describe, expect, it } from 'vitest';
import { randomMarket, SMALL } from './testing/random-market.ts';
import { runMarket } from './testing/run-market.ts';
import type { Engine } from './types.ts';

function engine(): Engine {
	return runMarket(randomMarket(1, 6, 1, false), SMALL);
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
		expect(whole.takeBlock(0, 3).announced).toEqual(new Map([[1, [2]]]));
		expect(whole.takeBlock(3, 5).announced).toEqual(new Map([[0, [4, 1.5]]]));
		const other = engine();
		other.announceSplits([{ row: 0, ratio: 7 }]);
		other.putBlocks([whole.takeBlock(0, 3), whole.takeBlock(3, 6)]);
		expect(other.takeBlock(0, 6).announced).toEqual(whole.takeBlock(0, 6).announced);
	});

	it('is of rows that are there, also of none', () => {
		const whole = engine();
		expect(whole.takeBlock(2, 2).rows).toBe(0);
		expect(whole.takeBlock(0, 6).rows).toBe(6);
		for (const [from, to] of [
			[-1, 3],
			[3, 2],
			[0, 7],
		] as const)
			expect(() => whole.takeBlock(from, to)).toThrow(`Rows ${from} to ${to} don't exist.`);
	});

	it('goes only where its rows fit, and beside blocks that stand at the same slot', () => {
		const whole = engine();
		const behind = runMarket({ ...randomMarket(1, 6, 1, false), days: [] }, SMALL);
		expect(() => whole.putBlocks([])).toThrow('The blocks have 0 rows instead of 6.');
		expect(() => whole.putBlocks([whole.takeBlock(0, 5)])).toThrow('The blocks have 5 rows instead of 6.');
		expect(() => whole.putBlocks([whole.takeBlock(0, 3), behind.takeBlock(3, 6)])).toThrow('The blocks are at different slots.');
		const later = runMarket(randomMarket(1, 6, 2, false), SMALL);
		const sameSlot = later.takeBlock(3, 6);
		expect(() => whole.putBlocks([whole.takeBlock(0, 3), { ...sameSlot, slot: whole.takeBlock(0, 1).slot }])).toThrow(
			'The blocks are at different slots.',
		);
	});
});
