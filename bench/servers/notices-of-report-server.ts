/**
 * The server process of the benchmark of filter alerts: the real HTTP layer with a trader's lists over real stores, 10,000 accounts with five filters
 * each, and reports of 10,000 tickers in memory. On the message 'notices' it publishes the next report, creates its alerts and returns the figures.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { digestTimes } from '@sw/domain/inbox/plan-delivery';
import { PARAMETERS_V1 } from '@sw/domain/signals/parameters';
import { createReportTable, type ReportTable } from '@sw/domain/signals/report-table';
import { nyse, type Session } from '@sw/domain/time/calendar';
import { slotEnd } from '@sw/domain/time/slots';
import { type ReportTime, utcMs } from '@sw/domain/time/units';
import { createUser } from '@sw/server/areas/accounts/parts/new-user';
import { createReportAlerts } from '@sw/server/areas/inbox/report-alerts';
import { openAccounts, subscribeToSessions } from '@sw/server/compose/areas/accounts';
import { bindAlertChainRecords } from '@sw/server/compose/areas/alert-store';
import { openAlertThread } from '@sw/server/compose/areas/alert-thread';
import { openWorkspace } from '@sw/server/compose/areas/workspace';
import { createApp, loggerOptions } from '@sw/server/http/app';
import { HTTP_DEFAULTS } from '@sw/server/http/config';
import { createDefaultSlots } from '@sw/server/market/timetable/slot-times';
import { createDirectory } from '@sw/server/market/window/directory';
import { createPriceWindow } from '@sw/server/market/window/price-window';
import { createTopSource } from '@sw/server/market/window/top-source';
import { systemWallClock } from '@sw/server/platform/clocks/wall-clock';
import { createHotReports } from '@sw/server/reports/hot-reports';
import { openStores } from '@sw/store/open';
import { saveTickers } from '@sw/store/postgres/records/tickers/tickers';
import { createMatrixGenerator, lastSessions } from '../inputs/engine-market.ts';
import { createRandomTickers } from '../inputs/slot-market.ts';
import { storeFilters } from '../inputs/stored-filters.ts';
import { computeFlags, createWordSource, ROWS_PER_REPORT } from '../inputs/year-of-reports.ts';

export interface AlertServerInfo {
	port: number;
	cookie: string;
	owners: number;
	filters: number;
}
export interface AlertFigures {
	messages: number;
	deliveries: number;
	/** Milliseconds of the whole run. */
	runMs: number;
	/** The longest delay of the event loop during the run, in milliseconds. */
	maxDelayMs: number;
	/** Milliseconds to write as many rows of the same size into a table without an index. */
	referenceMs: number;
}

const OWNERS = 10_000;
const FILTERS_PER_OWNER = 5;
/** From report to report, one ticker in this many gets new depths. */
const MOVES_EVERY = 10;
const HOST = '127.0.0.1';
const SOURCE = { name: 'bench', label: 'Made-up market', simulated: true, isPublic: true };

const folder = mkdtempSync(join(tmpdir(), 'signalwheel-bench-'));
const stores = await openStores({ folder });
const { db } = stores.records;
const tickers = createRandomTickers(ROWS_PER_REPORT);
await saveTickers(db, 'bench', tickers);

const sessions = lastSessions(4);
const lastSession = sessions.at(-1) as Session;
const prices = createPriceWindow(ROWS_PER_REPORT);
const createMatrix = createMatrixGenerator(ROWS_PER_REPORT);
for (const session of sessions) prices.open(session, createMatrix(session), [], session.slots);
const reports = createHotReports({ maxTables: 60, load: async () => undefined });
const nextWord = createWordSource(11);

let latestTable: ReportTable | undefined;
let slot = 0;

/** Publishes the next report of the last session. All reports are open to all licences, the case with the most work. */
function publish(): ReportTime {
	const time = slotEnd(lastSession, slot++) as ReportTime;
	latestTable = createNextReport(time, latestTable);
	reports.add(
		{
			time,
			algo: 'reverse',
			report: 'basic',
			first: true,
			version: 1,
			asOf: time,
			published: utcMs(time + 12_000),
			lag: 12_000,
			hash: String(time),
			tickers: ROWS_PER_REPORT,
			reconstructed: false,
			parameters: 1,
		},
		latestTable,
	);
	return time;
}

function createNextReport(time: ReportTime, previous: ReportTable | undefined): ReportTable {
	const table = createReportTable(time, 'reverse', ROWS_PER_REPORT);
	for (let row = 0; row < ROWS_PER_REPORT; row++) {
		const isChanged = previous === undefined || nextWord() % MOVES_EVERY === 0;
		table.tickerId[row] = row + 1;
		table.price[row] = 50_000 + 100 * (nextWord() % 10_000);
		table.cap[row] = 1e7 * (1 + (row % 9_973));
		table.mentions[row] = row % 700;
		table.flags[row] = computeFlags(row);
		table.words.forEach((words, timeframe) => {
			words[row] = isChanged ? nextWord() : (previous?.words[timeframe as 0][row] as number);
		});
	}
	return table;
}

publish();

