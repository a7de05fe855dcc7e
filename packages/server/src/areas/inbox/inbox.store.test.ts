import type { MessageHead } from '@sw/contract/inbox/inbox';
import { DAY, HOUR } from '@sw/domain/time/units';
import { addFilter } from '@sw/store/postgres/records/filters/filters';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type InboxApp, inboxApp } from '../../compose/testing/inbox-app.ts';
import { type Browser, ORIGIN } from '../accounts/testing/account-app.ts';

let at: InboxApp;
let admin: Browser;
beforeAll(async () => {
	at = await inboxApp();
	({ browser: admin } = await at.createSignedInUser({ role: 'admin' }));
});
afterAll(() => at?.[Symbol.asyncDispose]());

function fieldsOf(body: unknown): string[] {
	return [...new Set((body as { errors: { field: string }[] }).errors.map(({ field }) => field))];
}

interface List {
	items: MessageHead[];
	total_count: number;
	unread_count: number;
}

async function list(browser: Browser, query = ''): Promise<List> {
	const { status, body } = await browser.send('GET', `/api/messages${query}`);
	expect(status).toBe(200);
	return body as List;
}

async function subjects(browser: Browser, query = '') {
	return (await list(browser, query)).items.map(({ subject }) => subject);
}

async function unread(browser: Browser) {
	return ((await browser.send('GET', '/api/messages/unread')).body as { count: number }).count;
}

/** A reader with two notices and an order's message, the newest last. */
async function reader() {
	const { browser, user } = await at.createSignedInUser({ license: 'basic' });
	const first = await at.addFilterAlert(user.id, { filterId: Math.floor(Math.random() * 1e9) });
	at.clock.forward(1000);
	const second = await at.addFilterAlert(user.id, { filterId: Math.floor(Math.random() * 1e9), entered: [], left: [10] }, 'Busy options');
	at.clock.forward(1000);
	await at.inbox.notify(user.id, { kind: 'order', subject: 'Order paid', text: 'Pro, to 06/30/2027.', link: '/profile', key: 'order 1' });
	return { browser, user, first, second };
}

