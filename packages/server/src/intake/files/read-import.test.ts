import { symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import type { ImportProgress } from './read-import.ts';
import { formatBars, importAll, withFiles } from './testing/import-all.ts';
import { makeZip } from './testing/make-zip.ts';

const MINUTES = `date;timestamp;close;high;low;open;price;volume
Wed, 03 Jul 2024 16:58:00 GMT;1720025880000;11;12;10;10.5;11;100
Wed, 03 Jul 2024 16:59:00 GMT;1720025940000;13;14;9;11;12;50
Wed, 03 Jul 2024 17:00:00 GMT;1720026000000;13.5;13.5;13.5;13.5;13.5;7
`;
const NEWEST_FIRST = `datetime,open,high,low,close,volume
2019-02-15 16:00:00,4,5,3,4.5,10
2019-02-15 15:59:00,3,4,2,4,20
2019-02-15 15:45:00,2,9,1,3,30`;
const PLAIN_HEADER = 'time,open,high,low,close,volume\n';

async function one(files: Record<string, string | Buffer>, options = {}) {
	const [first] = await withFiles(files, (folder) => importAll(folder, options));
	if (!first) throw new Error('nothing was read');
	return first;
}

describe('formats', () => {
	it('folds semicolon minutes into slots; a row stamped at an early close is after it', async () => {
		const file = await one({ 'AZO/2024.csv.gz': gzipSync(MINUTES) });
		expect(file.blocks[0]?.symbol).toBe('AZO');
		expect(formatBars(file.blocks[0])).toEqual(['2024-07-03T16:45 1 10.5 14 9 13 150', '2024-07-03T17:00 2 13.5 13.5 13.5 13.5 7']);
		expect(file.summary).toMatchObject({ rows: 3, accepted: 3 });
	});

	it('shifts Alpha Vantage rows to their start and reads them from the newest', async () => {
		const file = await one({ 'SPY_1min.csv': NEWEST_FIRST });
		expect(formatBars(file.blocks[0])).toEqual(['2019-02-15T20:45 1 3 5 2 4.5 30', '2019-02-15T20:30 1 2 9 1 3 30']);
		expect(new Date(file.summary?.last ?? 0).toISOString()).toBe('2019-02-15T20:59:00.000Z');
	});

	it('reads New York and offset times of plain tables', async () => {
		const newYork = await one({ 'X.csv': `${PLAIN_HEADER}2024-01-02 09:30,1,1,1,1,5\n2024-07-02 09:30,1,1,1,1,5\n` }, { interval: 15 });
		const offset = await one(
			{ 'X.csv': `${PLAIN_HEADER}2024-01-02T14:30:00Z,1,1,1,1,5\n2024-07-02T09:30:00-04:00,1,1,1,1,5\n` },
			{ interval: 15 },
		);
		const utc = await one(
			{ 'X.csv': `${PLAIN_HEADER}2024-01-02 14:30,1,1,1,1,5\n2024-07-02 13:30,1,1,1,1,5\n` },
			{ zone: 'utc', interval: 15 },
		);
		expect(formatBars(newYork.blocks[0]).map((b) => b.slice(0, 16))).toEqual(['2024-01-02T14:30', '2024-07-02T13:30']);
		expect(formatBars(offset.blocks[0])).toEqual(formatBars(newYork.blocks[0]));
		expect(formatBars(utc.blocks[0])).toEqual(formatBars(newYork.blocks[0]));
	});

	it('takes daily tables of many symbols', async () => {
		const table =
			'symbol,date,open,high,low,close,volume\nA,2015-07-01,1,2,1,2,10\nA,2015-07-02,1,2,1,2,10\nB,2015-07-01,1,2,1,2,10\nB,2015-07-03,1,2,1,2,10\n';
		const file = await one({ 'all.csv': table });
		expect(file.blocks.map((b) => [b.symbol, b.daily?.count])).toEqual([
			['A', 2],
			['B', 1],
		]);
		expect(file.summary?.rejects.first).toEqual([{ line: 5, reason: 'holiday' }]);
	});

	it('keeps rows without volume only where nothing traded', async () => {
		const rows = ['09:30,5,5,5,5,0', '09:31,1,2,1,2,10', '09:32,9,9,9,9,0', '09:45,7,8,7,8,0', '09:46,6,6,6,6,0'];
		const file = await one({ 'X.csv': PLAIN_HEADER + rows.map((r) => `2024-01-02 ${r}`).join('\n') });
		expect(formatBars(file.blocks[0])).toEqual(['2024-01-02T14:30 1 1 2 1 2 10', '2024-01-02T14:45 1 7 8 6 6 0']);
	});
});

describe('rejects', () => {
	it('names line and reason, and takes the rest', async () => {
		const rows = [
			'2024-01-02 09:30,1,2,1,2,10',
			'2024-01-02 09:30,1,2,1,2,10',
			'2024-01-02 09:29,1,2,1,2,10',
			'',
			'2024-01-02 09:31,1,2,3,2,10',
			'2024-01-02 09:32,-1,2,1,2,10',
			'2024-01-02 09:33,1,2,1,2,-10',
			'2024-01-02 09:34,1,2',
			'2024-01-02 09:35,1,two,1,2,10',
			'yesterday,1,2,1,2,10',
			'2024-01-02 03:59,1,2,1,2,10',
			'2024-01-02 20:00,1,2,1,2,10',
			'2024-01-06 10:00,1,2,1,2,10',
			'2024-01-15 10:00,1,2,1,2,10',
			'2024-01-16 04:00,1,2,1,2,10',
			...Array.from({ length: 12 }, (_, i) => `2024-01-16 10:${10 + i},1,2,1,2,10`),
		];
		const file = await one({ 'X.csv': PLAIN_HEADER + rows.join('\r\n') });
		expect(file.summary?.accepted).toBe(14);
		expect(file.summary?.rejects.first.map((r) => `${r.line} ${r.reason}`)).toEqual([
			'3 duplicate',
			'4 order',
			'6 high-below-low',
			'7 negative',
			'8 negative',
			'9 columns',
			'10 number',
			'11 time',
			'12 night',
			'13 night',
			'14 weekend',
			'15 holiday',
		]);
	});

	it('keeps the first thousand and counts all', async () => {
		const rows = Array.from({ length: 1_500 }, (_, i) => `2024-01-06 ${String(i % 24).padStart(2, '0')}:00,1,1,1,1,1`);
		const good = Array.from(
			{ length: 1_500 },
			(_, i) =>
				`2024-01-${String(8 + Math.floor(i / 300)).padStart(2, '0')} ${10 + (Math.floor(i / 60) % 5)}:${String(i % 60).padStart(2, '0')},1,1,1,1,1`,
		);
		const file = await one({ 'X.csv': PLAIN_HEADER + [...rows, ...good].join('\n') });
		expect(file.summary?.rejects).toMatchObject({ total: 1_500, byReason: { weekend: 1_500 } });
		expect(file.summary?.rejects.first.length).toBe(1_000);
	});
});

describe('corrupt files', () => {
	it('end with a reason: cut off, not what they seem, of hours, without a symbol', async () => {
		const packed = gzipSync(MINUTES);
		expect((await one({ 'AZO.csv.gz': packed.subarray(0, packed.length - 12) })).refused).toMatch(/damaged/);
		const noise = Array.from({ length: 60 }, () => 'a,b,c,d,e,f').join('\n');
		expect((await one({ 'X.csv': PLAIN_HEADER + noise })).refused).toBe('broken damaged');
		const hours = Array.from(
			{ length: 40 },
			(_, i) => `2024-01-${String(2 + Math.floor(i / 6)).padStart(2, '0')} ${10 + (i % 6)}:00,1,1,1,1,1`,
		);
		expect((await one({ 'X.csv': PLAIN_HEADER + hours.join('\n') })).refused).toBe('failed interval');
		expect((await one({ '2024.csv': `${PLAIN_HEADER}2024-01-02 09:30,1,1,1,1,1\n2024-01-02 09:31,1,1,1,1,1` })).refused).toBe(
			'asks symbol',
		);
	});

	it('a bomb is stopped', async () => {
		const bomb = gzipSync(Buffer.concat([Buffer.from(PLAIN_HEADER), Buffer.alloc(16 * 1024 * 1024, '\n')]));
		expect((await one({ 'X.csv.gz': bomb })).refused).toMatch(/ratio/);
	});
});

describe('folders and archives', () => {
	it('reads archives, also of packed tables, and skips what is no table of bars', async () => {
		const archive = makeZip([
			{ name: 'minute/azo/2024.csv', data: Buffer.from(MINUTES) },
			{ name: 'SPY_1min.csv.gz', data: gzipSync(NEWEST_FIRST), stored: true },
			{ name: 'readme.md', data: Buffer.from('hello') },
		]);
		const all = await withFiles({ 'bars.zip': archive, 'LICENSE.txt': 'free', 'notes.md': 'x' }, (folder) => importAll(folder));
		expect(all.map((f) => `${f.name} ${f.refused ?? f.blocks[0]?.symbol}`)).toEqual([
			'in/LICENSE.txt skipped format',
			'in/bars.zip!minute/azo/2024.csv AZO',
			'in/bars.zip!SPY_1min.csv.gz SPY',
		]);
	});

	it('does not follow links, and fails on a path that is not there or not a table', async () => {
		await withFiles({ 'SPY_1min.csv': NEWEST_FIRST, 'sub/readme.txt': 'x' }, async (folder) => {
			await symlink(join(folder, 'SPY_1min.csv'), join(folder, 'sub', 'QQQ_1min.csv'));
			expect((await importAll(join(folder, 'sub'))).map((f) => `${f.name} ${f.refused}`)).toEqual([
				'sub/QQQ_1min.csv failed link',
				'sub/readme.txt skipped format',
			]);
			expect((await importAll(join(folder, 'sub', 'QQQ_1min.csv')))[0]?.refused).toBe('failed link');
			expect((await importAll(join(folder, 'sub', 'readme.txt')))[0]?.refused).toBe('failed format');
			await expect(importAll(join(folder, 'nowhere'))).rejects.toMatchObject({ fault: 'unreadable' });
		});
	});

	it('gives the same key to the same bytes read the same way, and another otherwise', async () => {
		const first = await one({ 'AZO/2024.csv': MINUTES });
		const second = await one({ 'deep/AZO/2024.csv': MINUTES });
		const other = await one({ 'TDG/2024.csv': MINUTES });
		const changed = await one({ 'AZO/2024.csv': MINUTES.replace(';7\n', ';8\n') });
		expect(second.key).toBe(first.key);
		expect(new Set([first.key, other.key, changed.key]).size).toBe(3);
	});

	it('are read with progress reports, and reading stops on request', async () => {
		const seen: ImportProgress[] = [];
		await withFiles({ 'a/2024.csv': MINUTES, 'b/2024.csv': MINUTES }, (folder) => importAll(folder, { onProgress: (p) => seen.push(p) }));
		expect(seen.at(-1)).toMatchObject({ files: 2, filesTotal: 2, rows: 6, bytes: 2 * MINUTES.length, bytesTotal: 2 * MINUTES.length });
		const stop = AbortSignal.abort(new Error('stop'));
		await expect(withFiles({ 'a/2024.csv': MINUTES }, (folder) => importAll(folder, { signal: stop }))).rejects.toThrow('stop');
	});
});
