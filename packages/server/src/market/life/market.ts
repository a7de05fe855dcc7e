import { isLeaderMissing } from '@sw/domain/lead/rules';
import { type UtcMs, utcMs } from '@sw/domain/time/units';
import { newYorkDate } from '@sw/domain/time/zone';
import { isOutage } from '@sw/store/faults/outage';
import { StoreError } from '@sw/store/faults/store-error';
import { notifyMarket } from '@sw/store/postgres/records/changes';
import { readMarketClock, saveMarketClock } from '@sw/store/postgres/records/market-clock';
import { tickersOf } from '@sw/store/postgres/records/tickers/tickers';
import { filingUrl } from '../../intake/filings/edgar.ts';
import { VendorError } from '../../intake/outbound/vendor-error.ts';
import { createFollowedClock } from '../../platform/clocks/followed-clock.ts';
import { createRecoveryWait } from '../../platform/clocks/pause.ts';
import { createRealClock } from '../../platform/clocks/real-clock.ts';
import { createRunningClock } from '../../platform/clocks/running-clock.ts';
import { createSemaphore } from '../../platform/concurrency/semaphore.ts';
import type { MarketAccess } from '../corrections/correction-jobs.ts';
import type { MarketEngine } from '../engine/market-engine.ts';
import { openStoredFilings, type StoredFilings } from '../filings/stored-filings.ts';
import { followMarket } from '../following/follow-market.ts';
import { type ImportResult, importFiles, type RequestedImport, WrongMarketError } from '../imports/import-files.ts';
import { publishMarketValue } from '../stored/published-market.ts';
import { readStoredUntil } from '../stored/stored-until.ts';
import { type MarketRows, openMarketRows } from '../window/market-rows.ts';
import { ALWAYS_LEADS, createLifecycle, fullMessage, publicMessage } from './life.ts';
import { type ClockSaver, createClockSaver, createPausableClock, type PausableClock } from './life-clock.ts';
import { createMarketParts, type MarketConfig, type MarketContext } from './market-context.ts';
import { refreshPausedMarket, runMarket, showPausedMarket, warmUp } from './run.ts';
import type { Continuation } from './states.ts';

/** Set while no process leads the market. */
export interface MissingLead {
	/** Wall-clock time of the last lease renewal; null if no process has ever led. */
	readonly since: UtcMs | null;
}

/** The market of one provider: the data that requests read, and the work that keeps it up to date. */
export interface Market extends Pick<MarketRows, 'directory' | 'prices' | 'attention'> {
	/** Public filings, stored and in memory. */
	readonly filings: StoredFilings;
	/** The market clock. */
	readonly now: () => UtcMs;
	/** Market seconds per wall-clock second; 0 while paused. */
	readonly speed: () => number;
	/** Wall-clock time at which the market reached an instant; undefined if it has not, or if that time is no longer known. */
	readonly reachedAt: (instant: UtcMs) => number | undefined;
	/** Resolves when the newest report can be read; the market continues in the background. Rejects when the start fails. */
	run(): Promise<void>;
	/** Resolves once all past reports are built. */
	readonly settled: Promise<void>;
	/** Imports files and builds the reports of their dates. Throws WrongMarketError unless this is a market of files. */
	importFiles(path: string, options: RequestedImport, log: (line: string) => void): Promise<ImportResult>;
	/** The engine of the running market; undefined while no market runs in this process. */
	readonly engine: () => MarketEngine | undefined;
	/** Why the market is waiting; undefined while it runs. `exact`: the error's full message, for administrators. */
	readonly waitReason: (exact?: boolean) => string | undefined;
	/** Set while this process follows and no process leads. */
	readonly missingLead: () => MissingLead | undefined;
	/** For corrections of stored data while the market runs. */
	readonly access: MarketAccess;
	/** Restarts a running market with the current parameter set. Idle markets apply it at their next import. */
	startOver(): Promise<void>;
	/** Stops after the current step. */
	stop(): Promise<void>;
}