describe('the inbox', () => {
	it.each([
		['?kind=mail', 'kind'],
		['?unread=perhaps', 'unread'],
		['?filter=0', 'filter'],
		['?max=101', 'max'],
		['?more=1', 'more'],
	])('refuses %s and names the field', async (query, field) => {
		const { browser } = await at.createSignedInUser();
		const { status, body } = await browser.send('GET', `/api/messages${query}`);
		expect([status, fieldsOf(body)]).toEqual([400, [field]]);
	});

	it('lists the messages of an account, newest first, and finds them by kind, words, state and ticker', async () => {
		const { browser } = await reader();
		expect(await subjects(browser)).toEqual(['Order paid', 'Busy options', 'Rise with volume']);
		expect(await subjects(browser, '?kind=filter')).toEqual(['Busy options', 'Rise with volume']);
		expect(await subjects(browser, '?q=2027')).toEqual(['Order paid']);
		expect(await subjects(browser, '?q=%25')).toEqual([]);
		// CCC, number 30, entered one of the lists.
		expect(await subjects(browser, '?q=ccc')).toEqual(['Rise with volume']);
		expect(await list(browser, '?max=1&skip=1')).toMatchObject({ items: [{ subject: 'Busy options' }], total_count: 3, unread_count: 3 });
		const { items } = await list(browser);
		expect(items.map(({ summary, entered, left }) => [summary, entered, left])).toEqual([
			['Pro, to 06/30/2027.', 0, 0],
			['1 left', 0, 1],
			['2 entered, 1 left', 2, 1],
		]);
	});

	it('counts what is unread, one by one and all at once', async () => {
		const { browser, first } = await reader();
		const read = await browser.send('PATCH', `/api/messages/${first}`, { read: true });
		expect([read.status, (read.body as MessageHead).read]).toEqual([200, true]);
		expect(await unread(browser)).toBe(2);
		await browser.send('PATCH', `/api/messages/${first}`, { read: false });
		expect(await unread(browser)).toBe(3);
		expect((await browser.send('POST', '/api/messages/read', { kind: 'filter' })).body).toEqual({ changed: 2 });
		expect(await subjects(browser, '?unread=true')).toEqual(['Order paid']);
		expect((await browser.send('POST', '/api/messages/read', {})).body).toEqual({ changed: 1 });
		expect(await unread(browser)).toBe(0);
	});

	it('shows a stranger nothing, under no call', async () => {
		const { first } = await reader();
		const { browser } = await at.createSignedInUser();
		for (const [method, body] of [['GET'], ['PATCH', { read: true }], ['DELETE']] as const)
			expect((await browser.send(method, `/api/messages/${first}`, body)).status).toBe(404);
		expect(await list(browser)).toEqual({ items: [], total_count: 0, unread_count: 0 });
	});

	it('brings back what was deleted, within a day', async () => {
		const { browser, user, first, second } = await reader();
		const gone = async (id: number) => expect((await browser.send('DELETE', `/api/messages/${id}`)).status).toBe(204);
		await gone(first);
		await gone(second);
		expect(await subjects(browser)).toEqual(['Order paid']);
		expect((await browser.send('GET', `/api/messages/${first}`)).status).toBe(404);
		expect((await browser.send('PATCH', `/api/messages/${first}`, { deleted: false })).status).toBe(200);
		expect(await subjects(browser)).toEqual(['Order paid', 'Rise with volume']);
		at.clock.forward(DAY + HOUR);
		const later = await at.createSignedInUser();
		await at.records.pool.query('update messages set user_id = $1 where user_id = $2', [later.user.id, user.id]);
		expect((await later.browser.send('PATCH', `/api/messages/${second}`, { deleted: false })).status).toBe(404);
		expect((await later.browser.send('PATCH', `/api/messages/${second}`, { deleted: true })).status).toBe(400);
		({ browser: admin } = await at.createSignedInUser({ role: 'admin' }));
	});

	it('shows a notice by the cards of what entered and left, as of its report', async () => {
		const { browser, user } = await at.createSignedInUser({ license: 'basic' });
		const id = await at.addFilterAlert(user.id, { filterId: 77, sent: [30] });
		const { status, body } = await browser.send('GET', `/api/messages/${id}`);
		expect(status).toBe(200);
		expect(body).toMatchObject({
			subject: 'Rise with volume',
			summary: '2 entered, 1 left',
			filter: null,
			text: null,
			notice: {
				report: '2024-05-01T15:00:00Z',
				since: '2024-05-01T14:00:00Z',
				open: true,
				tab_type: 'extreme_rise',
				operation: 'short',
				matches: 2,
				matched_before: 1,
				of: 5,
				// Ranked as the list ranks them.
				entered: [
					{ ticker: 'AAA', why: null, notified: false, sectors: expect.any(Array) },
					{ ticker: 'CCC', why: null, notified: true, price: 120 },
				],
				left: [{ ticker: 'BBB', why: 'Volume busy 1h: down to depth 1', notified: false }],
			},
		});
	});

	it('adds a message once per key, and deletes it after ninety days', async () => {
		const { browser, user } = await at.createSignedInUser();
		const reported = { kind: 'breadth', subject: 'Breadth', text: 'It is there.', link: '/main', key: 'breadth 1' } as const;
		await at.inbox.notify(user.id, reported);
		await at.inbox.notify(user.id, { ...reported, text: 'Twice' });
		await at.inbox.notify('00000000-0000-4000-8000-000000000000', reported);
		expect(await list(browser)).toMatchObject({ total_count: 1, items: [{ summary: 'It is there.' }] });
		at.clock.forward(90 * DAY - HOUR);
		await at.inbox.sweep();
		const rows = async () => (await at.records.pool.query('select 1 from messages where user_id = $1', [user.id])).rowCount;
		expect(await rows()).toBe(1);
		at.clock.forward(2 * HOUR);
		await at.inbox.sweep();
		expect(await rows()).toBe(0);
		({ browser: admin } = await at.createSignedInUser({ role: 'admin' }));
	});
});