await db.execute(`
	insert into users (id, email, email_key, role, status, license, created_at, preferences)
	select gen_random_uuid(), email, email, 'user', 'active', (array['basic', 'premium', 'pro'])[1 + n % 3], now(), jsonb_build_object('notices', jsonb_build_object('mail', n % 4 = 0))
	from (select n, 'owner' || n || '@example.com' as email from generate_series(1, ${OWNERS}) n) as accounts`);
await storeFilters(db, 'select id from users', FILTERS_PER_OWNER);
await db.execute(`
	insert into delivery_settings (user_id, "when", quiet_on, quiet_from, quiet_to, zone, most_a_day, cool_down, only_favourites, push, webhook, updated_at)
	select id, (array['at_once', 'hourly', 'at_close', 'before_open'])[1 + n % 4], n % 3 = 0, 1200, 510, (array['America/New_York', 'Europe/Vienna'])[1 + n % 2], 20, 60, false,
		n % 5 = 0, false, now()
	from (select row_number() over () as n, id from users) u where n % 2 = 0`);
await db.execute(`
	insert into frozen_tickers (user_id, ticker_id, since)
	select id, 1 + ((n * 7 + k * 13) % ${ROWS_PER_REPORT})::int, now() from (select row_number() over () as n, id from users) u, generate_series(1, 3) k where n % 3 = 0`);
for (const name of ['users', 'delivery_settings', 'frozen_tickers']) await db.execute(`vacuum analyze ${name}`);

const log = { error: (details: object, message: string): void => console.error(message, details) };
const origin = `http://${HOST}`;
const accounts = openAccounts({
	records: stores.records,
	config: { origin, folder, smtpUrl: null, mailFrom: 'Bench <bench@localhost>', captcha: null, oauth: [] },
	wall: systemWallClock,
	log,
});
const listener = await subscribeToSessions(stores.records, accounts, { closeAccount: () => {}, closeSession: () => {} });
const market = { reports, prices, directory: createDirectory(tickers), attention: { version: () => 0 }, now: () => lastSession.close };
const workspace = await openWorkspace({
	stores,
	market,
	source: SOURCE,
	tops: createTopSource(prices, market.directory, nyse),
	calendar: nyse,
	currentParameters: () => PARAMETERS_V1,
	wall: systemWallClock,
	slotsOn: createDefaultSlots(nyse),
	audit: async () => {},
	explain: async () => null,
});
const app = await createApp({
	config: { ...HTTP_DEFAULTS, origin, callsPerMinute: 1e9 },
	version: 'bench',
	logger: loggerOptions('warn'),
	guard: accounts.guard,
	areas: [accounts.area, ...workspace.areas],
});
const createAlerts = createReportAlerts({
	records: bindAlertChainRecords(db),
	reports,
	timetable: createDefaultSlots(nyse),
	pricesUntil: () => lastSession.close,
	fireTickerAlerts: async () => [],
	onMessagesWritten: async () => {},
	loadVersion: async () => undefined,
	parameters: PARAMETERS_V1,
	industries: () => new Map(),
	digestTimes: (time) => digestTimes(nyse, time),
	clock: { now: () => utcMs(Date.now()) },
	notifyOwners: openAlertThread(stores.records.url).notify,
});

async function measureAlerts(): Promise<AlertFigures> {
	const time = publish();
	const delay = monitorEventLoopDelay({ resolution: 1 });
	delay.enable();
	const startedAt = performance.now();
	const { messages } = await createAlerts(time, { signal: new AbortController().signal });
	const elapsedMs = performance.now() - startedAt;
	delay.disable();
	const { rows } = await db.execute<{ n: number }>('select count(*)::int as n from deliveries');
	return {
		messages,
		deliveries: rows[0]?.n ?? 0,
		runMs: elapsedMs,
		maxDelayMs: delay.max / 1e6,
		referenceMs: await timeReferenceWrite(messages),
	};
}

/** Reference: milliseconds to write as many rows and bytes as the messages into a text table without an index. */
async function timeReferenceWrite(rows: number): Promise<number> {
	await db.execute('create table plain_rows (line text)');
	const bytes = (await db.execute<{ size: number }>('select avg(pg_column_size(m))::int as size from messages m')).rows[0]?.size ?? 200;
	const startedAt = performance.now();
	for (let offset = 0; offset < rows; offset += 2_500)
		await db.execute(
			`insert into plain_rows select repeat('x', ${bytes}) || n from generate_series(1, ${Math.min(2_500, rows - offset)}) n`,
		);
	const elapsedMs = performance.now() - startedAt;
	await db.execute('drop table plain_rows');
	return elapsedMs;
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

async function shutDown(): Promise<void> {
	await app.close();
	await listener.close();
	await workspace.close();
	await accounts.close();
	await stores.close();
	rmSync(folder, { recursive: true, force: true });
	process.exit(0);
}

process.once('disconnect', () => void shutDown());
process.on('message', (message) => {
	if (message === 'stop') void shutDown();
	else void measureAlerts().then((figures) => process.send?.(figures));
});
process.send?.({
	port: (app.server.address() as AddressInfo).port,
	cookie: `sw_access=${access}`,
	owners: OWNERS,
	filters: OWNERS * FILTERS_PER_OWNER,
} satisfies AlertServerInfo);
