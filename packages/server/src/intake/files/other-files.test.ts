import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { formatBars, type ImportResult, importAll, withFiles } from './testing/import-all.ts';
import { makeTar } from './testing/make-tar.ts';

async function one(files: Record<string, string | Buffer>): Promise<ImportResult> {
	return (await withFiles(files, (folder) => importAll(folder)))[0] as ImportResult;
}

function ns(text: string): string {
	return `${Date.parse(text)}000000`;
}

const FLAT = 'ticker,volume,open,close,high,low,window_start,transactions\n';

describe('Massive flat files', () => {
	it('are minutes when their stamps are: nanoseconds, many symbols', async () => {
		const rows = [
			`A,699,109.5,109.75,110,109.25,${ns('2025-05-12T13:30:00Z')},15`,
			`A,1.5,109.75,109,110.5,108,${ns('2025-05-12T13:44:00Z')},2`,
			`BRK.B,3,500,500,500,500,${ns('2025-05-12T20:00:00Z')},1`,
		];
		const file = await one({ '2025-05-12.csv.gz': gzipSync(FLAT + rows.join('\n')) });
		expect(file.blocks.map((block) => [block.symbol, ...formatBars(block)])).toEqual([
			['A', '2025-05-12T13:30 1 109.5 110.5 108 109 700.5'],
			['BRK.B', '2025-05-12T20:00 2 500 500 500 500 3'],
		]);
	});

	it('are days when each row is stamped by New York’s midnight', async () => {
		const file = await one({ '2025-05-12.csv': `${FLAT}A,699,109.5,109.75,110,109.25,${ns('2025-05-12T04:00:00Z')},15\n` });
		expect(file.blocks[0]?.daily?.day[0]).toBe(Date.parse('2025-05-12') / 86_400_000);
	});

	it('of options are summed by underlying, slot and day', async () => {
		const rows = [
			`O:AAPL250718C00110000,5,1,1,1,1,${ns('2025-05-12T13:31:00Z')},1`,
			`O:AAPL250718C00110000,2,1,1,1,1,${ns('2025-05-12T13:46:00Z')},1`,
			`O:AAPL250718P00110000,3,1,1,1,1,${ns('2025-05-12T13:31:00Z')},1`,
			`O:SPXW1250718P05000000,8,1,1,1,1,${ns('2025-05-12T20:01:00Z')},1`,
			'AAPL,1,1,1,1,1,1747053840000000000,1',
		];
		const file = await one({ 'us_options_opra/2025-05-12.csv': FLAT + rows.join('\n') });
		const [apple, index] = file.blocks;
		expect([apple?.symbol, ...(apple?.options?.calls.subarray(0, 2) ?? []), apple?.options?.puts[0]]).toEqual(['AAPL', 5, 2, 3]);
		expect([index?.symbol, index?.options?.puts.some((n) => n > 0), index?.optionDays?.[0]?.puts.total]).toEqual(['SPX', false, 8]);
		expect(file.summary?.rejects.byReason).toEqual({ symbol: 1 });
	});
});

describe('tables without a header, and brokers’ tables', () => {
	it('NinjaTrader stamps minutes in UTC by their end', async () => {
		const file = await one({ 'nt-spy-minute-2011.csv': '20110103 144500;126.25;126.5;126;126.25;1579\n20110103 144600;1;1;1;1;300\n' });
		expect(file.blocks[0]?.symbol).toBe('SPY');
		expect(formatBars(file.blocks[0])).toEqual(['2011-01-03T14:30 1 126.25 126.5 126 126.25 1579', '2011-01-03T14:45 1 1 1 1 1 300']);
	});

	it('takes quarter-hours and days of several timeframes, and says which it does not take', async () => {
		const table = (stamp: string) => `Time\tOpen\tHigh\tLow\tClose\tVolume\n${stamp}\t1\t1\t1\t1\t15\n`;
		const files = await withFiles(
			{
				'AAPLUSUSD_D1.csv': table('2017-02-01 00:00:00'),
				'AAPLUSUSD_H4.csv': table('2017-02-01 12:00:00'),
				'AAPLUSUSD_M15.csv': table('2017-02-01 14:30:00'),
				'AAPLUSUSD_M30.csv': table('2017-02-01 14:30:00'),
			},
			(folder) => importAll(folder),
		);
		expect(files.map((f) => f.message ?? `${f.blocks[0]?.symbol} ${f.blocks[0]?.daily?.count ?? formatBars(f.blocks[0])}`)).toEqual([
			'AAPL 1',
			expect.stringMatching(/daily bars can be imported\. Its bars are of 240 minutes/),
			'AAPL 2017-02-01T14:30 1 1 1 1 1 15',
			expect.stringMatching(/Its bars are of 30 minutes/),
		]);
	});
});

