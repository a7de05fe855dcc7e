/**
 * Runs the product's market pipeline over real stores, fed with random tickers. Phases are observed from outside: at the provider, the store and the
 * announcement.
 */
import { setTimeout as delay } from 'node:timers/promises';
import { PARAMETERS_V1 } from '@sw/domain/signals/parameters';
import { nyse } from '@sw/domain/time/calendar';
import { openMarket, type ReportedMarket } from '@sw/server/compose/core/market';
import type { Provider } from '@sw/server/intake/provider';
import { createDefaultSlots } from '@sw/server/market/timetable/slot-times';
import { createSteadyPace } from '@sw/server/platform/clocks/pace';
import { systemWallClock } from '@sw/server/platform/clocks/wall-clock';
import { createReadiness } from '@sw/server/platform/readiness';
import { createDelayedCloses } from '@sw/server/reports/delayed-closes';
import type { Engine } from '@sw/store/clickhouse/engine/engine';
import type { Stores } from '@sw/store/open';
import { listen } from '@sw/store/postgres/listen';
import { REPORT_CHANNEL } from '@sw/store/postgres/records/reports/reports';
import { createSlotMarket } from './slot-market.ts';

const LIVE_SESSIONS = 2;
/** Milliseconds from a report until memory is measured: by then its follow-up work is done. */
const SETTLE_MS = 1_500;

/** The events of a slot, in order. */
export const EVENTS = ['due', 'storing', 'stored', 'scored', 'written', 'shown', 'announced'] as const;
export type SlotEvent = (typeof EVENTS)[number];
export const PHASES: Readonly<Record<Exclude<SlotEvent, 'due'>, string>> = {
	storing: 'fetched and converted to rows',
	stored: 'bars and options written',
	scored: 'batch committed, added to the windows, scored',
	written: 'report written',
	shown: 'committed, chained and shown to requests',
	announced: 'seen by other processes',
};

/** Reference: each slot's rows of these tables are written a second time, to twin tables and with no other work. */
const TWIN_TABLES = ['bars', 'option_sums', 'report_rows'];

interface TableWrite {
	table: string;
	repeat: () => Promise<void>;
}

export interface LiveSlotOptions {
	/** Number of tickers. */
	readonly tickerCount: number;
	/** Number of sessions, including the live ones; the engine's windows are full after 70. */
	readonly sessions: number;
	/** Number of slots to run. */
	readonly slots: number;
	/** Multiple of real speed. */
	readonly speed: number;
}

/** Other work in the same process as the market. */
export interface ConcurrentWork {
	/** Called after each slot with the number of slots so far. */
	onSlotEnd(slotCount: number): Promise<void>;
	close(): Promise<void>;
}

/**
 * Runs the market for some slots; `inspect` reads it before it is stopped, and its result is returned as `inspection`. The other results have one entry per
 * slot: `times` of events, `references` and `processorTimes` in milliseconds, `memory` in bytes.
 */
export async function runLiveSlots<T>(
	stores: Stores,
	{ tickerCount, sessions, slots, speed }: LiveSlotOptions,
	inspect: (market: ReportedMarket) => Promise<T> | T,
	startConcurrentWork?: (market: ReportedMarket) => Promise<ConcurrentWork>,
) {
	for (const table of TWIN_TABLES) await stores.series.bulk.run(`CREATE TABLE ${table}_twin AS ${table}`);
	const times: Record<SlotEvent, number>[] = [];
	const references: number[] = [];
	const memory: number[] = [];
	/** Processor milliseconds, all threads together, from the end of a slot to its report; other load hardly adds to them. */
	const processorTimes: number[] = [];
	let usageAtStart = process.cpuUsage();
	let eventTimes: Partial<Record<SlotEvent, number>> = {};
	let writes: TableWrite[] = [];
	let isLive = false;
	const noteTime = (event: SlotEvent): void => {
		eventTimes[event] = performance.now();
	};
	const beforeWrite = (table: string): void => {
		if (table === 'report_rows') noteTime('scored');
		else if (eventTimes.storing === undefined) noteTime('storing');
	};
	const afterWrite = (write: TableWrite): void => {
		// Breadth is written in parallel with the commit and counts as part of it.
		if (write.table === 'breadth') return;
		noteTime(write.table === 'report_rows' ? 'written' : 'stored');
		if (isLive) writes.push(write);
	};
	const observedStores: Stores = {
		...stores,
		series: {
			...stores.series,
			publishing: observeWrites(stores.series.publishing, beforeWrite, afterWrite),
			bulk: observeWrites(stores.series.bulk, beforeWrite, afterWrite),
		},
	};
	const slotMarket = createSlotMarket(tickerCount, sessions, LIVE_SESSIONS);
	const provider: Provider = {
		...slotMarket,
		slot: async (session, slot) => {
			isLive = true;
			eventTimes = {};
			writes = [];
			usageAtStart = process.cpuUsage();
			noteTime('due');
			return (slotMarket.slot as NonNullable<Provider['slot']>)(session, slot);
		},
	};
	const market = await openMarket({
		stores: observedStores,
		provider,
		wall: systemWallClock,
		readiness: createReadiness(),
		calendar: nyse,
		pace: createSteadyPace(speed),
		parameters: () => PARAMETERS_V1,
		closes: createDelayedCloses(createDefaultSlots(nyse)),
		reportSessions: 1,
		onError: (message, error) => console.error(message, error),
	});
	let onAnnouncement = (): void => {};
	const listener = await listen(stores.records.url, {
		channel: REPORT_CHANNEL,
		onMessage: () => onAnnouncement(),
		onResume: () => {},
	});
	await market.run();
	market.reports.onNewest(() => {
		noteTime('shown');
		const { user, system } = process.cpuUsage(usageAtStart);
		processorTimes.push((user + system) / 1000);
	});
	const concurrentWork = await startConcurrentWork?.(market);
	while (times.length < slots) {
		await new Promise<void>((resolve) => {
			onAnnouncement = resolve;
		});
		if (!isLive) continue;
		noteTime('announced');
		// The announcement can arrive before this process shows the report.
		await delay(SETTLE_MS);
		times.push({ ...(eventTimes as Record<SlotEvent, number>) });
		await concurrentWork?.onSlotEnd(times.length);
		const startedAt = performance.now();
		for (const { repeat } of writes) await repeat();
		references.push(performance.now() - startedAt);
		memory.push(measureResidentMemory());
	}
	const inspection = await inspect(market);
	await concurrentWork?.close();
	await market.stop();
	await listener.close();
	return { times, references, memory, processorTimes, inspection };
}

/** Bytes that the process holds after garbage collection. */
function measureResidentMemory(): number {
	globalThis.gc?.();
	return process.memoryUsage.rss();
}

/** Calls `beforeWrite` and `afterWrite` around each write to the store. */
function observeWrites(engine: Engine, beforeWrite: (table: string) => void, afterWrite: (write: TableWrite) => void): Engine {
	return {
		...engine,
		write: async (table, spec, columns, from, to) => {
			beforeWrite(table);
			await engine.write(table, spec, columns, from, to);
			afterWrite({ table, repeat: () => engine.write(`${table}_twin`, spec, columns, from, to) });
		},
	};
}
