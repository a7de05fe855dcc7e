import { typeAt } from '@sw/domain/prices/ticker';
import { memberRows } from '@sw/domain/reports/list/ranking-members';
import type { ReportRecord } from '@sw/domain/reports/report-record';
import { createUniformRandom } from '@sw/domain/signals/engine/testing/random-market';
import { PARAMETERS_V1 } from '@sw/domain/signals/parameters';
import type { ReportTable } from '@sw/domain/signals/report-table';
import { nyse, type Session } from '@sw/domain/time/calendar';
import { slotStart } from '@sw/domain/time/slots';
import { STRATEGIES } from '@sw/domain/time/timeframe';
import { exchangeDate, type ReportTime, type UtcMs } from '@sw/domain/time/units';
import { queryReportRows } from '@sw/store/clickhouse/report-rows';
import type { Stores } from '@sw/store/open';
import { reportAt, reportsBetween } from '@sw/store/postgres/records/reports/reports';
import { testStores } from '@sw/store/testing/test-stores';
import { describe, expect, it } from 'vitest';
import { createTypeRule } from '../../areas/type-rule.ts';
import type { ReportedMarket } from '../../compose/core/market.ts';
import { testMarket } from '../../compose/testing/test-market.ts';
import { openProvider } from '../../compose/vendors/provider.ts';
import { withFiles } from '../../intake/files/testing/import-all.ts';
import { createFakeWallClock } from '../../platform/clocks/testing/fake-wall-clock.ts';
import { recheckReports } from '../../reports/proof/chain-job.ts';
import { createPublish, createSetNumberLookup } from '../../reports/publish.ts';
import { recompute } from '../../reports/recompute/recompute.ts';
import { verifyReport } from '../../reports/recompute/verify-report.ts';
import { openStoredReports } from '../../reports/testing/published-reports.ts';
import { createDefaultSlots, slotTimes } from '../timetable/slot-times.ts';
import { LOOKBACK_SESSIONS } from './input-hash.ts';

const SESSIONS = nyse.sessionsBetween(exchangeDate('2022-09-01'), exchangeDate('2024-06-28')).slice(0, LOOKBACK_SESSIONS + 40);
/** Sessions at the end that have quarter-hours; those before have days. */
const QUARTERS = 2;
const SYMBOLS = ['SPOT', 'LATEA', 'LATEB', 'LATEC', 'ONCE', 'INDEX'];

/** One ticker's rows: time in the market, and the line of the file. */
interface Row {
	end: number;
	line: string;
}

/** Prices of a random walk, some with a jump that nothing explains; LATE tickers have volume from a random place on, ONCE in its first week alone. */
function randomRows(seed: number): { days: Row[]; quarters: Row[] } {
	const random = createUniformRandom(seed);
	const [days, quarters]: [Row[], Row[]] = [[], []];
	const edge = SESSIONS.length - QUARTERS;
	for (const symbol of SYMBOLS) {
		let price = 40 + 20 * random();
		const late = symbol.startsWith('LATE') ? Math.floor(SESSIONS.length * (0.1 + 0.89 * random())) : 0;
		const start = symbol === 'LATEC' ? edge + 1 : late;
		const jump = random() < 0.6 ? Math.floor(random() * edge) : -1;
		const volumeAt = (at: number, slot: number): number => {
			if (symbol === 'INDEX') return 0;
			if (symbol === 'ONCE') return at < 5 ? 5_000 : 0;
			if (symbol === 'LATEC' && at === start) return slot >= 9 ? 2_000 : 0;
			return at < start ? 0 : 1_000 + Math.floor(9_000 * random());
		};
		for (const [at, session] of SESSIONS.entries()) {
			if (at === jump) price *= 2.2;
			for (const slot of at < edge ? [0] : Array.from({ length: session.slots }, (_, k) => k)) {
				const open = price.toFixed(2);
				price *= 1 + 0.02 * (random() - 0.5);
				const [close, high, low] = [price, price * 1.01, price * 0.98].map((each) => each.toFixed(2));
				const numbers = `${open},${Math.max(Number(high), Number(open))},${Math.min(Number(low), Number(open))},${close},${volumeAt(at, slot)}`;
				if (at < edge) days.push({ end: session.close, line: `${symbol},${session.date},${numbers}` });
				else {
					const start = slotStart(session, slot);
					quarters.push({ end: start + 900_000, line: `${symbol},${new Date(start).toISOString().slice(0, 19)}Z,${numbers}` });
				}
			}
		}
	}
	return { days, quarters };
}

interface World {
	stores: Stores;
	market: ReportedMarket;
}

/** A process has one store at a time. */
async function withWorld<T>(use: (world: World) => Promise<T>): Promise<T> {
	const stores = await testStores();
	try {
		const market = await testMarket({ stores, provider: await openProvider(stores, 'files', nyse), wall: createFakeWallClock() });
		await market.run();
		try {
			return await use({ stores, market });
		} finally {
			await market.stop();
		}
	} finally {
		await stores.close();
	}
}

/** Imports the rows of (after, until]. */
async function importRows({ market }: World, rows: ReturnType<typeof randomRows>, after: number, until: number): Promise<void> {
	for (const [name, clock, kind] of [
		['days', 'date', rows.days],
		['quarters', 'time', rows.quarters],
	] as const) {
		const lines = kind.filter(({ end }) => end > after && end <= until).map(({ line }) => line);
		if (lines.length === 0) continue;
		const text = `symbol,${clock},open,high,low,close,volume\n${lines.join('\n')}\n`;
		await withFiles({ [`${name}-${until}.csv`]: text }, (folder) =>
			market.importFiles(folder, { interval: name === 'days' ? 'day' : 15 }, () => {}),
		);
	}
}

