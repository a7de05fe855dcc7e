/** Data of earlier versions, opened by this one and rolled back: nothing may be lost or changed on either way. */
import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { PRODUCT_VERSION } from '@sw/server/config/product-version';
import { openStores } from '@sw/store/open';
import { listAudit } from '@sw/store/postgres/records/accounts/audit';
import { readSnapshot } from '@sw/store/upgrade/snapshot';
import { checkReports } from '../checks/check-reports.ts';
import { isFilled, type Scenario, waitUntil } from '../scenario.ts';
import { type Contents, differences, readContents } from './contents.ts';
import { install, OLD_VERSIONS, type OldVersion, PRESENT, startVersion } from './old-versions.ts';

/** What users of an earlier version own: written through its calls; calls that it doesn't know yet are left out. */
const LICENCES = ['basic', 'premium', 'pro'] as const;

const PASSWORD = 'long enough for every version 1';

const EMAILS = LICENCES.map((licence) => `${licence}@example.com`);

const STRATEGY = { tab: 'extreme_rise', timeframes: ['fifteen_minutes', 'thirty_minutes', 'one_hour'] } as const;

const MONTH = 30 * 86_400_000;

const LATER = '2099-01-01T00:00:00Z';

interface Caller {
	/** The answer's JSON; undefined where this version has no such call. */
	call<T = unknown>(method: string, path: string, body?: object): Promise<T | undefined>;
}

const ROLLBACK = join(import.meta.dirname, '../../../packages/server/src/commands/rollback.ts');
const ANSWERS_WITHIN = 60_000;
/** Schemas of the migrations and of the job queue: an upgrade changes them by design. */
const OWN_MEANS = /^(drizzle|pgboss)\.|^series\.schema_version$/;

/** Tables to which an upgrade adds its own entries. */
const ADDED = /^public\.(audit_log|settings|record_seals) had|is new$/;

export async function upgrade(scenario: Scenario): Promise<void> {
	for (const version of OLD_VERSIONS) {
		const folder = join(scenario.folder, version.name);
		mkdirSync(folder);
		await upgradeAndBack(version, { ...scenario, folder });
	}
}

/** A year of market and accounts of each licence, as a version leaves them. */
export async function makeOldData(version: OldVersion, { folder, port, log }: Scenario): Promise<Contents> {
	const server = startVersion(install(version, log), folder, port);
	await server.answers(ANSWERS_WITHIN);
	await waitUntil(server, isFilled);
	const calls = await fillAccounts(server.url, folder);
	await server.stop();
	log(`${version.name}: a year of market, and ${calls} changes by its users`);
	return readContents(folder);
}

async function upgradeAndBack(version: OldVersion, scenario: Scenario): Promise<void> {
	const { folder, port, log } = scenario;
	const problem = (text: string): void => scenario.problem(`${version.name}: ${text}`);
	const before = await makeOldData(version, scenario);

	await checkUpgraded(folder, before, { log, problem });
	await checkRunning(folder, port, { log, problem });
	refuseOlder(version, folder, port, { log, problem });

	const back = spawnSync(process.execPath, [ROLLBACK, '--yes'], { env: { ...process.env, SIGNALWHEEL_DATA: folder }, encoding: 'utf8' });
	if (back.status !== 0) problem(`the rollback ended with ${back.status}: ${back.stderr}`);
	for (const line of differences(before, await readContents(folder))) problem(`after the rollback ${line}`);

	const server = startVersion(install(version, log), folder, port);
	await server.answers(ANSWERS_WITHIN);
	for (const email of EMAILS) await signIn(server.url, email, PASSWORD);
	await server.stop();
	log(`${version.name}: rolled back, every row as before, and its accounts sign in with the old program`);
}

type Reported = Pick<Scenario, 'log' | 'problem'>;

async function checkUpgraded(folder: string, before: Contents, { log, problem }: Reported): Promise<void> {
	const began = performance.now();
	const stores = await openStores({ folder, product: PRODUCT_VERSION });
	log(`opened and upgraded in ${((performance.now() - began) / 1000).toFixed(1)} s`);
	const { reports, links } = await checkReports(stores, problem, 'simulated');
	const [entry] = (await listAudit(stores.records.db, { act: 'data.upgrade' }, 0, 1)).items;
	const chain = (entry?.detail as { chain?: { links: number; trouble: string | null } } | undefined)?.chain;
	if (chain?.links !== links || chain.trouble !== null) problem(`the audit log's entry is ${JSON.stringify(entry)}`);
	await stores.close();
	log(`${reports} reports in force, ${links} links of the chain verified`);
	for (const line of await checkKept(folder, before)) problem(`after the upgrade ${line}`);
	if (!(await readSnapshot(folder))) problem('there is no snapshot');
}

/** What an upgrade has lost or changed. */
export async function checkKept(folder: string, before: Contents): Promise<string[]> {
	const kept = new Map([...before].filter(([name]) => !OWN_MEANS.test(name)));
	return differences(kept, await readContents(folder, kept), isChanged).filter((line) => !ADDED.test(line));
}

