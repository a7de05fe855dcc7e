import { nyse } from '@sw/domain/time/calendar';
import { exchangeDate } from '@sw/domain/time/units';
import type { Stores } from '@sw/store/open';
import { testStores } from '@sw/store/testing/test-stores';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { withFiles } from '../../intake/files/testing/import-all.ts';
import { importFiles } from './import-files.ts';
import { previewImport } from './preview-import.ts';

const OPTIONS = { calendar: nyse, today: exchangeDate('2026-06-30') };
const DAYS = 'symbol,date,open,high,low,close,volume\n';
const BARS = 'symbol,time,open,high,low,close,volume\n';
/** A price of each of twelve days of June 2014. */
const PRICES = new Map([2, 3, 4, 5, 6, 9, 10, 11, 12, 13, 16, 17].map((day, i) => [`2014-06-${String(day).padStart(2, '0')}`, 100 + i]));

function days(symbol: string, prices: Iterable<readonly [string, number]>): string {
	return [...prices].map(([date, price]) => `${symbol},${date},${price},${price},${price},${price},900\n`).join('');
}

let stores: Stores;
beforeAll(async () => {
	stores = await testStores();
	await withFiles(
		{
			'days.csv': DAYS + days('BRK-B', PRICES),
			'bars.csv': `${BARS}IBM,2014-06-02T14:00:00Z,10,11,9,10.5,1000\nIBM,2014-06-02T14:15:00Z,10.5,11,10,10.8,1200\nIBM,2014-06-02T14:30:00Z,10.8,11,10,10.9,1200\n`,
		},
		(folder) => importFiles(stores, folder, OPTIONS, () => {}),
	);
});
afterAll(() => stores?.close());

function compared(files: Record<string, string>) {
	return withFiles(files, async (folder) => (await previewImport(stores, folder, OPTIONS)).tables.map((table) => table.compared));
}

describe('the preview of an import', () => {
	it('says how many bars are new, stored already, and replaced, and which closes change most', async () => {
		const changed = new Map([...PRICES, ['2014-06-03', 1_011], ['2014-06-05', 51.5], ['2014-06-18', 112]] as const);
		const [table] = await compared({ 'days.csv': DAYS + days('BRK.B', changed) });
		expect(table).toEqual({
			added: 1,
			unchanged: 10,
			replaced: 2,
			largest: [
				{ ticker: 'BRK.B', date: '2014-06-03', at: null, stored: 101, given: 1_011 },
				{ ticker: 'BRK.B', date: '2014-06-05', at: null, stored: 103, given: 51.5 },
			],
		});
	});

	it('counts a bar of which only the volume differs as replaced', async () => {
		const row = (at: string, close: number, volume: number) => `IBM,2014-06-02T${at}:00Z,10.5,22,9,${close},${volume}\n`;
		const [table] = await compared({ 'bars.csv': BARS + row('14:15', 10.8, 7) + row('14:30', 21.8, 9) + row('14:45', 10, 9) });
		expect(table).toMatchObject({
			added: 1,
			replaced: 2,
			largest: [
				{ ticker: 'IBM', date: '2014-06-02', at: Date.parse('2014-06-02T14:30:00Z'), stored: 10.9, given: 21.8 },
				{ at: Date.parse('2014-06-02T14:15:00Z'), stored: 10.8, given: 10.8 },
			],
		});
	});

	it('names at most ten, and counts an unknown ticker as new', async () => {
		const doubled = [...PRICES].map(([date, price], i) => [date, price * (2 + i)] as const);
		const [table] = await compared({ 'days.csv': DAYS + days('BRK-B', doubled) + days('NEW', PRICES) });
		expect([table?.added, table?.replaced, table?.largest.length]).toEqual([12, 12, 10]);
		expect(table?.largest.map(({ date }) => date)).not.toContain('2014-06-02');
	});

	it('is printed by a dry run, which stores nothing', async () => {
		const lines: string[] = [];
		const give = () =>
			withFiles({ 'days.csv': DAYS + days('BRK-B', new Map([['2014-06-03', 1_011]])) }, (folder) =>
				importFiles(stores, folder, { ...OPTIONS, dryRun: true }, (line) => lines.push(line)),
			);
		await give();
		expect(lines.slice(1)).toEqual([
			'        replaces 1 stored bars; 0 are stored with the same values',
			'        BRK.B 2014-06-03: close 101 becomes 1011',
		]);
		const before = lines.length;
		await give();
		expect(lines.slice(before)).toEqual(lines.slice(0, before));
	});
});