describe('mentions', () => {
	const rowsOf = (file: ImportResult) =>
		file.blocks.flatMap(({ symbol, mentions }) =>
			Array.from({ length: mentions?.count ?? 0 }, (_, i) => {
				const hour = new Date((mentions?.time[i] ?? 0) * 1000).toISOString().slice(0, 13);
				return `${symbol} ${hour} ${mentions?.source[i]} ${mentions?.mentions[i]} ${mentions?.retweets[i]}`;
			}),
		);

	it('count rows of numbers, tweets with and without retweets, and posts once a symbol', async () => {
		const counts = await one({ 'Twitter_volume_KO.csv': 'timestamp,value\n2015-02-26 21:42:53,104\n2015-02-26 22:47:53,100\n' });
		const tweets = await one({
			'tweets.csv':
				'symbol,created_at_utc,tweet_id,is_retweet,retweeted_tweet_id,lang\nC,2014-01-01T01:00:00Z,1,1,9,en\nC,2014-01-01T01:59:59Z,2,0,,en\nC,2014-01-01T01:59:59Z,2,0,,en\n',
		});
		const posts = await one({
			'posts.csv':
				'created,post_id,ticker,found_in,score\n2021-01-25T12:04:11,p,GME,title,0\n2021-01-25T12:04:11,p,GME,text,0\n2021-01-25T12:59:11,q,GME,text,0\n',
		});
		expect(rowsOf(counts)).toEqual(['KO 2015-02-26T21 0 104 0', 'KO 2015-02-26T22 0 100 0']);
		expect(rowsOf(tweets)).toEqual(['C 2014-01-01T01 0 1 1']);
		expect(rowsOf(posts)).toEqual(['GME 2021-01-25T17 1 2 0']);
	});

	it('come in a table of our own, and not by the day', async () => {
		const own = await one({ 'm.csv': 'symbol,time,source,mentions,retweets\nA,2021-01-25T12:00Z,reddit,3,0\nA,2021-01-25T12:30Z,x,3,0\n' });
		expect(rowsOf(own)).toEqual(['A 2021-01-25T12 1 3 0']);
		expect(own.summary?.rejects.byReason).toEqual({ number: 1 });
		// Authors are added up if every row of an hour has them; otherwise they are unknown, which is not zero.
		const people = await one({
			'p.csv':
				'symbol,time,source,mentions,retweets,authors\nA,2021-01-25T12:00Z,reddit,3,0,2\nA,2021-01-25T12:30Z,reddit,1,0,1\n' +
				'A,2021-01-25T13:00Z,reddit,4,0,\nA,2021-01-25T13:30Z,reddit,1,0,1\nA,2021-01-25T14:00Z,reddit,1,0,-1\n',
		});
		expect(people.blocks.flatMap(({ mentions }) => [...(mentions?.authors.subarray(0, mentions.count) ?? [])])).toEqual([3, -1]);
		expect(people.summary?.rejects.byReason).toEqual({ negative: 1 });
		expect((await one({ 'd.csv': 'date,ticker,mentions\n2021-01-25,AMC,1\n' })).message).toMatch(/hourly counts/);
	});
});

describe('packed tar archives', () => {
	const prices = 'symbol,date,open,high,low,close,volume,adj_close\nA,2015-07-14,1,1,1,1,5,1\nA,2015-07-13,2,2,2,2,5,2\n';

	it('are read table by table', async () => {
		const archive = gzipSync(makeTar({ 'symbols.txt': 'A\tAgilent\n', 'prices.csv': prices }));
		const files = await withFiles({ '20150714.tar.gz': archive }, (folder) => importAll(folder));
		expect(files.map((f) => f.blocks[0]?.company?.name ?? f.blocks[0]?.daily?.count)).toEqual(['Agilent', 2]);
	});

	it('are refused when cut off, broken, or when they name a path outside', async () => {
		const tar = makeTar({ 'prices.csv': prices });
		const refused = async (bytes: Buffer) => (await one({ 'a.tar.gz': gzipSync(bytes) })).refused;
		expect(await refused(tar.subarray(0, 600))).toBe('failed damaged');
		expect(await refused(Buffer.concat([Buffer.from('x'), tar.subarray(1)]))).toBe('failed damaged');
		expect(await refused(makeTar({ '../prices.csv': prices }))).toBe('failed path');
	});
});

