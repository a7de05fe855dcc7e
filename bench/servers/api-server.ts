/**
 * The server process of the benchmark of calls: the real HTTP layer, guard, accounts and workspace over real stores, and as the reference a Fastify app
 * whose only handler returns constant bytes. The message {constantBytes} sets their number; {scan} starts or stops scanning a year's history in a loop;
 * {processorTime} returns the process's processor time in microseconds.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { publicPrices } from '@sw/contract/prices/prices';
import { createEngine } from '@sw/domain/signals/engine/create-engine';
import type { RowDetail } from '@sw/domain/signals/engine/types';
import { PARAMETERS_V1 } from '@sw/domain/signals/parameters';
import { nyse, type Session } from '@sw/domain/time/calendar';
import { strategyNamed } from '@sw/domain/time/timeframe';
import { DAY, type UtcMs, utcMs } from '@sw/domain/time/units';
import { createUser } from '@sw/server/areas/accounts/parts/new-user';
import { implement } from '@sw/server/areas/handlers';
import { createPriceHandlers } from '@sw/server/areas/prices/handlers';
import { openAccounts, subscribeToSessions } from '@sw/server/compose/areas/accounts';
import { openAttention } from '@sw/server/compose/areas/attention';
import { openWorkspace } from '@sw/server/compose/areas/workspace';
import { createApp, loggerOptions } from '@sw/server/http/app';
import { HTTP_DEFAULTS } from '@sw/server/http/config';
import { createDefaultSlots } from '@sw/server/market/timetable/slot-times';
import { createTopSource } from '@sw/server/market/window/top-source';
import { systemWallClock } from '@sw/server/platform/clocks/wall-clock';
import { countBreadth } from '@sw/server/reports/breadth/breadth-job';
import { scanHistory } from '@sw/store/clickhouse/history-scan';
import { openStores } from '@sw/store/open';
import { visibleBatches } from '@sw/store/postgres/records/tickers/batches';
import fastify from 'fastify';
import { openApiMarket, QUICK_SESSIONS } from '../inputs/api-world.ts';
import { createMatrixGenerator, lastSessions } from '../inputs/engine-market.ts';
import { YEAR_SESSIONS } from '../inputs/year-of-reports.ts';

export interface ServerInfo {
	port: number;
	referencePort: number;
	cookie: string;
	/** Times of reports with every column, oldest first. */
	times: number[];
}
export type ServerCommand = { constantBytes: number } | { scan: boolean } | { processorTime: true };

const HOST = '127.0.0.1';
const SOURCE = { name: 'bench', label: 'Made-up market', simulated: true, isPublic: true };
/** High enough that no caller is rate limited. */
const CALLS_PER_MINUTE = 1e9;

const folder = mkdtempSync(join(tmpdir(), 'signalwheel-bench-'));
const stores = await openStores({ folder });
const { market, times } = await openApiMarket(stores, process.argv.includes('--quick') ? QUICK_SESSIONS : YEAR_SESSIONS);
const log = { error: (details: object, message: string): void => console.error(message, details) };
const origin = `http://${HOST}`;
const accounts = openAccounts({
	records: stores.records,
	config: { origin, folder, smtpUrl: null, mailFrom: 'Bench <bench@localhost>', captcha: null, oauth: [] },
	wall: systemWallClock,
	log,
});
const listener = await subscribeToSessions(stores.records, accounts, { closeAccount: () => {}, closeSession: () => {} });
/** The numbers behind one row's cells, from a running engine. Every ticker gets the same ones. */
const cells = ((): RowDetail => {
	const engine = createEngine({ parameters: PARAMETERS_V1, rows: 1 });
	const [session] = lastSessions(1) as [Session];
	engine.startSession(session);
	engine.applySlot(createMatrixGenerator(1)(session), 0);
	return engine.detail(0);
})();
const tops = createTopSource(market.prices, market.directory, nyse);
const workspace = await openWorkspace({
	stores,
	market,
	source: SOURCE,
	tops,
	calendar: nyse,
	currentParameters: () => PARAMETERS_V1,
	wall: systemWallClock,
	slotsOn: createDefaultSlots(nyse),
	audit: async () => {},
	explain: async () => cells,
});

