import { createBarBlock, createDailyBlock, createMentionBlock, createOptionBlock, POST, PRE, REGULAR } from '@sw/domain/prices/blocks';
import type { SessionMatrix } from '@sw/domain/prices/session-matrix';
import { Z_SERIES } from '@sw/domain/signals/report-table';
import { exchangeDate } from '@sw/domain/time/units';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Stores } from '../../open.ts';
import { abortBatch, commitBatch, openBatch, unsweptBatches, visibleBatches } from '../../postgres/records/tickers/batches.ts';
import { addBar, sampleBars, sampleReport } from '../../testing/sample-blocks.ts';
import { testStores } from '../../testing/test-stores.ts';
import { queryBarBatches } from '../bar-batches.ts';
import { insertBars, insertDaily, queryBars, queryDailyBars, queryTickerBars } from '../bars.ts';
import { insertMentions, queryMentions } from '../mentions.ts';
import { insertOptions, queryTickerOptions } from '../options.ts';
import { insertReportRows, queryReportRows } from '../report-rows.ts';
import { readSessionMatrices, readSessionMatrix } from '../session-matrices.ts';
import { sweepAbortedBatches } from '../sweep.ts';
import { queryTickerHistory } from '../ticker-history.ts';

let stores: Stores;
beforeAll(async () => {
	stores = await testStores();
});
afterAll(() => stores?.close());

/** Writes under a new batch and commits it. */
async function committed(write: (batch: number) => Promise<void>, kind: 'bars' | 'reports' = 'bars'): Promise<number> {
	const batch = await openBatch(stores.records.db, { kind, provider: 'test' });
	await write(batch);
	await commitBatch(stores.records.db, batch, 0);
	return batch;
}

function seen() {
	return visibleBatches(stores.records.db);
}

function opensOn(date: string): number {
	return Date.parse(`${date}T14:30:00Z`) / 1_000;
}

function sessionOf(date: string, slots = 26) {
	return { date, open: opensOn(date) * 1_000, slots };
}

describe('bars', () => {
	it('come back with all parts of the day, by time, the later batch winning', async () => {
		const open = opensOn('2024-01-03');
		const block = createBarBlock(10);
		addBar(block, 7, open - 900, 6.5, PRE);
		addBar(block, 7, open, 7, REGULAR);
		addBar(block, 7, open + 26 * 900, 7.5, POST);
		addBar(block, 8, open, 8, REGULAR);
		await committed((batch) => insertBars(stores.series, block, batch));
		const correction = createBarBlock(1);
		addBar(correction, 7, open, 7.25);
		await committed((batch) => insertBars(stores.series, correction, batch));

		const read = await queryTickerBars(stores.series, 7, open - 3_600, open + 86_400, await seen());
		expect(read.count).toBe(3);
		expect([...read.close.subarray(0, 3)]).toEqual([6.5, 7.25, 7.5]);
		expect([...read.session.subarray(0, 3)]).toEqual([PRE, REGULAR, POST]);
		expect(read.volume[1]).toBe(7_000);
		const both = await queryBars(stores.series, [7, 8], open, open + 1, await seen());
		expect([...both.tickerId.subarray(0, both.count)]).toEqual([7, 8]);
		expect((await queryBars(stores.series, [], open, open + 1, await seen())).count).toBe(0);
	});

	it('show which batches the numbers of a ticker and some dates come from', async () => {
		const open = opensOn('2024-01-03');
		const bars = createBarBlock(1);
		addBar(bars, 501, open + 900, 7);
		const ours = await committed((batch) => insertBars(stores.series, bars, batch));
		const block = createDailyBlock(1);
		block.tickerId[0] = 501;
		block.day[0] = Math.floor(open / 86_400) + 1;
		block.count = 1;
		const daily = await committed((batch) => insertDaily(stores.series, block, batch));
		const from = (first: string, last: string) => queryBarBatches(stores.series, 501, exchangeDate(first), exchangeDate(last));
		expect(await from('2024-01-03', '2024-01-04')).toEqual([ours, daily]);
		expect(await from('2024-01-04', '2024-01-05')).toEqual([daily]);
		expect(await from('2024-01-02', '2024-01-03')).toEqual([ours]);
		expect(await from('2023-01-02', '2024-01-02')).toEqual([]);
	});

	it('of an empty block change nothing', async () => {
		await committed((batch) => insertBars(stores.series, createBarBlock(0), batch));
		expect((await queryTickerBars(stores.series, 999, 0, 4e9, await seen())).count).toBe(0);
	});
});