describe('lists of companies', () => {
	it('give names, industry sectors and shares, whatever is quoted, missing or in dollars', async () => {
		const list = await one({
			'screener.csv':
				'Symbol,Name,Last Sale,Net Change,% Change,Market Cap,Country,IPO Year,Volume,Sector,Industry\n' +
				'A,Agilent Technologies Inc. Common Stock,$100.00,-3.22,-2.78%,25000000000,United States,1999,1,Industrials,Electrical Products\n' +
				'BRK.B,"Berkshire ""H"", Inc. Class B Common Stock",$400,0,0%,8E+11,,,1,Finance,\n' +
				'ZERO,Nothing Known ,$1,0,0%,0,,,1,,\n' +
				'not a symbol!,X,$1,0,0%,1,,,1,,\n',
		});
		expect(list.blocks.map(({ symbol, company }) => [symbol, company])).toEqual([
			['A', { name: 'Agilent Technologies Inc.', industry: 'Industrials', shares: 250_000_000, exchange: null }],
			['BRK.B', { name: 'Berkshire "H", Inc.', industry: 'Finance', shares: 2_000_000_000, exchange: null }],
			['ZERO', { name: 'Nothing Known', industry: null, shares: null, exchange: null }],
		]);
		expect([list.file?.format, list.summary?.rejects.byReason]).toEqual(['companies', { symbol: 1 }]);
		const other = await one({
			'sp.csv': 'Symbol,Security,GICS Sector,Headquarters Location\nMMM,3M,Industrials,"Saint Paul, Minnesota"\n',
		});
		expect(other.blocks[0]?.company).toEqual({ name: '3M', industry: 'Industrials', shares: null, exchange: null });
		const tabs = await one({ 'list.csv': 'sector\tsymbol\tcompany\nEnergy\tXOM\tExxon\n' });
		expect(tabs.blocks[0]?.company).toEqual({ name: 'Exxon', industry: 'Energy', shares: null, exchange: null });
		const dated = await one({ 'x-2023-09-18.csv': 'Ticker,Shares Outstanding,As of\nA,5,9/1/2023\nB,6,\nBRK-B,7,\nBRK.B,8,\nC,9,soon\n' });
		expect(dated.blocks.map(({ symbol, company }) => [symbol, company])).toEqual([
			['A', { name: null, industry: null, shares: 5, exchange: null, asOf: '2023-09-01' }],
			['B', { name: null, industry: null, shares: 6, exchange: null, asOf: '2023-09-18' }],
			['BRK.B', { name: null, industry: null, shares: 7, exchange: null, asOf: '2023-09-18' }],
		]);
		expect(dated.summary?.rejects.byReason).toEqual({ spelling: 1, time: 1 });
		expect((await one({ 'positions.csv': 'Symbol,Shares,Price\nA,5,1\n' })).refused).toMatch(/format/);
		const listed = await one({ 'listed.csv': 'Symbol,Company,Exchange\nAAPL,Apple,NASDAQ\nSPY,SPDR,NYSE Arca\nVOD,Vodafone,LSE\n' });
		expect(listed.blocks.map(({ company }) => company?.exchange)).toEqual(['NASDAQ', 'AMEX', null]);
		expect((await one({ 'positions.csv': 'Symbol,Exchange,Price\nA,NYSE,1\n' })).refused).toMatch(/format/);
		const pairs = await one({ 'symbols.txt': 'XXII\t22nd Century Group\nBRK.B\tBerkshire Hathaway\n' });
		expect(pairs.blocks.map(({ symbol, company }) => `${symbol} ${company?.name}`)).toEqual([
			'XXII 22nd Century Group',
			'BRK.B Berkshire Hathaway',
		]);
	});
});
