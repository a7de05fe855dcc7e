/** Filters over ten years of reports of 10,000 tickers, by the deep cells and by all words. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ScannedQuestion } from '@sw/domain/research/history-scan';
import { nyse } from '@sw/domain/time/calendar';
import { strategyNamed } from '@sw/domain/time/timeframe';
import { exchangeDate } from '@sw/domain/time/units';
import { scanHistory } from '@sw/store/clickhouse/history-scan';
import { openSeries, type Series } from '@sw/store/clickhouse/series';
import { against, alone, type Benchmark, mb, median, seconds, timed } from './measured.ts';
import { fillReports, settled } from './year-of-reports.ts';

const SEEN = { upTo: 1_000, except: [] };
const SPAN = { from: 0, to: 4e9, algo: 'reverse', words: [0] } as const;
const ROUNDS = 3;

const asks = (tab: ScannedQuestion['tab'], conditions: NonNullable<ScannedQuestion['conditions']>): ScannedQuestion => ({
	tab,
	strategy: strategyNamed('first'),
	quorum: 2,
	conditions,
});
const QUESTIONS: Readonly<Record<string, ScannedQuestion>> = {
	'price from depth 3, volume from 2, on 15m': asks('free', [
		{ sector: 'price_short', timeframe: 0, value: 3 },
		{ sector: 'volume', timeframe: 0, value: 2 },
	]),
	'the house filter of rises: price from depth 2, volume from 1, on 1h': asks('extreme_rise', [
		{ sector: 'price_short', timeframe: 2, value: 2 },
		{ sector: 'volume', timeframe: 2, value: 1 },
	]),
	'a tab with one condition: volume from depth 2 on 15m': asks('extreme_rise', [{ sector: 'volume', timeframe: 0, value: 2 }]),
};

const bytesOf = async ({ bulk }: Series, table: string): Promise<number> => {
	const { columns } = await bulk.read(
		{ bytes: 'UInt64' },
		`SELECT sum(bytes_on_disk) AS bytes FROM system.parts WHERE database = currentDatabase() AND active AND table = '${table}'`,
	);
	return Number(columns.bytes[0]);
};

const times = async (work: () => Promise<{ count: number }>): Promise<{ first: number; again: number; count: number }> => {
	const [first, { count }] = await timed(work);
	const rest: number[] = [];
	for (let round = 0; round < ROUNDS; round++) rest.push((await timed(work))[0]);
	return { first, again: median(rest), count };
};

export const tenYears = async (): Promise<Awaited<ReturnType<Benchmark>>> => {
	const folder = mkdtempSync(join(tmpdir(), 'signalwheel-bench-'));
	try {
		const filling = await openSeries({ path: folder });
		// No scan of all tickers reads the second order.
		await filling.bulk.run('ALTER TABLE report_rows DROP PROJECTION by_ticker');
		const sessions = nyse.sessionsBetween(exchangeDate('2015-01-01'), exchangeDate('2024-12-31'));
		const [filled, rows] = await timed(() => fillReports(filling, sessions, () => 1));
		await settled(filling);
		await filling.close();
		const series = await openSeries({ path: folder });
		const found = new Map<string, Awaited<ReturnType<typeof times>>>();
		const names = Object.keys(QUESTIONS);
		const ask = (name: string) => () => scanHistory(series, QUESTIONS[name] as ScannedQuestion, SPAN, SEEN);
		for (const name of names) found.set(name, await times(ask(name)));
		const [cells, words] = [await bytesOf(series, 'deep_cells'), await bytesOf(series, 'report_rows')];
		// A month that is said to be missing: all rows are read.
		await series.bulk.run('INSERT INTO deep_cells_missing VALUES (202412, 1)');
		const plain = new Map<string, Awaited<ReturnType<typeof times>>>();
		for (const name of names) plain.set(name, await times(ask(name)));
		await series.close();
		const million = (rows / 1e6).toFixed(0);
		return [
			alone(`${million} M rows of ten years generated and written`, seconds(filled), null),
			against('their deep cells on disk, beside the words of all rows', cells, words, null, mb),
			...names.flatMap((name) => {
				const ours = found.get(name) as Awaited<ReturnType<typeof times>>;
				const all = plain.get(name) as Awaited<ReturnType<typeof times>>;
				if (ours.count !== all.count) throw new Error(`${ours.count} matches by the deep cells, ${all.count} by all rows.`);
				return [
					against(`${name}: first time after opening (${ours.count} matches)`, ours.first, all.again, 'under 1 s'),
					against('the same again', ours.again, all.again, 'under 1 s'),
				];
			}),
		];
	} finally {
		rmSync(folder, { recursive: true, force: true });
	}
};