describe('batches', () => {
	it('count only once committed, and aborted ones are swept', async () => {
		const open = opensOn('2024-02-01');
		const { db } = stores.records;
		const batch = await openBatch(db, { kind: 'bars', provider: 'test' });
		const before = await seen();
		await insertBars(stores.series, sampleBars(3, [open]), batch);
		const count = async (visible = seen()) => (await queryBars(stores.series, [1, 2, 3], open, open + 86_400, await visible)).count;
		expect(await count()).toBe(0);
		const late = await openBatch(db, { kind: 'bars', provider: 'test' });
		await insertBars(stores.series, sampleBars(4, [open]), late);
		await commitBatch(db, late, 1);
		expect(await count(Promise.resolve(before))).toBe(0);
		expect(await count()).toBe(78);
		await abortBatch(db, batch);
		expect(await unsweptBatches(db, 'bars')).toEqual([batch]);
		expect(await sweepAbortedBatches(db, stores.series)).toBe(1);
		expect((await seen()).except).toEqual([]);
		const rows = await stores.series.bulk.read({ n: 'UInt64' }, `SELECT count() AS n FROM bars WHERE batch = ${batch}`);
		expect(rows.columns.n[0]).toBe(0n);
		await expect(commitBatch(db, batch, 1)).rejects.toThrow('not open');
	});
});

describe('session matrices', () => {
	const dates = ['2024-03-27', '2024-03-28', '2024-04-01'];
	const ids = Uint32Array.of(101, 102, 103);

	beforeAll(async () => {
		const block = createBarBlock(200);
		for (const date of dates) {
			addBar(block, 101, opensOn(date), 1);
			addBar(block, 101, opensOn(date) + 25 * 900, 2);
			addBar(block, 102, opensOn(date) - 900, 3, PRE);
			addBar(block, 104, opensOn(date), 4);
		}
		await committed((batch) => insertBars(stores.series, block, batch));
		const daily = createDailyBlock(2);
		for (const [at, id] of [101, 102].entries()) {
			daily.tickerId[at] = id;
			daily.day[at] = Date.parse('2024-03-28') / 86_400_000;
			daily.close[at] = 55 + at;
			daily.volume[at] = 9;
		}
		daily.count = 2;
		await committed((batch) => insertDaily(stores.series, daily, batch));
		const options = createOptionBlock(2);
		options.tickerId.fill(101);
		// In a slot, and what was known of the day before at the next open.
		options.time.set([opensOn('2024-03-27') + 900, opensOn('2024-03-28') - 900]);
		options.calls.set([0, 70]);
		options.puts.set([12, 30]);
		options.count = 2;
		await committed((batch) => insertOptions(stores.series, options, batch));
	});

	it('are dense: NaN and 0 in gaps, other tickers and other parts of the day left out', async () => {
		const matrix = await readSessionMatrix(stores.series, sessionOf('2024-03-27'), ids, await seen());
		expect([matrix.slots, matrix.rows, matrix.daily]).toEqual([26, 3, null]);
		const filled = [...matrix.close.entries()].filter(([, close]) => !Number.isNaN(close));
		expect(filled).toEqual([
			[0, 1],
			[75, 2],
		]);
		expect([matrix.volume[0], matrix.volume[1]]).toEqual([101_000, 0]);
		expect([matrix.calls[0], matrix.calls[3], matrix.puts[3]]).toEqual([Number.NaN, 0, 12]);
	});

	it('take option totals of the evening before beside the slots', async () => {
		const matrix = await readSessionMatrix(stores.series, sessionOf('2024-03-28'), ids, await seen());
		expect([[...(matrix.optionDay?.calls ?? [])], [...(matrix.optionDay?.puts ?? [])]]).toEqual([
			[70, Number.NaN, Number.NaN],
			[30, Number.NaN, Number.NaN],
		]);
		expect(matrix.calls.every(Number.isNaN)).toBe(true);
		expect((await readSessionMatrix(stores.series, sessionOf('2024-03-27'), ids, await seen())).optionDay).toBeUndefined();
	});

	it("take a vendor's daily bar only where a ticker has no 15-minute bar", async () => {
		const matrix = await readSessionMatrix(stores.series, sessionOf('2024-03-28'), ids, await seen());
		expect([...(matrix.daily?.close ?? [])]).toEqual([Number.NaN, 56, Number.NaN]);
		expect([...(matrix.daily?.volume ?? [])]).toEqual([0, 9, 0]);
	});

	it('of several sessions arrive in order and equal those read one by one; an early close is shorter', async () => {
		const sessions = [...dates.slice(0, 2).map((date) => sessionOf(date)), sessionOf('2024-04-01', 14)];
		const got: [string, SessionMatrix][] = [];
		await readSessionMatrices(stores.series, sessions, ids, await seen(), ({ date }, matrix) => void got.push([date, matrix]));
		expect(got.map(([date]) => date)).toEqual(dates);
		for (const [at, session] of sessions.entries()) {
			expect(got[at]?.[1]).toEqual(await readSessionMatrix(stores.series, session, ids, await seen()));
		}
		expect(got[2]?.[1].close.length).toBe(14 * 3);
	});

	it('pass on what their reader throws', async () => {
		const fail = () => Promise.reject(new Error('reader failed'));
		await expect(
			readSessionMatrices(
				stores.series,
				dates.map((date) => sessionOf(date)),
				ids,
				await seen(),
				fail,
			),
		).rejects.toThrow('reader failed');
	});
});

