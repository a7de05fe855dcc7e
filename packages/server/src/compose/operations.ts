import { join } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { correctionCalls } from '@sw/contract/corrections';
import { importCalls } from '@sw/contract/imports';
import { operatorCalls } from '@sw/contract/operations';
import { healthCalls } from '@sw/contract/operator-health';
import type { Algo } from '@sw/domain/reports/licence';
import { type Calendar, FIRST_YEAR, LAST_YEAR } from '@sw/domain/time/calendar';
import { exchangeDate, type UtcMs } from '@sw/domain/time/units';
import { newYorkDate } from '@sw/domain/time/zone';
import { batchesOfBars } from '@sw/store/clickhouse/bar-batches';
import type { Stores } from '@sw/store/open';
import { batchesPage } from '@sw/store/postgres/records/batches';
import { firstVersions } from '@sw/store/postgres/records/counted-versions';
import { saveSetting, setting } from '@sw/store/postgres/records/settings';
import type { Accounts } from '../areas/accounts/create.ts';
import { type Implementation, implement } from '../areas/handlers.ts';
import { correctionsHandlers } from '../areas/operations/corrections/handlers.ts';
import { type FreshnessParts, freshnessOf } from '../areas/operations/freshness.ts';
import { type HealthDetailParts, healthHandlers } from '../areas/operations/health-detail.ts';
import { createHouseSettings, type SettingValue } from '../areas/operations/house-settings.ts';
import { importHandlers } from '../areas/operations/imports/handlers.ts';
import { createMetrics } from '../areas/operations/metrics.ts';
import { operatorHandlers } from '../areas/operations/operator-handlers.ts';
import type { Config } from '../config/config.ts';
import { parquetTables } from '../intake/files/parquet-tables.ts';
import { readLines } from '../intake/files/read-lines.ts';
import type { Provider } from '../intake/provider.ts';
import { askedCorrections } from '../market/corrections/asked-corrections.ts';
import { CORRECTIONS } from '../market/corrections/correction-kinds.ts';
import { quarantinedTickers } from '../market/corrections/quarantine.ts';
import { IMPORT } from '../market/imports/import-job.ts';
import { judgeImport } from '../market/imports/judge-import.ts';
import { createUploads } from '../market/imports/uploads.ts';
import type { Timetable } from '../market/timetable/timetable.ts';
import type { Source } from '../market/window/source.ts';
import type { WallClock } from '../platform/clocks/wall-clock.ts';
import type { Jobs } from '../platform/jobs/jobs.ts';
import { openMetricsServer } from '../platform/metrics-server.ts';
import { CHAIN_CHECK } from '../reports/proof/chain-job.ts';
import { auditOf, callerNames, HOUSE_NAME } from './audit.ts';
import type { ReportedMarket } from './market.ts';

export interface OperationsWiring {
	config: Pick<Config, 'metrics' | 'shown' | 'folder'>;
	stores: Stores;
	market: Pick<ReportedMarket, 'access' | 'reports' | 'directory' | 'prices' | 'now'>;
	accounts: Pick<Accounts, 'context' | 'hooks'>;
	source: Source;
	provider: Pick<Provider, 'delays' | 'name'>;
	wall: Pick<WallClock, 'now'>;
	hub: { metrics(): { connections: number; heldPolls: number } };
	calendar: Calendar;
	jobs: Jobs;
	timetable: Timetable;
	/** What an operator looks at first, as far as others know it. */
	health: Pick<HealthDetailParts, 'degraded' | 'sources' | 'mailsWaiting' | 'overdue' | 'stores'>;
	/** Kept answers and pages, by name. */
	caches: Readonly<Record<string, () => void>>;
}

/** What administrators do about data and the running product. */
export interface Operations {
	areas: Implementation[];
	/** Once the market can be read: metrics are served, reports are timed. */
	begin(): Promise<void>;
	/** For a daily job. */
	daily(): Promise<void>;
	close(): Promise<void>;
}

const HOUSE = 'house_settings';
const NO_FILES =
	'This server does not follow a market of files: start one with SIGNALWHEEL_PROVIDER=files and a data folder of its own, and import there.';
/** What an upload may unpack to; it is read while somebody waits. */
const UPLOAD_LIMITS = { ratio: 200, bytes: 512 * 1024 ** 2 };
/** Bars can be dated from the one to the other. */
const [FIRST_DATE, LAST_DATE] = [exchangeDate(`${FIRST_YEAR}-01-01`), exchangeDate(`${LAST_YEAR}-12-31`)];
/** The event loop is asked every so many milliseconds, which the measured ones include. */
const RESOLUTION = 10;
/** Of a millisecond. */
const NANOSECONDS = 1e6;

