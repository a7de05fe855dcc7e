/** Data of earlier versions, opened by this one and rolled back: nothing may be lost or changed in either direction. */
import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { PRODUCT_VERSION } from '@sw/server/config/product-version';
import { openStores } from '@sw/store/open';
import { listAudit } from '@sw/store/postgres/records/accounts/audit';
import { readSnapshot } from '@sw/store/upgrade/snapshot';
import { checkReports } from '../checks/check-reports.ts';
import { isFilled, type Scenario, waitUntil } from '../scenario.ts';
import { type Contents, findDifferences, readContents } from './contents.ts';
import { installVersion, OLD_VERSIONS, type OldVersion, PRESENT_ENTRY, startVersion } from './old-versions.ts';

/** Each licence gets an account, created by an earlier version. */
const LICENCES = ['basic', 'premium', 'pro'] as const;

const PASSWORD = 'long enough for every version 1';

const EMAILS = LICENCES.map((licence) => `${licence}@example.com`);

const STRATEGY = { tab: 'extreme_rise', timeframes: ['fifteen_minutes', 'thirty_minutes', 'one_hour'] } as const;

const MONTH_MS = 30 * 86_400_000;

const FAR_FUTURE = '2099-01-01T00:00:00Z';

interface Caller {
	/** The answer's JSON; undefined where this version has no such call. */
	call<T = unknown>(method: string, path: string, body?: object): Promise<T | undefined>;
}

const ROLLBACK = join(import.meta.dirname, '../../../packages/server/src/commands/rollback.ts');
const MAX_START_MS = 60_000;
/** Tables of the migrations and of the job queue: an upgrade changes them by design. */
const INTERNAL_TABLES = /^(drizzle|pgboss)\.|^series\.schema_version$/;

/** Expected differences: an upgrade adds its own entries to these tables, and adds tables. */
const EXPECTED_ADDITIONS = /^public\.(audit_log|settings|record_seals) had|is new$/;

export async function upgrade(scenario: Scenario): Promise<void> {
	for (const version of OLD_VERSIONS) {
		const folder = join(scenario.folder, version.name);
		mkdirSync(folder);
		await upgradeAndBack(version, { ...scenario, folder });
	}
}

/** A year of market and accounts of each licence, as a version leaves them. */
export async function createOldData(version: OldVersion, { folder, port, log }: Scenario): Promise<Contents> {
	const server = startVersion(installVersion(version, log), folder, port);
	await server.waitForAnswer(MAX_START_MS);
	await waitUntil(server, isFilled);
	const calls = await fillAccounts(server.url, folder);
	await server.stop();
	log(`${version.name}: a year of market, and ${calls} changes by its users`);
	return readContents(folder);
}

async function upgradeAndBack(version: OldVersion, scenario: Scenario): Promise<void> {
	const { folder, port, log } = scenario;
	const reportProblem = (text: string): void => scenario.reportProblem(`${version.name}: ${text}`);
	const oldContents = await createOldData(version, scenario);

	await checkUpgraded(folder, oldContents, { log, reportProblem });
	await checkRunning(folder, port, { log, reportProblem });
	checkOlderRefuses(version, folder, port, { log, reportProblem });

	const rollback = spawnSync(process.execPath, [ROLLBACK, '--yes'], {
		env: { ...process.env, SIGNALWHEEL_DATA: folder },
		encoding: 'utf8',
	});
	if (rollback.status !== 0) reportProblem(`the rollback ended with ${rollback.status}: ${rollback.stderr}`);
	for (const line of findDifferences(oldContents, await readContents(folder))) reportProblem(`after the rollback ${line}`);

	const server = startVersion(installVersion(version, log), folder, port);
	await server.waitForAnswer(MAX_START_MS);
	for (const email of EMAILS) await signIn(server.url, email, PASSWORD);
	await server.stop();
	log(`${version.name}: rolled back, every row as before, and its accounts sign in with the old program`);
}

type Reporter = Pick<Scenario, 'log' | 'reportProblem'>;

async function checkUpgraded(folder: string, oldContents: Contents, { log, reportProblem }: Reporter): Promise<void> {
	const startedAt = performance.now();
	const stores = await openStores({ folder, product: PRODUCT_VERSION });
	log(`opened and upgraded in ${((performance.now() - startedAt) / 1000).toFixed(1)} s`);
	const { reports, links } = await checkReports(stores, reportProblem, 'simulated');
	const [auditEntry] = (await listAudit(stores.records.db, { act: 'data.upgrade' }, 0, 1)).items;
	const chain = (auditEntry?.detail as { chain?: { links: number; trouble: string | null } } | undefined)?.chain;
	if (chain?.links !== links || chain.trouble !== null) reportProblem(`the audit log's entry is ${JSON.stringify(auditEntry)}`);
	await stores.close();
	log(`${reports} reports in force, ${links} links of the chain verified`);
	for (const line of await findLosses(folder, oldContents)) reportProblem(`after the upgrade ${line}`);
	if (!(await readSnapshot(folder))) reportProblem('there is no snapshot');
}

/** Describes what an upgrade has lost or changed. */
export async function findLosses(folder: string, oldContents: Contents): Promise<string[]> {
	const expected = new Map([...oldContents].filter(([name]) => !INTERNAL_TABLES.test(name)));
	return findDifferences(expected, await readContents(folder, expected), mayDiffer).filter((line) => !EXPECTED_ADDITIONS.test(line));
}

/** Whether an upgrade may change the row: only the list of sealed kinds of records. */
function mayDiffer(row: string): boolean {
	return row.includes('"key": "records_sealed"');
}