async function tableAt({ stores }: World, time: number): Promise<ReportTable> {
	const record = await reportAt(stores.records.db, time as ReportTime, 'reverse');
	if (!record) throw new Error(`No report of ${new Date(time).toISOString()}.`);
	return queryReportRows(stores.series, record.time, record.algo, record.buildId);
}

function rowsOf(table: ReportTable): unknown[] {
	return Array.from(table.tickerId, (id, i) => [
		id,
		table.price[i],
		table.flags[i],
		table.mentions[i],
		...table.words.map((words) => words[i]),
	]);
}

function listed({ market }: World, table: ReportTable, type: 'indexes' | 'all'): number[] {
	const [strategy] = STRATEGIES;
	if (!strategy) throw new Error('No strategy.');
	const question = { tab: 'free', operation: 'short', strategy, types: createTypeRule(market.directory, type) } as const;
	return Array.from(memberRows(table, question, PARAMETERS_V1), (row) => table.tickerId[row]!);
}

async function partsOf({ stores }: World) {
	return { stores, provider: await openProvider(stores, 'files', nyse), calendar: nyse, rebuildForecasts: async () => undefined };
}

/** A report as an engine of version 1.0.0 published it, which took a ticker for what it was in the whole market, still verifies and is rechecked. */
async function verifyOldReport(world: World, time: number): Promise<void> {
	const { stores } = world;
	const { db } = stores.records;
	const parts = await partsOf(world);
	const record = await reportAt(db, time as ReportTime, 'reverse');
	if (!record) throw new Error('Report not found.');
	const { table, inputs } = await recompute(parts, record, false, { usesCurrentTypes: true });
	expect(table.count).toBeLessThan(record.tickers);
	const publish = createPublish({
		stores,
		provider: 'files',
		engine: '1.0.0',
		getNumberedSet: createSetNumberLookup(db),
		shownReports: await openStoredReports(stores),
		typeIndexOf: () => 0,
	});
	const { cutoff, publishedAt, reconstructed } = record;
	const [old] = await publish([{ table, cutoff, publishedAt, reconstructed, parameters: PARAMETERS_V1, inputs }]);
	if (!old) throw new Error('The report was not published.');
	expect(await verifyReport(parts, old)).toMatchObject({ identical: true, differences: [], sameInputs: true, sameEngine: true });
	const checked: string[] = [];
	const recheck = {
		verify: (due: ReportRecord) => {
			checked.push(due.engineVersion);
			return verifyReport(parts, due);
		},
		isDue: (due: ReportRecord) => due.time === time,
		onProgress: () => {},
	};
	expect(await recheckReports(stores, recheck)).toEqual([]);
	expect(checked).toEqual(['1.0.0']);
}

describe.each([1, 2])('a market whose tickers have prices before they have volume, random market %i', (seed) => {
	const rows = randomRows(seed);
	const random = createUniformRandom(seed + 100);
	const edge = SESSIONS.length - QUARTERS;
	const closes = [40, 203, 225].map((at) => (SESSIONS[at + (seed % 4)] as Session).close);
	const middle = SESSIONS[edge + 1] as Session;
	// The report before LATEC's first volume is known, the one after it, and some others.
	const known = slotStart(middle, 10);
	const times = slotTimes(createDefaultSlots(nyse), middle, middle.close);
	const around = [times.findLast((time) => time < known), times.find((time) => time >= known)];
	const within = times.filter((time, i) => i % 5 === seed || around.includes(time));
	const cuts: number[] = [...closes, ...within, (SESSIONS.at(-1) as Session).close];

	it('has the same reports and lists of each slot, cut there, as when everything is known', async () => {
		const reportAndLists = async (world: World, time: number) => {
			const table = await tableAt(world, time);
			return { time: new Date(time), rows: rowsOf(table), indexes: listed(world, table, 'indexes'), all: listed(world, table, 'all') };
		};
		const whole = await withWorld(async (world) => {
			await importRows(world, rows, 0, Number.POSITIVE_INFINITY);
			const types = world.market.directory.tickers.map((ticker) => [ticker.symbol, cuts.map((time) => typeAt(ticker, time))] as const);
			expect(Object.fromEntries(types)).toMatchObject({
				SPOT: cuts.map(() => 'stocks'),
				ONCE: cuts.map(() => 'stocks'),
				INDEX: cuts.map(() => 'index'),
				LATEC: cuts.map((time) => (time < known ? 'index' : 'stocks')),
			});
			const all = await Promise.all(cuts.map((time) => reportAndLists(world, time)));
			if (seed === 1) await verifyOldReport(world, cuts[0]!);
			return all;
		});
		await withWorld(async (world) => {
			for (const [at, time] of cuts.entries()) {
				await importRows(world, rows, cuts[at - 1] ?? 0, time);
				expect(await reportAndLists(world, time)).toEqual(whole[at]);
			}
			// What came later leaves the earlier reports as they were, and each verifies.
			const { stores } = world;
			const reports = await reportsBetween(stores.records.db, 0 as UtcMs, 2e12 as UtcMs, 'reverse');
			expect(reports.filter(({ version, time }) => version > 1 && cuts.includes(time))).toEqual([]);
			const parts = await partsOf(world);
			for (const record of reports.filter(() => random() < 0.05))
				expect(await verifyReport(parts, record)).toMatchObject({ identical: true, differences: [] });
		});
	});
});