describe('an announcement', () => {
	const after = (ms: number) => `${new Date(at.clock.now() + ms).toISOString().slice(0, 19)}Z`;
	const announce = (change: object = {}) =>
		admin.send('POST', '/api/messages', {
			subject: 'Early close',
			text: 'At 13:00 ET.',
			audience: 'everybody',
			ends: after(DAY),
			...change,
		});

	it.each([
		[{ subject: ' ' }, 'subject'],
		[{ subject: 'a\nb' }, 'subject'],
		[{ text: '' }, 'text'],
		[{ audience: 'friends' }, 'audience'],
		[{ ends: 'tomorrow' }, 'ends'],
		[{ ends: '2020-01-01T00:00:00Z' }, 'ends'],
		[{ ends: '2999-01-01T00:00:00Z' }, 'ends'],
		[{ more: 1 }, 'more'],
	])('is refused with %j', async (change, field) => {
		const { status, body } = await announce(change);
		expect([status, fieldsOf(body)]).toEqual([400, [field]]);
	});

	it('is shown to its audience while it lasts, also to accounts that come later', async () => {
		const basic = await at.createSignedInUser({ license: 'basic' });
		const { status, body } = await announce({ audience: 'pro', subject: 'For pro' });
		expect(status).toBe(201);
		const { id } = body as { id: number };
		await announce();
		const pro = await at.createSignedInUser({ license: 'pro' });
		expect(await subjects(basic.browser)).toEqual(['Early close']);
		expect((await subjects(pro.browser)).sort()).toEqual(['Early close', 'For pro']);
		expect(await unread(pro.browser)).toBe(2);
		await pro.browser.send('POST', '/api/messages/read', { kind: 'house' });
		expect(((await admin.send('GET', '/api/announcements')).body as { items: object[] }).items).toContainEqual(
			expect.objectContaining({ id, audience: 'pro', shown: 1, read: 1 }),
		);
		expect((await admin.send('DELETE', `/api/announcements/${id}`)).status).toBe(204);
		expect((await admin.send('DELETE', `/api/announcements/${id}`)).status).toBe(404);
		expect(await subjects(pro.browser)).toEqual(['Early close']);
	});

	it('stays deleted, and goes when it ends', async () => {
		await announce({ subject: 'Short', ends: after(60_000) });
		await announce({ subject: 'Long' });
		const { browser } = await at.createSignedInUser();
		const shown = (await list(browser)).items.filter(({ subject }) => subject === 'Long');
		await browser.send('DELETE', `/api/messages/${shown[0]?.id}`);
		expect(await subjects(browser)).not.toContain('Long');
		expect(await subjects(browser)).toContain('Short');
		at.clock.forward(60_000);
		expect(await subjects(browser)).not.toContain('Short');
	});
});

describe('the settings of delivery', () => {
	it.each([
		[{ when: 'never' }, 'when'],
		[{ zone: 'Mars/Olympus' }, 'zone'],
		[{ zone: '+02:00' }, 'zone'],
		[{ most_a_day: 0 }, 'most_a_day'],
		[{ cool_down: 391 }, 'cool_down'],
		[{ quiet: { from: '24:00' } }, 'quiet.from'],
		[{ quiet: { from: '08:30' } }, 'quiet'],
		[{ mail: 'yes' }, 'mail'],
		[{ stopped: [] }, 'stopped'],
	])('refuse %j', async (change, field) => {
		const { browser } = await at.createSignedInUser();
		const { status, body } = await browser.send('PATCH', '/api/me/delivery', change);
		expect([status, fieldsOf(body)]).toEqual([400, [field]]);
	});

	it('are changed one by one, and the profile shows the same for mail', async () => {
		const { browser, user } = await at.createSignedInUser();
		const first = (await browser.send('GET', '/api/me/delivery')).body;
		expect(first).toEqual({
			when: 'at_once',
			quiet: { on: false, from: '20:00', to: '08:30' },
			zone: 'America/New_York',
			most_a_day: 20,
			cool_down: 60,
			only_favourites: false,
			mail: false,
			push: false,
			webhook: false,
			app: false,
			stopped: [],
			addresses: [],
		});
		const changed = await browser.send('PATCH', '/api/me/delivery', { mail: true, zone: 'Europe/Vienna', quiet: { on: true } });
		expect(changed.body).toMatchObject({ mail: true, zone: 'Europe/Vienna', quiet: { on: true, from: '20:00', to: '08:30' } });
		expect((await browser.send('GET', '/api/me')).body).toMatchObject({ notices: { mail: true }, theme: 'auto' });
		await browser.send('PATCH', '/api/me', { notices: { mail: false } });
		expect((await browser.send('GET', '/api/me/delivery')).body).toMatchObject({ mail: false, quiet: { on: true } });
		await at.records.pool.query("insert into stopped_channels values ($1, 'webhook', 'It refused ten times.', now())", [user.id]);
		expect((await browser.send('GET', '/api/me/delivery')).body).toMatchObject({
			stopped: [{ channel: 'webhook', why: 'It refused ten times.' }],
		});
		expect((await browser.send('PATCH', '/api/me/delivery', { webhook: true })).body).toMatchObject({ webhook: true, stopped: [] });
	});
});

