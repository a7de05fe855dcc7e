import { type FilterGroup, normalizeConditions } from '@sw/domain/filters/groups';
import { type RowGroup, toRowGroups } from '@sw/domain/filters/industries';
import { RANDOM_INDUSTRIES, randomGroups } from '@sw/domain/filters/testing/random-groups';
import { type CapBucket, MENTION_BUCKETS } from '@sw/domain/prices/buckets';
import type { ScannedQuestion } from '@sw/domain/research/history-scan';
import { packWord } from '@sw/domain/signals/packed';
import { FLAG_ELIGIBLE, type ReportTable } from '@sw/domain/signals/report-table';
import { SECTORS, TABS } from '@sw/domain/signals/sector';
import { STRATEGIES, TIMEFRAMES, type TimeframeIndex } from '@sw/domain/time/timeframe';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Stores } from '../../open.ts';
import { abortBatch, commitBatch, openBatch, visibleBatches } from '../../postgres/records/tickers/batches.ts';
import { sampleReport } from '../../testing/sample-blocks.ts';
import { testStores } from '../../testing/test-stores.ts';
import { scanHistory } from '../history-scan.ts';
import { insertReportRows } from '../report-rows.ts';
import { fillDeepCells, findMissingDeepCells } from '../stored-deep-cells.ts';
import { sweepAbortedBatches } from '../sweep.ts';
import { migrateSeries } from './ddl.ts';

const DAY = 86_400_000;
const FIRST = Date.parse('2024-01-30T15:45:00Z');
const CAPS: readonly CapBucket[] = ['mega_cap', 'large_cap', 'mid_cap', 'small_cap', 'micro_cap', 'nano_cap', 'undefined', 'all'];
/** On both sides of every tier's bounds. */
const CAPITALS = [Number.NaN, 0, 49_999_999, 50e6, 300e6, 2e9, 1.999e9, 10e9, 200e9, 200_000_000_001];

let stores: Stores;
beforeAll(async () => {
	stores = await testStores();
});
afterAll(() => stores?.close());

const depth = fc.constantFrom(null, 0, 0, 0, 1, 2, 3, 4, 5);
const word = fc
	.tuple(depth, depth, depth, depth, depth, depth, depth, fc.boolean(), fc.boolean())
	.map(([a, b, c, d, e, f, g, stale, developing]) => packWord([a, b, c, d, e, f, g], { stale, developing }));
const row = fc.record({
	words: fc.tuple(word, word, word, word, word),
	cap: fc.constantFrom(...CAPITALS),
	mentions: fc.integer({ min: -1, max: 2_000 }),
	change: fc.constantFrom(-2_147_483_648, -52_500, -52_501, 0, 30_000),
	dollarVolume: fc.constantFrom(Number.NaN, 0, 49_999.5, 50e3, 20e6),
	listed: fc.constantFrom(0x8000, 0x8001, 0x8062, 0x8c03, 0xe800),
	information: fc.constantFrom(0, 1, 5, 9, 10),
	flags: fc.constantFrom(FLAG_ELIGIBLE, FLAG_ELIGIBLE, FLAG_ELIGIBLE, 0, 3, 5),
});
/** Tables of reports on neighbouring days, over the end of a month. */
const reports = fc.array(
	fc.tuple(
		fc.integer({ min: 0, max: 4 }),
		fc.constantFrom('reverse' as const, 'forecast' as const),
		fc.array(row, { minLength: 1, maxLength: 30 }),
	),
	{ minLength: 1, maxLength: 6 },
);

