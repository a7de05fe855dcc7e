import { join } from 'node:path';
import type { ParameterSet } from '@sw/domain/signals/parameters';
import type { Calendar } from '@sw/domain/time/calendar';
import { DAY, HOUR } from '@sw/domain/time/units';
import type { Stores } from '@sw/store/open';
import type { Config } from '../config/config.ts';
import { type FolderErrors, type WatchedFolder, watchFolder } from '../intake/files/watched-folder.ts';
import type { Provider } from '../intake/provider.ts';
import type { FilingFollower } from '../market/filings/follow-source.ts';
import { createImportCommand, importPath } from '../market/imports/import-command.ts';
import type { Leading } from '../market/life/life.ts';
import { MARKET_LANE } from '../market/stored/market-lane.ts';
import type { WallClock } from '../platform/clocks/wall-clock.ts';
import type { Command } from '../platform/control/socket.ts';
import type { Jobs } from '../platform/jobs/jobs.ts';
import { ANCHOR, ANCHOR_LANE, type Anchors, scheduleAnchors } from '../reports/anchors/anchors.ts';
import { BACKUP, BACKUP_LANE, type Backups, followLastOutcomes, scheduleBackups } from '../reports/backups/backup-job.ts';
import { createDeepCellsJob, DEEP_CELLS, DEEP_CELLS_LANE, hasMissingDeepCells } from '../reports/deep-cells-job.ts';
import { CHAIN_LANE, type ChainWatch } from '../reports/proof/chain-job.ts';
import type { Operations } from './areas/operations.ts';
import { PRODUCT_NAME } from './core/audit.ts';
import { createMarketJobs, withFollowUps } from './core/jobs.ts';
import { whileLeading } from './core/leading.ts';
import type { ReportedMarket } from './core/market.ts';
import type { Research } from './core/research.ts';
import type { Services } from './services.ts';

export interface WorkParts {
	config: Pick<Config, 'roles' | 'folder'>;
	stores: Pick<Stores, 'series'>;
	leading: Leading;
	market: ReportedMarket;
	provider: Pick<Provider, 'name'>;
	currentParameters: () => ParameterSet;
	jobs: Jobs;
	chain: ChainWatch;
	research: Research;
	/** Called when stored data may have changed: clears it from every process's caches. */
	clearCaches(): Promise<void>;
	operations: Pick<Operations, 'begin' | 'backupSettings'>;
	/** Undefined where no backup folder is configured. */
	backups: Backups | undefined;
	/** Undefined where the chain isn't stamped. */
	anchors: Anchors | undefined;
	calendar: Calendar;
	/** Undefined where no public filings are read. */
	filingSource: Pick<FilingFollower, 'run'> | undefined;
	services: Pick<Services, 'begin' | 'lead'>;
	/** Runs once a day, in the leading process only. */
	housekeeping(): Promise<void>;
	wall: WallClock;
	/** Logs a line about a dropped file. */
	logLine(line: string): void;
	onError(message: string, error: unknown): void;
}

export interface BackgroundWork {
	/** Starts the work. Resolves when this process can read the market; work continues in the background. */
	run(): Promise<void>;
	/** Problems with dropped files; undefined where this process accepts none. */
	dropFaults(): FolderErrors | undefined;
	/** The import command of a product that is opened but not running. */
	readonly runImport: Command;
	stop(): void;
}

/**
 * Assigns background work to processes. The process that leads the market does everything that changes its stored data: corrections, imports,
 * dropped files and daily housekeeping. Processes with the role `jobs` share the rest; each job has a key that makes it run once.
 */
