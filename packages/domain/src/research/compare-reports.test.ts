import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { packWord } from '../signals/packed.ts';
import { createReportTable } from '../signals/report-table.ts';
import { utcMs } from '../time/units.ts';
import { compareReports, excludeRestatedShares } from './compare-reports.ts';

function sample(ids: readonly number[]) {
	const table = createReportTable(utcMs(1_000), 'reverse', ids.length);
	ids.forEach((id, row) => {
		table.tickerId[row] = id;
		for (const words of table.words) words[row] = packWord([2, 0, 1, 3, 0, 1, null]);
		table.price[row] = 1_234_500;
		table.mentions[row] = 4;
	});
	return table;
}

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

	it('shows a word as it is where it differs in nothing that a reader sees', () => {
		const stored = sample([1]);
		stored.words[4][0] = stored.words[4][0]! ^ 0x8;
		expect(compareReports(stored, sample([1]))).toEqual([{ tickerId: 1, cell: 'word 1d', stored: '0x0810310a', recomputed: '0x08103102' }]);
	});

	it('names every slice and flag of every timeframe', () => {
		const recomputed = sample([1]);
		const stored = sample([1]);
		recomputed.words[0][0] = packWord([1, 2, null, 3, null, null, 5]);
		stored.words[0][0] = packWord([2, 1, 4, 0, 5, 0, null], { developing: true });
		stored.flags[0] = 2;
		expect(compareReports(stored, recomputed).map(({ cell, stored: a, recomputed: b }) => `${cell}: ${a} / ${b}`)).toEqual([
			'price_short 15m: 2 / 1',
			'price_long 15m: 1 / 2',
			'call_with_put 15m: 4 / n/a',
			'volume 15m: 0 / 3',
			'call_without_put_long 15m: 5 / n/a',
			'call_without_put_short 15m: 0 / n/a',
			'squeeze 15m: n/a / 5',
			'flags 15m: fresh, developing / fresh, closed',
			'flags: stale / none',
		]);
	});

	it('names each number of z by its series and timeframe, each ticker at its own place', () => {
		const [stored, recomputed] = [sample([3, 5, 8]), sample([2, 3, 5, 8])];
		for (let column = 0; column < 25; column++) stored.z[column * 3 + 2] = column + 1;
		const found = compareReports(stored, recomputed).slice(1);
		expect(found.every(({ tickerId, recomputed: none }) => tickerId === 8 && none === '0')).toBe(true);
		const frames = ['15m', '30m', '1h', '4h', '1d'];
		const cells = frames.flatMap((frame) => ['price', 'volume', 'sum', 'diff', 'squeeze'].map((series) => `z ${series} ${frame}`));
		expect(found.map(({ cell, stored: value }) => [cell, value])).toEqual(cells.map((cell, column) => [cell, String(column + 1)]));
	});

	it('names rows that only one of them has', () => {
		expect(compareReports(sample([1, 2, 4]), sample([2, 3, 4, 5])).map(({ tickerId, stored }) => [tickerId, stored])).toEqual([
			[1, 'present'],
			[3, 'absent'],
			[5, 'absent'],
		]);
		expect(compareReports(sample([1, 7]), sample([1]))).toEqual([{ tickerId: 7, cell: 'row', stored: 'present', recomputed: 'absent' }]);
		expect(compareReports(sample([]), sample([2]))).toEqual([{ tickerId: 2, cell: 'row', stored: 'absent', recomputed: 'present' }]);
	});

	it('distinguishes uncounted mentions from a count of zero', () => {
		const [stored, recomputed] = [sample([1]), sample([1])];
		[stored.mentions[0], recomputed.mentions[0]] = [0, -1];
		expect(compareReports(stored, recomputed)).toEqual([{ tickerId: 1, cell: 'mentions', stored: '0', recomputed: 'unknown' }]);
	});

	it('finds any single bit, and nothing in equal tables', () => {
		expect(compareReports(sample([1]), sample([1]))).toEqual([]);
		fc.assert(
			fc.property(fc.integer({ min: 0, max: 31 }), fc.integer({ min: 0, max: 4 }), (bit, tf) => {
				const stored = sample([1]);
				const words = stored.words[tf as 0];
				words[0] = (words[0]! ^ (1 << bit)) >>> 0;
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
		expect(excludeRestatedShares(found, stored, [beside]).map(({ tickerId }) => tickerId)).toEqual([2, 4]);
		expect(excludeRestatedShares(found, stored, [withCaps(), beside]).length).toBe(2);
		expect(excludeRestatedShares(found, stored, [])).toEqual(found);
	});

	it('uses the same shares to nine digits, more or fewer', () => {
		const passed = (apart: number): boolean => {
			const stored = withCaps(5e6);
			const found = compareReports(stored, withCaps(6e6));
			return excludeRestatedShares(found, stored, [withCaps(5e6 * (1 + apart))]).length === 0;
		};
		expect([0, 9e-10, -9e-10, 1.1e-9, -1.1e-9, 1, -0.5].map(passed)).toEqual([true, true, true, false, false, false, false]);
	});

	it('that is wrong beside other cells is passed over alone', () => {
		const [stored, recomputed] = [withCaps(5e6), withCaps(6e6)];
		stored.mentions[0] = 9;
		const found = compareReports(stored, recomputed);
		expect(excludeRestatedShares(found, stored, [stored]).map(({ cell }) => cell)).toEqual(['mentions']);
	});
});
