import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { itWhere } from '@sw/domain/testing/it-where';
import { describe, expect, it } from 'vitest';
import { findSimplestRatio } from './formats/factor-file.ts';
import { formatBars, type ImportResult, importAll, withFiles } from './testing/import-all.ts';
import { makeZip } from './testing/make-zip.ts';

const DATA = resolve(process.env['SIGNALWHEEL_TEST_DATA'] ?? resolve(import.meta.dirname, '../../../../../../shared/data'), 'lean');
const present = existsSync(DATA);
const itWithData = itWhere(present, `the data sets under ${DATA}, or elsewhere by SIGNALWHEEL_TEST_DATA`);

function zip(name: string, text: string) {
	return makeZip([{ name, data: Buffer.from(text) }]);
}

function all(files: Record<string, string | Buffer>): Promise<ImportResult[]> {
	return withFiles(files, (folder) => importAll(folder));
}

async function one(files: Record<string, string | Buffer>): Promise<ImportResult> {
	return (await all(files))[0] as ImportResult;
}

describe('LEAN bars', () => {
	it('reads minutes by the date in the name, in 1/10000 dollar', async () => {
		const rows = '34200000,6448000,6450000,6440000,6449900,100\n35100000,6449900,6449900,6449900,6449900,50\n';
		const file = await one({ '20140605_trade.zip': zip('20140605_aapl_minute_trade.csv', rows) });
		expect(file.blocks[0]?.symbol).toBe('AAPL');
		expect(formatBars(file.blocks[0])).toEqual([
			`2014-06-05T13:30 1 644.7999877929688 645 644 ${Math.fround(644.99)} 100`,
			`2014-06-05T13:45 1 ${[1, 2, 3, 4].map(() => Math.fround(644.99)).join(' ')} 50`,
		]);
	});

	it('reads an index in points and Chicago time; it has no volume', async () => {
		const file = await one({ 'a.zip': zip('20230626_spx_minute_trade.csv', '30600000,4343.5,4345.5,4342.5,4345.5,7\n') });
		expect(formatBars(file.blocks[0])).toEqual(['2023-06-26T13:30 1 4343.5 4345.5 4342.5 4345.5 0']);
		expect(file.summary?.symbols.get('SPX')?.hasVolume).toBe(false);
	});

	it('takes days as they are and makes days of hours', async () => {
		const daily = await one({ 'aapl.zip': zip('aapl.csv', '19980102 00:00,136300,162500,135000,162500,6315000\n') });
		const hourly = await one({
			'aapl.zip': zip(
				'aapl.csv',
				'19980102 09:00,136300,137500,135000,136300,540700\n19980102 10:00,136300,162500,135600,162500,5774300\n',
			),
		});
		for (const { blocks } of [daily, hourly]) {
			const days = blocks[0]?.daily;
			expect([days?.count, days?.open[0], days?.high[0], days?.low[0], days?.close[0], days?.volume[0]]).toEqual(
				[1, 13.63, 16.25, 13.5, 16.25, 6_315_000].map((n) => (n > 1 && n < 100 ? Math.fround(n) : n)),
			);
		}
	});

	it('names quotes and single contracts as unused', async () => {
		const quotes = await one({ 'q.zip': zip('20140605_aapl_minute_quote.csv', '1,2,3,4,5,6,7,8,9,10,11\n') });
		expect(quotes).toMatchObject({ refused: 'skipped unused', message: expect.stringMatching(/quotes/) });
	});

	it('gives rows under an old symbol to who bears the new one', async () => {
		const files = await all({
			'map_files/meta.csv': '20120518,fb,Q\n20220608,fb,Q\n20501231,meta,Q\n',
			'daily/fb.zip': zip('fb.csv', '20220607 00:00,1900000,1960000,1890000,1950000,100\n20220610 00:00,10000,10000,10000,10000,100\n'),
		});
		const counts = files.find((f) => f.file)?.blocks.map(({ symbol, daily }) => `${symbol} ${daily?.count}`);
		// Nothing is known about the FB of 10 June 2022.
		expect(counts).toEqual(['META 1']);
		expect(files.find((f) => f.file)?.summary?.rejects.first).toEqual([{ line: 2, reason: 'company' }]);
	});

	it('refuses rows of a symbol from before its company bore it: years of Washington Mutual are no Waste Management', async () => {
		const row = (day: string) => `${day} 00:00,100000,100000,100000,100000,100\n`;
		const files = await all({
			'map_files/wm.csv': '19980102,wmi,N\n20081001,wmi,N\n20501231,wm,N\n',
			'daily/wm.zip': zip('wm.csv', ['19990104', '20080925', '20081002', '20200102'].map(row).join('')),
			'daily/wmi.zip': zip('wmi.csv', row('20080925')),
		});
		const [old, now] = ['wmi.zip', 'wm.zip'].map((name) => files.find((f) => f.name.includes(name)));
		expect(old?.blocks.map(({ symbol, daily }) => [symbol, daily?.count])).toEqual([['WM', 1]]);
		expect(now?.blocks.map(({ symbol, daily }) => [symbol, daily?.count])).toEqual([['WM', 2]]);
		expect(now?.summary?.rejects.first).toEqual([1, 2].map((line) => ({ line, reason: 'company' })));
	});

	it('knows the bearer of each row of a table of many symbols, of mentions and of contracts', async () => {
		const files = await all({
			'map_files/meta.csv': '20120518,fb,Q\n20220608,fb,Q\n20501231,meta,Q\n',
			'all.csv':
				'date,symbol,open,high,low,close,volume\n2022-06-07,FB,1,1,1,1,1\n2022-06-07,IBM,1,1,1,1,1\n2022-06-10,FB,1,1,1,1,1\n2022-06-10,META,1,1,1,1,1\n',
			'mentions.csv': 'symbol,time,source,mentions\nFB,2022-06-07T15:00:00Z,reddit,3\nFB,2022-06-10T15:00:00Z,reddit,3\n',
		});
		const fileNamed = (name: string) => files.find((f) => f.name.endsWith(name));
		expect(
			fileNamed('all.csv')
				?.blocks.map(({ symbol, daily }) => `${symbol} ${daily?.count}`)
				.toSorted(),
		).toEqual(['IBM 1', 'META 2']);
		expect(fileNamed('all.csv')?.summary?.rejects.first).toEqual([{ line: 4, reason: 'company' }]);
		expect(fileNamed('mentions.csv')?.blocks.map(({ symbol }) => symbol)).toEqual(['META']);
		expect(fileNamed('mentions.csv')?.summary?.rejects.first).toEqual([{ line: 3, reason: 'company' }]);
	});
});

