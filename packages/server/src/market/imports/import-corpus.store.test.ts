import { symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { PARAMETERS_V1 } from '@sw/domain/signals/parameters';
import { nyse } from '@sw/domain/time/calendar';
import { exchangeDate } from '@sw/domain/time/units';
import { newYorkToUtc } from '@sw/domain/time/zone';
import { queryBars } from '@sw/store/clickhouse/bars';
import type { Stores } from '@sw/store/open';
import { visibleBatches } from '@sw/store/postgres/records/tickers/batches';
import { tickersOf } from '@sw/store/postgres/records/tickers/tickers';
import { testStores } from '@sw/store/testing/test-stores';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createMarketJobs, JOBS } from '../../compose/core/jobs.ts';
import type { ReportedMarket } from '../../compose/core/market.ts';
import { testMarket } from '../../compose/testing/test-market.ts';
import { openProvider } from '../../compose/vendors/provider.ts';
import { CORPUS, CORPUS_TODAY } from '../../intake/files/testing/corpus.ts';
import { withFiles } from '../../intake/files/testing/import-all.ts';
import { CORPUS_FOLDER } from '../../intake/files/testing/make-corpus.ts';
import { createFakeWallClock } from '../../platform/clocks/testing/fake-wall-clock.ts';
import { type Jobs, openJobs } from '../../platform/jobs/jobs.ts';
import { MARKET_LANE } from '../stored/market-lane.ts';
import { createImportCommand, parseImport } from './import-command.ts';
import { importFiles } from './import-files.ts';

let stores: Stores;
let market: ReportedMarket;
let jobs: Jobs;
beforeAll(async () => {
	stores = await testStores();
	const wall = createFakeWallClock(newYorkToUtc(exchangeDate(CORPUS_TODAY), 12, 0));
	market = await testMarket({ stores, provider: await openProvider(stores, 'files', nyse), wall });
	await market.run();
	jobs = await openJobs({ records: stores.records, definitions: JOBS, wall, onError: () => {} });
	await jobs.runLane(
		MARKET_LANE,
		createMarketJobs(market, () => PARAMETERS_V1),
	);
});
afterAll(async () => {
	await jobs?.stop();
	await market?.stop();
	await stores?.close();
});

async function command(args: readonly string[]) {
	const request = parseImport(args, (path) => path);
	if (typeof request === 'string') throw new Error(request);
	const lines: string[] = [];
	const exit = await createImportCommand(jobs)([JSON.stringify(request)], (line) => lines.push(line));
	return { exit, output: lines.join('\n') };
}

const FLAGS = {
	zone: '--zone',
	symbol: '--symbol',
	symbolFrom: '--symbol-from',
	stamp: '--stamp',
	dates: '--dates',
	interval: '--interval',
} as const;

function flagsOf(options: Readonly<Record<string, unknown>>): string[] {
	return Object.entries(options).flatMap(([name, value]) => [FLAGS[name as keyof typeof FLAGS], String(value)]);
}

async function storedBars(): Promise<number> {
	const seen = await visibleBatches(stores.records.db);
	return (await queryBars(stores.series, undefined, 0, 2 ** 32 - 1, seen)).count;
}

describe('the command over the corpus of odd files', () => {
	it.each(CORPUS)(
		'says of $name what is wrong and ends with $exit, also when it is only tried',
		async ({ name, options = {}, exit, gives }) => {
			const tried = await command([join(CORPUS_FOLDER, name), '--dry-run', ...flagsOf(options)]);
			expect(tried.exit, tried.output).toBe(exit);
			expect(tried.output).toMatch(/Nothing was stored\.$/);
			for (const line of gives) {
				const [symbols, counts] = line.split(' ');
				if (counts?.includes('/'))
					expect(tried.output).toMatch(new RegExp(`as ${symbols?.replaceAll(',', ', ')}: .*\\b${counts.split('/')[1]} rows`));
			}
			expect([await storedBars(), (await tickersOf(stores.records.db, 'files')).length]).toEqual([0, 0]);
		},
	);
});

describe('an import of the corpus', () => {
	it('stores the valid data, describes the rest, and leaves nothing of a failed file', async () => {
		const today = exchangeDate(CORPUS_TODAY);
		for (const { name, options = {}, says, gives } of CORPUS) {
			const lines: string[] = [];
			const result = await importFiles(stores, join(CORPUS_FOLDER, name), { ...options, today, calendar: nyse }, (line) =>
				lines.push(line),
			);
			const failed = gives.filter((line) => /^(failed|asks)/.test(line)).length;
			expect([name, result.failed], lines.join('\n')).toEqual([name, failed]);
			if (says) expect(lines.join('\n'), name).toMatch(says);
		}
		const visible = await visibleBatches(stores.records.db);
		const symbols = new Set((await tickersOf(stores.records.db, 'files')).map(({ symbol }) => symbol));
		const expectedSymbols = new Set(
			CORPUS.flatMap(({ gives }) => gives.flatMap((line) => (line.includes('/') ? (line.split(' ')[0] ?? '').split(',') : []))),
		);
		expect(symbols).toEqual(expectedSymbols);
		const stored = await queryBars(stores.series, undefined, 0, 2 ** 32 - 1, visible);
		for (let i = 0; i < stored.count; i++) {
			const [open, high, low, close] = (['open', 'high', 'low', 'close'] as const).map((column) => stored[column][i]!) as [
				number,
				number,
				number,
				number,
			];
			expect(low <= Math.min(open, close) && Math.max(open, close) <= high && high <= 1e7 && stored.volume[i]! <= 1e12).toBe(true);
			expect(stored.time[i]! * 1000).toBeLessThan(newYorkToUtc(today, 24, 0));
		}
	});

	it('says that other files stay, stops where symbols cannot be determined, and ends with 1 where there is nothing', async () => {
		const header = 'date,open,high,low,close,volume\n';
		const beside = await withFiles(
			{ 'nvda.csv': `${header}2024-07-01,1,2,1,2,7\n`, 'ibm.csv': `${header}yesterday,1,1,1,1,1\n` },
			(folder) => command([folder]),
		);
		expect([beside.exit, beside.output]).toEqual([
			1,
			expect.stringMatching(
				/FAILED .*ibm\.csv[\s\S]*done .*nvda\.csv: 1 rows, 1 added[\s\S]*Nothing from the failed files was stored\. Fix them/,
			),
		]);
		const result = await command([join(CORPUS_FOLDER, 'symbol-of-one-is-none')]);
		expect([result.exit, result.output]).toEqual([1, expect.stringMatching(/^STOPPED .*Nothing was imported/)]);
		await withFiles({ 'notes.md': 'x' }, async (folder) => {
			await symlink(CORPUS_FOLDER, join(folder, 'link'));
			const nothing = await command([folder]);
			expect([nothing.exit, nothing.output]).toEqual([
				1,
				expect.stringMatching(/skipped in\/link: It is a link, and links aren't followed\.[\s\S]*No market data files were found/),
			]);
		});
	});
});

describe('the words of the command line', () => {
	it.each([
		[['x', '--symbol-from', 'path'], /--symbol-from must be one of folder, file, column, not 'path'/],
		[['x', '--zone', 'mars'], /--zone must be utc, new-york or a time zone/],
		[['x', '--dry'], /Unknown option/],
		[['--dry-run'], /Name a file or a folder/],
	])('%j are answered by what is possible', (args, words) => expect(parseImport(args, (path) => path)).toMatch(words));
});