function tableOf(
	day: number,
	algo: ReportTable['algo'],
	rows: readonly (typeof row extends fc.Arbitrary<infer R> ? R : never)[],
): ReportTable {
	const table = { ...sampleReport(FIRST + day * DAY, rows.length), algo };
	for (const [at, { words, cap, mentions, change, dollarVolume, listed, information, flags }] of rows.entries()) {
		table.words.forEach((column, timeframe) => {
			column[at] = words[timeframe]!;
		});
		table.cap[at] = cap;
		table.mentions[at] = mentions;
		table.change[at] = change;
		table.dollarVolume[at] = dollarVolume;
		for (const column of table.listed) column[at] = listed;
		table.information[at] = information;
		table.flags[at] = flags;
	}
	return table;
}

/** As every question has them: without empty groups, with the tickers of industries. */
function normalGroups(groups: readonly FilterGroup[]): readonly RowGroup[] {
	return toRowGroups(normalizeConditions({ entries: [], groups }).groups, RANDOM_INDUSTRIES) ?? [];
}

const question: fc.Arbitrary<ScannedQuestion> = fc.record({
	tab: fc.constantFrom(...TABS.map(({ name }) => name)),
	strategy: fc.constantFrom(...STRATEGIES),
	quorum: fc.integer({ min: 1, max: 3 }),
	conditions: fc.array(
		fc.record({
			sector: fc.constantFrom(...SECTORS.map(({ key }) => key)),
			timeframe: fc.integer({ min: 0, max: TIMEFRAMES.length - 1 }).map((timeframe) => timeframe as TimeframeIndex),
			value: fc.integer({ min: 0, max: 6 }),
		}),
		{ maxLength: 3 },
	),
	groups: fc.oneof(fc.constant([]), randomGroups({ ranges: false }).map(normalGroups), randomGroups({ ranges: true }).map(normalGroups)),
	caps: fc.oneof(fc.constant([]), fc.uniqueArray(fc.constantFrom(...CAPS), { maxLength: 4 })),
	mentions: fc.oneof(
		{ weight: 4, arbitrary: fc.constant([]) },
		fc.uniqueArray(fc.constantFrom(...MENTION_BUCKETS.map(({ name }) => name))),
	),
});

async function found(question: ScannedQuestion, algo: ReportTable['algo'], from = FIRST - DAY, to = FIRST + 9 * DAY): Promise<string[]> {
	const span = { from: from / 1_000, to: to / 1_000, algo, words: [0, 4] } as const;
	const { count, report, build, tickerId, words } = await scanHistory(stores.series, question, span, await seen());
	return Array.from({ length: count }, (_, i) => [report[i], tickerId[i], build[i], ...words.map((column) => column[i])].join()).sort();
}

function seen() {
	return visibleBatches(stores.records.db);
}

/** Says of every month that it is missing: then all rows are read. */
function hide(): Promise<void> {
	return stores.series.bulk.run(
		'INSERT INTO deep_cells_missing SELECT DISTINCT toYYYYMM(report), 4000000000 FROM report_rows SETTINGS max_partitions_per_insert_block = 0',
	);
}

async function empty(): Promise<void> {
	for (const table of ['report_rows', 'deep_cells', 'deep_cells_missing']) await stores.series.bulk.run(`TRUNCATE TABLE ${table}`);
}

async function store(tables: readonly ReportTable[], end: typeof commitBatch | typeof abortBatch | undefined): Promise<void> {
	const build = await openBatch(stores.records.db, { kind: 'reports', provider: 'test' });
	await insertReportRows(stores.series, tables, build);
	if (end === commitBatch) await commitBatch(stores.records.db, build, 0);
	if (end === abortBatch) await abortBatch(stores.records.db, build);
}

it('answer every question as all rows answer it, in every state of builds', async () => {
	const ends = fc.constantFrom(commitBatch, commitBatch, abortBatch, undefined);
	await fc.assert(
		fc.asyncProperty(
			fc.array(fc.tuple(reports, ends), { minLength: 1, maxLength: 3 }),
			fc.array(question, { minLength: 8, maxLength: 8 }),
			fc.boolean(),
			async (builds, questions, swept) => {
				await empty();
				for (const [drawn, end] of builds)
					await store(
						drawn.map(([day, algo, rows]) => tableOf(day, algo, rows)),
						end,
					);
				if (swept) await sweepAbortedBatches(stores.records.db, stores.series);
				const answers = async (): Promise<string[][]> => {
					const all: string[][] = [];
					for (const question of questions) for (const algo of ['reverse', 'forecast'] as const) all.push(await found(question, algo));
					return all;
				};
				const quick = await answers();
				await hide();
				expect(quick).toEqual(await answers());
			},
		),
		{ numRuns: 6 },
	);
});

