import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { packWord } from '../signals/packed.ts';
import { reportTable } from '../signals/report-table.ts';
import { utcMs } from '../time/units.ts';
import { beyondNewShares, compareReports } from './compare-reports.ts';

const sample = (ids: readonly number[]) => {
	const table = reportTable(utcMs(1_000), 'reverse', ids.length);
	ids.forEach((id, row) => {
		table.tickerId[row] = id;
		for (const words of table.words) words[row] = packWord([2, 0, 1, 3, 0, 1, null]);
		table.price[row] = 1_234_500;
		table.mentions[row] = 4;
	});
	return table;
};

describe('a comparison of two tables', () => {
	it('names the ticker and the cell', () => {
		const recomputed = sample([3, 5]);
		const stored = sample([3, 5]);
		stored.words[2][1] = packWord([4, 0, 1, 3, 0, 1, null], { stale: true });
		stored.price[0] = 1_234_600;
		stored.mentions[0] = -1;
		expect(compareReports(stored, recomputed)).toEqual([
			{ tickerId: 3, cell: 'price', stored: '123.46', recomputed: '123.45' },
			{ tickerId: 3, cell: 'mentions', stored: 'unknown', recomputed: '4' },
			{ tickerId: 5, cell: 'price_short 1h', stored: '4', recomputed: '2' },
			{ tickerId: 5, cell: 'flags 1h', stored: 'stale, closed', recomputed: 'fresh, closed' },
		]);
	});

	it('names flags, capitalisation and z too', () => {
		const recomputed = sample([3, 5]);
		const stored = sample([3, 5]);
		stored.flags[0] = 5;
		stored.cap[0] = Number.NaN;
		stored.z[2 * 7 + 1] = -1.5;
		stored.z[2 * 24] = Number.NaN;
		expect(compareReports(stored, recomputed)).toEqual([
			{ tickerId: 3, cell: 'cap', stored: 'n/a', recomputed: '0' },
			{ tickerId: 3, cell: 'flags', stored: 'eligible, quarantine', recomputed: 'none' },
			{ tickerId: 3, cell: 'z squeeze 1d', stored: 'n/a', recomputed: '0' },
			{ tickerId: 5, cell: 'z sum 30m', stored: '-1.5', recomputed: '0' },
		]);
		stored.flags[0] = 9;
		expect(compareReports(stored, recomputed)[1]).toMatchObject({ cell: 'flags', stored: '9' });
	});

	it('names rows that only one of them has', () => {
		expect(compareReports(sample([1, 2, 4]), sample([2, 3, 4, 5])).map(({ tickerId, stored }) => [tickerId, stored])).toEqual([
			[1, 'present'],
			[3, 'absent'],
			[5, 'absent'],
		]);
	});

	it('finds any single bit, and nothing in equal tables', () => {
		expect(compareReports(sample([1]), sample([1]))).toEqual([]);
		fc.assert(
			fc.property(fc.integer({ min: 0, max: 31 }), fc.integer({ min: 0, max: 4 }), (bit, tf) => {
				const stored = sample([1]);
				const words = stored.words[tf as 0];
				words[0] = ((words[0] as number) ^ (1 << bit)) >>> 0;
				expect(compareReports(stored, sample([1])).length).toBeGreaterThan(0);
			}),
		);
	});
});

describe('a capitalisation that differs', () => {
	const withCaps = (...caps: number[]) => {
		const table = sample(caps.map((_, row) => row + 1));
		caps.forEach((cap, row) => {
			table.cap[row] = cap;
			table.price[row] = 10_000 * (row + 1);
		});
		return table;
	};

	it('is passed over where the report beside it stands on the same shares, and named where it does not', () => {
		const stored = withCaps(5e6, 5e6, Number.NaN, Number.NaN);
		const recomputed = withCaps(6e6, 6e6, 1e6, 1e6);
		const beside = withCaps(5e6, 7e6, Number.NaN, 1e6);
		beside.price[0] = 20_000;
		beside.cap[0] = 1e7;
		const found = compareReports(stored, recomputed);
		expect(found.map(({ cell, tickerId }) => `${cell} ${tickerId}`)).toEqual(['cap 1', 'cap 2', 'cap 3', 'cap 4']);
		expect(beyondNewShares(found, stored, [beside]).map(({ tickerId }) => tickerId)).toEqual([2, 4]);
		expect(beyondNewShares(found, stored, [withCaps(), beside]).length).toBe(2);
		expect(beyondNewShares(found, stored, [])).toEqual(found);
	});
});
