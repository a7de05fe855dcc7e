import type { ParameterSet } from '@sw/domain/signals/parameters';
import type { Calendar, Session } from '@sw/domain/time/calendar';
import { type ReportTime, type UtcMs, utcMs } from '@sw/domain/time/units';
import { newYorkDate } from '@sw/domain/time/zone';
import type { Stores } from '@sw/store/open';
import { savedMarketClock, saveMarketClock } from '@sw/store/postgres/records/market-clock';
import { saveTickers, tickersOf } from '@sw/store/postgres/records/tickers';
import type { ImportOptions } from '../../intake/files/read-import.ts';
import type { Provider } from '../../intake/provider.ts';
import type { MarketClock } from '../../platform/clocks/market-clock.ts';
import { createRealClock } from '../../platform/clocks/real-clock.ts';
import { createRunningClock } from '../../platform/clocks/running-clock.ts';
import { createStandingClock } from '../../platform/clocks/standing-clock.ts';
import type { WallClock } from '../../platform/clocks/wall-clock.ts';
import type { Readiness } from '../../platform/readiness.ts';
import { takeOutContradicted } from '../corrections/contradicted-splits.ts';
import type { MarketAccess } from '../corrections/correction-jobs.ts';
import { takeLateBars } from '../corrections/late-bars.ts';
import { rebuildNoted } from '../corrections/pending-rebuilds.ts';
import { createCorporateActions } from '../engine/corporate-actions.ts';
import { createMarketEngine, type MarketEngine } from '../engine/market-engine.ts';
import { createMentionWindow } from '../engine/mention-window.ts';
import { type ImportResult, importFiles } from '../imports/import-files.ts';
import { OtherMarket } from '../imports/other-market.ts';
import type { MarketParts } from '../parts.ts';
import { buildMissing } from '../past/build-missing.ts';
import { buildPending } from '../past/build-pending.ts';
import { bringUpToDate, type MissingReports } from '../slots/bring-up-to-date.ts';
import { feedWindow } from '../slots/feed-window.ts';
import { runLive } from '../slots/live.ts';
import { createBarsWriter } from '../stored/bars-writer.ts';
import { storedUntil } from '../stored/stored-until.ts';
import type { SlotsOn } from '../timetable/slot-times.ts';
import type { Follow } from './follow.ts';
import { type MarketRows, openMarketRows } from './market-rows.ts';

export interface MarketConfig {
	stores: Stores;
	provider: Provider;
	wall: WallClock;
	readiness: Readiness;
	calendar: Calendar;
	/** Market seconds in a wall second. */
	speed: number;
	parameters: ParameterSet;
	/** The timetable. */
	slotsOn: SlotsOn;
	reports: PublishedReports;
	/** What follows a report when it has come out; nothing unless told. */
	follow?: Follow | undefined;
	/** Sessions whose reports are built at first start; sixty unless told. */
	reportSessions?: number | undefined;
	/** Done once stored reports can be read and before the engine warms up, which keeps the processor busy: readers come first. */
	beforeWarmUp?: () => Promise<unknown>;
	/** Hears of outages that are being retried. */
	onTrouble(what: string, error: unknown): void;
}

/** What a market needs of the reports that are made of it. */
export interface PublishedReports {
	publish: MarketParts['publish'];
	/** Lets those that are stored be read. Answers the times of the reverse ones. */
	showStored(): Promise<ReadonlySet<ReportTime>>;
	/** Whether one can be read. */
	any(): boolean;
}

/** The market of one provider: what requests read of it, and the work that keeps it up to date. */
export interface Market extends Pick<MarketRows, 'directory' | 'prices'> {
	/** The market clock. */
	readonly now: () => UtcMs;
	/** Resolves when the newest report can be read; the market goes on in the background. Rejects when the start fails. */
	run(): Promise<void>;
	/** Resolves once no past report is missing any more. */
	readonly settled: Promise<void>;
	/** Reads files into the store and builds the reports of their dates. Throws OtherMarket unless the market is one of files. */
	importFiles(path: string, options: ImportOptions, say: (line: string) => void): Promise<ImportResult>;
	/** The engine of the running market; undefined while there is none, and where the market stands. */
	readonly engine: () => MarketEngine | undefined;
	/** For corrections of stored data beside the running market. */
	readonly access: MarketAccess;
	/** Lets the step that is under way end, then stops. */
	stop(): Promise<void>;
}

/** Waits before a failed market is started again, in milliseconds; the last one repeats. */
const RESTART_AFTER = [5_000, 15_000, 60_000];

