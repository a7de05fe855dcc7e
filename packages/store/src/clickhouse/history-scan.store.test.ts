import { INFORMATION_CHOICES } from '@sw/domain/filings/information-choice';
import { createDailyBlock } from '@sw/domain/prices/blocks';
import { memberRows } from '@sw/domain/reports/list/ranking-members';
import type { ScannedQuestion } from '@sw/domain/research/history-scan';
import { packWord } from '@sw/domain/signals/packed';
import { PARAMETERS_V1 } from '@sw/domain/signals/parameters';
import { FLAG_ELIGIBLE, FLAG_QUARANTINE, FLAG_STALE, type ReportTable } from '@sw/domain/signals/report-table';
import { TABS } from '@sw/domain/signals/sector';
import { STRATEGIES } from '@sw/domain/time/timeframe';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Stores } from '../open.ts';
import { abortBatch, commitBatch, openBatch, visibleBatches } from '../postgres/records/tickers/batches.ts';
import { sampleBars, sampleReport } from '../testing/sample-blocks.ts';
import { testStores } from '../testing/test-stores.ts';
import { insertBars, insertDaily } from './bars.ts';
import { countMatchesByReport, findStoredColumns, queryMatchCounts, queryReportCaps, scanHistory, sumMatches } from './history-scan.ts';
import { insertReportRows } from './report-rows.ts';
import { readSessionPrices } from './session-prices.ts';

let stores: Stores;
const DAY = 86_400_000;
const FIRST = Date.parse('2024-03-04T14:45:00Z');
const tables: ReportTable[] = [];
let build = 0;

/** Reports with sound words, drawn by a little generator. */
function soundReport(time: number, count: number, seed: number): ReportTable {
	const table = sampleReport(time, count);
	let state = seed;
	const depth = (): number => {
		state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
		return Math.max(0, (state >>> 24) % 9) % 6;
	};
	for (let row = 0; row < count; row += 1) {
		for (const words of table.words) {
			const up = depth() > 2;
			words[row] = packWord([up ? depth() : 0, up ? 0 : depth(), depth(), row % 5 === 0 ? null : depth(), 0, depth(), depth()]);
		}
		table.flags[row] = row % 6 === 5 ? 0 : FLAG_ELIGIBLE | (row % 11 === 3 ? FLAG_STALE : 0) | (row % 7 === 2 ? FLAG_QUARANTINE : 0);
	}
	return table;
}

beforeAll(async () => {
	stores = await testStores();
	for (let day = 0; day < 3; day += 1) tables.push(soundReport(FIRST + day * DAY, 200, day + 1));
	build = await openBatch(stores.records.db, { kind: 'reports', provider: 'test' });
	await insertReportRows(stores.series, tables, build);
	await commitBatch(stores.records.db, build, 600);
});
afterAll(() => stores?.close());

function seen() {
	return visibleBatches(stores.records.db);
}

function span(algo: 'reverse' | 'forecast' = 'reverse') {
	return { from: FIRST / 1_000, to: (FIRST + 3 * DAY) / 1_000, algo };
}

async function countHistory(...asked: Parameters<typeof countMatchesByReport>): Promise<number> {
	return sumMatches(await countMatchesByReport(...asked));
}

