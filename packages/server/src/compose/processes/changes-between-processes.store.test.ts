import type { Ticker } from '@sw/domain/prices/ticker';
import { tickerId, utcMs } from '@sw/domain/time/units';
import { bindFilterAreaRecords } from '@sw/store/postgres/records/filters/personal';
import { saveTickers } from '@sw/store/postgres/records/tickers/tickers';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type AccountApp, accountApp, ORIGIN } from '../../areas/accounts/testing/account-app.ts';
import { emptyAreas } from '../../areas/accounts/testing/empty-areas.ts';
import { createUserListsCache } from '../../areas/filters/personal.ts';
import { createApp } from '../../http/app.ts';
import { HTTP_DEFAULTS } from '../../http/config.ts';
import { openAccounts, subscribeToSessions } from '../areas/accounts.ts';
import { subscribeToPersonalChanges } from '../areas/workspace.ts';

const LIST = '/api/sector-charts';
const STARRED: Ticker = {
	id: tickerId(7),
	symbol: 'A',
	name: 'A',
	type: 'stocks',
	industry: null,
	shares: 1,
	listed: null,
	delisted: null,
};

/** What is done in `here` reaches another process on the same database. */
describe('what one process changes', () => {
	let local: AccountApp;
	let elsewhere: FastifyInstance;
	const closed: string[] = [];
	const ended: string[] = [];
	const stack = new AsyncDisposableStack();
	beforeAll(async () => {
		local = stack.use(await accountApp());
		const accounts = openAccounts({
			records: local.records,
			config: {
				origin: ORIGIN,
				folder: local.folder,
				smtpUrl: null,
				mailFrom: 'Signalwheel <no-reply@localhost>',
				captcha: null,
				oauth: [],
			},
			wall: local.clock,
			log: { error: () => {} },
			hashCosts: { memoryKib: 1024, passes: 1 },
		});
		stack.adopt(
			await subscribeToSessions(local.records, accounts, { closeAccount: (id) => closed.push(id), closeSession: (id) => ended.push(id) }),
			(ear) => ear.close(),
		);
		elsewhere = await createApp({
			config: { ...HTTP_DEFAULTS, origin: ORIGIN },
			version: 'test',
			areas: [accounts.area, ...emptyAreas],
			guard: accounts.guard,
		});
		stack.adopt(elsewhere, (app) => app.close());
	});
	afterAll(() => stack.disposeAsync());

	const call = async (headers: Record<string, string>, url = LIST): Promise<number> =>
		(await elsewhere.inject({ method: 'GET', url, headers })).statusCode;

	it('of a key reaches a process that has just accepted it', async () => {
		const user = await local.addUser({ license: 'pro', licenseExpires: null });
		const { key, id } = await local.addKey(user, ['lists:read']);
		const shown = { authorization: `Bearer ${key}` };
		expect([await call(shown), await call(shown)]).toEqual([404, 404]);
		await local.accounts.context.records.removeKey(id, user.id);
		await expect.poll(() => call(shown)).toBe(401);
	});

	it('of a user reaches a process that has just accepted it: its licence, and that it is blocked', async () => {
		const { browser, user } = await local.createSignedInUser({ license: 'pro', licenseExpires: null });
		const cookie = Array.from(browser.cookies, ([name, value]) => `${name}=${value}`).join('; ');
		expect(await call({ cookie })).toBe(404);
		await local.accounts.context.records.changeUser(user.id, { license: null });
		await expect.poll(() => call({ cookie })).toBe(403);
		expect(closed).toContain(user.id);
		await local.accounts.context.records.changeUser(user.id, { status: 'blocked' });
		await expect.poll(() => call({ cookie })).toBe(401);
	});

	it('of a session arrives: its connections close when it has ended, not when its tokens are renewed', async () => {
		const { browser, user } = await local.createSignedInUser({ license: 'pro', licenseExpires: null });
		const session = (await local.accounts.context.records.sessionsOf(user.id, utcMs(local.clock.now())))[0]?.id;
		await browser.send('POST', '/api/auth/refresh');
		await browser.send('POST', '/api/auth/logoff');
		await expect.poll(() => ended).toEqual([session]);
	});

	it('of a reader’s stars reaches a process that caches them', async () => {
		const { id } = await local.addUser();
		const records = bindFilterAreaRecords(local.records.db);
		await saveTickers(local.records.db, 'test', [STARRED]);
		const personal = createUserListsCache(records, local.accounts.context.clock.now);
		const changes = await subscribeToPersonalChanges(local.records);
		changes.forget(personal.forget);
		expect((await personal.get(id)).favorites.size).toBe(0);
		await records.switchFavorite(id, STARRED.id, local.accounts.context.clock.now());
		await expect.poll(async () => (await personal.get(id)).favorites.size).toBe(1);
		await changes.close();
	});
});