export async function createMarket(config: MarketConfig): Promise<Market> {
	const {
		stores,
		provider,
		wall,
		pace,
		calendar,
		readiness,
		reports,
		leading = ALWAYS_LEADS,
		subscribe = () => () => {},
		onError,
	} = config;
	const { db } = stores.records;
	const isLeader = (): boolean => leading.getEpoch() !== undefined;
	// Only the leader saves: a late save by a former leader would set back the next leader's clock.
	const saver = createClockSaver(async (at) => {
		if (isLeader()) await saveMarketClock(db, provider.name, at, stores.fence);
	});
	const clock = await openClock(config, saver);
	// The last saved tickers are enough to show stored reports; a provider can take a moment to list them.
	// For files, type and shares follow from stored bars and splits, so the provider computes them.
	const savedTickers = provider.clock?.kind === 'stopped' ? await provider.universe(clock.now()) : await tickersOf(db, provider.name);
	// If a vendor is unreachable, the first start retries later.
	const initialTickers =
		savedTickers.length > 0 || !isLeader()
			? savedTickers
			: await provider.universe(clock.now()).catch(createFallback(isTemporaryError, []));
	const rows = openMarketRows(initialTickers);
	const filings = openStoredFilings(stores, provider.simulated ? () => null : filingUrl, clock.now());
	const waitForRecovery = createRecoveryWait(wall, config.onRecovery ?? (() => () => {}));
	const settled = Promise.withResolvers<void>();
	/** Serializes starts, imports and corrections of an idle market: concurrent ones would publish the same reports twice. */
	const runLimited = createSemaphore();
	let engine: MarketEngine | undefined;
	let missingLead: MissingLead | undefined;

	/** Publishes position and speed, from which other processes derive the market clock. */
	const publishPace = async (): Promise<void> => {
		if (!isLeader() || !provider.clock) return;
		await saver.save(clock.now());
		await publishMarketValue(db, provider.name, 'speed', pace.speed());
		await notifyMarket(db, 'clock');
	};
	const unsubscribePace = pace.onChange(
		() => void publishPace().catch((error) => onError('failed to save the speed of the market', error)),
	);
	const resetRows = async (): Promise<void> => {
		engine = undefined;
		clock.pause(await clampToStoredEnd(config, clock.now()));
		rows.reset(await provider.universe(clock.now()));
	};
	const startIdle = (isRestart: boolean): Promise<undefined> =>
		runLimited(async () => {
			if (isRestart) await resetRows();
			await showPausedMarket(context);
			return undefined;
		});
	const startRunning = async (isRestart: boolean, aborter: AbortController): Promise<Continuation> => {
		if (isRestart || rows.pendingRows().universe.ids.length === 0) await resetRows();
		const warmMarket = await warmUp(context, aborter.signal);
		aborter.signal.throwIfAborted();
		engine = warmMarket.engine;
		engine.signalEngine.prepare();
		await publishPace();
		const runningMarket = { ...warmMarket, aborter, clock: clock.run(), startOver: lifecycle.startOver };
		readiness.set('ready', warmMarket.missing.times.size > 0 ? 'Building past reports' : 'Ready');
		return () => runMarket(context, runningMarket);
	};
	const follow = async (signal: AbortSignal, checkLead: () => void): Promise<void> => {
		engine = undefined;
		missingLead = undefined;
		if (!reports.hasReports()) readiness.setPhase('Waiting for the process that leads the market');
		const isClockRunning = provider.clock?.kind === 'runs';
		if (!provider.clock) clock.run();
		await followMarket(
			{
				stores,
				provider,
				calendar,
				wall,
				rows,
				reports,
				subscribe,
				filings,
				onPoll: checkLead,
				onPolled: ({ lease }) => {
					missingLead = lease && !isLeaderMissing(lease.ageMs) ? undefined : { since: lease?.renewedAt ?? null };
				},
				createParts: (stopSignal) => createMarketParts(context, stopSignal),
				clock: isClockRunning ? clock.replace((start) => createFollowedClock({ start, wall, calendar })) : undefined,
				onShown: ({ barsUntil, settled: isSettled }) => {
					if (isClockStopped && barsUntil !== undefined && barsUntil !== clock.now()) clock.pause(barsUntil);
					const { status, phase } = readiness.getProgress();
					const isFinalPhase = status === 'stopping' || (status === 'ready' && phase === 'Ready');
					if (!isFinalPhase && (reports.hasReports() || isClockStopped)) readiness.set('ready');
					if (isSettled) settled.resolve();
				},
				onError,
			},
			signal,
		);
	};
	const isClockStopped = provider.clock?.kind === 'stopped';
	const lifecycle = createLifecycle({
		waitForRecovery,
		readiness,
		start: isClockStopped ? startIdle : startRunning,
		leading,
		follow,
		hasReadableReports: reports.hasReports,
		isTemporary: isTemporaryError,
		isFatalAtStart: isStoreDamage,
		onError,
	});
	// After losing the lead, the engine is dropped immediately, even if the current work is still waiting.
	const unsubscribe = leading.onChange(() => {
		if (!isLeader()) engine = undefined;
	});
	const onPastReportsBuilt = (): void => {
		settled.resolve();
		void publishMarketValue(db, provider.name, 'settled', true).catch((error) =>
			onError('failed to announce that past reports are complete', error),
		);
	};
	const context: MarketContext = {
		...config,
		rows,
		filings,
		clock,
		waitForRecovery,
		stopSignal: lifecycle.stopSignal,
		onPastReportsBuilt,
	};
	const reloadPaused = (): Promise<void> => lifecycle.correct(() => refreshPausedMarket(context));

	return {
		directory: rows.directory,
		prices: rows.prices,
		attention: rows.attention,
		filings,
		now: clock.now,
		speed: clock.speed,
		reachedAt: clock.reachedAt,
		engine: () => engine,
		settled: settled.promise,
		run: () =>
			new Promise<void>((resolve, reject) => {
				readiness.onChange(({ status }) => status === 'ready' && resolve());
				lifecycle.run().then(resolve, reject);
			}),
		importFiles: async (path, options, log) => {
			if (provider.name !== 'files')
				throw new WrongMarketError(
					`This server runs another market (${provider.label}). Import files into a data folder of their own: SIGNALWHEEL_DATA=data-files npm run import`,
				);
			return runLimited(async () => {
				const result = await importFiles(
					stores,
					path,
					{ ...options, today: newYorkDate(utcMs(wall.now())), calendar: config.calendar },
					log,
				);
				if (options.dryRun || (result.files === 0 && result.failed > 0)) return result;
				log('Building reports...');
				await reloadPaused();
				return result;
			});
		},
		waitReason: (exact = false) => {
			const state = lifecycle.state();
			return state.name === 'resting' ? (exact ? fullMessage : publicMessage)(state.reason) : undefined;
		},
		missingLead: () => (isLeader() ? undefined : missingLead),
		startOver: async () => {
			const { name } = lifecycle.state();
			if (!isClockStopped && name !== 'idle' && name !== 'following') await lifecycle.startOver();
		},
		access: {
			createParts: () => createMarketParts(context, context.stopSignal),
			reload: () => (isClockStopped || lifecycle.state().name === 'idle' ? runLimited(reloadPaused) : lifecycle.startOver()),
		},
		stop: async () => {
			unsubscribe();
			unsubscribePace();
			const stopPromise = lifecycle.stop(new Error('The server is shutting down.'));
			const at = clock.stop();
			await stopPromise;
			if (at !== undefined && provider.clock) await saver.save(at);
		},
	};
}

