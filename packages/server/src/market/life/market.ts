import { isLeadMissing } from '@sw/domain/lead/rules';
import { type UtcMs, utcMs } from '@sw/domain/time/units';
import { newYorkDate } from '@sw/domain/time/zone';
import { isOutage } from '@sw/store/faults/outage';
import { StoreError } from '@sw/store/faults/store-error';
import { tellMarket } from '@sw/store/postgres/records/changes';
import { savedMarketClock, saveMarketClock } from '@sw/store/postgres/records/market-clock';
import { tickersOf } from '@sw/store/postgres/records/tickers';
import { VendorError } from '../../intake/outbound/vendor-error.ts';
import { createFollowedClock } from '../../platform/clocks/followed-clock.ts';
import { createRealClock } from '../../platform/clocks/real-clock.ts';
import { createRest } from '../../platform/clocks/rest.ts';
import { createRunningClock } from '../../platform/clocks/running-clock.ts';
import { createTurns } from '../../platform/turns.ts';
import type { MarketAccess } from '../corrections/correction-jobs.ts';
import type { MarketEngine } from '../engine/market-engine.ts';
import { followMarket } from '../following/follow-market.ts';
import { type ImportResult, type ImportRun, importFiles } from '../imports/import-files.ts';
import { OtherMarket } from '../imports/other-market.ts';
import { storedUntil } from '../stored/stored-until.ts';
import { tellOfMarket } from '../stored/told-market.ts';
import { type MarketRows, openMarketRows } from '../window/market-rows.ts';
import { type ClockSaver, createClockSaver } from './clock-saver.ts';
import { ALONE } from './leading.ts';
import { createLife, exactWords, words } from './life.ts';
import { createLifeClock, type LifeClock } from './life-clock.ts';
import { runMarket } from './run.ts';
import { stand, standAgain } from './stand.ts';
import type { GoOn } from './states.ts';
import { type MarketConfig, partsOf, type Upkeep } from './upkeep.ts';
import { warmUp } from './warm-up.ts';

/** Nobody leads the market. */
export interface MissingLead {
	/** By the wall; null: nobody ever has. */
	readonly since: UtcMs | null;
}

/** The market of one provider: what requests read of it, and the work that keeps it up to date. */
export interface Market extends Pick<MarketRows, 'directory' | 'prices' | 'attention'> {
	/** The market clock. */
	readonly now: () => UtcMs;
	/** Its seconds in one of the wall; 0 while it stands. */
	readonly speed: () => number;
	/** By the wall, when it came to an instant; undefined where it has not, or where nobody knows any more. */
	readonly reachedAt: (instant: UtcMs) => number | undefined;
	/** Resolves when the newest report can be read; the market goes on in the background. Rejects when the start fails. */
	run(): Promise<void>;
	/** Resolves once no past report is missing any more. */
	readonly settled: Promise<void>;
	/** Reads files into the store and builds the reports of their dates. Throws OtherMarket unless the market is one of files. */
	importFiles(path: string, options: ImportRun, say: (line: string) => void): Promise<ImportResult>;
	/** The engine of the running market; undefined while there is none, and where the market stands. */
	readonly engine: () => MarketEngine | undefined;
	/** Why the market does not go on by itself and waits; undefined while it does. `exact`: the error's own message, for administrators. */
	readonly waitsFor: (exact?: boolean) => string | undefined;
	/** Set while no process leads the market, as far as this one has seen. */
	readonly missingLead: () => MissingLead | undefined;
	/** For corrections of stored data beside the running market. */
	readonly access: MarketAccess;
	/** Another parameter set is in force: a running market starts over by it. What stands still scores nothing before the next import. */
	startOver(): Promise<void>;
	/** Lets the step that is under way end, then stops. */
	stop(): Promise<void>;
}

