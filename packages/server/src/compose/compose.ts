/** Builds the whole product by hand, once, and returns something that listens, runs and closes. Tests override clocks, provider and folder. */
import type { Agent } from 'node:https';
import type { AddressInfo, Server } from 'node:net';
import { join } from 'node:path';
import type { Calendar } from '@sw/domain/time/calendar';
import { SLOT_MS } from '@sw/domain/time/slots';
import { utcMs } from '@sw/domain/time/units';
import { isOutage } from '@sw/store/faults/outage';
import type { Stores } from '@sw/store/open';
import type { Beat } from '@sw/store/watch';
import type { FastifyInstance } from 'fastify';
import { pino } from 'pino';
import { adminCommand } from '../areas/accounts/users/admin-command.ts';
import type { Config } from '../config/config.ts';
import { PRODUCT_VERSION } from '../config/product-version.ts';
import { createApp, loggerOptions } from '../http/app.ts';
import { HTTP_DEFAULTS } from '../http/config.ts';
import { type WatchedFolder, watchFolder } from '../intake/files/watched-folder.ts';
import type { Outbound } from '../intake/outbound/outbound.ts';
import { VendorError } from '../intake/outbound/vendor-error.ts';
import type { Provider } from '../intake/provider.ts';
import { createReplayProvider } from '../intake/replay/replay-provider.ts';
import { takeOverSavedJobs } from '../market/corrections/saved-jobs.ts';
import { importCommand, importPath, isWhole } from '../market/imports/import-command.ts';
import { MARKET_LANE } from '../market/stored/market-lane.ts';
import { openTimetable } from '../market/timetable/timetable.ts';
import type { Source } from '../market/window/source.ts';
import { createTopSource } from '../market/window/top-source.ts';
import { backupCommand } from '../platform/backup-command.ts';
import { systemWallClock, type WallClock } from '../platform/clocks/wall-clock.ts';
import { type Command, openControl } from '../platform/control/socket.ts';
import { daily } from '../platform/daily.ts';
import { watchDisk } from '../platform/disk-space.ts';
import { openJobs } from '../platform/jobs/jobs.ts';
import { createReadiness, type Readiness } from '../platform/readiness.ts';
import { reportCommand } from '../reports/command/report-command.ts';
import { anyDeepCellsMissing, DEEP_CELLS, DEEP_CELLS_LANE, deepCellsJob } from '../reports/deep-cells-job.ts';
import { CHAIN_LANE, watchChain } from '../reports/proof/chain-job.ts';
import { createExplainCells } from '../reports/recompute/explain-cells.ts';
import { createCalibrations } from '../research/forecast/calibrations.ts';
import { createForecastReports } from '../research/forecast/forecast-reports.ts';
import { openParametersInForce } from '../research/parameters-in-force.ts';
import type { ResearchParts } from '../research/parts.ts';
import { isAlone, openAccounts, settleDemo } from './accounts.ts';
import { composeAreas } from './areas.ts';
import { assistantRoutes } from './assistants.ts';
import { auditOf, HOUSE_NAME } from './audit.ts';
import { configuredStores } from './configured-stores.ts';
import { composeDegradations } from './degradations.ts';
import { openDesk } from './desk.ts';
import { openHouseCalendar } from './house-store.ts';
import { followedBy, JOBS, marketHandlers } from './jobs.ts';
import { listingOf } from './listing.ts';
import { openLive } from './live.ts';
import { openMarket, type ReportedMarket } from './market.ts';
import { openOperations } from './operations.ts';
import { openPace } from './pace.ts';
import { beginPages } from './pages.ts';
import { claimFolder, openProvider } from './provider.ts';
import { openResearch } from './research.ts';
import { researchStore } from './research-store.ts';
import { openServices } from './services.ts';
import { openStoreSizes } from './store-sizes.ts';
import type { VendorOpening } from './vendor-adapter.ts';
import { verifyParts } from './verify-parts.ts';

