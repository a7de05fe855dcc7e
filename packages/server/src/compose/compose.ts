/** Wires the whole product together; nothing runs until `listen` and `run` are called. Tests override clocks, provider and services. */
import type { AddressInfo, Server } from 'node:net';
import { SLOT_MS } from '@sw/domain/time/slots';
import { type ExchangeDate, utcMs } from '@sw/domain/time/units';
import { isOutage } from '@sw/store/faults/outage';
import type { FastifyInstance } from 'fastify';
import { pino } from 'pino';
import { createAdminCommand } from '../areas/accounts/users/admin-command.ts';
import type { Config } from '../config/config.ts';
import { PRODUCT_VERSION } from '../config/product-version.ts';
import { createApp, loggerOptions } from '../http/app.ts';
import { HTTP_DEFAULTS } from '../http/config.ts';
import { createOpenbbRoutes } from '../http/openbb/openbb.ts';
import type { Outbound } from '../intake/outbound/outbound.ts';
import { createReplayProvider } from '../intake/replay/replay-provider.ts';
import { importSavedJobs } from '../market/corrections/import-saved-jobs.ts';
import { createImportCommand } from '../market/imports/import-command.ts';
import { openTimetable } from '../market/timetable/timetable.ts';
import type { Source } from '../market/window/source.ts';
import { createTopSource } from '../market/window/top-source.ts';
import { createBackupCommand } from '../platform/backup-command.ts';
import { clearAnswerCaches } from '../platform/cache/answer-caches.ts';
import { systemWallClock } from '../platform/clocks/wall-clock.ts';
import { openControlSocket } from '../platform/control/socket.ts';
import { watchDisk } from '../platform/disk-space.ts';
import { openJobs } from '../platform/jobs/jobs.ts';
import { describeMemoryShortage } from '../platform/memory.ts';
import { createReadiness } from '../platform/readiness.ts';
import { createReportCommand } from '../reports/command/report-command.ts';
import { createDelayedCloses } from '../reports/delayed-closes.ts';
import { createChainWatch, followSeals } from '../reports/proof/chain-job.ts';
import { createExplainCells } from '../reports/recompute/explain-cells.ts';
import { verifyReport } from '../reports/recompute/verify-report.ts';
import { createCalibrations } from '../research/forecast/calibrations.ts';
import { createForecastReports } from '../research/forecast/forecast-reports.ts';
import type { ResearchParts } from '../research/ports.ts';
import { openCurrentParameters } from '../research/script-params.ts';
import { composeAnchors } from './anchors.ts';
import { isLocalOnly, openAccounts, prepareFirstSteps, updateDemoAccounts } from './areas/accounts.ts';
import { openOperations } from './areas/operations.ts';
import { openWorkspace } from './areas/workspace.ts';
import { composeAreas } from './areas.ts';
import { loadAssistantRoutes } from './assistants.ts';
import { type BackgroundWork, openBackgroundWork } from './background-work.ts';
import { createAuditLog, createEmailLookup } from './core/audit.ts';
import { openConfiguredStores } from './core/configured-stores.ts';
import { composeDegradations, withReasons } from './core/degradations.ts';
import { createErrorLogger } from './core/error-logger.ts';
import { composeBackups, JOBS } from './core/jobs.ts';
import { isShared, openLeading } from './core/leading.ts';
import { openMarket, type ReportedMarket } from './core/market.ts';
import { openResearch } from './core/research.ts';
import { createResearchStore, createVerifyParts } from './core/research-store.ts';
import { openSiteCalendar } from './core/site-settings-store.ts';
import { openStoreSizes } from './core/store-sizes.ts';
import { createShownFilings, openFilingSource } from './filings.ts';
import { openLive } from './live.ts';
import { createPublicListing, startPages } from './pages.ts';
import { openMarketPace } from './processes/pace.ts';
import { openPageEdition } from './processes/page-edition.ts';
import { NO_PEERS, openPeers } from './processes/peers.ts';
import { urlOf } from './processes/process-registry.ts';
import { openSharedLimits } from './processes/shared-limits.ts';
import type { Overrides, Product } from './product.ts';
import { createProofRoutes } from './proof-routes.ts';
import { openServices } from './services.ts';
import { bindFolderToMarket, openProvider } from './vendors/provider.ts';
import type { VendorWiring } from './vendors/vendor-adapter.ts';

