import { createHash } from 'node:crypto';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { createRandom } from '@sw/domain/statistics/random';
import { itWhere } from '@sw/domain/testing/it-where';
import { nyse } from '@sw/domain/time/calendar';
import { exchangeDate } from '@sw/domain/time/units';
import { afterAll, describe, expect, it } from 'vitest';
import { EXPECTED_SHARES, formatHits, formatSearch, formatShares, printEvidence, readFilings } from './evidence.ts';
import { readActions, readPrices } from './read-market.ts';

const DATA = process.env['SIGNALWHEEL_TEST_DATA'] ?? join(import.meta.dirname, '../../../../../../shared/data');
const MARKET = join(DATA, 'daily/us-all-2015-2016');
const present = existsSync(MARKET);
const itWithMarket = itWhere(present, MARKET);

const folders: string[] = [];
afterAll(() => {
	for (const folder of folders) rmSync(folder, { recursive: true });
});

function folderWith(files: Record<string, string | Uint8Array>): string {
	const folder = mkdtempSync(join(tmpdir(), 'evidence-'));
	folders.push(folder);
	for (const [name, content] of Object.entries(files)) writeFileSync(join(folder, name), content);
	return folder;
}

const HEADER = 'symbol,date,open,high,low,close,volume,adj_close\n';

describe('reading daily bars', () => {
	it('takes months in any order, plain or compressed, and leaves out what is no bar of a session', () => {
		const folder = folderWith({
			'prices-2016-01.csv.gz': gzipSync(
				`${HEADER}A,2016-01-04,10,11,9,10.5,100,10.5\nB,2016-01-04,20,20,20,20,0,20\nA,2016-01-01,1,1,1,1,1,1\n`,
			),
			'prices-2015-12.csv': `${HEADER}A,2015-12-30,9,9,9,9,50,9\nA,2015-12-31,0,0,0,0,50,9\nA,2015-12-31,x,9,9,9,50,9\n`,
			'notes.txt': 'not read',
		});
		const { panel, rowOf, rowsRead, rowsRejected } = readPrices(folder, nyse);
		expect(panel.dates).toEqual(['2015-12-30', '2015-12-31', '2016-01-04']);
		expect([...rowOf.keys()]).toEqual(['A', 'B']);
		expect([rowsRead, rowsRejected]).toEqual([6, 3]);
		expect([...panel.close]).toEqual([9, Number.NaN, 10.5, Number.NaN, Number.NaN, Number.NaN]);
		expect([panel.open[2], panel.volume[2], panel.slots[2]]).toEqual([10, 100, 26]);
	});

	it('says what is missing', () => {
		expect(() => readPrices(folderWith({}), nyse)).toThrow('no file prices-*.csv');
		expect(() => readPrices(folderWith({ 'prices.csv': 'symbol,date,price\n' }), nyse)).toThrow('prices.csv: expected a header');
		expect(() => readPrices('/nowhere', nyse)).toThrow('nowhere');
	});

	it('knows filings of the symbols that their file names, from its first to its last, over five sessions', () => {
		const days = nyse.sessionsBetween(exchangeDate('2016-03-01'), exchangeDate('2016-03-22')).map(({ date }) => date);
		const bars = days.flatMap((date) => ['A', 'B', 'C'].map((symbol) => `${symbol},${date},10,10,10,10,100,10`));
		const filings = [
			'symbol,form,accepted',
			'A,8-K,2016-03-01T09:00:00-05:00',
			'A,8-K,2016-03-09T21:30:00Z',
			'B,10-Q,2016-03-17T15:54:59-04:00',
			'B,8-K,2016-02-01T09:00:00-05:00',
			'X,8-K,2016-03-22T09:00:00-05:00',
		];
		const folder = folderWith({ 'prices.csv': `${HEADER}${bars.join('\n')}\n`, 'filings.csv.gz': gzipSync(`${filings.join('\n')}\n`) });
		const prices = readPrices(folder, nyse);
		const states = readFilings(folder, prices, nyse) as Uint8Array;
		const text = (symbol: string): string => {
			const row = prices.rowOf.get(symbol) as number;
			return [...states.subarray(row * days.length, (row + 1) * days.length)].map((state) => '?-+'[state]).join('');
		};
		// The 1st to the 22nd of March: 16 sessions. What came after the close of the 9th counts from the 10th.
		expect([text('A'), text('B'), text('C')]).toEqual(['+++++--+++++-???', '?????-------++++', '????????????????']);
		expect(readFilings(folderWith({}), prices, nyse)).toBeUndefined();
		const local = folderWith({ 'filings.csv': 'symbol,accepted\nA,2016-03-01T09:00:00\n' });
		expect(() => readFilings(local, prices, nyse)).toThrow("filings.csv: '2016-03-01T09:00:00' of A is no time with an offset");
	});

	it('takes a split only where the prices bear it out', () => {
		const prices = folderWith({
			'prices.csv': `${HEADER}${['2016-01-04', '2016-01-05', '2016-01-06'].map((date) => `A,${date},10,10,10,10,100,10`).join('\n')}\n`,
			'corporate_actions_derived.csv': [
				'ex_date,symbol,prev_date,prev_close,prev_adj_close,factor,kind,ratio_new,ratio_old,ex_open,ex_close',
				'2016-01-05,A,2016-01-04,100,50,0.5,split_candidate,2,1,101,101',
				'2016-01-06,A,2016-01-05,100,50,0.5,split_candidate,2,1,51,51',
				'2016-01-06,A,2016-01-05,100,98,0.98,distribution_candidate,,,99,99',
				'2016-01-06,UNKNOWN,2016-01-05,100,50,0.5,split_candidate,2,1,51,51',
				'2017-01-06,A,2017-01-05,100,50,0.5,split_candidate,2,1,51,51',
				'',
			].join('\n'),
		});
		const actions = readActions(prices, readPrices(prices, nyse));
		expect(actions).toMatchObject({ splits: 1, dividends: 1, contradicted: 1 });
		expect(actions.eventsOf(0)?.splits).toEqual([{ tickerId: 0, date: '2016-01-06', ratio: 2, session: 2 }]);
		expect(actions.eventsOf(0)?.dividends[0]?.amount).toBeCloseTo(2, 9);
	});
});

