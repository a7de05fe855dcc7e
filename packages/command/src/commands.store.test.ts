import { mkdtempSync, rmSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { KEY_SCOPES, type KeyScope } from '@sw/domain/access/api-key';
import { PARAMETERS_V1 } from '@sw/domain/signals/parameters';
import { nyse } from '@sw/domain/time/calendar';
import { isoSeconds } from '@sw/domain/time/format';
import { SLOT_MS } from '@sw/domain/time/slots';
import type { ReportTime } from '@sw/domain/time/units';
import { type AccountApp, accountApp, PASSWORD } from '@sw/server/areas/accounts/testing/account-app';
import { openWorkspace, type Workspace } from '@sw/server/compose/areas/workspace';
import { createAuditLog } from '@sw/server/compose/core/audit';
import { createDefaultSlots } from '@sw/server/market/timetable/slot-times';
import { createFacts, createReport, NOW, smallWorld, tickers } from '@sw/server/market/window/testing/fixture';
import { saveTickers } from '@sw/store/postgres/records/tickers/tickers';
import { testStores } from '@sw/store/testing/test-stores';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runInProcess } from './testing/command-world.ts';
import { TRIALS, type TrialWorld } from './testing/trials.ts';

let at: AccountApp;
let workspace: Workspace;
let stores: Awaited<ReturnType<typeof testStores>>;
let server = '';
let key = '';
let listsKey = '';
const world = smallWorld();
const folder = mkdtempSync(join(tmpdir(), 'command-'));
let owner: Awaited<ReturnType<AccountApp['createSignedInUser']>>;

async function makeKey(scopes: readonly KeyScope[]): Promise<{ id: string; key: string }> {
	const { body } = await owner.browser.send('POST', '/api/me/keys', { name: 'a script', scopes, days: 30, password: PASSWORD });
	return body as { id: string; key: string };
}

beforeAll(async () => {
	stores = await testStores();
	at = await accountApp({
		createAreas: async ({ accounts, records, clock }) => {
			await saveTickers(records.db, 'test', tickers);
			workspace = await openWorkspace({
				stores: { ...stores, records },
				market: world,
				source: world.source,
				tops: world.tops,
				calendar: nyse,
				currentParameters: () => PARAMETERS_V1,
				wall: clock,
				slotsOn: createDefaultSlots(nyse),
				explain: async () => null,
				audit: createAuditLog(accounts),
			});
			return workspace.areas;
		},
	});
	owner = await at.createSignedInUser({ license: 'pro' });
	key = (await makeKey(KEY_SCOPES)).key;
	listsKey = (await makeKey(['lists:read'])).key;
	await at.app.listen({ port: 0, host: '127.0.0.1' });
	server = `http://127.0.0.1:${(at.app.server.address() as AddressInfo).port}`;
});
afterAll(async () => {
	await workspace?.close();
	await at?.[Symbol.asyncDispose]();
	await stores?.close();
	rmSync(folder, { recursive: true, force: true });
});

const call: TrialWorld['call'] = (args, { env = {}, stdin = '' } = {}) =>
	runInProcess(args, { env: { SIGNALWHEEL_URL: server, SIGNALWHEEL_KEY: key, ...env }, stdin });