export const openOperations = async (wiring: OperationsWiring): Promise<Operations> => {
	const { config, stores, market, accounts, source, provider, wall, hub, calendar, jobs, timetable, health, caches } = wiring;
	const { db } = stores.records;
	const nameOf = callerNames(accounts);
	const audit = auditOf(accounts);
	const settings = createHouseSettings(
		{
			read: async () => ((await setting(db, HOUSE)) ?? {}) as Record<string, SettingValue>,
			write: (values) => saveSetting(db, HOUSE, values),
		},
		config.shown,
	);
	const delays = monitorEventLoopDelay({ resolution: RESOLUTION });
	delays.enable();
	const followed = {
		reports: market.reports,
		now: market.now,
		calendar,
		slotsOn: timetable.slotsOn,
		published: (from: UtcMs, to: UtcMs, algo: Algo) => firstVersions(db, from, to, algo),
	};
	const freshness: FreshnessParts = {
		...followed,
		source,
		barsUntil: () => market.prices.until(),
		vendorDelays: () => provider.delays?.() ?? null,
		lastLook: async () => {
			const look = await jobs.newestDone(CORRECTIONS.gaps.kind);
			return look && { bars: Number(look.result?.['bars'] ?? 0), at: look.finished ?? look.created };
		},
		hub: () => hub.metrics(),
		eventLoop: () => {
			const late = (ns: number): number => Math.max(0, ns / NANOSECONDS - RESOLUTION);
			const [p50, p99, max] = [late(delays.percentile(50)), late(delays.percentile(99)), late(delays.max)];
			delays.reset();
			return { p50, p99, max };
		},
		memory: () => process.memoryUsage(),
	};
	const uploads = createUploads(join(config.folder, 'uploads'), Date.now);
	const metrics = createMetrics(() => freshnessOf(freshness));
	let server: { close(): Promise<void> } | undefined;

	return {
		areas: [
			implement(
				correctionCalls,
				correctionsHandlers({
					jobs: askedCorrections(jobs, [IMPORT.kind]),
					timetable,
					audit,
					nameOf,
					tickerOf: (id) => market.directory.byId(id),
					tickerNamed: (symbol) => market.directory.bySymbol(symbol)?.id,
					ledger: async ({ ticker, from = FIRST_DATE, to = LAST_DATE, ...asked }) =>
						batchesPage(db, { ...asked, ...(ticker === undefined ? {} : { ids: await batchesOfBars(stores.series, ticker, from, to) }) }),
					quarantined: async (part) => {
						const newest = market.reports.newest();
						const table = newest && (await market.reports.table(newest));
						return table ? quarantinedTickers(await market.access.parts(), table, part) : { items: [], total: 0 };
					},
				}),
			),
			implement(
				importCalls,
				importHandlers({
					uploads,
					judge: (path) => judgeImport(stores, path, { limits: UPLOAD_LIMITS, today: newYorkDate(wall.now()) }),
					readLines: (path, table, wanted) =>
						readLines(path, table, wanted, { limits: UPLOAD_LIMITS, parquet: parquetTables(stores.series) }),
					submit: (path, by) => jobs.submit(IMPORT, { path, options: {} }, by),
					whyNot: () => (provider.name === 'files' ? undefined : NO_FILES),
					audit,
					nameOf,
				}),
			),
			implement(healthCalls, healthHandlers({ ...followed, ...health })),
			implement(
				operatorCalls,
				operatorHandlers({
					settings,
					freshness,
					audit,
					resetCaches: () => {
						for (const clear of Object.values(caches)) clear();
						return Object.keys(caches);
					},
				}),
			),
		],
		begin: async () => {
			market.reports.onNewest(metrics.published);
			if (config.metrics) server = await openMetricsServer(metrics, config.metrics);
		},
		daily: async () => {
			await uploads.sweep();
			const { daily_gap_check, daily_gap_sessions, daily_split_check } = await settings.values();
			const last = calendar.lastOpened(market.now());
			const from = last && calendar.sessionNumber(Math.max(0, last.ordinal - Number(daily_gap_sessions) + 1));
			if (daily_gap_check && from) await jobs.submit(CORRECTIONS.gaps, { from: from.date, fetch: true }, HOUSE_NAME);
			await jobs.submit(CHAIN_CHECK, {}, HOUSE_NAME);
			if (daily_split_check) await jobs.submit(CORRECTIONS.splits_check, {}, HOUSE_NAME);
		},
		close: async () => {
			delays.disable();
			metrics.close();
			await server?.close();
		},
	};
};