async function rejectJob(): Promise<never> {
	throw new Error('No job is expected here.');
}

const attention = openAttention({
	stores,
	market,
	calendar: nyse,
	tops,
	source: SOURCE,
	workspace,
	wall: systemWallClock,
	jobs: { submit: rejectJob, runLane: rejectJob },
	emailOf: rejectJob,
	audit: async () => {},
	notify: async () => {},
	clearCaches: async () => {},
	onError: (message, error) => log.error({ error }, message),
});
// Breadth compares a report with the previous sixty sessions, so only these need to be counted.
const newest = times.at(-1) as UtcMs;
const span = { from: utcMs(newest - 95 * DAY), to: newest };
await countBreadth(stores, { period: span, typeIndexOf: () => 0 });
const publicTables = createPriceHandlers({
	directory: market.directory,
	prices: market.prices,
	tops,
	source: SOURCE,
	now: market.now,
	reports: market.reports,
	parameters: PARAMETERS_V1,
});
const app = await createApp({
	config: { ...HTTP_DEFAULTS, origin, callsPerMinute: CALLS_PER_MINUTE },
	version: 'bench',
	logger: loggerOptions('warn'),
	guard: accounts.guard,
	areas: [accounts.area, ...workspace.areas, ...attention.areas, implement(publicPrices, publicTables)],
});

let constantBody = Buffer.alloc(0);
const referenceApp = fastify();
referenceApp.get('/*', (_request, reply) => reply.type('application/json; charset=utf-8').send(constantBody));

let isScanning = false;

async function scan(): Promise<void> {
	const visibleBuilds = await visibleBatches(stores.records.db);
	const question = {
		tab: 'free',
		strategy: strategyNamed('first'),
		quorum: PARAMETERS_V1.tabQuorum,
		conditions: [{ sector: 'price_short', timeframe: 0, value: 3 }],
	} as const;
	while (isScanning) await scanHistory(stores.series, question, { from: 0, to: 4e9, algo: 'reverse', words: [0] }, visibleBuilds);
}

const { context } = accounts;
const user = await context.records.addUser({
	...createUser(context.randomSource.uuid(), 'trader@bench.test', context.clock.now()),
	status: 'active',
	confirmedAt: context.clock.now(),
	license: 'pro',
});
if (!user) throw new Error('The account already exists.');
const { access } = await context.sessions.open(user, { address: HOST, agent: 'bench' });

await app.listen({ port: 0, host: HOST });
await referenceApp.listen({ port: 0, host: HOST });

async function shutDown(): Promise<void> {
	isScanning = false;
	await app.close();
	await referenceApp.close();
	await listener.close();
	await workspace.close();
	await accounts.close();
	await stores.close();
	rmSync(folder, { recursive: true, force: true });
	process.exit(0);
}

process.once('disconnect', () => void shutDown());
process.on('message', (command: ServerCommand | 'stop') => {
	if (command === 'stop') return void shutDown();
	if ('processorTime' in command) {
		const { user, system } = process.cpuUsage();
		process.send?.(user + system);
		return;
	}
	if ('constantBytes' in command) constantBody = Buffer.alloc(command.constantBytes, 'x');
	else if (command.scan !== isScanning) {
		isScanning = command.scan;
		void scan();
	}
	process.send?.('done');
});

function readPort(server: typeof app | typeof referenceApp): number {
	return (server.server.address() as AddressInfo).port;
}

process.send?.({ port: readPort(app), referencePort: readPort(referenceApp), cookie: `sw_access=${access}`, times } satisfies ServerInfo);