export interface Overrides {
	wall?: WallClock;
	/** How often the stores are asked whether they answer. */
	beat?: Beat;
	provider?: (stores: Stores, calendar: Calendar) => Promise<Provider>;
	/** Stand-ins for the vendors' hosts, by name. */
	vendors?: Readonly<Record<string, string>>;
	/** By which notices leave for other servers; the public internet alone unless told. */
	agent?: Agent;
	/** Sessions whose reports are built at first start. */
	reportSessions?: number;
	/** Vite serves the web application from its sources. */
	dev?: boolean;
	/** False leaves the pages out: an API alone. */
	web?: boolean;
}

export interface Product {
	readonly app: FastifyInstance;
	readonly stores: Stores;
	readonly readiness: Readiness;
	readonly market: ReportedMarket;
	/** Imports in a product that does not run; in one that does, the control socket takes the command. */
	readonly importing: Command;
	/** 'Simulated market'. */
	readonly label: string;
	/** Lines to print once it is ready. */
	readonly notes: readonly string[];
	/** Opens the port; pages say how far the start is. Resolves to the address. */
	listen(): Promise<string>;
	/** Brings the market up to date and keeps it running. Resolves when ready to be read; rejects when the start fails. */
	run(): Promise<void>;
	/** Ends everything within 5 s; may be called again. */
	close(): Promise<void>;
}