describe('a scan of history', () => {
	it.each(TABS.flatMap(({ name }) => STRATEGIES.map((strategy) => [name, strategy] as const)))(
		'finds what each report alone would list: %s',
		async (tab, strategy) => {
			const conditions = [
				{ sector: 'volume', timeframe: strategy.rated[0], value: 2 },
				{ sector: 'call_with_put', timeframe: 4, value: 1 },
			] as const;
			const matches = await scanHistory(
				stores.series,
				{ tab, strategy, conditions, quorum: PARAMETERS_V1.tabQuorum },
				{ ...span(), words: strategy.rated },
				await seen(),
			);
			const expected = tables.flatMap((table) =>
				Array.from(memberRows(table, { tab, operation: 'short', strategy, conditions }, PARAMETERS_V1), (row) => [
					table.time / 1_000,
					table.tickerId[row],
					...strategy.rated.map((tf) => table.words[tf][row]),
				]),
			);
			expect(
				Array.from({ length: matches.count }, (_, i) => [matches.report[i], matches.tickerId[i], ...matches.words.map((w) => w[i])]),
			).toEqual(expected);
			expect(new Set(matches.build).size).toBeLessThanOrEqual(1);
		},
	);

	it.each(INFORMATION_CHOICES.flatMap((information) => [1, 2].map((value) => [information, value] as const)))(
		'keeps matches by public information, as lists do: %s, depth %i',
		async (information, value) => {
			for (const strategy of STRATEGIES) {
				const conditions = [{ sector: 'volume', timeframe: strategy.rated[0], value }] as const;
				const question = { tab: 'free', strategy, conditions, information } as const;
				const rows = tables.flatMap((table) => [...memberRows(table, { ...question, operation: 'short' }, PARAMETERS_V1)]);
				expect(rows.length).toBeGreaterThan(0);
				expect(await countHistory(stores.series, { ...question, quorum: 2 }, span(), await seen())).toBe(rows.length);
			}
		},
	);

	it('knows whether a report has change, dollar volume and time in lists: one stored before these were has none', async () => {
		const { series, records } = stores;
		const time = (FIRST + 10 * DAY) / 1_000;
		const older = await openBatch(records.db, { kind: 'reports', provider: 'test' });
		await series.bulk.run(
			`INSERT INTO report_rows (report, build, ticker_id, flags) VALUES (${time}, ${older}, 1, 1), (${time}, ${older}, 2, 1)`,
		);
		await commitBatch(records.db, older, 2);
		expect(await findStoredColumns(series, { time: FIRST / 1_000, build }, 'reverse')).toEqual({ dayFigures: true, timeInList: true });
		expect(await findStoredColumns(series, { time, build: older }, 'reverse')).toEqual({ dayFigures: false, timeInList: false });
		const [, strategy] = STRATEGIES;
		const asked = {
			tab: 'free',
			strategy,
			quorum: 2,
			groups: [{ match: 'all', filters: [{ measure: 'change', from: -100, to: null }], groups: [] }],
		} as const;
		const past = { ...span(), from: time, to: time + 1 };
		expect(await countHistory(series, asked, past, await seen())).toBe(0);
		expect(await countHistory(series, { ...asked, groups: [] }, past, await seen())).toBe(2);
		expect(
			await queryMatchCounts(series, { ...asked, operation: 'short' }, { ...past, quorum: 2 }, new Map([[time, older]]), await seen()),
		).toEqual([]);
		const plain = { ...asked, groups: [], operation: 'short' } as const;
		expect(await queryMatchCounts(series, plain, { ...past, quorum: 2 }, new Map([[time, older]]), await seen())).toEqual([
			{ report: time, matched: 2, eligible: 2 },
		]);
	});

	it('gives the flag of each match, from all rows and from the deepest cells', async () => {
		const [, strategy] = STRATEGIES;
		for (const value of [1, 4]) {
			const conditions = [{ sector: 'volume', timeframe: strategy.rated[0], value }] as const;
			const matches = await scanHistory(
				stores.series,
				{ tab: 'free', strategy, conditions, quorum: 2 },
				{ ...span(), words: [], information: true },
				await seen(),
			);
			const expected = tables.flatMap((table) =>
				Array.from(
					memberRows(table, { tab: 'free', operation: 'short', strategy, conditions }, PARAMETERS_V1),
					(row) => table.information[row],
				),
			);
			expect(Array.from(matches.information ?? [])).toEqual(expected);
			expect(new Set(expected).size).toBeGreaterThan(2);
		}
	});

	it('keeps matches by industry, as lists do, however many tests name one with many tickers', async () => {
		const [, strategy] = STRATEGIES;
		const many = (from: number) => new Set(Array.from({ length: 15_000 }, (_, i) => from + 2 * i));
		const [odd, even] = [
			{ industry: 'Software', tickers: many(1) },
			{ industry: 'Oil', tickers: many(2) },
		];
		const none = { industry: 'Railroads', tickers: new Set<number>() };
		const deep = { sector: 'volume', timeframe: 'one_hour', value: 4 } as const;
		const groups: Readonly<Record<string, ScannedQuestion['groups']>> = {
			one: [{ match: 'all', filters: [odd], groups: [] }],
			other: [{ match: 'none', filters: [{ ...odd, industry: 'software' }, none], groups: [] }],
			neither: [{ match: 'any', filters: [none], groups: [] }],
			known: [{ match: 'none', filters: [none], groups: [] }],
			nested: Array.from({ length: 3 }, () => ({
				match: 'any',
				filters: [odd, deep],
				groups: Array.from({ length: 3 }, () => ({ match: 'all', filters: [even, deep, odd] })),
			})),
		};
		for (const [name, asked] of Object.entries(groups)) {
			const question = { tab: 'free', operation: 'short', strategy, groups: asked } as const;
			const listed = tables.map((table) => memberRows(table, question, PARAMETERS_V1).length);
			const sum = listed.reduce((all, one) => all + one, 0);
			expect(sum > 0, name).toBe(name !== 'neither');
			expect(await countHistory(stores.series, { ...question, quorum: 2 }, span(), await seen()), name).toBe(sum);
			const versions = new Map(tables.map(({ time }) => [time / 1_000, build]));
			const counted = await queryMatchCounts(stores.series, question, { ...span(), quorum: 2 }, versions, await seen());
			expect(
				counted.map(({ matched }) => matched),
				name,
			).toEqual(listed);
		}
	});

	it('leaves out builds that are not committed, other algos, and tickers that are not asked for', async () => {
		const question = { tab: 'free', strategy: STRATEGIES[0], conditions: [], quorum: 2 } as const;
		const { db } = stores.records;
		const before = await countHistory(stores.series, question, span(), await seen());
		const open = await openBatch(db, { kind: 'reports', provider: 'test' });
		await insertReportRows(stores.series, [soundReport(FIRST + 3_600_000, 50, 9)], open);
		expect(await countHistory(stores.series, question, span(), await seen())).toBe(before);
		await abortBatch(db, open);
		expect(await countHistory(stores.series, question, span('forecast'), await seen())).toBe(0);
		expect(await countHistory(stores.series, question, { ...span(), tickers: [1, 2] }, await seen())).toBe(6);
	});

	it('gives the versions of a report in the order of their builds, whichever was stored first', async () => {
		const { db } = stores.records;
		const time = FIRST + 30 * DAY;
		const builds: number[] = [];
		for (let version = 1; version <= 4; version++) builds.push(await openBatch(db, { kind: 'reports', provider: 'test' }));
		for (const at of [2, 0, 3, 1]) {
			const each = builds[at]!;
			await insertReportRows(stores.series, [soundReport(time, 50, 4)], each);
			await commitBatch(db, each, 50);
		}
		const question = { tab: 'free', strategy: STRATEGIES[0], conditions: [], quorum: 2 } as const;
		const within = { from: time / 1_000, to: time / 1_000 + 1, algo: 'reverse', words: [] } as const;
		// By the order of reports, and by a ticker's own.
		for (const tickers of [undefined, [1, 2, 3]]) {
			const matches = await scanHistory(stores.series, question, { ...within, tickers }, await seen());
			expect(matches.count).toBeGreaterThan(8);
			const found = Array.from(matches.tickerId, (id, at) => [id, matches.build[at]]);
			const once = [...new Set(matches.tickerId)].sort((a, b) => a - b);
			expect(found).toEqual(once.flatMap((id) => builds.map((each) => [id, each])));
		}
	});

	it('keeps the tiers asked for', async () => {
		for (const caps of [['undefined'], ['large_cap', 'mid_cap'], ['nano_cap'], ['mega_cap', 'small_cap', 'micro_cap'], ['all']] as const) {
			const question = { tab: 'free', strategy: STRATEGIES[0], conditions: [], quorum: 2, caps } as const;
			const listed = tables.map((table) => memberRows(table, { ...question, operation: 'short' }, PARAMETERS_V1).length);
			expect(await countHistory(stores.series, question, span(), await seen())).toBe(listed.reduce((sum, n) => sum + n, 0));
		}
	});

	it('reads the capitalisations of chosen reports', async () => {
		const caps = await queryReportCaps(stores.series, [{ time: FIRST / 1_000, build }], 'reverse');
		expect([caps.count, caps.cap[1]]).toEqual([200, 1e9]);
		expect((await queryReportCaps(stores.series, [], 'reverse')).count).toBe(0);
	});
});