describe('factor files', () => {
	it('give splits and dividends with the session they take effect on', async () => {
		const text = '20140101,0.9,0.142857,500\n20140606,0.9,0.142857,645.57\n20140806,0.9,1,95\n20141105,0.909090909,1,100\n20501231,1,1,0\n';
		const file = await one({ 'factor_files/aapl.csv': text });
		expect(file.blocks).toMatchObject([
			{ symbol: 'AAPL', splits: [{ date: '2014-06-09', ratio: 7 }], dividends: [{ exDate: '2014-08-07', amount: 0.95 }, { exDate: '2014-11-06', amount: 9.0909 }] }, // biome-ignore format: one event a part
		]);
	});

	it.each([
		[7.000007, 7],
		[1.5, 1.5],
		[0.05, 0.05],
		[1.2345678, 1.2345678],
	])('simplest ratio of %d is %d', (value, ratio) => expect(findSimplestRatio(value)).toBeCloseTo(ratio, 12));
});

describe('option archives', () => {
	it('are summed by slot and day over all contracts', async () => {
		const archive = makeZip([
			{
				name: '20140606_aapl_minute_trade_american_call_6400000_20140719.csv',
				data: Buffer.from('34200000,1,1,1,1,5\n34260000,1,1,1,1,2\n'),
			},
			{ name: '20140606_aapl_minute_trade_american_call_6500000_20140719.csv', data: Buffer.from('35100000,1,1,1,1,4') },
			{
				name: '20140606_aapl_minute_trade_american_put_6400000_20140719.csv',
				data: Buffer.from('57540000,1,1,1,1,9\n57900000,1,1,1,1,1\n'),
			},
		]);
		const file = await one({ '20140606_trade_american.zip': archive });
		const options = file.blocks[0]?.options;
		expect([...(options?.calls.subarray(0, 3) ?? [])]).toEqual([7, 4, 0]);
		expect([options?.count, options?.puts[25]]).toEqual([26, 9]);
		// What trades after the close counts for the day alone.
		expect(file.blocks[0]?.optionDays).toEqual([
			{ date: '2014-06-06', measure: 'volume', calls: { contracts: 2, total: 11 }, puts: { contracts: 1, total: 10 } },
		]);
		expect(file.summary?.rows).toBe(5);
	});
});

function kindOf(name: string): string {
	return name.includes('/universes/')
		? 'universe-csv'
		: name.includes('/minute/')
			? 'minute-zip'
			: name.includes('/daily/')
				? 'daily-zip'
				: 'other';
}

describe('LEAN samples', () => {
	itWithData('reach the expected option sums exactly', async () => {
		const sums = new Map<string, string>();
		for (const { name, blocks, refused } of await importAll(resolve(DATA, 'option'))) {
			expect(refused ?? 'skipped unused').toBe('skipped unused');
			for (const { symbol, optionDays = [] } of blocks)
				for (const day of optionDays)
					for (const right of ['call', 'put'] as const) {
						const { contracts, total } = right === 'call' ? day.calls : day.puts;
						const key = `${kindOf(name)},${symbol.toLowerCase()},${day.date.replaceAll('-', '')},${day.measure},${right}`;
						if (contracts > 0) sums.set(key, `${contracts},${total}`);
					}
		}
		const expected = readFileSync(resolve(DATA, 'option/expected_sums.csv'), 'utf8').trim().split('\n').slice(1);
		expect(expected.length).toBe(378);
		const found = expected.map((line) => {
			const key = line.trim().split(',').slice(0, 5).join(',');
			return `${key},${sums.get(key)}`;
		});
		expect(found).toEqual(expected.map((line) => line.trim()));
	});

	itWithData('make the vendor’s days of the vendor’s hours', async () => {
		const days = async (step: string) => (await importAll(resolve(DATA, `equity/usa/${step}/bac.zip`)))[0]?.blocks[0]?.daily;
		const [hours, daily] = [await days('hour'), await days('daily')];
		expect(hours?.count).toBe(5849);
		for (const column of ['day', 'open', 'high', 'low', 'close', 'volume'] as const)
			expect(hours?.[column].subarray(0, 5849)).toEqual(daily?.[column].subarray(0, 5849));
	});
});