export function openBackgroundWork(parts: WorkParts): BackgroundWork {
	const {
		config,
		stores,
		leading,
		market,
		provider,
		currentParameters,
		jobs,
		chain,
		research,
		clearCaches,
		operations,
		backups,
		anchors,
		calendar,
		filingSource,
		services,
		housekeeping,
		wall,
		logLine,
		onError,
	} = parts;
	const marketJobs = withFollowUps(
		createMarketJobs(market, currentParameters),
		async () => {
			await research.pastChanged();
			await clearCaches();
		},
		onError,
	);
	/** Watches the drop folder in the data folder of a market of files. */
	const watchDropFolder = (): Promise<WatchedFolder> =>
		watchFolder({
			folder: join(config.folder, 'drop'),
			wall,
			log: logLine,
			importPath: async (path, notify) => {
				// importPath rejects if any part of the import failed.
				await importPath(jobs, { path, options: {}, isDropped: true, startedBy: 'drop folder' }, notify);
				return true;
			},
		});
	let dropFolder: WatchedFolder | undefined;
	/** Does the leader's work until the signal aborts. Resolves when that work has ended. */
	const lead = async (stopSignal: AbortSignal): Promise<void> => {
		const stopDaily = runDaily(wall, housekeeping, onError);
		stopSignal.addEventListener('abort', stopDaily, { once: true });
		if (backups) stopSignal.addEventListener('abort', startBackupSchedule(), { once: true });
		if (anchors) stopSignal.addEventListener('abort', startAnchorSchedule(anchors), { once: true });
		const filings = filingSource?.run(stopSignal).catch((error) => stopSignal.aborted || onError('failed to follow public filings', error));
		void services.lead(stopSignal).catch((error) => stopSignal.aborted || onError('failed to link chats', error));
		// Not awaited: work for users goes first, and publishing checks the data that it uses.
		void market.stored
			.checkNewest(stopSignal)
			.catch((error) => stopSignal.aborted || onError('failed to compare the stored market data', error));
		const { drained } = await jobs.runLaneUntil(MARKET_LANE, marketJobs, stopSignal);
		dropFolder = provider.name === 'files' ? await watchDropFolder() : undefined;
		await drained;
		await filings;
		// Not awaited: an import in progress ends when the stores close.
		dropFolder?.close().catch((error) => onError('failed to close the drop folder', error));
		dropFolder = undefined;
	};
	const startBackupSchedule = (): (() => void) =>
		scheduleBackups(wall, {
			readHour: async () => (await operations.backupSettings()).hour,
			submit: (due) => jobs.submit(BACKUP, { due }, PRODUCT_NAME),
			onError,
		});
	const startAnchorSchedule = ({ isStampDue }: Anchors): (() => void) =>
		scheduleAnchors(wall, {
			...{ marketNow: market.now, calendar, isStampDue, onError },
			submit: (request) => jobs.submit(ANCHOR, request, PRODUCT_NAME),
		});
	/** Starts searches and resumes interrupted ones when the past is complete, because a search reads the whole past. */
	const startResearch = async (): Promise<void> => {
		await market.settled;
		await chain.loadLastOutcome(jobs);
		if (config.roles.has('jobs')) {
			await jobs.runLane(CHAIN_LANE, [chain.job]);
			for (const [lane, boundJobs] of Map.groupBy(research.boundJobs, ({ definition }) => definition.lane))
				await jobs.runLane(lane, boundJobs);
		}
		await research.run();
		if (!config.roles.has('jobs')) return;
		await jobs.runLane(DEEP_CELLS_LANE, [createDeepCellsJob(stores)]);
		if (await hasMissingDeepCells(stores)) await jobs.submit(DEEP_CELLS, {}, PRODUCT_NAME);
	};
	let stopLeading = (): void => {};
	let stopFollowingJobs = (): void => {};
	return {
		run: async () => {
			await market.run();
			stopLeading = whileLeading(leading, (stopSignal) => lead(stopSignal).catch((error) => onError('leader tasks failed', error)));
			void startResearch().catch((error) => onError('failed to start searches', error));
			await operations.begin();
			stopFollowingJobs = await followLastOutcomes(
				wall,
				async () => void (await Promise.all([backups?.loadLastOutcome(jobs), anchors?.loadLastOutcome(jobs)])),
				onError,
			);
			if (!config.roles.has('jobs')) return;
			await services.begin();
			if (backups) await jobs.runLane(BACKUP_LANE, [backups.job]);
			if (anchors) await jobs.runLane(ANCHOR_LANE, [anchors.job]);
		},
		dropFaults: () => dropFolder?.faults(),
		runImport: async (args, notify) => {
			// If another process leads, the leading process runs the import.
			if (leading.getEpoch() !== undefined) await jobs.runLane(MARKET_LANE, marketJobs);
			return createImportCommand(jobs)(args, notify);
		},
		stop: () => {
			stopLeading();
			stopFollowingJobs();
		},
	};
}

/** Runs housekeeping an hour after start and then once a day; a failure is reported and does not stop later runs. Returns a function that stops it. */
export function runDaily(wall: WallClock, task: () => Promise<void>, onError: (message: string, error: unknown) => void): () => void {
	let cancel = (): void => {};
	const run = (): void => {
		cancel = wall.after(DAY, run);
		task().catch((error) => onError('daily housekeeping failed', error));
	};
	cancel = wall.after(HOUR, run);
	return () => cancel();
}