export const compose = async (config: Config, overrides: Overrides = {}): Promise<Product> => {
	await using opening = new AsyncDisposableStack();
	const wall = overrides.wall ?? systemWallClock;
	const readiness = createReadiness();
	// They load while the stores open.
	const web = beginPages({ ...overrides, pages: config.pages });
	const log = pino(loggerOptions(config.logLevel));
	let stopping = false;
	// What is away is said in a line; only a fault of our own needs its stack. What fails because all is being closed is no fault.
	const onTrouble = (what: string, error: unknown): void => {
		if (stopping) log.debug({ err: error }, what);
		else if (error instanceof VendorError || isOutage(error)) log.warn(`${what}: ${(error as Error).message}`);
		else log.error({ err: error }, what);
	};
	const stores = opening.use(await configuredStores(config, overrides.beat, (error) => onTrouble('the stores', error)));
	await claimFolder(stores, config.provider, config.folder);
	const calendar = await openHouseCalendar(stores.records.db);
	const leaving = new AbortController();
	const asked: Outbound[] = [];
	const vendor: VendorOpening = {
		config: config.vendors,
		wall,
		calendar,
		random: Math.random,
		warn: (what) => log.warn(what),
		say: (what) => log.info(what),
		asked: (outbound) => asked.push(outbound),
		signal: leaving.signal,
		...(overrides.vendors ? { addresses: overrides.vendors } : {}),
	};
	const provider = await (overrides.provider?.(stores, calendar) ??
		(config.replay ? createReplayProvider({ ...config.replay, calendar }) : openProvider(stores, config.provider, vendor)));
	const source: Source = {
		name: provider.name,
		label: provider.label,
		simulated: provider.simulated,
		isPublic: provider.simulated || config.publicQuotes,
	};

	const store = researchStore(stores, provider);
	const inForce = await openParametersInForce(store.parameters);
	const timetable = await openTimetable(stores.records.db, calendar);
	const slotsOn = timetable.slotsOn;
	const researched: ResearchParts = {
		store,
		provider,
		calendar,
		slotsOn,
		parameters: inForce.now,
		now: () => market.now(),
		wallNow: () => utcMs(wall.now()),
	};
	const calibrations = createCalibrations(researched);
	const { pace, looked } = opening.adopt(openPace(config, provider, wall), (opened) => opened.stop());
	const market: ReportedMarket = opening.adopt(
		await openMarket({
			stores,
			provider,
			wall,
			readiness,
			calendar,
			pace,
			parameters: inForce.now,
			slotsOn,
			forecasts: createForecastReports(researched, calibrations),
			reportSessions: overrides.reportSessions,
			// One rendering loads what the first reader's page needs.
			...(web.built ? { beforeWarmUp: () => app.inject({ url: '/main' }) } : {}),
			onBack: (listener) => stores.standing.onChange((outages) => outages.length === 0 && listener()),
			onTrouble,
		}),
		(opened) => opened.stop(),
	);
	await takeOverSavedJobs(stores.records.db);
	const jobs = opening.adopt(await openJobs({ records: stores.records, definitions: JOBS, wall, onTrouble }), (opened) => opened.stop());
	// Before jobs and the market are stopped: a provider that waits for a vendor would hold them up.
	opening.defer(() => leaving.abort(new Error('The product is stopping.')));
	const chain = watchChain(stores, onTrouble);
	const { reports, directory, prices, now } = market;
	const accounts = opening.adopt(openAccounts({ records: stores.records, config, wall, log, alone: isAlone(config) }), (opened) =>
		opened.close(),
	);
	const notes = await settleDemo(accounts, config, process.stdout.isTTY === true);
	const tops = createTopSource(prices, directory, calendar);
	// Tables of the new report are ready before the first reader asks.
	reports.onNewest(() => void tops.warm(now()).catch((error) => onTrouble('preparing the top tables', error)));
	timetable.onChange(market.timetableChanged);
	const explain = createExplainCells({ stores, provider, calendar, engine: market.engine, wall, onTrouble });
	const desk = opening.adopt(
		await openDesk({
			stores,
			market,
			source,
			tops,
			calendar,
			inForce: inForce.now,
			wall,
			slotsOn,
			explain,
			audit: auditOf(accounts),
		}),
		(opened) => opened.close(),
	);
	/** A change is answered at once; the market starts over by it beside. */
	const startOver = (why: string): void => void market.startOver().catch((error) => onTrouble(why, error));
	const parametersChanged = async (): Promise<void> => {
		if (await inForce.renew()) startOver('taking up other parameters');
	};
	const audit = auditOf(accounts);
	const research = openResearch({ stores, parts: researched, calibrations, reports, jobs, parametersChanged, audit, onTrouble });
	const common = { config, stores, wall, accounts, audit, jobs, market, desk, calendar, tops, source, inForce: inForce.now, onTrouble };
	const services = opening.adopt(
		await openServices({ ...common, stands: provider.clock?.kind === 'stands', app: () => app, outside: overrides }),
		(opened) => opened.stop(),
	);
	const { cookieNames: sessionCookies, renew } = accounts;
	const { hub } = opening.adopt(await openLive({ records: stores.records, accounts, config, wall, reports }), (opened) => opened.close());
	const disk = opening.adopt(watchDisk(config.folder, wall), (opened) => opened.close());
	const nothingLoaded = (): boolean =>
		provider.clock?.kind === 'stands' && readiness.now().status === 'ready' && reports.newest() === undefined;
	const degraded = composeDegradations({
		stores,
		provider,
		market,
		wall,
		accounts,
		calendar,
		slotsOn,
		nothingLoaded,
		diskLeft: disk.short,
		brokenReports: chain.fault,
		missingSource: market.waitsFor,
		jobsWaiting: jobs.waiting,
	});
	const sizes = openStoreSizes(stores, config.folder, wall);
	let forgotten = 0;
	const operations = opening.adopt(
		await openOperations({
			config,
			stores,
			market,
			accounts,
			source,
			provider,
			wall,
			hub,
			calendar,
			calendarChanged: (from, to) => {
				market.timetableChanged(from, to);
				startOver('taking up other trading days');
			},
			jobs,
			jobCanceled: research.jobCanceled,
			timetable,
			readiness,
			trial: { wall, random: Math.random, addresses: overrides.vendors },
			health: {
				degraded,
				sources: () => asked.map((outbound) => outbound.standing()),
				mailsWaiting: accounts.context.post.waiting,
				overdue: (at) => {
					const reached = market.reachedAt(at);
					return at <= now() && (reached === undefined ? now() - at : wall.now() - reached) >= SLOT_MS;
				},
				stores: sizes.now,
			},
			// Pages are kept by their edition: those of another are never shown again.
			caches: { pages: () => forgotten++ },
		}),
		(opened) => opened.close(),
	);
	const edition = (): string => {
		const { hash = '', version = 0 } = reports.newest() ?? {};
		return `${hash}.${version}.${forgotten}`;
	};
	const app: FastifyInstance = opening.adopt(
		await createApp({
			config: {
				...HTTP_DEFAULTS,
				origin: config.origin,
				hstsSubdomains: config.hstsSubdomains,
				trustProxy: config.trustedProxies.length > 0 ? [...config.trustedProxies] : false,
			},
			version: PRODUCT_VERSION,
			logger: loggerOptions(config.logLevel),
			guard: accounts.guard,
			circumstances: { isOutage, isStopping: () => stopping },
			areas: [
				...composeAreas({
					config,
					market,
					calendar,
					accounts,
					readiness,
					source,
					inForce: inForce.now,
					tops,
					desk,
					research,
					slotsOn,
					nothingLoaded,
					degraded,
					looked,
					prelaunch: operations.prelaunch,
				}),
				...operations.areas,
				...services.areas,
			],
			extensions: [
				hub.routes,
				...services.routes,
				...(await assistantRoutes(config, accounts.guard)),
				...web.routes({ config, readiness, wall, edition, listing: listingOf(source, reports), looked, sessionCookies, renew }),
			],
		}),
		(opened) => opened.close(),
	);
	const housekeeping = async (): Promise<void> => {
		await accounts.hooks.sweep();
		await desk.sweep();
		await services.sweep();
		await operations.daily();
	};
	opening.defer(daily(wall, housekeeping, onTrouble));
	let control: Server | undefined;
	let dropped: WatchedFolder | undefined;
	const workOnMarket = (): Promise<void> =>
		jobs.begin(MARKET_LANE, followedBy(marketHandlers(market, inForce.now), research.pastChanged, onTrouble));
	/** Searches read the whole past: they wait until it is there. A search that was begun is taken up then. */
	const workOnResearch = async (): Promise<void> => {
		await market.settled;
		await chain.recall(jobs);
		await jobs.begin(CHAIN_LANE, [chain.job]);
		for (const [lane, handlers] of Map.groupBy(research.handlers, ({ definition }) => definition.lane)) await jobs.begin(lane, handlers);
		await research.run();
		await jobs.begin(DEEP_CELLS_LANE, [deepCellsJob(stores)]);
		if (await anyDeepCellsMissing(stores)) await jobs.submit(DEEP_CELLS, {}, HOUSE_NAME);
	};
	/** Files that are dropped into the data folder of a market of files. */
	const watchDrop = (): Promise<WatchedFolder> =>
		watchFolder({
			folder: join(config.folder, 'drop'),
			wall,
			say: (line) => log.info(line),
			importPath: async (path, say) => isWhole(await importPath(jobs, { path, options: {}, by: 'the watched folder' }, say)),
		});
	const opened = opening.move();
	let closing: Promise<void> | undefined;
	return {
		app,
		stores,
		readiness,
		market,
		importing: async (args, say) => {
			await workOnMarket();
			return importCommand(jobs)(args, say);
		},
		label: provider.label,
		notes,
		listen: async () => {
			// Only a listening product answers commands.
			control = await openControl(config.folder, {
				import: importCommand(jobs),
				admin: adminCommand(accounts.context),
				backup: backupCommand(stores, config.folder),
				report: reportCommand({ ...verifyParts({ stores, provider, calendar }), folder: config.folder }),
			});
			await app.listen({ port: config.port, host: config.host });
			const { address, port, family } = app.server.address() as AddressInfo;
			return `http://${family === 'IPv6' ? `[${address}]` : address}:${port}`;
		},
		run: async () => {
			await market.run();
			await workOnMarket();
			void workOnResearch().catch((error) => onTrouble('starting searches', error));
			await operations.begin();
			await services.begin();
			if (provider.name === 'files') dropped = await watchDrop();
		},
		close: () => {
			stopping = true;
			readiness.set('stopping', 'Stopping');
			control?.close();
			// Only told: an import that is under way ends with the stores.
			dropped?.close().catch((error) => onTrouble('closing the watched folder', error));
			closing ??= opened.disposeAsync();
			return closing;
		},
	};
};