export async function compose(config: Config, overrides: Overrides = {}): Promise<Product> {
	await using opening = new AsyncDisposableStack();
	const wall = overrides.wall ?? systemWallClock;
	const readiness = createReadiness();
	// Pages load while the stores are being opened.
	const servesApi = config.roles.has('api');
	const web = startPages({ ...overrides, web: servesApi && overrides.web !== false, pages: config.pages });
	const log = pino(loggerOptions(config.logLevel));
	let isStopping = false;
	const onError = createErrorLogger(log, () => isStopping);
	const opened = opening.use(await openConfiguredStores(config, overrides.checkTiming, (error) => onError('no store connection', error)));
	await bindFolderToMarket(opened, config.provider, config.folder);
	// Subscribe before reading anything that another process may change.
	const peers = isShared(config) ? opening.adopt(await openPeers(opened.records, wall, onError), (open) => open.close()) : NO_PEERS;
	const { leading, stores } = opening.adopt(await openLeading(config, opened, onError, overrides.leaseMs), (lead) => lead.close());
	const pageEdition = opening.adopt(await openPageEdition(stores.records, wall, onError), (opened) => opened.close());
	pageEdition.onChange(clearAnswerCaches);
	const { calendar, renew: renewCalendar } = await openSiteCalendar(stores.records.db);
	const shutdown = new AbortController();
	const outbounds: Outbound[] = [];
	const vendorWiring: VendorWiring = {
		config: config.vendors,
		wall,
		calendar,
		random: Math.random,
		warn: (message) => log.warn(message),
		info: (message) => log.info(message),
		onOutbound: (outbound) => outbounds.push(outbound),
		signal: shutdown.signal,
		...(overrides.vendors ? { addresses: overrides.vendors } : {}),
	};
	const provider = await (overrides.provider?.(stores, calendar) ??
		(config.replay ? createReplayProvider({ ...config.replay, calendar }) : openProvider(stores, config.provider, calendar, vendorWiring)));
	const source: Source = {
		name: provider.name,
		label: provider.label,
		simulated: provider.simulated,
		isPublic: provider.simulated || config.publicQuotes,
	};
	const store = createResearchStore(stores, provider);
	const { get: currentParameters, refresh: refreshParameters } = await openCurrentParameters(store.parameters);
	const timetable = await openTimetable(stores.records.db, calendar);
	const delayedCloses = createDelayedCloses(timetable.slotsOn);
	const { slotsOn } = delayedCloses;
	const researchParts: ResearchParts = {
		store,
		provider,
		...{ calendar, slotsOn },
		industries: () => market.directory.industries(),
		parameters: currentParameters,
		now: () => market.now(),
		wallNow: () => utcMs(wall.now()),
		barsVersion: () => market.prices.id,
	};
	const calibrations = createCalibrations(researchParts);
	const { pace, recordView } = opening.adopt(openMarketPace(config, provider, wall, isShared(config) ? peers : undefined), (open) =>
		open.stop(),
	);
	const market: ReportedMarket = opening.adopt(
		await openMarket({
			stores,
			provider,
			wall,
			readiness,
			calendar,
			pace,
			...(isShared(config) ? { leading, subscribe: peers.subscribe } : {}),
			parameters: currentParameters,
			closes: delayedCloses,
			forecasts: createForecastReports(researchParts, calibrations),
			reportSessions: overrides.reportSessions,
			// Rendering one page loads everything that the first user's page needs.
			...(web.isBuilt ? { beforeWarmUp: () => app.inject({ url: '/main' }) } : {}),
			onRecovery: (listener) => stores.health.onChange((outages) => outages.length === 0 && listener()),
			onError,
		}),
		(opened) => opened.stop(),
	);
	const filingSource = openFilingSource({ stores, provider, filings: market.filings, calendar, vendorWiring, onError });
	const filings = createShownFilings({ filings: market.filings, calendar, source: filingSource, peers });
	await importSavedJobs(stores.records.db);
	const jobs = opening.adopt(await openJobs({ records: stores.records, definitions: JOBS, wall, onError }), (opened) => opened.stop());
	// Cleanup runs in reverse order of adoption: waits for a vendor are aborted first, so they don't delay stopping jobs and the market.
	opening.defer(() => shutdown.abort(new Error('The server is shutting down.')));
	const proof = createVerifyParts({ stores, provider, calendar });
	const { anchors, roots, stampedSince } = await composeAnchors({ config, records: stores.records, wall, agent: overrides.agent });
	const chain = createChainWatch(stores, onError, {
		...{ storedCheck: market.stored, verify: verifyReport.bind(null, proof), wallNow: wall.now },
		...{ roots, stampedSince },
	});
	opening.adopt(await followSeals(stores), (listener) => listener.close());
	const { reports, directory, prices, now } = market;
	const limits = openSharedLimits({ records: stores.records, config, wall, onError });
	const accounts = opening.adopt(
		openAccounts({ records: stores.records, config, wall, log, localOnly: isLocalOnly(config), limits }),
		(opened) => opened.close(),
	);
	const audit = createAuditLog(accounts);
	const isTerminal = process.stdout.isTTY === true;
	const notes = await updateDemoAccounts(accounts, config, isTerminal);
	const firstSteps = servesApi ? await prepareFirstSteps(accounts, config, isTerminal, source) : [];
	const tops = createTopSource(prices, directory, calendar);
	// Prepare the tables of the new report before the first request.
	reports.onNewest(() => void tops.warm(now()).catch((error) => onError('failed to prepare the top tables', error)));
	timetable.onChange(market.updateLicences);
	const explain = createExplainCells({ stores, provider, calendar, engine: market.engine, barsVersion: () => prices.id, wall, onError });
	const workspace = opening.adopt(
		await openWorkspace({
			stores,
			market,
			source,
			tops,
			calendar,
			currentParameters,
			...{ wall, slotsOn, explain },
			audit,
			...{ book: market.filings.book, filings },
			filterWitnesses: { roots, isOn: anchors !== undefined },
		}),
		(opened) => opened.close(),
	);
	/** Restarts the market in the background, so that the change itself is answered immediately. */
	const restartMarket = (message: string): void => void market.startOver().catch((error) => onError(message, error));
	const onParametersChanged = async (): Promise<void> => {
		if (await refreshParameters()) restartMarket('failed to restart the market with new parameters');
	};
	const onCalendarChanged = (from: ExchangeDate, to: ExchangeDate): void => {
		market.updateLicences(from, to);
		restartMarket('failed to restart the market with a new trading calendar');
	};
	peers.reloadOnChange({
		parameters: onParametersChanged,
		timetable: timetable.reload,
		calendar: async () => {
			const changed = await renewCalendar();
			if (changed) onCalendarChanged(...changed);
		},
	});
	const runsJobs = config.roles.has('jobs');
	const research = openResearch({
		stores,
		parts: researchParts,
		calibrations,
		reports,
		jobs,
		runsJobs,
		onParametersChanged,
		audit,
		emailOf: createEmailLookup(accounts),
		roots,
		onError,
		warn: (line) => log.warn(line),
	});
	const common = { config, stores, wall, accounts, audit, jobs, market, workspace, calendar, tops, source, currentParameters, onError };
	const services = opening.adopt(
		await openServices({
			...common,
			timetable: timetable.slotsOn,
			isClockStopped: provider.clock?.kind === 'stopped',
			app: () => app,
			outside: overrides,
			clearCaches: pageEdition.clearAll,
		}),
		(opened) => opened.stop(),
	);
	pageEdition.onChange(research.renewRecords);
	const { cookieNames: sessionCookies, renew: renewSession } = accounts;
	const { hub, processRegistry } = opening.adopt(
		await openLive({ records: stores.records, accounts, config, wall, reports, number: jobs.processNumber, onError }),
		(opened) => opened.close(),
	);
	const disk = opening.adopt(watchDisk(config.folder, wall), (opened) => opened.close());
	const memoryShortage = config.clickhouseUrl === null ? describeMemoryShortage() : undefined;
	if (memoryShortage !== undefined) log.warn(memoryShortage);
	const isMarketEmpty = (): boolean =>
		provider.clock?.kind === 'stopped' && readiness.getProgress().status === 'ready' && reports.newest() === undefined;
	const backups: ReturnType<typeof composeBackups> = composeBackups({ config, stores, wall }, () => operations.backupSettings());
	let dropFaults: BackgroundWork['dropFaults'] = () => undefined;
	const { degraded, behind, waited } = composeDegradations({
		stores,
		provider,
		market,
		wall,
		accounts,
		calendar,
		slotsOn,
		isMarketEmpty,
		diskLeft: disk.getLowFreeBytes,
		memoryShortage: () => memoryShortage,
		brokenReports: chain.getProblem,
		missingSource: () => market.waitReason(),
		missingFilings: () => filingSource?.outage(),
		jobsWaiting: jobs.getWaitingCount,
		failedBackup: () => backups?.getProblem(),
		failedAnchor: () => anchors?.getProblem(),
		dropFaults: () => dropFaults(),
	});
	const sizes = openStoreSizes(stores, config.folder, wall);
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
			isLeader: () => leading.getEpoch() !== undefined,
			onCalendarChanged,
			jobs,
			onJobCanceled: research.jobCanceled,
			timetable,
			readiness,
			trial: { wall, random: Math.random, addresses: overrides.vendors },
			health: {
				degraded: withReasons(degraded, {
					source: () => market.waitReason(true),
					filings: () => filingSource?.outage()?.reason,
					backup: () => backups?.getProblem(),
					anchor: () => anchors?.getProblem(),
					drop: () => dropFaults(),
				}),
				behind,
				sources: () => outbounds.map((outbound) => outbound.state()),
				mailsWaiting: accounts.context.backgroundMail.retryCount,
				backup: async () => backups?.findNewest(),
				overdue: (at) => at <= now() && (waited(at) ?? now() - at) >= SLOT_MS,
				stores: sizes.read,
				processes: processRegistry.list,
			},
			clearCaches: pageEdition.clearAll,
		}),
		(opened) => opened.close(),
	);
	const readCacheVersion = (): string => {
		const { hash = '', version = 0 } = reports.newest() ?? {};
		return `${hash}.${version}.${reports.changeCount()}.${prices.id}.${pageEdition.current()}`;
	};
	const app: FastifyInstance = opening.adopt(
		await createApp({
			config: {
				...HTTP_DEFAULTS,
				callsPerMinute: overrides.callsPerMinute ?? HTTP_DEFAULTS.callsPerMinute,
				origin: config.origin,
				hstsSubdomains: config.hstsSubdomains,
				trustProxy: config.trustedProxies.length > 0 ? [...config.trustedProxies] : false,
			},
			version: PRODUCT_VERSION,
			healthOnly: !servesApi,
			logger: loggerOptions(config.logLevel),
			guard: accounts.guard,
			limits,
			serviceState: { isOutage, isStopping: () => isStopping },
			areas: [
				...composeAreas({
					...{ config, market, calendar, filings, accounts, readiness, source, tops, workspace, research, slotsOn },
					...{ isMarketEmpty, degraded, behind, recordView, currentParameters, prelaunch: operations.prelaunch },
				}),
				...operations.areas,
				...services.areas,
			],
			extensions: [
				hub.routes,
				...services.routes,
				createProofRoutes({ stores, stampedSince, wallNow: wall.now }),
				...(await loadAssistantRoutes(config, accounts.guard)),
				createOpenbbRoutes({ origin: config.origin, guard: accounts.guard }),
				...web.routes({
					...{ config, readiness, wall, edition: readCacheVersion, recordView, sessionCookies, renew: renewSession },
					listing: createPublicListing(source, reports),
				}),
			],
		}),
		(opened) => opened.close(),
	);
	const housekeeping = async (): Promise<void> => {
		await accounts.hooks.sweep();
		await workspace.sweep();
		await services.sweep();
		await operations.runDailyTasks();
	};
	let control: Server | undefined;
	const work = opening.adopt(
		openBackgroundWork({
			...{ config, stores, leading, market, provider, jobs, chain, research, operations, backups, anchors, calendar, services },
			...{ housekeeping, wall, onError, filingSource },
			currentParameters,
			clearCaches: pageEdition.clearAll,
			logLine: (line) => log.info(line),
		}),
		(begun) => begun.stop(),
	);
	dropFaults = work.dropFaults;
	const composed = opening.move();
	let closePromise: Promise<void> | undefined;
	return {
		app,
		stores,
		readiness,
		market,
		runImport: work.runImport,
		label: provider.label,
		notes,
		firstSteps,
		listen: async () => {
			// Commands from the control socket are accepted only while listening.
			control = await openControlSocket(config.folder, {
				import: createImportCommand(jobs),
				admin: createAdminCommand(accounts.context),
				backup: createBackupCommand(stores, config.folder),
				report: createReportCommand({ ...proof, exportFolder: config.folder, roots }),
				...operations.commands,
			});
			await app.listen({ port: config.port, host: config.host });
			const listenAddress = app.server.address() as AddressInfo;
			await processRegistry.announceAddress(listenAddress);
			return urlOf(listenAddress);
		},
		run: work.run,
		close: () => {
			isStopping = true;
			readiness.set('stopping', 'Stopping');
			control?.close();
			closePromise ??= composed.disposeAsync();
			return closePromise;
		},
	};
}