/** The list of kinds that have been sealed. */
function isChanged(row: string): boolean {
	return row.includes('"key": "records_sealed"');
}

async function checkRunning(folder: string, port: number, { log, problem }: Reported): Promise<void> {
	const server = startVersion(PRESENT, folder, port);
	const answered = await server.answers(ANSWERS_WITHIN);
	await waitUntil(server, isFilled);
	for (const email of EMAILS) {
		const reader = await signIn(server.url, email, PASSWORD);
		const filters = await reader.call<{ items: { name: string; feed: boolean }[] }>('GET', '/api/filters');
		if (!filters?.items.some(({ name, feed }) => name.startsWith('Loud') && feed)) problem(`${email} has lost the filter`);
	}
	const { items } =
		(await (await signInAdmin(server.url, folder)).call<{ items: { name: string; value: unknown }[] }>('GET', '/api/settings')) ?? {};
	if (items?.find(({ name }) => name === 'daily_gap_sessions')?.value !== 7) problem('a setting is lost');
	const ended = await server.stop();
	if (ended !== 0) problem(`the upgraded server ended with ${ended}: ${server.output()}`);
	log(`the upgraded server answered after ${(answered / 1000).toFixed(1)} s; every account signs in and has its filter`);
}

function refuseOlder(version: OldVersion, folder: string, port: number, { log, problem }: Reported): void {
	const main = join(dirname(install(version, log)), 'packages/server/src/main.ts');
	const older = spawnSync(process.execPath, [main], {
		env: { ...process.env, SIGNALWHEEL_DATA: folder, PORT: String(port) },
		encoding: 'utf8',
		timeout: ANSWERS_WITHIN,
	});
	if (older.status === 1 && older.stderr.includes(`Signalwheel ${PRODUCT_VERSION}`))
		log(`the older program refuses: ${older.stderr.trim()}`);
	else problem(`the older program ended with ${older.status} on newer data: ${older.stderr}`);
}

async function signIn(url: string, email: string, password: string): Promise<Caller> {
	const headers = { 'content-type': 'application/json', origin: url };
	const signedIn = await fetch(`${url}/api/auth/login`, { method: 'POST', headers, body: JSON.stringify({ email, password }) });
	if (signedIn.status !== 200) throw new Error(`${email} can't sign in: ${signedIn.status} ${await signedIn.text()}`);
	const cookie = signedIn.headers.getSetCookie().map((line) => line.split(';')[0]);
	return {
		call: async <T>(method: string, path: string, body?: object) => {
			const answer = await fetch(`${url}${path}`, {
				method,
				headers: { ...headers, cookie: cookie.join('; ') },
				...(body ? { body: JSON.stringify(body) } : {}),
			});
			const text = await answer.text();
			if (answer.status === 404 && !text.includes('"code"')) return undefined;
			if (!answer.ok) throw new Error(`${method} ${path} answered ${answer.status}: ${text}`);
			return (text === '' ? null : JSON.parse(text)) as T;
		},
	};
}

async function signInAdmin(url: string, folder: string): Promise<Caller> {
	return signIn(url, 'admin@demo.test', readFileSync(join(folder, 'demo-password'), 'utf8').trim());
}

/** Answers how many calls were taken. */
async function fillAccounts(url: string, folder: string): Promise<number> {
	let taken = 0;
	const admin = await signInAdmin(url, folder);
	const send = async <T>(caller: Caller, method: string, path: string, body?: object): Promise<T | undefined> => {
		const answer = await caller.call<T>(method, path, body);
		if (answer !== undefined) taken++;
		return answer;
	};
	await send(admin, 'POST', '/api/settings', { settings: { daily_gap_sessions: 7, daily_split_check: false } });
	for (const [n, licence] of LICENCES.entries()) {
		const email = EMAILS[n]!;
		const account = { email, password: PASSWORD, name: `Reader ${licence}`, license: licence, license_expires: LATER };
		await send(admin, 'POST', '/api/users', account);
		const reader = await signIn(url, email, PASSWORD);
		await send(reader, 'PATCH', '/api/me', { theme: 'dark' });
		const filters = [{ sector: 'volume', timeframe: 'fifteen_minutes', value: 3 }];
		const filter = { ...STRATEGY, filters, name: `Loud ${licence}`, operation: 'short', comment: 'Kept over an upgrade' };
		const saved = await send<{ id: number }>(reader, 'POST', '/api/filters', filter);
		await send(reader, 'PUT', `/api/filters/${saved?.id}/feed`, { feed: true });
		await send(reader, 'POST', '/api/black-list', { filter: [saved?.id], tickers: [n + 1], reason: 'quiet' });
		await send(reader, 'POST', '/api/black-list', { tickers: [n + 10], until: LATER });
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
		ends: new Date(Date.now() + MONTH),
	});
	return taken;
}
