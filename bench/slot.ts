/**
 * From the end of a slot to the published report: the running market of the product over real stores, fed with 10,000 made-up tickers. Phases are
 * seen from outside, at the provider, the store and the announcement. Reference: the same rows written to twin tables with nothing around them.
 * `--long` goes on for 52 slots at 60 times the speed, and compares memory.
 */

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { PARAMETERS_V1 } from '@sw/domain/signals/parameters';
import { nyse } from '@sw/domain/time/calendar';
import { openMarket } from '@sw/server/compose/market';
import type { Provider } from '@sw/server/intake/provider';
import { defaultSlots } from '@sw/server/market/timetable/slot-times';
import { steadyPace } from '@sw/server/platform/clocks/pace';
import { systemWallClock } from '@sw/server/platform/clocks/wall-clock';
import { createReadiness } from '@sw/server/platform/readiness';
import type { Engine } from '@sw/store/clickhouse/engine';
import { openStores, type Stores } from '@sw/store/open';
import { listen } from '@sw/store/postgres/listen';
import { REPORT_CHANNEL } from '@sw/store/postgres/records/reports';
import { against, alone, type Benchmark, type Measured, mb, median, ms, quantile } from './measured.ts';
import { slotMarket } from './slot-market.ts';

const ROWS = 10_000;
/** The engine's windows are full after 70. */
const SESSIONS = 75;
const LIVE_SESSIONS = 2;
const SHORT = { slots: 12, speed: 180 };
const LONG = { slots: 52, speed: 60 };
/** The slot after which memory counts as that of a market that runs. */
const SETTLED_SLOT = 26;
/** After a report, until its memory is looked at: what it leaves behind is then done. */
const REST = 1_500;

/** What happens to a slot, in order. */
const EVENTS = ['due', 'storing', 'stored', 'scored', 'kept', 'shown', 'heard'] as const;
type Event = (typeof EVENTS)[number];
const PHASES: Readonly<Record<Exclude<Event, 'due'>, string>> = {
	storing: 'fetched and made into rows',
	stored: 'bars and options written',
	scored: 'batch committed, taken into the windows, scored',
	kept: 'report written',
	shown: 'committed, chained and shown to requests',
	heard: 'heard by other processes',
};

interface Written {
	table: string;
	again: () => Promise<void>;
}

/** Tells before and after each write to the store. */
const watched = (engine: Engine, before: (table: string) => void, after: (written: Written) => void): Engine => ({
	...engine,
	write: async (table, spec, columns, from, to) => {
		before(table);
		await engine.write(table, spec, columns, from, to);
		after({ table, again: () => engine.write(`${table}_twin`, spec, columns, from, to) });
	},
});

/** Bytes that the process holds once garbage is gone. */
const resident = (): number => {
	globalThis.gc?.();
	return process.memoryUsage.rss();
};

const TABLES = ['bars', 'option_sums', 'report_rows'];

const runMarket = async (stores: Stores, { slots, speed }: { slots: number; speed: number }) => {
	const times: Record<Event, number>[] = [];
	const references: number[] = [];
	const memory: number[] = [];
	let now: Partial<Record<Event, number>> = {};
	let written: Written[] = [];
	let live = false;
	const note = (event: Event): void => {
		now[event] = performance.now();
	};
	const before = (table: string): void => {
		if (table === 'report_rows') note('scored');
		else if (now.storing === undefined) note('storing');
	};
	const after = (one: Written): void => {
		// Breadth is written beside the commit, in whose time it counts.
		if (one.table === 'breadth') return;
		note(one.table === 'report_rows' ? 'kept' : 'stored');
		if (live) written.push(one);
	};
	const seen: Stores = {
		...stores,
		series: {
			...stores.series,
			publishing: watched(stores.series.publishing, before, after),
			bulk: watched(stores.series.bulk, before, after),
		},
	};
	const source = slotMarket(ROWS, SESSIONS, LIVE_SESSIONS);
	const provider: Provider = {
		...source,
		slot: async (session, slot) => {
			live = true;
			now = {};
			written = [];
			note('due');
			return (source.slot as NonNullable<Provider['slot']>)(session, slot);
		},
	};
	const market = await openMarket({
		stores: seen,
		provider,
		wall: systemWallClock,
		readiness: createReadiness(),
		calendar: nyse,
		pace: steadyPace(speed),
		parameters: () => PARAMETERS_V1,
		slotsOn: defaultSlots(nyse),
		reportSessions: 1,
		onTrouble: (what, error) => console.error(what, error),
	});
	let heard = (): void => {};
	const listener = await listen(stores.records.url, {
		channel: REPORT_CHANNEL,
		onMessage: () => heard(),
		onResume: () => {},
	});
	await market.run();
	market.reports.onNewest(() => note('shown'));
	while (times.length < slots) {
		await new Promise<void>((resolve) => {
			heard = resolve;
		});
		if (!live) continue;
		note('heard');
		// The notice may come before the process itself has shown the report.
		await delay(REST);
		times.push({ ...(now as Record<Event, number>) });
		const began = performance.now();
		for (const { again } of written) await again();
		references.push(performance.now() - began);
		memory.push(resident());
	}
	await market.stop();
	await listener.close();
	return { times, references, memory };
};

export const run: Benchmark = async (args) => {
	const isLong = args.includes('--long');
	const folder = mkdtempSync(join(tmpdir(), 'signalwheel-bench-'));
	try {
		await using stores = await openStores({ folder });
		for (const table of TABLES) await stores.series.bulk.run(`CREATE TABLE ${table}_twin AS ${table}`);
		const { times, references, memory } = await runMarket(stores, isLong ? LONG : SHORT);
		const totals = times.map(({ due, shown }) => shown - due);
		const rows: Measured[] = [
			against(`slot to published report, middle of ${times.length}`, median(totals), median(references), 'under 2 s'),
			alone('the longest', ms(quantile(totals, 1)), 'under 2 s'),
		];
		for (const [at, event] of EVENTS.entries()) {
			const previous = EVENTS[at - 1];
			if (event === 'due' || !previous) continue;
			rows.push(alone(`of which: ${PHASES[event]}`, ms(median(times.map((each) => each[event] - each[previous]))), null));
		}
		if (isLong) {
			rows.push(
				against(
					`memory of the process after slot ${LONG.slots}, beside that after slot ${SETTLED_SLOT}`,
					memory[LONG.slots - 1] as number,
					memory[SETTLED_SLOT - 1] as number,
					'at most 1.05',
					mb,
				),
			);
		} else rows.push(alone(`memory of the process after slot ${SHORT.slots}`, mb(memory.at(-1) as number), null));
		return rows;
	} finally {
		rmSync(folder, { recursive: true, force: true });
	}
};
