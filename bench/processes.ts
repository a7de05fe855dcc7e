/**
 * Runs three processes of the product on the same PostgreSQL and series store, with 10,000 tickers: one leads the market, two answer calls. Measures
 * the time from a report's commit until the last waiting client of both answering processes has it (reference: a bare database listener), the memory of
 * an answering process, and the processor time of a call with one and with two of them. Their combined throughput would need a core for each and is not
 * measured.
 */
import type { ChildProcess } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { createUser } from '@sw/server/areas/accounts/parts/new-user';
import { openAccounts } from '@sw/server/compose/areas/accounts';
import { systemWallClock } from '@sw/server/platform/clocks/wall-clock';
import { startEmbedded } from '@sw/store/postgres/embedded';
import { listen } from '@sw/store/postgres/listen';
import { openRecords, type Records } from '@sw/store/postgres/records';
import { REPORT_CHANNEL } from '@sw/store/postgres/records/reports/reports';
import { startEngineProcess } from '@sw/store/testing/start-engine-process';
import autocannon, { type AutocannonRequest, type Result } from 'autocannon';
import { askChild, startChild, stopChild } from './child.ts';
import {
	type Benchmark,
	compareToReference,
	formatMb,
	formatMs,
	median,
	quantile,
	type ResultRow,
	rowWithoutReference,
} from './measure.ts';
import type { ProcessConfig, ProcessQuery } from './servers/processes-server.ts';
import { findFreePort } from './tools/free-port.ts';
import { BareClient } from './tools/hub-client.ts';
import { createListPaths, DETAIL_IDS } from './tools/list-paths.ts';

/** A slot every 15 s. */
const SPEED = 60;
const REPORTS = 8;
/** Milliseconds to wait after the start until memory has been returned to the system. */
const REST_MS = 30_000;
const ACCOUNTS = 50;
/** Clients of each account at each process. The product allows 20 per account. */
const CLIENTS = 10;
const ROUNDS = 7;
const SECONDS = 2;
const WARM_ROUNDS = 3;
const CONNECTIONS = 10;
/** Number of caller IPs: enough that none is rate limited. */
const CALLERS = 4_000;

interface ApiProcess {
	name: string;
	url: string;
	port: number;
	child: ChildProcess;
}

/** Creates the readers' accounts. Returns the request headers of each. */
async function createReaders(records: Records, folder: string): Promise<Record<string, string>[]> {
	const log = { error: (details: object, message: string): void => console.error(message, details) };
	const config = { origin: 'http://localhost', folder, smtpUrl: null, mailFrom: 'Bench <bench@localhost>', captcha: null, oauth: [] };
	const accounts = openAccounts({ records, config, wall: systemWallClock, log });
	const { context } = accounts;
	const createReader = async (n: number): Promise<Record<string, string>> => {
		const now = context.clock.now();
		const record = {
			...createUser(context.randomSource.uuid(), `trader${n}@bench.test`, now),
			status: 'active',
			confirmedAt: now,
			license: 'pro',
		} as const;
		const user = await context.records.addUser(record);
		if (!user) throw new Error('The account already exists.');
		const { access } = await context.sessions.open(user, { address: createIp(n), agent: 'bench' });
		return { cookie: `sw_access=${access}`, 'x-forwarded-for': createIp(n) };
	};
	const readers: Record<string, string>[] = [];
	for (let n = 0; n < ACCOUNTS; n++) readers.push(await createReader(n));
	await accounts.close();
	return readers;
}

function createIp(n: number): string {
	return `10.0.${n >> 8}.${n & 255}`;
}

/**
 * Milliseconds from each report's commit: `listener` until the bare listener was notified, `first` and `last` until all clients of the faster and of
 * the slower process had been notified.
 */
