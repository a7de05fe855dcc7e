import { join } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { correctionCalls, tickerChangeCalls } from '@sw/contract/operations/corrections';
import { importCalls } from '@sw/contract/operations/imports';
import { jobCalls } from '@sw/contract/operations/jobs';
import { operatorCalls } from '@sw/contract/operations/operations';
import { healthCalls, reportDayCalls } from '@sw/contract/operations/operator-health';
import { setupCalls } from '@sw/contract/operations/setup';
import { JOB_KINDS } from '@sw/domain/access/job';
import type { Algo } from '@sw/domain/reports/licence';
import { FIRST_YEAR, LAST_YEAR, type Session } from '@sw/domain/time/calendar';
import { changedDates, closuresError, type SiteCalendar } from '@sw/domain/time/closures';
import { type ExchangeDate, exchangeDate, type ReportTime, SECOND, type TickerId, type UtcMs } from '@sw/domain/time/units';
import { newYorkDate } from '@sw/domain/time/zone';
import { queryBarBatches } from '@sw/store/clickhouse/bar-batches';
import type { Stores } from '@sw/store/open';
import { findFirstLiveTime, firstVersions } from '@sw/store/postgres/records/reports/counted-versions';
import { saveSetting, setting } from '@sw/store/postgres/records/settings';
import { batchesPage } from '@sw/store/postgres/records/tickers/batches';
import { dividendsOf, splitsOf } from '@sw/store/postgres/records/tickers/corporate-actions';
import { importOfBatch } from '@sw/store/postgres/records/tickers/imports';
import type { Accounts } from '../../areas/accounts/create.ts';
import { type Implementation, implement } from '../../areas/handlers.ts';
import { createDataCommands } from '../../areas/operations/corrections/data-commands.ts';
import { createCorrectionsHandlers, createTickerChangeHandlers } from '../../areas/operations/corrections/handlers.ts';
import { type FreshnessParts, measureFreshness } from '../../areas/operations/freshness.ts';
import { createHealthHandlers, type HealthDetailParts } from '../../areas/operations/health-detail.ts';
import { createImportHandlers } from '../../areas/operations/imports/handlers.ts';
import { createJobsHandlers } from '../../areas/operations/jobs/handlers.ts';
import { createMetrics } from '../../areas/operations/metrics.ts';
import { createOperatorHandlers, createSetupHandlers } from '../../areas/operations/operator-handlers.ts';
import { createReportDaysHandlers } from '../../areas/operations/report-days.ts';
import { createSiteSettings } from '../../areas/operations/site-settings.ts';
import type { Config } from '../../config/config.ts';
import { PRODUCT_VERSION } from '../../config/product-version.ts';
import { createParquetConverter } from '../../intake/files/parquet-tables.ts';
import { readTableLines } from '../../intake/files/survey.ts';
import type { Provider } from '../../intake/provider.ts';
import { CORRECTIONS, createCorrectionSubmitter } from '../../market/corrections/correction-kinds.ts';
import { loadRecordedActions } from '../../market/corrections/decide-splits.ts';
import { findQuarantinedTickers } from '../../market/corrections/quarantine.ts';
import { explainNoHistory } from '../../market/corrections/refetch-sessions.ts';
import { findSharedDate } from '../../market/corrections/rename-ticker.ts';
import { IMPORT } from '../../market/imports/import-job.ts';
import { previewImport } from '../../market/imports/preview-import.ts';
import { createUploads } from '../../market/imports/uploads.ts';
import { findExpectedSlots } from '../../market/past/build-reports.ts';
import type { Timetable } from '../../market/timetable/timetable.ts';
import type { Source } from '../../market/window/source.ts';
import { findNewerRelease, readReleaseFeed } from '../../outside/updates/release-feed.ts';
import type { WallClock } from '../../platform/clocks/wall-clock.ts';
import type { Job } from '../../platform/jobs/job.ts';
import type { Jobs } from '../../platform/jobs/jobs.ts';
import { openMetricsServer } from '../../platform/metrics-server.ts';
import type { Readiness } from '../../platform/readiness.ts';
import { CHAIN_CHECK } from '../../reports/proof/chain-job.ts';
import { createAuditLog, createEmailLookup, PRODUCT_NAME } from '../core/audit.ts';
import type { ReportedMarket } from '../core/market.ts';
import { openSiteSettingsStore } from '../core/site-settings-store.ts';
import { createProviderTrial, sendTestMail, type TrialOptions } from '../vendors/setup.ts';