it('are brought of reports from before, month by month, and count once', async () => {
	await empty();
	const drawn = fc.sample(fc.array(row, { minLength: 60, maxLength: 60 }), { seed: 7, numRuns: 4 });
	const tables = drawn.map((rows, day) => tableOf(day, 'reverse', rows));
	const { series } = stores;
	// A store of before: without the table, and with its version.
	for (const name of ['deep_cells_of_rows', 'deep_cells', 'deep_cells_missing']) await series.bulk.run(`DROP TABLE ${name}`);
	await series.bulk.run('ALTER TABLE schema_version DELETE WHERE version > 4 SETTINGS mutations_sync = 1');
	await store(tables.slice(0, 3), commitBatch);
	await migrateSeries(series.bulk, series.layout);
	await store(tables.slice(3), commitBatch);
	const question: ScannedQuestion = {
		tab: 'free',
		strategy: STRATEGIES[0],
		quorum: 2,
		conditions: [{ sector: 'volume', timeframe: 0, value: 2 }],
	};
	const all = await found(question, 'reverse');
	expect(all.length).toBeGreaterThan(20);

	const missing = await findMissingDeepCells(series);
	expect(missing.map(({ month }) => month)).toEqual([202402, 202401]);
	const [newer, older] = missing as [(typeof missing)[number], (typeof missing)[number]];
	await fillDeepCells(series, newer);
	// Broken off after its rows had come, and begun again.
	await fillDeepCells(series, older);
	await series.bulk.run(`INSERT INTO deep_cells_missing VALUES (${older.month}, ${older.upTo})`);
	await expect(fillDeepCells(series, older, AbortSignal.abort())).rejects.toThrow();
	expect(await findMissingDeepCells(series)).toEqual([older]);
	expect(await found(question, 'reverse')).toEqual(all);
	await fillDeepCells(series, older);
	expect(await findMissingDeepCells(series)).toEqual([]);
	expect(await found(question, 'reverse')).toEqual(all);
	expect(await found(question, 'reverse', FIRST, FIRST + DAY)).toEqual(all.filter((match) => match.startsWith(`${FIRST / 1_000},`)));
});

it('become one part per month some time after the last write', async () => {
	await empty();
	const { bulk } = stores.series;
	const rows = fc.sample(fc.array(row, { minLength: 60, maxLength: 60 }), { seed: 9, numRuns: 1 })[0]!;
	for (const day of [0, 0, 3, 3]) await store([tableOf(day, 'reverse', rows)], commitBatch);
	const parts = async (): Promise<number> => {
		const { columns } = await bulk.read(
			{ n: 'UInt64' },
			"SELECT count() AS n FROM system.parts WHERE active AND database = currentDatabase() AND table = 'deep_cells'",
		);
		return Number(columns.n[0]);
	};
	expect(await parts()).toBe(4);
	const { lines } = await bulk
		.read(
			{ lines: 'UInt64' },
			`SELECT count() AS lines FROM system.tables WHERE name = 'deep_cells'
		AND database = currentDatabase() AND engine_full LIKE '%min_age_to_force_merge_seconds = 86400%'`,
		)
		.then(({ columns }) => columns);
	expect(lines).toEqual(BigUint64Array.of(1n));
	await bulk.run('ALTER TABLE deep_cells MODIFY SETTING min_age_to_force_merge_seconds = 1');
	await expect.poll(parts).toBe(2);
});