describe('the evidence command', () => {
	it('prints shares against what is expected, and hits with their interval', () => {
		expect(formatShares([0.1, 0.05, 0.02, 0.01, 0.05])).toEqual([
			'ring  share %  expected %             ',
			'>= 1    10.00      8 - 12  as expected',
			'>= 2     5.00     3.5 - 7  as expected',
			'>= 3     2.00     1.5 - 4  as expected',
			'>= 4     1.00   0.8 - 2.5  as expected',
			'>= 5     5.00   0.2 - 1.2      OUTSIDE',
		]);
		const stats = { n: 0, hits: 0, p: null, deff: 3.4, n_eff: 0, wilson95: [0, 1] as [number, number] };
		expect(formatHits([{ operation: 'long', tier: 1, ring: 5, stats, blocks: [], base: 0.5, excess: null, benchmark: null }])[1]).toBe(
			'fall -> long  $1-20M  >= 5  0      0       -    0.0 - 100.0    50.0   100.0          -        -',
		);
	});

	it('says how much of the best rows is due to trying all of them', () => {
		const stats = { n: 1_280, hits: 640, p: 0.5, deff: 1, n_eff: 1_280, wilson95: [0.47, 0.53] as [number, number] };
		const random = createRandom(5);
		const rowOf = (ring: number, rate: number) => ({
			operation: 'short' as const,
			tier: 1,
			ring,
			stats,
			blocks: Array.from({ length: 64 }, (): [number, number] => [
				20,
				Array.from({ length: 20 }, () => Number(random.nextBoolean(rate))).reduce((a, b) => a + b),
			]),
			base: 0.5,
			excess: 0,
			benchmark: 0,
		});
		const nothing = formatSearch([1, 2, 3, 4, 5].map((ring) => rowOf(ring, 0.5)));
		expect(Number(/in ([\d.]+) % of draws/.exec(nothing.at(-2)!)?.[1])).toBeGreaterThan(5);
		const found = formatSearch([rowOf(1, 0.5), rowOf(2, 0.5), rowOf(3, 0.58), rowOf(4, 0.5)]);
		expect(found[1]).toMatch(/^rise -> short +\$1-20M +>= 3 .* 0\.0 +0\.1$/);
		expect(Number(/in ([\d.]+) % of draws/.exec(found.at(-2)!)?.[1])).toBeLessThan(1);
		expect(Number(/in ([\d.]+) % of halves/.exec(found.at(-1)!)?.[1])).toBeLessThan(5);
	});

	itWithMarket('finds the rings of a real market as common as they are meant to be', () => {
		const lines: string[] = [];
		const shares = printEvidence(MARKET, (line) => lines.push(line));
		shares.forEach((share, ring) => {
			const [low, high] = EXPECTED_SHARES[ring] as readonly [number, number];
			expect(100 * share).toBeGreaterThan(low);
			expect(100 * share).toBeLessThan(high);
		});
		// Golden: the lines before the search, whose draws are not part of the data. Hashes and counts alone, because the set's licence is share-alike.
		expect(lines.find((line) => line.includes('share of'))).toContain('1226957 readings');
		const together = lines.findIndex((line) => line.startsWith('\nAll rows were tried together'));
		expect(lines.slice(0, together).filter((line) => /^(rise -> short|fall -> long)/.test(line))).toHaveLength(30);
		expect(lines.slice(together).filter((line) => /^(rise -> short|fall -> long)/.test(line))).toHaveLength(5);
		expect(createHash('sha256').update(lines.slice(0, together).join('\n')).digest('hex')).toMatchInlineSnapshot(
			`"1dadb822fde10ea6cba3dd252952d73e3f7c85d98d0929798735cd77d3b3cad5"`,
		);
	});
});