async function checkRunning(folder: string, port: number, { log, reportProblem }: Reporter): Promise<void> {
	const server = startVersion(PRESENT_ENTRY, folder, port);
	const answeredMs = await server.waitForAnswer(MAX_START_MS);
	await waitUntil(server, isFilled);
	for (const email of EMAILS) {
		const reader = await signIn(server.url, email, PASSWORD);
		const filters = await reader.call<{ items: { name: string; feed: boolean }[] }>('GET', '/api/filters');
		if (!filters?.items.some(({ name, feed }) => name.startsWith('Loud') && feed)) reportProblem(`${email} has lost the filter`);
	}
	const { items } =
		(await (await signInAdmin(server.url, folder)).call<{ items: { name: string; value: unknown }[] }>('GET', '/api/settings')) ?? {};
	if (items?.find(({ name }) => name === 'daily_gap_sessions')?.value !== 7) reportProblem('a setting is lost');
	const exitCode = await server.stop();
	if (exitCode !== 0) reportProblem(`the upgraded server ended with ${exitCode}: ${server.output()}`);
	log(`the upgraded server answered after ${(answeredMs / 1000).toFixed(1)} s; every account signs in and has its filter`);
}

function checkOlderRefuses(version: OldVersion, folder: string, port: number, { log, reportProblem }: Reporter): void {
	const mainFile = join(dirname(installVersion(version, log)), 'packages/server/src/main.ts');
	const result = spawnSync(process.execPath, [mainFile], {
		env: { ...process.env, SIGNALWHEEL_DATA: folder, PORT: String(port) },
		encoding: 'utf8',
		timeout: MAX_START_MS,
	});
	if (result.status === 1 && result.stderr.includes(`Signalwheel ${PRODUCT_VERSION}`))
		log(`the older program refuses: ${result.stderr.trim()}`);
	else reportProblem(`the older program ended with ${result.status} on newer data: ${result.stderr}`);
}

async function signIn(url: string, email: string, password: string): Promise<Caller> {
	const headers = { 'content-type': 'application/json', origin: url };
	const response = await fetch(`${url}/api/auth/login`, { method: 'POST', headers, body: JSON.stringify({ email, password }) });
	if (response.status !== 200) throw new Error(`${email} can't sign in: ${response.status} ${await response.text()}`);
	const cookies = response.headers.getSetCookie().map((line) => line.split(';')[0]);
	return {
		call: async <T>(method: string, path: string, body?: object) => {
			const response = await fetch(`${url}${path}`, {
				method,
				headers: { ...headers, cookie: cookies.join('; ') },
				...(body ? { body: JSON.stringify(body) } : {}),
			});
			const text = await response.text();
			if (response.status === 404 && !text.includes('"code"')) return undefined;
			if (!response.ok) throw new Error(`${method} ${path} answered ${response.status}: ${text}`);
			return (text === '' ? null : JSON.parse(text)) as T;
		},
	};
}

async function signInAdmin(url: string, folder: string): Promise<Caller> {
	return signIn(url, 'admin@demo.test', readFileSync(join(folder, 'demo-password'), 'utf8').trim());
}

/** Stores what users of an earlier version own, through its calls; calls that it doesn't have are skipped. Returns how many succeeded. */
async function fillAccounts(url: string, folder: string): Promise<number> {
	let successCount = 0;
	const admin = await signInAdmin(url, folder);
	const send = async <T>(caller: Caller, method: string, path: string, body?: object): Promise<T | undefined> => {
		const answer = await caller.call<T>(method, path, body);
		if (answer !== undefined) successCount++;
		return answer;
	};
	await send(admin, 'POST', '/api/settings', { settings: { daily_gap_sessions: 7, daily_split_check: false } });
	for (const [n, licence] of LICENCES.entries()) {
		const email = EMAILS[n]!;
		const account = { email, password: PASSWORD, name: `Reader ${licence}`, license: licence, license_expires: FAR_FUTURE };
		await send(admin, 'POST', '/api/users', account);
		const reader = await signIn(url, email, PASSWORD);
		await send(reader, 'PATCH', '/api/me', { theme: 'dark' });
		const filters = [{ sector: 'volume', timeframe: 'fifteen_minutes', value: 3 }];
		const filter = { ...STRATEGY, filters, name: `Loud ${licence}`, operation: 'short', comment: 'Kept over an upgrade' };
		const saved = await send<{ id: number }>(reader, 'POST', '/api/filters', filter);
		await send(reader, 'PUT', `/api/filters/${saved?.id}/feed`, { feed: true });
		await send(reader, 'POST', '/api/black-list', { filter: [saved?.id], tickers: [n + 1], reason: 'quiet' });
		await send(reader, 'POST', '/api/black-list', { tickers: [n + 10], until: FAR_FUTURE });
		await send(reader, 'POST', '/api/favorites', { ticker: n + 20 });
		await send(reader, 'POST', '/api/user-settings/sector-charts', { settings: [{ ...STRATEGY, settings: { sectors: 6 } }] });
		await send(reader, 'PUT', `/api/user-settings/levels/${n + 20}`, { items: [{ kind: 'line', price: 10.5 }] });
		const plans = await reader.call<{ items: { product_id: string; license: string }[] }>('GET', '/api/prices');
		const plan = plans?.items.find(({ license }) => license === licence)?.product_id;
		if (plan) await send(reader, 'POST', '/api/orders', { product_id: plan });
		await send(reader, 'POST', '/api/me/keys', { name: 'Laptop', scopes: ['lists:read'], days: 30, password: PASSWORD });
	}
	await send(admin, 'POST', '/api/contact-us', { email: 'ann@example.com', message: 'When does the market open? Thank you.' });
	await send(admin, 'POST', '/api/messages', {
		subject: 'Moving',
		text: 'We move on Sunday.',
		audience: 'everybody',
		ends: new Date(Date.now() + MONTH_MS),
	});
	return successCount;
}
