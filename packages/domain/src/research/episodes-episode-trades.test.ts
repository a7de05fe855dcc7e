import { describe, expect, it } from 'vitest';
import type { UtcMs } from '../time/units.ts';
import { createEpisodeTrades, createShareRatio } from './episodes.ts';

const trade = {
	entry: 5 as UtcMs,
	entryPrice: 100,
	exitPrice: 110,
	own: 0.1,
	peers: 0.02,
	cost: 0.0005,
	costSource: 'edge' as const,
	best: 0.125,
	worst: -0.25,
};

describe('the trades of episodes', () => {
	it('have prices on the basis of the newest session: only splits after the exit count', () => {
		const ratioSince = createShareRatio([
			{ tickerId: 1, at: 10, ratio: 4 },
			{ tickerId: 1, at: 30, ratio: 2 },
			{ tickerId: 1, at: 40, ratio: 5 },
			{ tickerId: 2, at: 30, ratio: 3 },
		]);
		const { entries, exits, entryPrices, exitPrices, own } = createEpisodeTrades([{ tickerId: 1, entry: 4, exit: 20, trade }], ratioSince);
		expect([entries[0], exits[0], entryPrices[0], exitPrices[0]]).toEqual([5, 20, 10, 11]);
		expect(own[0]).toBeCloseTo(0.1, 6);
	});

	it('are unknown, never 0, without one', () => {
		const {
			entries,
			exits,
			estimated: _,
			...values
		} = createEpisodeTrades([{ tickerId: 1, entry: 4, exit: 20, trade: undefined }], () => 1);
		expect([entries[0], exits[0]]).toEqual([4, 20]);
		for (const column of Object.values(values)) expect(column[0]).toBeNaN();
	});
});
