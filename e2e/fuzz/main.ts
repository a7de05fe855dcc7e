/**
 * `npm run fuzz`: every call of the contract with hostile values, one at a time, as an administrator of a running product, and calls that accept
 * personal keys again with a key; keys of other scopes must be refused. No answer may be a 5xx, no refused call may change the database, and every
 * 400 says what is wrong. `npm run fuzz -- users feeds` includes only calls whose method and path contain one of the words.
 */
import type { Endpoint } from '@sw/contract/base/define';
import { contract } from '@sw/contract/index';
import { KEY_SCOPES, type KeyScope } from '@sw/domain/access/api-key';
import { startProduct } from '../fixtures.ts';
import { createHostileCalls, type FuzzCall } from './calls.ts';
import { createTableWatcher } from './stored.ts';
import { createAdminClient } from './visitor.ts';

/** Long-lived connections; these calls don't answer. */
const LONG_LIVED = /\/api\/hubs\//;
const MAX_PRINTED = 100;
/** Number of checks of the tables, a seventh of a second apart, during which a fresh market must not have written. */
const INITIAL_CHECKS = 60;

const words = process.argv.slice(2);
// Without payments, most commerce calls would be refused before anything is read.
const running = await startProduct({ SIGNALWHEEL_PAYMENTS: 'simulated' });
const { app, stores } = running.product;
const client = await createAdminClient(app, running.folder, stores.records);
const tableWatcher = createTableWatcher(stores.records.pool);

const faults: string[] = [];

/** Prints a fault as soon as it is found, since a run takes half an hour. */
function report(fault: string): void {
	faults.push(fault);
	if (faults.length <= MAX_PRINTED) console.log(`FAIL ${fault}`);
}

const counts = new Map<number, number>();

/** The answer to an unsigned request needn't say what is wrong. */
const SIGNED_REQUESTS = /^\/api\/payproglobal\//;

/** Runs the calls of one target; true if all were refused. */
async function sendAll(calls: readonly FuzzCall[], scope?: KeyScope): Promise<boolean> {
	let areAllRefused = true;
	for (const call of calls) {
		const { status, body, type } = await client.send(call, scope);
		counts.set(status, (counts.get(status) ?? 0) + 1);
		if (status < 400) areAllRefused = false;
		const fault = findFault(call.url, status, body, type) ?? (scope !== undefined && status === 401 ? 'was not authenticated' : undefined);
		if (fault) report(`${describe(call)}${scope === undefined ? '' : ` by a key of ${scope}`} ${fault}`);
	}
	return areAllRefused;
}

function describe({ method, url, target, value }: FuzzCall): string {
	return `${method} ${url.slice(0, 120)} [${target} = ${value}]`;
}

function findFault(url: string, status: number, body: string, type: string): string | undefined {
	if (status >= 500) return `answered ${status}: ${body.slice(0, 200)}`;
	if (status < 400) return undefined;
	if (!type.startsWith('application/problem+json')) return `answered ${status} as ${type}`;
	const { errors, title } = JSON.parse(body) as { errors: { field: string; message: string }[]; title: string };
	if (!title) return 'has no title';
	if (SIGNED_REQUESTS.test(url)) return undefined;
	return status === 400 && !errors.every((e) => e.field && e.message)
		? 'names no field'
		: status === 400 && errors.length === 0
			? 'names no field'
			: undefined;
}

/** A key only works for its scope. */
async function checkOtherScopes(endpoint: Endpoint, call: FuzzCall): Promise<void> {
	for (const scope of KEY_SCOPES) {
		if (scope === endpoint.scope) continue;
		const { status } = await client.send(call, scope);
		counts.set(status, (counts.get(status) ?? 0) + 1);
		if (status !== 403) report(`${describe(call)} by a key of ${scope} answered ${status}`);
	}
}

const endpoints = Object.values(contract).flatMap((area) => Object.values(area) as Endpoint[]);

function isSelected({ method, path }: Endpoint): boolean {
	return words.length === 0 || words.some((word) => `${method} ${path}`.includes(word));
}

const selectedEndpoints = endpoints.filter((e) => !LONG_LIVED.test(e.path) && isSelected(e));
// A fresh market keeps building its past: forecasts are reconstructed once everything else exists.
await client.restoreAdmin();
await tableWatcher.waitUntilStill(client.hasActiveJobs, INITIAL_CHECKS);
let calls = 0;
let accepted = true;
for (const endpoint of selectedEndpoints) {
	const byTarget = Map.groupBy(createHostileCalls(endpoint), (call) => call.target);
	for (const scope of endpoint.scope === undefined ? [undefined] : [undefined, endpoint.scope]) {
		for (const [target, group] of byTarget) {
			await client.restoreAdmin();
			const digestBefore = accepted ? await tableWatcher.waitUntilStill(client.hasActiveJobs) : await tableWatcher.digest();
			const areAllRefused = await sendAll(group, scope);
			accepted = !areAllRefused;
			calls += group.length;
			await client.restoreAdmin();
			const changedTables = areAllRefused ? await tableWatcher.findChanges(digestBefore) : [];
			if (changedTables.length > 0)
				report(`${endpoint.method} ${endpoint.path} [${target}] was refused and left something in ${changedTables.join(', ')}`);
		}
	}
	const [sample] = byTarget.get('nothing') ?? [];
	if (sample && endpoint.access !== 'public' && endpoint.access !== 'signed') await checkOtherScopes(endpoint, sample);
	console.log(`${endpoint.method.padEnd(6)} ${endpoint.path}`);
}
const statuses = [...counts].sort(([a], [b]) => a - b).map(([status, count]) => `${count} × ${status}`);
console.log(`${calls} calls of ${selectedEndpoints.length} endpoints: ${statuses.join(', ')}; ${faults.length} faults`);
await running.close();
process.exit(faults.length > 0 ? 1 : 0);