export const createMarket = async (config: MarketConfig): Promise<Market> => {
	const { stores, provider, wall, readiness, calendar, parameters, slotsOn, reports, onTrouble } = config;
	const { db } = stores.records;
	const ending = new AbortController();
	const clockAtStart = provider.clock
		? ((await savedMarketClock(db, provider.name)) ?? provider.clock.start)
		: createRealClock({ wall, delay: provider.delay ?? 0 }).now();
	// A clock is saved every second: one that was killed in between stands before slots that are stored, which would be fetched and published again.
	let start = utcMs(Math.max(clockAtStart, (await storedUntil(db, provider.name, 'bars')) ?? 0));
	// The tickers as last saved are enough to show stored reports; a provider may take a moment to name them anew.
	const saved = await tickersOf(db, provider.name);
	const rows = openMarketRows(saved.length > 0 ? saved : await provider.universe(start), (asOf) => provider.universe(asOf));
	let clock: MarketClock = createStandingClock(start);
	let work: Promise<unknown> = Promise.resolve();
	/** Ends the running market's present turn; the next one reads the store anew. */
	let endTurn = (): void => {};
	let correcting = false;
	let engine: MarketEngine | undefined;
	/** Settles when a turn that was begun for corrections reads on. */
	let takenUp: PromiseWithResolvers<void> | undefined;
	let reading: Promise<unknown> = Promise.resolve();
	/** One after another: the first reading of a market that stands, imports, corrections. Two at once would build the same reports and publish them twice. */
	const inTurn = <T>(work: () => Promise<T>): Promise<T> => {
		const turn = reading.then(work, work);
		reading = turn.catch(() => {});
		return turn;
	};
	let settle = (): void => {};
	const settled = new Promise<void>((resolve) => {
		settle = resolve;
	});

	const breathing =
		(signal: AbortSignal): (() => Promise<void>) =>
		() =>
			new Promise((resolve, reject) => setImmediate(() => (signal.aborted ? reject(signal.reason) : resolve())));

	const pause = (ms: number): Promise<void> =>
		new Promise((resolve) => {
			const cancel = wall.after(ms, resolve);
			ending.signal.addEventListener('abort', () => {
				cancel();
				resolve();
			});
		});

	const partsOf = async (signal: AbortSignal = ending.signal): Promise<MarketParts> => {
		const { universe, prices } = rows.filling();
		return {
			stores,
			provider,
			universe,
			calendar,
			slotsOn,
			actions: await createCorporateActions(stores, provider, universe),
			writer: createBarsWriter(stores, provider.name),
			readiness,
			window: prices,
			publish: reports.publish,
			breathe: breathing(signal),
		};
	};

	/** The stored reports can be read from here on, whatever is still to be done. */
	const showWhatIsStored = async (): Promise<ReadonlySet<UtcMs>> => {
		const existing = await reports.showStored();
		if (reports.any()) readiness.set('ready', 'Bringing the market up to date');
		return existing;
	};

	/** Past reports behind the running market; what fails is tried again. */
	const buildPast = async (parts: MarketParts, missing: MissingReports, signal: AbortSignal): Promise<void> => {
		for (let tries = 0; !signal.aborted; tries++) {
			try {
				await buildMissing(parts, parameters, missing);
				readiness.set('ready');
				return settle();
			} catch (error) {
				if (signal.aborted) return;
				onTrouble('building past reports', error);
				await pause(RESTART_AFTER[Math.min(tries, RESTART_AFTER.length - 1)] as number);
			}
		}
	};

	const runningMarket = async (): Promise<void> => {
		const turn = new AbortController();
		const end = (): void => turn.abort(ending.signal.reason);
		ending.signal.addEventListener('abort', end);
		if (ending.signal.aborted) end();
		endTurn = () => turn.abort(new Error('The market takes up corrections.'));
		const existing = await showWhatIsStored();
		if (reports.any()) await config.beforeWarmUp?.();
		const tickers = await provider.universe(start);
		await saveTickers(db, provider.name, tickers);
		const { universe } = rows.filling();
		universe.refresh(tickers);
		const parts = await partsOf(turn.signal);
		const until = await storedUntil(db, provider.name, 'bars');
		if (provider.history) await parts.actions.refresh(provider.history.slotsFrom, newYorkDate(start));
		const market = createMarketEngine(parameters, universe, createMentionWindow(universe.ids.length, universe.rowOf), parts.actions);
		const { running, missing } = await bringUpToDate(parts, market, {
			now: start,
			storedUntil: until,
			existing,
			reportSessions: config.reportSessions,
		});
		rows.show();
		engine = market;
		takenUp?.resolve();
		takenUp = undefined;
		market.engine.prepare();
		clock = provider.clock
			? createRunningClock({
					start,
					speed: config.speed,
					wall,
					calendar,
					onProgress: (at) => void saveMarketClock(db, provider.name, at).catch((error) => onTrouble('saving the market clock', error)),
				})
			: createRealClock({ wall, delay: provider.delay ?? 0 });
		readiness.set('ready', missing.times.size > 0 ? 'Building past reports' : 'Ready');
		const correct = async (session: Session): Promise<void> => {
			await takeLateBars(parts, session);
			// A vendor's split of the day that its own prices do not show.
			await takeOutContradicted(parts, session.date, session.date);
			// Also what an earlier try has noted and not built.
			const { looked } = await rebuildNoted(parts, parameters);
			// The engine has to go on from these bars too.
			if (looked > 0) void startOver().catch(() => {});
		};
		const follower = config.follow?.({ clock, signal: turn.signal, pause });
		const follow = async (report: ReportTime): Promise<void> => follower?.published(report);
		const live = runLive({ parts, market, clock, running, signal: turn.signal, pause, onTrouble, correct, follow });
		const past = buildPast(parts, missing, turn.signal).then(() => follower?.missed());
		// Both end before anybody starts over: two of either would publish twice.
		await live.finally(() => turn.abort(new Error('The market starts over.')));
		await past;
	};

	/** Tells why the market does not run, and waits. A first start that never had a report fails for good: somebody is looking at it. */
	const troubled = async (error: unknown, tries: number): Promise<void> => {
		onTrouble('running the market', error);
		const why = error instanceof Error ? error.message : String(error);
		if (!reports.any()) {
			readiness.set('failed', why);
			throw error;
		}
		readiness.set('ready', `Not updating: ${why}`);
		await pause(RESTART_AFTER[Math.min(tries, RESTART_AFTER.length - 1)] as number);
	};

	/**
	 * A market that fails is started anew, at first soon, then every minute: meanwhile the last good report can be read. One that is to take up
	 * corrections is started anew at once.
	 */
	const keepRunning = async (): Promise<void> => {
		for (let tries = 0; ; tries++) {
			correcting = false;
			try {
				await (provider.clock?.kind === 'stands' ? inTurn(standingMarket) : runningMarket());
				if (!correcting) return;
			} catch (error) {
				ending.signal.throwIfAborted();
				if (!correcting) await troubled(error, tries);
			}
			ending.signal.throwIfAborted();
			engine = undefined;
			start = clock.now();
			clock.stop();
			clock = createStandingClock(start);
			await rows.renew(start);
		}
	};

	/** Resolves when the running market stands on what is stored now. */
	const startOver = (): Promise<void> => {
		takenUp ??= Promise.withResolvers<void>();
		correcting = true;
		endTurn();
		return takenUp.promise;
	};

	/** The same for a market that stands at the end of its data. */
	const readAgain = async (): Promise<void> => {
		const until = (await storedUntil(db, provider.name, 'bars')) ?? start;
		await rows.renew(until);
		await standingMarket();
		clock = createStandingClock(until);
	};

	const standingMarket = async (): Promise<void> => {
		await showWhatIsStored();
		const parts = await partsOf();
		await buildPending(parts, parameters);
		await feedWindow(parts, (await storedUntil(db, provider.name, 'bars')) ?? start);
		rows.show();
		readiness.set('ready');
		settle();
	};

	return {
		directory: rows.directory,
		prices: rows.prices,
		now: () => clock.now(),
		engine: () => engine,
		settled,
		run: () =>
			new Promise<void>((resolve, reject) => {
				readiness.onChange(({ status }) => status === 'ready' && resolve());
				work = keepRunning().catch((error) => (ending.signal.aborted ? resolve() : reject(error)));
			}),
		importFiles: async (path, options, say) => {
			if (provider.name !== 'files')
				throw new OtherMarket('This server runs the simulated market: files are imported into a data folder of their own.');
			return inTurn(async () => {
				const result = await importFiles(stores, path, { ...options, today: newYorkDate(utcMs(wall.now())) }, say);
				say('Building reports ...');
				await readAgain();
				return result;
			});
		},
		access: { parts: () => partsOf(), takeUp: () => (provider.clock?.kind === 'stands' ? inTurn(readAgain) : startOver()) },
		stop: async () => {
			ending.abort(new Error('The product is stopping.'));
			takenUp?.reject(ending.signal.reason);
			const last = clock.now();
			clock.stop();
			await work;
			if (clock.kind === 'runs' && provider.clock) await saveMarketClock(db, provider.name, last);
		},
	};
};
