import { createHash } from 'node:crypto';
import { nyse, type Session } from '@sw/domain/time/calendar';
import { slotStart } from '@sw/domain/time/slots';
import { exchangeDate, type UtcMs } from '@sw/domain/time/units';
import { queryReportRows } from '@sw/store/clickhouse/report-rows';
import { reportsBetween } from '@sw/store/postgres/records/reports/reports';
import { testStores } from '@sw/store/testing/test-stores';
import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { testMarket } from '../../compose/testing/test-market.ts';
import { openProvider } from '../../compose/vendors/provider.ts';
import { withFiles } from '../../intake/files/testing/import-all.ts';
import { createFakeWallClock } from '../../platform/clocks/testing/fake-wall-clock.ts';
import { createDelayedCloses } from '../../reports/delayed-closes.ts';
import { runTask } from '../../research/search/search-jobs.ts';
import { createResearchApp } from '../../research/testing/research-app.ts';
import { createDefaultSlots, type SlotsOn } from '../timetable/slot-times.ts';

/** Sessions on both sides of a place where the walks of the engine are cut. */
const after = nyse.sessionOn(exchangeDate('2024-03-01')) as Session;
const first = nyse.sessionByOrdinal(after.ordinal + 80 - (after.ordinal % 80) - 6) as Session;
const SESSIONS = Array.from({ length: 12 }, (_, n) => nyse.sessionByOrdinal(first.ordinal + n) as Session);
const SYMBOLS = ['AAA', 'BBB', 'CCC'];

/** Reports of the hours from 10:00 ET on alone: a quarter of the work says as much. */
const FULL_HOURS: SlotsOn = (date) =>
	createDefaultSlots(nyse)(date).filter(({ at }) => new Date(at).getUTCMinutes() === 0 && nyse.sessionOn(date)?.close !== at);

/** A row of a part: which symbol on which session, and its lines. */
interface Cell {
	symbol: string;
	session: number;
	lines: string[];
}

/** Prices that go their own way by a fixed rule, and volumes that burst now and then. */
const CELLS: readonly Cell[] = SYMBOLS.flatMap((symbol, s) => {
	let price = 40 + 10 * s;
	let state = 7 + s;
	return SESSIONS.map((session, n): Cell => {
		const lines = Array.from({ length: session.slots }, (_, slot) => {
			state = (state * 48_271) % 2_147_483_647;
			const open = price;
			price = Math.max(1, price * (1 + (((state % 2_001) - 1_000) / 150_000) * (state % 7 === 0 ? 5 : 1)));
			const [low, high] = [Math.min(open, price), Math.max(open, price)];
			const volume = 10_000 + (state % 9_000) * (state % 11 === 0 ? 12 : 1);
			const time = new Date(slotStart(session, slot)).toISOString();
			return [symbol, time, open.toFixed(4), (high + 0.01).toFixed(4), (low - 0.01).toFixed(4), price.toFixed(4), volume].join();
		});
		return { symbol, session: n, lines };
	});
});

const VALIDATION = {
	tab: 'free',
	timeframes: ['fifteen_minutes', 'thirty_minutes', 'one_hour'],
	filters: [{ sector: 'price_short', timeframe: 'fifteen_minutes', value: 1 }],
	horizons: [5],
	cooldown: 1,
	from: new Date(first.open).toISOString(),
} as const;