export interface OperationsWiring {
	config: Pick<Config, 'metrics' | 'updates' | 'shown' | 'folder' | 'origin' | 'smtpUrl'>;
	stores: Stores;
	market: Pick<ReportedMarket, 'access' | 'reports' | 'directory' | 'prices' | 'now' | 'waitReason' | 'filings'>;
	accounts: Pick<Accounts, 'context' | 'hooks'>;
	source: Source;
	provider: Pick<Provider, 'delays' | 'name' | 'label' | 'history' | 'clock'>;
	wall: Pick<WallClock, 'now'>;
	hub: { metrics(): { connections: number; heldPolls: number } };
	calendar: SiteCalendar;
	/** Whether this process leads the market. */
	isLeader: () => boolean;
	/** Called when the trading days between these two dates have changed. */
	onCalendarChanged: (from: ExchangeDate, to: ExchangeDate) => void;
	jobs: Jobs;
	/** Called when a job was cancelled, so that code waiting for it can react. */
	onJobCanceled(job: Job): Promise<void>;
	timetable: Timetable;
	readiness: Pick<Readiness, 'getProgress'>;
	/** Options for testing vendors. */
	trial: TrialOptions;
	/** Parts of the health page that other modules provide. */
	health: Pick<HealthDetailParts, 'degraded' | 'behind' | 'sources' | 'mailsWaiting' | 'backup' | 'overdue' | 'stores' | 'processes'>;
	/** Clears cached answers and pages in every process. */
	clearCaches(): Promise<void>;
}

/** Administration of data and of the running product. */
export interface Operations {
	areas: Implementation[];
	/** Commands by their name on the command line. */
	commands: ReturnType<typeof createDataCommands>;
	/** To be called once the market can be read: starts serving metrics and measuring when reports are published. */
	begin(): Promise<void>;
	/** Whether the settings mark the product as not launched yet. Rejects while the database is down. */
	prelaunch(): Promise<boolean>;
	/** Daily housekeeping: sweeps uploads and submits the daily checks. */
	runDailyTasks(): Promise<void>;
	/** Hour of the daily backup in New York time, and the number of backups to keep. */
	backupSettings(): Promise<{ hour: number; kept: number }>;
	close(): Promise<void>;
}

const IMPORT_UNSUPPORTED = 'Imports need a server with SIGNALWHEEL_PROVIDER=files and its own data folder; this one has another provider.';
/** Uploads are stored in the folder of the process that received them. */
const IMPORT_ELSEWHERE = 'Another process leads the market: upload there, or put files into the drop folder of its data folder.';
/** Largest unpacked size of an upload: an administrator waits while it is read. */
const UPLOAD_LIMITS = { ratio: 200, bytes: 512 * 1024 ** 2 };
/** First and last valid dates of bars. */
const [FIRST_DATE, LAST_DATE] = [exchangeDate(`${FIRST_YEAR}-01-01`), exchangeDate(`${LAST_YEAR}-12-31`)];
/** Sampling interval of the event loop delay, in milliseconds. Measured delays include this interval, so it is subtracted. */
const RESOLUTION_MS = 10;
/** Setting that holds the newest version in the release feed. */
const NEWEST_RELEASE = 'newest_release';

/** Nanoseconds in a millisecond. */
const NANOSECONDS_PER_MS = 1e6;