describe('the feed of a filter', () => {
	const saved = async (license: 'basic' | 'pro' = 'basic') => {
		const { browser, user } = await at.createSignedInUser({ license });
		const content = { tab: 'free', strategy: 'first', entries: [], operation: null, comment: '', name: 'Rise & <volume>' } as const;
		const filter = await addFilter(at.records.db, user.id, content, { maxFilters: 9, now: at.accounts.context.clock.now() });
		if (typeof filter === 'string') throw new Error(filter);
		return { browser, user, filter: filter.id, call: `/api/filters/${filter.id}/address` };
	};
	const read = (address: string, headers: Record<string, string> = {}) =>
		at.browser().send('GET', address.replace(ORIGIN, ''), undefined, headers);

	it('is refused to strangers, for filters of other users, and at unknown addresses', async () => {
		const { call } = await saved();
		const stranger = await at.createSignedInUser({ license: 'basic' });
		expect((await stranger.browser.send('POST', call)).status).toBe(404);
		expect((await stranger.browser.send('DELETE', call)).status).toBe(404);
		expect((await at.browser().send('POST', call)).status).toBe(401);
		for (const name of ['x', '.atom', 'x.rss', `${'A'.repeat(43)}.json`, '%00.atom'])
			expect([400, 404]).toContain((await at.browser().send('GET', `/feeds/${name}`)).status);
	});

	it('lists the alerts of the inbox by name only, until its address is revoked or replaced', async () => {
		const { browser, user, filter, call } = await saved();
		const made = (await browser.send('POST', call)).body as { atom: string; json: string; created: string };
		await at.addFilterAlert(user.id, { filterId: filter }, 'Rise & <volume>');
		const atom = await read(made.atom);
		expect([atom.status, atom.headers['content-type']]).toEqual([200, 'application/atom+xml; charset=utf-8']);
		expect(atom.body).toContain('<title>Rise &amp; &lt;volume&gt;: 2 entered, 1 left at 05/01/2024 11:00 AM ET</title>');
		expect(atom.body).toContain('<content type="text">Entered: AAA, CCC. Left: BBB.</content>');
		expect(atom.body).not.toContain(user.email);
		const json = await read(made.json);
		expect(json.headers['content-type']).toBe('application/feed+json; charset=utf-8');
		expect(json.body).toMatchObject({ title: 'Rise & <volume>', items: [{ content_text: 'Entered: AAA, CCC. Left: BBB.' }] });
		expect((await read(made.json, { 'if-none-match': String(json.headers.etag) })).status).toBe(304);
		expect((await browser.send('GET', '/api/me/delivery')).body).toMatchObject({ addresses: [{ filter, created: made.created }] });
		const next = (await browser.send('POST', call)).body as { atom: string };
		expect([(await read(made.atom)).status, (await read(next.atom)).status]).toEqual([404, 200]);
		expect((await browser.send('DELETE', call)).status).toBe(204);
		expect((await browser.send('DELETE', call)).status).toBe(404);
		expect((await read(next.atom)).status).toBe(404);
	});

	it('is empty once the licence of its owner opens its reports no more', async () => {
		const { browser, user, filter, call } = await saved('pro');
		const { json } = (await browser.send('POST', call)).body as { json: string };
		await at.addFilterAlert(user.id, { filterId: filter });
		expect((await read(json)).body).toMatchObject({ items: [{}] });
		await at.accounts.context.records.changeUser(user.id, { license: null });
		expect((await read(json)).body).toMatchObject({ items: [] });
		await at.accounts.context.records.changeUser(user.id, { status: 'blocked' });
		expect((await read(json)).status).toBe(404);
	});
});
