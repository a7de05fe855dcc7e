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
import { newUser } from '@sw/server/areas/accounts/parts/new-user';
import { openAccounts } from '@sw/server/compose/areas/accounts';
import { systemWallClock } from '@sw/server/platform/clocks/wall-clock';
import { startEmbedded } from '@sw/store/postgres/embedded';
import { listen } from '@sw/store/postgres/listen';
import { openRecords, type Records } from '@sw/store/postgres/records';
import { REPORT_CHANNEL } from '@sw/store/postgres/records/reports/reports';
import { startEngineProcess } from '@sw/store/testing/start-engine-process';
import autocannon, { type AutocannonRequest, type Result } from 'autocannon';
import { askChild, startChild, stopChild } from './child.ts';
import { type Benchmark, compareToReference, type Measured, mb, median, ms, quantile, rowWithoutReference } from './measure.ts';
import type { ProcessOrder, ProcessQuery } from './servers/processes-server.ts';
import { freePort } from './tools/free-port.ts';
import { BareClient } from './tools/hub-client.ts';
import { DETAIL_IDS, listPaths } from './tools/list-paths.ts';

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
/** Number of caller addresses: enough for none to be rate limited. */
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
	const open = async (n: number): Promise<Record<string, string>> => {
		const now = context.clock.now();
		const record = {
			...newUser(context.randomSource.uuid(), `trader${n}@bench.test`, now),
			status: 'active',
			confirmedAt: now,
			license: 'pro',
		} as const;
		const user = await context.records.addUser(record);
		if (!user) throw new Error('The account is there already.');
		const { access } = await context.sessions.open(user, { address: addressOf(n), agent: 'bench' });
		return { cookie: `sw_access=${access}`, 'x-forwarded-for': addressOf(n) };
	};
	const readers: Record<string, string>[] = [];
	for (let n = 0; n < ACCOUNTS; n++) readers.push(await open(n));
	await accounts.close();
	return readers;
}

function addressOf(n: number): string {
	return `10.0.${n >> 8}.${n & 255}`;
}

/**
 * Milliseconds from each report's commit: `listener` until the bare listener was notified, `first` and `last` until all clients of the faster and of
 * the slower process were.
 */
async function timeReports(records: Records, answering: readonly ApiProcess[], readers: readonly Record<string, string>[]) {
	const received: number[] = [];
	const listener = await listen(records.url, { channel: REPORT_CHANNEL, onMessage: () => received.push(Date.now()), onResume: () => {} });
	const waiting: Awaited<ReturnType<typeof connectClients>>[] = [];
	for (const one of answering) waiting.push(await connectClients(one, readers));
	const expectAll = (): Promise<number[]> => Promise.all(waiting.map((at) => at.expect()));
	const found: { listener: number; first: number; last: number }[] = [];
	// The first report may have been announced while the clients connected.
	await expectAll();
	while (found.length < REPORTS) {
		const reported = await expectAll();
		const { rows } = await records.pool.query<{ at: number }>(
			'select (extract(epoch from max(committed_at)) * 1000)::float8 as at from reports join batches on batches.id = build_id',
		);
		const { at } = rows[0] as { at: number };
		// Both clocks are this machine's; the database's also has microseconds.
		const listened = received.find((one) => one >= Math.floor(at)) ?? Number.NaN;
		found.push({ listener: listened - at, first: Math.min(...reported) - at, last: Math.max(...reported) - at });
	}
	for (const one of waiting) one.close();
	await listener.close();
	return found;
}

/** Connects the readers' waiting clients to one process. */
async function connectClients({ port }: ApiProcess, readers: readonly Record<string, string>[]) {
	let open = 0;
	let allReported = (_at: number): void => {};
	const reported = (): void => {
		open--;
		if (open === 0) allReported(Date.now());
	};
	const clients: BareClient[] = [];
	for (const headers of readers)
		for (let n = 0; n < CLIENTS; n++) {
			const client = await BareClient.connect(port, headers);
			client.poll(await client.open(), reported);
			clients.push(client);
		}
	return {
		/** Resolves with the wall-clock time (ms) at which the last client was notified of the next report. */
		expect: (): Promise<number> =>
			new Promise((resolve) => {
				open = clients.length;
				allReported = resolve;
			}),
		close: (): void => {
			for (const client of clients) client.close();
		},
	};
}

function ask(child: ChildProcess, order: ProcessQuery): Promise<number> {
	return askChild(child, order);
}

const KINDS: Readonly<Record<string, readonly string[]>> = {
	'list of ten': listPaths([0]),
	details: DETAIL_IDS.map((id) => `/api/sector-charts/${id}?tab_type=extreme_rise`),
};

