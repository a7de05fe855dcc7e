/** Data of earlier versions, opened by this one and rolled back: nothing may be lost or changed on either way. */
import { spawnSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { PRODUCT_VERSION } from '@sw/server/config/product-version';
import { openStores } from '@sw/store/open';
import { listAudit } from '@sw/store/postgres/records/accounts/audit';
import { readSnapshot } from '@sw/store/upgrade/snapshot';
import { checkReports } from '../checks/check-reports.ts';
import { isFilled, type Scenario, waitUntil } from '../scenario.ts';
import { EMAILS, fillAccounts, PASSWORD, signIn, signInAdmin } from './account-data.ts';
import { type Contents, differences, readContents } from './contents.ts';
import { install, OLD_VERSIONS, type OldVersion, PRESENT, startVersion } from './old-versions.ts';

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
export async function makeOldData(version: OldVersion, { folder, port, say }: Scenario): Promise<Contents> {
	const server = startVersion(install(version, say), folder, port);
	await server.answers(ANSWERS_WITHIN);
	await waitUntil(server, isFilled);
	const calls = await fillAccounts(server.url, folder);
	await server.stop();
	say(`${version.name}: a year of market, and ${calls} changes by its users`);
	return readContents(folder);
}

async function upgradeAndBack(version: OldVersion, scenario: Scenario): Promise<void> {
	const { folder, port, say } = scenario;
	const problem = (text: string): void => scenario.problem(`${version.name}: ${text}`);
	const before = await makeOldData(version, scenario);

	await checkUpgraded(folder, before, { say, problem });
	await checkRunning(folder, port, { say, problem });
	refuseOlder(version, folder, port, { say, problem });

	const back = spawnSync(process.execPath, [ROLLBACK, '--yes'], { env: { ...process.env, SIGNALWHEEL_DATA: folder }, encoding: 'utf8' });
	if (back.status !== 0) problem(`the rollback ended with ${back.status}: ${back.stderr}`);
	for (const line of differences(before, await readContents(folder))) problem(`after the rollback ${line}`);

	const server = startVersion(install(version, say), folder, port);
	await server.answers(ANSWERS_WITHIN);
	for (const email of EMAILS) await signIn(server.url, email, PASSWORD);
	await server.stop();
	say(`${version.name}: rolled back, every row as before, and its accounts sign in with the old program`);
}

type Reported = Pick<Scenario, 'say' | 'problem'>;

async function checkUpgraded(folder: string, before: Contents, { say, problem }: Reported): Promise<void> {
	const began = performance.now();
	const stores = await openStores({ folder, product: PRODUCT_VERSION });
	say(`opened and upgraded in ${((performance.now() - began) / 1000).toFixed(1)} s`);
	const { reports, links } = await checkReports(stores, problem, 'simulated');
	const [entry] = (await listAudit(stores.records.db, { act: 'data.upgrade' }, 0, 1)).items;
	const chain = (entry?.detail as { chain?: { links: number; trouble: string | null } } | undefined)?.chain;
	if (chain?.links !== links || chain.trouble !== null) problem(`the audit log's entry is ${JSON.stringify(entry)}`);
	await stores.close();
	say(`${reports} reports in force, ${links} links of the chain verified`);
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

async function checkRunning(folder: string, port: number, { say, problem }: Reported): Promise<void> {
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
	say(`the upgraded server answered after ${(answered / 1000).toFixed(1)} s; every account signs in and has its filter`);
}

function refuseOlder(version: OldVersion, folder: string, port: number, { say, problem }: Reported): void {
	const main = join(dirname(install(version, say)), 'packages/server/src/main.ts');
	const older = spawnSync(process.execPath, [main], {
		env: { ...process.env, SIGNALWHEEL_DATA: folder, PORT: String(port) },
		encoding: 'utf8',
		timeout: ANSWERS_WITHIN,
	});
	if (older.status === 1 && older.stderr.includes(`Signalwheel ${PRODUCT_VERSION}`))
		say(`the older program refuses: ${older.stderr.trim()}`);
	else problem(`the older program ended with ${older.status} on newer data: ${older.stderr}`);
}