describe('daily bars, options and mentions', () => {
	it('round-trip with their gaps', async () => {
		const daily = await queryDailyBars(stores.series, [101, 102], 0, 60_000, await seen());
		expect([daily.count, daily.close[1], daily.tickerId[1]]).toEqual([2, 56, 102]);
		const options = await queryTickerOptions(stores.series, 101, 0, 4e9, await seen());
		expect([options.count, options.calls[0], options.puts[0]]).toEqual([2, 0, 12]);
	});

	it('sum mentions over sources, the later batch winning; -1 where there is no count', async () => {
		const hour = opensOn('2024-05-01');
		const write = (rows: readonly [number, number, number][]) => {
			const block = createMentionBlock(rows.length);
			for (const [id, source, mentions] of rows) {
				const at = block.count++;
				block.tickerId[at] = id;
				block.time[at] = hour;
				block.source[at] = source;
				block.mentions[at] = mentions;
				block.retweets[at] = 1;
			}
			return committed((batch) => insertMentions(stores.series, block, batch));
		};
		await write([
			[1, 0, 5],
			[1, 1, 6],
			[2, 0, 0],
		]);
		await write([[1, 0, 4]]);
		const block = await queryMentions(stores.series, [1], hour, hour + 1, await seen());
		expect([...block.mentions.subarray(0, block.count)]).toEqual([4, 6]);
	});
});