async function timeReports(records: Records, apiProcesses: readonly ApiProcess[], readers: readonly Record<string, string>[]) {
	const listenerTimes: number[] = [];
	const listener = await listen(records.url, {
		channel: REPORT_CHANNEL,
		onMessage: () => listenerTimes.push(Date.now()),
		onResume: () => {},
	});
	const clientGroups: Awaited<ReturnType<typeof connectClients>>[] = [];
	for (const apiProcess of apiProcesses) clientGroups.push(await connectClients(apiProcess, readers));
	const waitForAll = (): Promise<number[]> => Promise.all(clientGroups.map((group) => group.waitForReport()));
	const delays: { listener: number; first: number; last: number }[] = [];
	// The first report may have been announced while the clients connected.
	await waitForAll();
	while (delays.length < REPORTS) {
		const notifiedTimes = await waitForAll();
		const { rows } = await records.pool.query<{ at: number }>(
			'select (extract(epoch from max(committed_at)) * 1000)::float8 as at from reports join batches on batches.id = build_id',
		);
		const { at: committedAt } = rows[0] as { at: number };
		// Both clocks are this machine's; the database's also has microseconds.
		const listenerTime = listenerTimes.find((time) => time >= Math.floor(committedAt)) ?? Number.NaN;
		delays.push({
			listener: listenerTime - committedAt,
			first: Math.min(...notifiedTimes) - committedAt,
			last: Math.max(...notifiedTimes) - committedAt,
		});
	}
	for (const group of clientGroups) group.close();
	await listener.close();
	return delays;
}

/** Connects the readers' waiting clients to one process. */
async function connectClients({ port }: ApiProcess, readers: readonly Record<string, string>[]) {
	let pending = 0;
	let onAllNotified = (_at: number): void => {};
	const onReport = (): void => {
		pending--;
		if (pending === 0) onAllNotified(Date.now());
	};
	const clients: BareClient[] = [];
	for (const headers of readers)
		for (let n = 0; n < CLIENTS; n++) {
			const client = await BareClient.connect(port, headers);
			client.poll(await client.open(), onReport);
			clients.push(client);
		}
	return {
		/** Resolves with the wall-clock time (ms) at which the last client was notified of the next report. */
		waitForReport: (): Promise<number> =>
			new Promise((resolve) => {
				pending = clients.length;
				onAllNotified = resolve;
			}),
		close: (): void => {
			for (const client of clients) client.close();
		},
	};
}

function queryProcess(child: ChildProcess, query: ProcessQuery): Promise<number> {
	return askChild(child, query);
}

const PATHS_BY_KIND: Readonly<Record<string, readonly string[]>> = {
	'list of ten': createListPaths([0]),
	details: DETAIL_IDS.map((id) => `/api/sector-charts/${id}?tab_type=extreme_rise`),
};

async function compareCalls(
	apiProcesses: readonly ApiProcess[],
	[readerHeaders = {}]: readonly Record<string, string>[],
): Promise<ResultRow[]> {
	const [firstProcess] = apiProcesses as readonly [ApiProcess];
	const rows: ResultRow[] = [];
	for (const [kind, paths] of Object.entries(PATHS_BY_KIND)) {
		const requests = Array.from({ length: CALLERS }, (_, n) => ({
			path: paths[n % paths.length]!,
			headers: { ...readerHeaders, 'x-forwarded-for': createIp(1_000 + n) },
		}));
		const singleTimes: number[] = [];
		const bothTimes: number[] = [];
		for (const apiProcess of apiProcesses) await warmPaths(apiProcess, paths, readerHeaders);
		// Warm-up, until the code is compiled.
		for (let round = 0; round < WARM_ROUNDS; round++)
			for (const apiProcess of apiProcesses) await measureCallsInTurn([apiProcess], apiProcesses, requests);
		for (let round = 0; round < ROUNDS; round++) {
			singleTimes.push(await measureCallsInTurn([firstProcess], apiProcesses, requests));
			bothTimes.push(await measureCallsInTurn(apiProcesses, apiProcesses, requests));
		}
		rows.push(
			compareToReference(
				`${kind}: processor time of a call when two processes answer in turn, compared with one`,
				median(bothTimes),
				median(singleTimes),
				'at most 1.1',
				(microseconds) => `${microseconds.toFixed(1)} µs`,
			),
		);
	}
	return rows;
}

/** Makes the process load the data behind these paths, so that loading is not measured. */
async function warmPaths({ url }: ApiProcess, paths: readonly string[], headers: Record<string, string>): Promise<void> {
	for (const path of paths) {
		const { status } = await fetch(url + path, { headers });
		if (status !== 200) throw new Error(`${path} was answered ${status}.`);
	}
}