describe('the command against a server', () => {
	it.each(TRIALS)('$title', (trial) => trial.run({ call, listsKey, folder }));

	it('opens a past report by its date and slot, in New York time', async () => {
		const { items } = (await owner.browser.send('GET', '/api/sector-charts/history/dates?from=2024-05-01&to=2024-05-01')).body as {
			items: { date: string }[];
		};
		const found = JSON.parse((await call(['list', '--date', '2024-05-01', '--slot', '11:00', '--json'])).out) as { time: string };
		expect(found.time).toBe('2024-05-01T15:00:00Z');
		expect(items.map(({ date }) => date)).toContain(found.time);
		expect(await call(['list', '--slot', '11:00'])).toMatchObject({ exit: 2, err: expect.stringContaining('--slot needs --date.') });
	});

	it('is refused with 3 where the licence has ended, with the sentence of the server', async () => {
		const ended = await at.createSignedInUser({ license: null });
		const { body } = await ended.browser.send('POST', '/api/me/keys', { name: 'x', scopes: ['lists:read'], days: 1, password: PASSWORD });
		const env = { SIGNALWHEEL_KEY: (body as { key: string }).key };
		expect(await call(['list'], { env })).toEqual({ exit: 3, out: '', err: 'A licence is needed: see /prices\n' });
	});

	it('distinguishes a newer server document, also where this program is the older one', async () => {
		const body = { version: 3, name: 'x', tab: 'free', timeframes: ['15', '30', '60'], filters: [] };
		const { status, body: answer } = await owner.browser.send('POST', '/api/filters', body);
		expect({ status, errors: (answer as { errors: unknown }).errors }).toEqual({
			status: 400,
			errors: [{ field: 'version', message: expect.stringContaining('the newest supported version is 2') }],
		});
	});
});

describe('watch', () => {
	let time = NOW as number;
	const publish = (): void => {
		time += SLOT_MS;
		world.reports.add(createFacts(time as typeof NOW), createReport(time as ReportTime));
	};
	const watching = (args: readonly string[], pause: () => Promise<void>, more: Parameters<typeof runInProcess>[1] = {}) =>
		runInProcess(['watch', ...args], { env: { SIGNALWHEEL_URL: server, SIGNALWHEEL_KEY: key }, pause, ...more });

	it('prints a line for each new report, with who entered', async () => {
		const ended = await watching(['--tab', 'free', '--reports', '2', '--json'], async () => publish());
		expect(ended).toMatchObject({ exit: 0, err: '' });
		const lines = ended.out
			.trim()
			.split('\n')
			.map((line) => JSON.parse(line) as { time: string; entered: unknown[]; entered_count: number });
		expect(lines.map((line) => line.time)).toEqual([time - SLOT_MS, time].map(isoSeconds));
		// The market of this world is idle.
		expect(lines.map((line) => line.entered_count)).toEqual([0, 0]);
	});

	it('waits for a server that is away, and says so once', async () => {
		let calls = 0;
		const away: typeof fetch = (...args) => {
			calls++;
			return calls === 2 || calls === 3
				? Promise.reject(new TypeError('fetch failed', { cause: { code: 'ECONNREFUSED' } }))
				: fetch(...args);
		};
		const ended = await watching(['--reports', '1'], async () => publish(), { fetch: away });
		expect(ended.exit).toBe(0);
		expect(ended.err).toMatch(
			/^Watching; the current report is .*\n.*connection refused \(is the server running\?\)\. Retrying\.\.\.\nThe server is available again\.\n$/,
		);
		expect(ended.out).toContain('No tickers entered.');
	});

	it('ends with 3 when its key is revoked meanwhile', async () => {
		const made = await makeKey(['lists:read']);
		const revoke = async (): Promise<void> => {
			await owner.browser.send('DELETE', `/api/me/keys/${made.id}`);
		};
		const ended = await watching([], revoke, { env: { SIGNALWHEEL_URL: server, SIGNALWHEEL_KEY: made.key } });
		expect(ended).toMatchObject({
			exit: 3,
			err: expect.stringContaining("The server doesn't accept the key: it has expired, was revoked"),
		});
	});

	it('ends with 130 on Ctrl+C', async () => {
		const stopped = new AbortController();
		const ended = await watching([], async () => stopped.abort('SIGINT'), { stopSignal: stopped.signal });
		expect(ended).toMatchObject({ exit: 130, out: '' });
	});

	it('ends with 4 where the server has never answered', async () => {
		expect(await watching([], async () => {}, { env: { SIGNALWHEEL_URL: 'http://127.0.0.1:9', SIGNALWHEEL_KEY: key } })).toMatchObject({
			exit: 4,
		});
	});
});