async function compareCalls(answering: readonly ApiProcess[], [reader = {}]: readonly Record<string, string>[]): Promise<Measured[]> {
	const [first] = answering as readonly [ApiProcess];
	const rows: Measured[] = [];
	for (const [kind, paths] of Object.entries(KINDS)) {
		const requests = Array.from({ length: CALLERS }, (_, n) => ({
			path: paths[n % paths.length]!,
			headers: { ...reader, 'x-forwarded-for': addressOf(1_000 + n) },
		}));
		const one: number[] = [];
		const both: number[] = [];
		for (const each of answering) await warmPaths(each, paths, reader);
		// Warm-up, until the code is compiled.
		for (let round = 0; round < WARM_ROUNDS; round++) for (const each of answering) await loadInTurn([each], answering, requests);
		for (let round = 0; round < ROUNDS; round++) {
			one.push(await loadInTurn([first], answering, requests));
			both.push(await loadInTurn(answering, answering, requests));
		}
		rows.push(
			compareToReference(
				`${kind}: processor time of a call when two processes answer in turn, compared with one`,
				median(both),
				median(one),
				'at most 1.1',
				(work) => `${work.toFixed(1)} µs`,
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

/** Processor microseconds per call, summed over `all` processes, while those of `targets` are called one after another. */
async function loadInTurn(targets: readonly ApiProcess[], all: readonly ApiProcess[], requests: readonly AutocannonRequest[]) {
	const spent = async (): Promise<number> => {
		let sum = 0;
		for (const { child } of all) sum += await ask(child, { spent: true });
		return sum;
	};
	const before = await spent();
	const results: Result[] = [];
	// One after another: concurrent load would measure how processes and callers compete for two cores and their caches.
	for (const { url } of targets)
		results.push(await autocannon({ url, connections: CONNECTIONS, duration: SECONDS / targets.length, requests }));
	for (const { non2xx, errors, statusCodeStats } of results)
		if (non2xx + errors > 0) throw new Error(`${non2xx} calls were refused, ${errors} failed: ${JSON.stringify(statusCodeStats)}`);
	const calls = results.reduce((sum, { requests: { total } }) => sum + total, 0);
	return ((await spent()) - before) / calls;
}

export const run: Benchmark = async () => {
	await using opened = new AsyncDisposableStack();
	const root = mkdtempSync(join(tmpdir(), 'signalwheel-bench-'));
	opened.defer(() => rmSync(root, { recursive: true, force: true }));
	const database = opened.adopt(await startEmbedded({ folder: join(root, 'postgres'), connections: 200 }), (one) => one.stop());
	const series = opened.adopt(await startEngineProcess(), (one) => one.close());
	const start = async (name: string, roles: string): Promise<ApiProcess> => {
		const port = await freePort();
		const folder = join(root, name);
		mkdirSync(folder);
		const order: ProcessOrder = { roles, folder, databaseUrl: database.url, clickhouseUrl: series.url, port, speed: SPEED };
		const { child } = await startChild('servers/processes-server.ts', [JSON.stringify(order)]);
		return { name, url: `http://127.0.0.1:${port}`, port, child };
	};
	const leader = await start('market', 'market');
	const answering = [await start('api-1', 'api'), await start('api-2', 'api')];
	const records = opened.adopt(openRecords(database.url), (one) => one.close());
	const readers = await createReaders(records, root);
	await delay(REST_MS);
	const rested = await ask((answering[0] as ApiProcess).child, { memory: true });
	const found = await timeReports(records, answering, readers);
	const memory = await ask((answering[0] as ApiProcess).child, { memory: true });
	// Without a leader, nothing but the calls keeps the processes busy.
	await stopChild(leader.child);
	const calls = await compareCalls(answering, readers);
	const served = await ask((answering[0] as ApiProcess).child, { memory: true });
	for (const { child } of answering) await stopChild(child);
	const clients = `${ACCOUNTS * CLIENTS} waiting clients of each`;
	const lasts = found.map(({ last }) => last);
	const middle = (key: 'listener' | 'first' | 'last'): number => median(found.map((each) => each[key]));
	return [
		compareToReference(
			`commit of a report until ${clients} of two processes have it; reference: a bare listener`,
			middle('last'),
			middle('listener'),
			null,
		),
		rowWithoutReference('of which: until all clients of the faster process have it', ms(middle('first')), null),
		rowWithoutReference(`the longest of ${found.length} reports`, ms(quantile(lasts, 1)), 'under 2 s'),
		...calls,
		rowWithoutReference('memory of a process that answers, 10,000 tickers, half a minute after its start', mb(rested), 'at most 400 MB'),
		rowWithoutReference(`the same after ${found.length} reports with ${ACCOUNTS * CLIENTS} connections`, mb(memory), null),
		rowWithoutReference('the same after the calls', mb(served), null),
	];
};