/** Processor microseconds per call, summed over `processes`, while those in `targets` are called one after another. */
async function measureCallsInTurn(
	targets: readonly ApiProcess[],
	processes: readonly ApiProcess[],
	requests: readonly AutocannonRequest[],
) {
	const sumProcessorTime = async (): Promise<number> => {
		let sum = 0;
		for (const { child } of processes) sum += await queryProcess(child, { processorTime: true });
		return sum;
	};
	const processorTimeBefore = await sumProcessorTime();
	const results: Result[] = [];
	// One after another: concurrent load would measure how processes and callers compete for two cores and their caches.
	for (const { url } of targets)
		results.push(await autocannon({ url, connections: CONNECTIONS, duration: SECONDS / targets.length, requests }));
	for (const { non2xx, errors, statusCodeStats } of results)
		if (non2xx + errors > 0) throw new Error(`${non2xx} calls were refused, ${errors} failed: ${JSON.stringify(statusCodeStats)}`);
	const calls = results.reduce((sum, { requests: { total } }) => sum + total, 0);
	return ((await sumProcessorTime()) - processorTimeBefore) / calls;
}

export const run: Benchmark = async () => {
	await using resources = new AsyncDisposableStack();
	const root = mkdtempSync(join(tmpdir(), 'signalwheel-bench-'));
	resources.defer(() => rmSync(root, { recursive: true, force: true }));
	const database = resources.adopt(await startEmbedded({ folder: join(root, 'postgres'), maxConnections: 200 }), (instance) =>
		instance.stop(),
	);
	const series = resources.adopt(await startEngineProcess(), (instance) => instance.close());
	const startProcess = async (name: string, roles: string): Promise<ApiProcess> => {
		const port = await findFreePort();
		const folder = join(root, name);
		mkdirSync(folder);
		const config: ProcessConfig = { roles, folder, databaseUrl: database.url, clickhouseUrl: series.url, port, speed: SPEED };
		const { child } = await startChild('servers/processes-server.ts', [JSON.stringify(config)]);
		return { name, url: `http://127.0.0.1:${port}`, port, child };
	};
	const leader = await startProcess('market', 'market');
	const answering = [await startProcess('api-1', 'api'), await startProcess('api-2', 'api')];
	const records = resources.adopt(openRecords(database.url), (instance) => instance.close());
	const readers = await createReaders(records, root);
	await delay(REST_MS);
	const memoryAtRest = await queryProcess((answering[0] as ApiProcess).child, { memory: true });
	const delays = await timeReports(records, answering, readers);
	const memoryAfterReports = await queryProcess((answering[0] as ApiProcess).child, { memory: true });
	// Without a leader, nothing but the calls keeps the processes busy.
	await stopChild(leader.child);
	const callRows = await compareCalls(answering, readers);
	const memoryAfterCalls = await queryProcess((answering[0] as ApiProcess).child, { memory: true });
	for (const { child } of answering) await stopChild(child);
	const clients = `${ACCOUNTS * CLIENTS} waiting clients of each`;
	const lastDelays = delays.map(({ last }) => last);
	const medianOf = (key: 'listener' | 'first' | 'last'): number => median(delays.map((timing) => timing[key]));
	return [
		compareToReference(
			`commit of a report until ${clients} of two processes have it; reference: a bare listener`,
			medianOf('last'),
			medianOf('listener'),
			null,
		),
		rowWithoutReference('of which: until all clients of the faster process have it', formatMs(medianOf('first')), null),
		rowWithoutReference(`the longest of ${delays.length} reports`, formatMs(quantile(lastDelays, 1)), 'under 2 s'),
		...callRows,
		rowWithoutReference(
			'memory of a process that answers, 10,000 tickers, half a minute after its start',
			formatMb(memoryAtRest),
			'at most 400 MB',
		),
		rowWithoutReference(
			`the same after ${delays.length} reports with ${ACCOUNTS * CLIENTS} connections`,
			formatMb(memoryAfterReports),
			null,
		),
		rowWithoutReference('the same after the calls', formatMb(memoryAfterCalls), null),
	];
};