it('hands out the prices of sessions, a daily bar where a ticker has no other', async () => {
	const { db } = stores.records;
	const sessions = ['2024-03-04', '2024-03-06'].map((date) => ({ date, open: Date.parse(`${date}T14:30:00Z`), slots: 26 }));
	const batch = await openBatch(db, { kind: 'bars', provider: 'test' });
	await insertBars(stores.series, sampleBars(2, [(sessions[0]?.open ?? 0) / 1_000]), batch);
	const daily = createDailyBlock(2);
	[1, 3].forEach((id, at) => {
		daily.tickerId[at] = id;
		daily.day[at] = Date.parse('2024-03-04') / DAY;
		daily.open[at] = 30;
		daily.high[at] = 33;
		daily.low[at] = 29;
		daily.close[at] = 32;
		daily.volume[at] = 9;
	});
	daily.count = 2;
	await insertDaily(stores.series, daily, batch);
	await commitBatch(db, batch, 54);
	const found: [string, number[]][] = [];
	await readSessionPrices(stores.series, sessions, Uint32Array.of(1, 2, 3), await seen(), ({ date }, { open, close, rows }) => {
		found.push([date, [open[0], close[25 * rows + 1], open[2], close[25 * rows + 2], close[3 * rows + 2]].map(Number)]);
	});
	expect(found).toEqual([
		['2024-03-04', [0.75, 2.25, 30, 32, Number.NaN]],
		['2024-03-06', [Number.NaN, Number.NaN, Number.NaN, Number.NaN, Number.NaN]],
	]);
});

it('hands out the prices of one ticker over the ends of months', async () => {
	const { db } = stores.records;
	const sessions = ['2024-05-30', '2024-05-31', '2024-06-03', '2024-06-28', '2024-07-01'].map((date) => ({
		date,
		open: Date.parse(`${date}T13:30:00Z`),
		slots: 26,
	}));
	const batch = await openBatch(db, { kind: 'bars', provider: 'test' });
	for (const [at, { open }] of sessions.entries()) {
		const block = sampleBars(2, [open / 1_000]);
		block.close.fill(10 * (at + 1));
		await insertBars(stores.series, block, batch);
	}
	await commitBatch(db, batch, 260);
	const found: [string, number[]][] = [];
	await readSessionPrices(stores.series, sessions, Uint32Array.of(2), await seen(), ({ date }, { close }) => {
		found.push([date, [...new Set(close)]]);
	});
	expect(found).toEqual(sessions.map(({ date }, at) => [date, [10 * (at + 1)]]));
});