export const createMarket = async (config: MarketConfig): Promise<Market> => {
	const { stores, provider, wall, pace, calendar, readiness, reports, leading = ALONE, hear = () => () => {}, onTrouble } = config;
	const { db } = stores.records;
	const leads = (): boolean => leading.epoch() !== undefined;
	// A clock that goes on while its process learns that it does not lead any more would set back the next one's.
	const saver = createClockSaver(async (at) => {
		if (leads()) await saveMarketClock(db, provider.name, at, stores.fence);
	});
	const clock = await openClock(config, saver);
	// The tickers as last saved are enough to show stored reports; a provider may take a moment to name them anew.
	const saved = await tickersOf(db, provider.name);
	// A vendor that cannot be reached is asked again by the first start.
	const named = saved.length > 0 || !leads() ? saved : await provider.universe(clock.now()).catch(unless(comesBack, []));
	const rows = openMarketRows(named);
	const rest = createRest(wall, config.onBack ?? (() => () => {}));
	const settled = Promise.withResolvers<void>();
	/** The first reading of a market that stands, imports, corrections: two at once would build the same reports and publish them twice. */
	const inTurn = createTurns();
	let engine: MarketEngine | undefined;
	let missingLead: MissingLead | undefined;

	/** Other processes show the clock by it. */
	const tellPace = async (): Promise<void> => {
		if (!leads() || !provider.clock) return;
		await saver.save(clock.now());
		await tellOfMarket(db, provider.name, 'speed', pace.speed());
		await tellMarket(db, 'clock');
	};
	const unhearPace = pace.onChange(() => void tellPace().catch((error) => onTrouble('failed to save the speed of the market', error)));
	const putDown = async (): Promise<void> => {
		engine = undefined;
		clock.stand(await notBehindStored(config, clock.now()));
		rows.renew(await provider.universe(clock.now()));
	};
	const startStanding = (again: boolean): Promise<undefined> =>
		inTurn(async () => {
			if (again) await putDown();
			await stand(upkeep);
			return undefined;
		});
	const startRunning = async (again: boolean, turn: AbortController): Promise<GoOn> => {
		if (again || rows.filling().universe.ids.length === 0) await putDown();
		const warm = await warmUp(upkeep, turn.signal);
		turn.signal.throwIfAborted();
		engine = warm.market;
		engine.engine.prepare();
		await tellPace();
		const running = { ...warm, turn, clock: clock.run(), startOver: life.startOver };
		readiness.set('ready', warm.missing.times.size > 0 ? 'Building past reports' : 'Ready');
		return () => runMarket(upkeep, running);
	};
	const follow = async (signal: AbortSignal, lookAtLead: () => void): Promise<void> => {
		engine = undefined;
		missingLead = undefined;
		if (!reports.any()) readiness.phase('Waiting for the process that leads the market');
		const runs = provider.clock?.kind === 'runs';
		if (!provider.clock) clock.run();
		await followMarket(
			{
				stores,
				provider,
				calendar,
				wall,
				rows,
				reports,
				hear,
				looking: lookAtLead,
				found: ({ lease }) => {
					missingLead = lease && !isLeadMissing(lease.age) ? undefined : { since: lease?.renewedAt ?? null };
				},
				parts: (ending) => partsOf(upkeep, ending),
				clock: runs ? clock.show((start) => createFollowedClock({ start, wall, calendar })) : undefined,
				shown: ({ bars, settled: isSettled }) => {
					if (byImports && bars !== undefined && bars !== clock.now()) clock.stand(bars);
					const { status, phase } = readiness.now();
					const isTold = status === 'stopping' || (status === 'ready' && phase === 'Ready');
					if (!isTold && (reports.any() || byImports)) readiness.set('ready');
					if (isSettled) settled.resolve();
				},
				onTrouble,
			},
			signal,
		);
	};
	const byImports = provider.clock?.kind === 'stands';
	const life = createLife({
		rest,
		readiness,
		start: byImports ? startStanding : startRunning,
		leading,
		follow,
		readable: reports.any,
		comesBack,
		endsStart: isDamage,
		onTrouble,
	});
	// At once, whatever the work that is under way still waits for.
	const unhear = leading.onChange(() => {
		if (!leads()) engine = undefined;
	});
	const settle = (): void => {
		settled.resolve();
		void tellOfMarket(db, provider.name, 'settled', true).catch((error) =>
			onTrouble('failed to announce that past reports are complete', error),
		);
	};
	const upkeep: Upkeep = { ...config, rows, clock, rest, ending: life.ending, settle };
	const readAgain = (): Promise<void> => life.correct(() => standAgain(upkeep));

	return {
		directory: rows.directory,
		prices: rows.prices,
		attention: rows.attention,
		now: clock.now,
		speed: clock.speed,
		reachedAt: clock.reachedAt,
		engine: () => engine,
		settled: settled.promise,
		run: () =>
			new Promise<void>((resolve, reject) => {
				readiness.onChange(({ status }) => status === 'ready' && resolve());
				life.live().then(resolve, reject);
			}),
		importFiles: async (path, options, say) => {
			if (provider.name !== 'files')
				throw new OtherMarket(
					`This server runs another market (${provider.label}). Import files into a data folder of their own: SIGNALWHEEL_DATA=data-files npm run import`,
				);
			return inTurn(async () => {
				const result = await importFiles(
					stores,
					path,
					{ ...options, today: newYorkDate(utcMs(wall.now())), calendar: config.calendar },
					say,
				);
				if (options.dryRun || (result.files === 0 && result.failed > 0)) return result;
				say('Building reports...');
				await readAgain();
				return result;
			});
		},
		waitsFor: (exact = false) => {
			const state = life.state();
			return state.name === 'resting' ? (exact ? exactWords : words)(state.why) : undefined;
		},
		missingLead: () => (leads() ? undefined : missingLead),
		startOver: async () => {
			const { name } = life.state();
			if (!byImports && name !== 'standing' && name !== 'following') await life.startOver();
		},
		access: {
			parts: () => partsOf(upkeep, upkeep.ending),
			takeUp: () => (byImports || life.state().name === 'standing' ? inTurn(readAgain) : life.startOver()),
		},
		stop: async () => {
			unhear();
			unhearPace();
			const ended = life.stop(new Error('The server is shutting down.'));
			const at = clock.stop();
			await ended;
			if (at !== undefined && provider.clock) await saver.save(at);
		},
	};
};