describe('report rows', () => {
	const time = opensOn('2024-06-03') * 1_000 + 900_000;

	it('come back bit for bit, several reports at once, by build', async () => {
		const tables = [sampleReport(time, 30), sampleReport(time + 900_000, 25), sampleReport(time, 30, 'forecast')];
		const build = await committed((batch) => insertReportRows(stores.series, tables, batch), 'reports');
		for (const table of tables) expect(await queryReportRows(stores.series, table.time, table.algo, build)).toEqual(table);
		expect((await queryReportRows(stores.series, tables[0]?.time as never, 'reverse', build + 1)).count).toBe(0);
		await committed((batch) => insertReportRows(stores.series, [], batch), 'reports');
	});

	it("give a ticker's history: first published or newest, without open builds", async () => {
		const correction = sampleReport(time, 30);
		correction.price[4] = 77;
		correction.information[4] = 9;
		await committed((batch) => insertReportRows(stores.series, [correction], batch), 'reports');
		const open = await openBatch(stores.records.db, { kind: 'reports', provider: 'test' });
		await insertReportRows(stores.series, [sampleReport(time + 1_800_000, 30)], open);
		const span = { from: time / 1_000, to: time / 1_000 + 86_400, algo: 'reverse' as const };
		const newest = await queryTickerHistory(stores.series, 5, { ...span, version: 'newest' }, await seen());
		expect([newest.count, newest.price[0], newest.price[1]]).toEqual([2, 77, 10_004]);
		const first = await queryTickerHistory(stores.series, 5, { ...span, version: 'first' }, await seen());
		expect([first.count, first.price[0]]).toEqual([2, 10_004]);
		expect(first.information).toBeUndefined();
		const informed = await queryTickerHistory(stores.series, 5, { ...span, version: 'newest', withExtras: true }, await seen());
		expect([...(informed.information ?? [])]).toEqual([9, sampleReport(time, 5).information[4]]);
		const column = Z_SERIES.indexOf('diff') + 2 * Z_SERIES.length;
		expect([...(informed.z ?? [])].slice(2 * column, 2 * column + 2)).toEqual([
			correction.z[30 * column + 4],
			sampleReport(time, 30).z[30 * column + 4],
		]);
		expect(first.words[3][1]).toBe(sampleReport(time, 5).words[3][4]);
		await abortBatch(stores.records.db, open);
		await sweepAbortedBatches(stores.records.db, stores.series);
		expect((await queryReportRows(stores.series, (time + 1_800_000) as never, 'reverse', open)).count).toBe(0);
	});
});

describe('one block', () => {
	it('may lie in more months than the engine allows by default', async () => {
		const block = createBarBlock(120);
		for (let month = 0; month < 120; month += 1) addBar(block, 50, Date.UTC(1998, month, 2, 15) / 1_000, month + 1);
		await committed((batch) => insertBars(stores.series, block, batch));
		expect((await queryTickerBars(stores.series, 50, 0, 4e9, await seen())).count).toBe(120);
	});
});

describe('a million bars', () => {
	it('go in and come out in seconds', async () => {
		const opens = Array.from({ length: 32 }, (_, day) => opensOn('2025-01-02') + day * 86_400);
		const block = sampleBars(1_202, opens);
		const start = performance.now();
		await committed((batch) => insertBars(stores.series, block, batch));
		const written = performance.now();
		const sessions = opens.map((open) => ({ date: new Date(open * 1_000).toISOString().slice(0, 10), open: open * 1_000, slots: 26 }));
		const ids = Uint32Array.from({ length: 1_202 }, (_, row) => row + 1);
		let filled = 0;
		await readSessionMatrices(stores.series, sessions, ids, await seen(), (_session, matrix) => {
			for (const close of matrix.close) if (!Number.isNaN(close)) filled += 1;
		});
		console.info(
			`${block.count} bars: written in ${Math.round(written - start)} ms, read in ${Math.round(performance.now() - written)} ms`,
		);
		expect(filled).toBe(block.count);
	});
});

describe('the embedded engine', () => {
	it('compiles no expression, whichever line asks', async () => {
		const settings = ['compile_expressions', 'compile_aggregate_expressions', 'compile_sort_description'];
		const query = `SELECT toUInt8(${settings.map((name) => `getSetting('${name}')`).join(' OR ')}) AS compiles`;
		const { requests, publishing, bulk } = stores.series;
		const found = await Promise.all([requests, publishing, bulk].map((line) => line.read({ compiles: 'UInt8' }, query)));
		expect(found.map(({ columns }) => columns.compiles[0])).toEqual([0, 0, 0]);
	});
});