/**
 * Whether an error can go away while the server runs: a vendor is down, rejects the key or has reached its limit, or a store is down. A missing package means a
 * broken installation.
 */
function isTemporaryError(error: unknown): boolean {
	return (error instanceof VendorError && error.fault !== 'package') || isOutage(error);
}

/** Whether stored files are damaged. They stay unreadable, so the server exits with instructions instead of retrying. */
function isStoreDamage(error: unknown): boolean {
	return error instanceof StoreError && error.code === 'series_damaged';
}

function createFallback<T>(isHandled: (error: unknown) => boolean, fallback: T) {
	return (error: unknown): T => {
		if (isHandled(error)) return fallback;
		throw error;
	};
}

/** Opens the clock at the position where the market last stopped. */
async function openClock(config: MarketConfig, saver: ClockSaver): Promise<PausableClock> {
	const { stores, provider, wall, pace, calendar, onError } = config;
	const { db } = stores.records;
	const realClock = () => createRealClock({ wall, delay: provider.delay ?? 0 });
	const savedPosition = provider.clock ? ((await readMarketClock(db, provider.name)) ?? provider.clock.start) : realClock().now();
	const start = await clampToStoredEnd(config, savedPosition);
	const onProgress = (at: UtcMs): void => void saver.save(at).catch((error) => onError('failed to save the market clock', error));
	return createPausableClock(start, (from) =>
		provider.clock ? createRunningClock({ start: from, pace, wall, calendar, onProgress }) : realClock(),
	);
}

/** Returns `at`, but at least the end of the stored bars. After a crash the saved clock can be a second behind, and stored slots would be published again. */
async function clampToStoredEnd({ stores, provider }: MarketConfig, at: UtcMs): Promise<UtcMs> {
	return utcMs(Math.max(at, (await readStoredUntil(stores.records.db, provider.name, 'bars')) ?? 0));
}