/** A vendor that is away, refuses a key or is at its limit: somebody will mend it while the server runs. A missing package is a fault of this installation. */
const comesBack = (why: unknown): boolean => (why instanceof VendorError && why.fault !== 'package') || isOutage(why);

/** Files that cannot be read stay so: the server ends with what to do instead of beginning again. */
const isDamage = (why: unknown): boolean => why instanceof StoreError && why.code === 'series_damaged';

const unless =
	<T>(bearable: (why: unknown) => boolean, instead: T) =>
	(why: unknown): T => {
		if (bearable(why)) return instead;
		throw why;
	};

/** The clock, where it was when the market was last stopped. */
const openClock = async (config: MarketConfig, saver: ClockSaver): Promise<LifeClock> => {
	const { stores, provider, wall, pace, calendar, onTrouble } = config;
	const { db } = stores.records;
	const realClock = () => createRealClock({ wall, delay: provider.delay ?? 0 });
	const saved = provider.clock ? ((await savedMarketClock(db, provider.name)) ?? provider.clock.start) : realClock().now();
	const start = await notBehindStored(config, saved);
	const onProgress = (at: UtcMs): void => void saver.save(at).catch((error) => onTrouble('failed to save the market clock', error));
	return createLifeClock(start, (from) =>
		provider.clock ? createRunningClock({ start: from, pace, wall, calendar, onProgress }) : realClock(),
	);
};

/** A clock is saved every second: one that was killed in between, or is followed, stands before slots that are stored, which would be fetched and published again. */
const notBehindStored = async ({ stores, provider }: MarketConfig, at: UtcMs): Promise<UtcMs> =>
	utcMs(Math.max(at, (await storedUntil(stores.records.db, provider.name, 'bars')) ?? 0));