/** Everything that an import in these parts, one after another, leads to: hashes of contents, rows and statistics. */
async function outcome(parts: readonly (readonly Cell[])[]) {
	const stores = await testStores();
	const wall = createFakeWallClock();
	const provider = await openProvider(stores, 'files', nyse);
	const market = await testMarket({ stores, provider, wall, closes: createDelayedCloses(FULL_HOURS) });
	try {
		await market.run();
		const api = await createResearchApp({ stores, provider, market, wall, close: async () => {} });
		await api.signIn();
		let task: { id: number } | undefined;
		for (const part of parts) {
			const result = await withFiles({ 'part.csv': tableOf(part) }, (folder) => market.importFiles(folder, {}, () => {}));
			expect(result).toMatchObject({ files: 1, failed: 0, rejects: 0, corrected: 0 });
			task ??= (await api.call('POST', '/api/signal-search-tasks', { name: 'early', ...VALIDATION })).body as { id: number };
			await api.runPendingSearches();
			// As a new report has it: what the search has found on a part of the past follows the whole.
			await runTask(api.parts, task.id, null, new AbortController().signal);
		}
		const search = (await api.call('GET', `/api/signal-search-tasks/${task?.id}`)).body as { state: string; results: unknown };
		expect(search.state).toBe('done');
		const reports = await reportsBetween(stores.records.db, 0 as UtcMs, 2e12 as UtcMs, 'reverse');
		const contents: [number, string][] = [];
		for (const { time, algo, buildId, inputHash, contentHash } of reports) {
			const table = await queryReportRows(stores.series, time, algo, buildId);
			const rows = createHash('sha256');
			for (const column of [table.tickerId, ...table.words, table.z, table.price, table.mentions, table.flags])
				rows.update(new Uint8Array(column.buffer, column.byteOffset, column.byteLength));
			contents.push([time, `${table.count} ${contentHash} ${inputHash} ${rows.digest('hex')}`]);
		}
		const validation = await api.call('POST', '/api/indicators/validate/multiple', VALIDATION);
		expect(validation.status, JSON.stringify(validation.body)).toBe(200);
		return {
			contents,
			statistics: validation.body as { results: { n: number }[] },
			search: search.results,
		};
	} finally {
		await market.stop();
		await stores.close();
	}
}

function tableOf(cells: readonly Cell[]): string {
	return `symbol,time,open,high,low,close,volume\n${cells
		.toSorted((a, b) => a.session - b.session)
		.flatMap(({ lines }) => lines)
		.join('\n')}\n`;
}

/** The cells in so many parts by chance, none of them empty, in an order by chance. */
function dealt(count: number, seed: number): Cell[][] {
	const cells = shuffled(CELLS, seed);
	return Array.from({ length: count }, (_, part) => cells.filter((_cell, at) => at % count === part));
}

function shuffled<T>(items: readonly T[], seed: number): T[] {
	return fc.sample(fc.shuffledSubarray([...items], { minLength: items.length }), { numRuns: 1, seed })[0] as T[];
}

function byDays(count: number): Cell[][] {
	const size = Math.ceil(SESSIONS.length / count);
	return Array.from({ length: Math.ceil(SESSIONS.length / size) }, (_, part) =>
		CELLS.filter(({ session }) => Math.floor(session / size) === part),
	);
}

/** Ten imports one after another, each followed by reports, take a while on a slow machine. */
const SLOW_BEAT = { timeout: 900_000 };

describe('imports of the same data', () => {
	let whole: Awaited<ReturnType<typeof outcome>>;
	beforeAll(async () => {
		whole = await outcome([CELLS]);
	}, SLOW_BEAT.timeout);

	it('give every report that has bars, and a search the same as a validation', () => {
		expect(whole.contents.length).toBe(SESSIONS.length * 6);
		expect(whole.statistics.results[0]?.n).toBeGreaterThan(3);
		expect(whole.search).toEqual(whole.statistics.results);
	});

	it.each([
		['two parts, the later first', byDays(2).toReversed()],
		['two parts by symbol', [CELLS.filter(({ symbol }) => symbol > 'B'), CELLS.filter(({ symbol }) => symbol < 'B')]],
		['ten parts by chance', dealt(10, 11)],
	])('give the same contents and the same statistics in %s', SLOW_BEAT, async (_name, parts) => {
		const found = await outcome(parts);
		expect(found.contents).toEqual(whole.contents);
		expect(found.statistics).toEqual(whole.statistics);
		expect(found.search).toEqual(whole.search);
	});
});