export async function openOperations(wiring: OperationsWiring): Promise<Operations> {
	const {
		config,
		stores,
		market,
		accounts,
		source,
		provider,
		wall,
		hub,
		calendar,
		isLeader,
		onCalendarChanged,
		jobs,
		onJobCanceled,
		timetable,
		readiness,
		trial,
		health,
		clearCaches,
	} = wiring;
	const { db } = stores.records;
	const emailOf = createEmailLookup(accounts);
	const audit = createAuditLog(accounts);
	const settings = createSiteSettings(openSiteSettingsStore(db), config.shown, {
		findConflict: (before, after) => closuresError(before, after, calendar.lastOpened(market.now())?.date),
		onChanged: (before, after) => {
			const dates = changedDates(before, after);
			const [from, to] = [dates[0], dates.at(-1)];
			if (!from || !to) return;
			calendar.replaceClosures(after);
			onCalendarChanged(from, to);
		},
	});
	const eventLoopDelays = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
	eventLoopDelays.enable();
	const reportParts = {
		reports: market.reports,
		now: market.now,
		calendar,
		expected: (sessions: readonly Session[]) =>
			findExpectedSlots({ stores, slotsOn: timetable.slotsOn, isClockStopped: provider.clock?.kind === 'stopped' }, sessions),
		published: (from: UtcMs, to: UtcMs, algo: Algo) => firstVersions(db, from, to, algo),
	};
	const freshness: FreshnessParts = {
		...reportParts,
		source,
		canFetch: provider.history !== undefined,
		barsUntil: () => market.prices.dataEnd(),
		vendorDelays: () => provider.delays?.() ?? null,
		lastGapCheck: async () => {
			const gapCheck = await jobs.findNewestDone(CORRECTIONS.gaps.kind);
			return gapCheck && { bars: Number(gapCheck.result?.['bars'] ?? 0), at: gapCheck.finished ?? gapCheck.created };
		},
		hub: () => hub.metrics(),
		eventLoop: () => {
			const delayMs = (ns: number): number => Math.max(0, ns / NANOSECONDS_PER_MS - RESOLUTION_MS);
			const [p50, p99, max] = [
				delayMs(eventLoopDelays.percentile(50)),
				delayMs(eventLoopDelays.percentile(99)),
				delayMs(eventLoopDelays.max),
			];
			eventLoopDelays.reset();
			return { p50, p99, max };
		},
		memory: () => process.memoryUsage(),
	};
	const uploads = createUploads(join(config.folder, 'uploads'), Date.now);
	const metrics = createMetrics(
		() => measureFreshness(freshness),
		PRODUCT_VERSION,
		() => {
			const { book, dataEnd } = market.filings;
			return { count: book.count(), delay: ((provider.clock ? market.now() : wall.now()) - (dataEnd() ?? Number.NaN)) / SECOND };
		},
	);
	/** Time of the first live report; cached because it never changes once there is one. */
	let liveSince: ReportTime | undefined;
	let metricsServer: { close(): Promise<void> } | undefined;

	const tickerLookups = {
		tickerOf: (id: TickerId) => market.directory.byId(id),
		tickerNamed: (symbol: string) => market.directory.bySymbol(symbol)?.id,
	};
	const correctionParts = { ...tickerLookups, submit: createCorrectionSubmitter(jobs), calendar, now: market.now, audit, emailOf };
	const corrections = createCorrectionsHandlers({
		...correctionParts,
		timetable,
		whyNoFetch: () => (provider.history ? undefined : explainNoHistory(provider)),
		ledger: async ({ ticker, from = FIRST_DATE, to = LAST_DATE, ...query }) =>
			batchesPage(db, { ...query, ...(ticker === undefined ? {} : { ids: await queryBarBatches(stores.series, ticker, from, to) }) }),
		recordedActions: () => loadRecordedActions(db, provider.name),
		importOfBatch: (batch) => importOfBatch(db, batch),
		quarantined: async (page) => {
			const newest = market.reports.newest();
			const table = newest && (await market.reports.table(newest));
			return table ? findQuarantinedTickers(await market.access.createParts(), table, page) : { items: [], total: 0 };
		},
	});
	const tickerChanges = createTickerChangeHandlers({
		...correctionParts,
		whyNoTickerChange: () => (provider.name === 'files' ? undefined : noTickerChange(provider.label)),
		sharedDate: (firstTicker, secondTicker) => findSharedDate(stores, firstTicker, secondTicker),
	});

	return {
		commands: createDataCommands({
			...tickerLookups,
			corrections,
			tickerChanges,
			splits: () => splitsOf(db, provider.name),
			dividends: () => dividendsOf(db, provider.name),
			follow: jobs.follow,
		}),
		areas: [
			implement(correctionCalls, corrections),
			implement(tickerChangeCalls, tickerChanges),
			implement(
				jobCalls,
				createJobsHandlers({
					list: ({ kinds = JOB_KINDS, ...query }) => jobs.readPage(kinds, query),
					readLog: jobs.readLines,
					find: jobs.find,
					cancel: async (id) => {
						const job = await jobs.cancel(id);
						if (job) await onJobCanceled(job);
						return job;
					},
					resubmit: jobs.resubmit,
					audit,
					emailOf,
				}),
			),
			implement(
				importCalls,
				createImportHandlers({
					uploads,
					preview: (path, options) =>
						previewImport(stores, path, { ...options, limits: UPLOAD_LIMITS, today: newYorkDate(wall.now()), calendar }),
					readLines: (path, table, isRequested) =>
						readTableLines(path, table, isRequested, { limits: UPLOAD_LIMITS, parquet: createParquetConverter(stores.series) }),
					submit: (path, options, startedBy) => jobs.submit(IMPORT, { path, options }, startedBy),
					whyNoImport: () => {
						if (provider.name !== 'files') return IMPORT_UNSUPPORTED;
						return isLeader() ? undefined : IMPORT_ELSEWHERE;
					},
					audit,
					emailOf,
				}),
			),
			implement(
				setupCalls,
				createSetupHandlers({
					state: () => ({
						needed: !source.simulated && market.reports.newest() === undefined,
						provider: provider.name,
						label: source.label,
						phase: readiness.getProgress().phase,
						waits: market.waitReason() ?? null,
						origin: config.origin,
						mails: config.smtpUrl !== null,
					}),
					tryProvider: createProviderTrial(trial),
					tryMail: sendTestMail,
					emailOf,
					audit,
				}),
			),
			implement(
				healthCalls,
				createHealthHandlers({
					...reportParts,
					...health,
					update: async () => findNewerRelease(PRODUCT_VERSION, await setting(db, NEWEST_RELEASE)),
					lastCheck: jobs.findNewestDone,
				}),
			),
			implement(
				reportDayCalls,
				createReportDaysHandlers({
					...reportParts,
					overdue: health.overdue,
					liveSince: async () => {
						liveSince ??= await findFirstLiveTime(db, 'reverse');
						return liveSince;
					},
				}),
			),
			implement(
				operatorCalls,
				createOperatorHandlers({
					settings,
					freshness,
					audit,
					resetCaches: async () => {
						await clearCaches();
						return ['answers', 'pages'];
					},
				}),
			),
		],
		begin: async () => {
			market.reports.onNewest(metrics.recordPublished);
			if (config.metrics) metricsServer = await openMetricsServer(metrics, config.metrics);
		},
		prelaunch: async () => (await settings.values()).prelaunch === true,
		backupSettings: async () => {
			const { backup_hour, backups_kept } = await settings.values();
			return { hour: Number(backup_hour), kept: Number(backups_kept) };
		},
		runDailyTasks: async () => {
			await uploads.sweep();
			const { daily_gap_check, daily_gap_sessions, daily_split_check } = await settings.values();
			const lastSession = calendar.lastOpened(market.now());
			const firstSession = lastSession && calendar.sessionByOrdinal(Math.max(0, lastSession.ordinal - Number(daily_gap_sessions) + 1));
			if (daily_gap_check && firstSession)
				await jobs.submit(CORRECTIONS.gaps, { from: firstSession.date, fetch: provider.history !== undefined }, PRODUCT_NAME);
			await jobs.submit(CHAIN_CHECK, {}, PRODUCT_NAME);
			if (daily_split_check) await jobs.submit(CORRECTIONS.splits_check, {}, PRODUCT_NAME);
			// The release feed is read last, so that an unreadable feed prevents none of the steps above.
			if (config.updates !== null) await saveSetting(db, NEWEST_RELEASE, await readReleaseFeed(config.updates, fetch));
		},
		close: async () => {
			eventLoopDelays.disable();
			metrics.close();
			await metricsServer?.close();
		},
	};
}

function noTickerChange(label: string): string {
	return `The tickers of ${label} come from its own list and would return: only imported tickers can be removed or renamed.`;
}
