import type { DeliverableMessage } from '@sw/domain/inbox/message';
import { HOUR } from '@sw/domain/time/units';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Outreach, openOutreach } from '../../compose/areas/outreach.ts';
import { createAuditLog } from '../../compose/core/audit.ts';
import { type AccountApp, accountApp, type Browser, PASSWORD } from '../accounts/testing/account-app.ts';

const ADMIN = 'admin@example.test';
const DAY = 24 * HOUR;
/** The captcha that lets one token pass. */
const captcha = { passes: async (token: string | undefined, action: string) => token === 'human' && action === 'contact' };
const HUMAN = { captcha: 'human' };

/** The messages in inboxes. */
const reported: [userId: string, subject: string, text: string][] = [];
/** Of the app that was opened last. */
let outreach: Outreach;

function open(contact: string | null): Promise<AccountApp> {
	return accountApp({
		createAreas: ({ accounts, records, clock }) => {
			const config = { origin: 'http://localhost:8080', contact };
			outreach = openOutreach({ records, accounts, config, wall: clock, audit: createAuditLog(accounts), captcha, notify });
			return [outreach.area];
		},
	});
}

async function notify(userId: string, { subject, text }: DeliverableMessage): Promise<void> {
	reported.push([userId, subject, text]);
}

interface Entries {
	items: { email: string; source: string }[];
	total_count: number;
}
interface MessagePage {
	items: { id: string; email: string; dealt_with_at: string | null }[];
	total_count: number;
}

let at: AccountApp;
let admin: Browser;
beforeAll(async () => {
	at = await open(null);
	({ browser: admin } = await at.createSignedInUser({ role: 'admin', email: ADMIN }));
});
afterAll(() => at?.[Symbol.asyncDispose]());

/** Sign-in sessions end meanwhile. */
async function pass(ms: number): Promise<void> {
	at.clock.forward(ms);
	expect((await admin.send('POST', '/api/auth/login', { email: ADMIN, password: PASSWORD })).status).toBe(200);
}

async function read<T>(url: string): Promise<T> {
	const { status, body } = await admin.send('GET', url);
	expect(status).toBe(200);
	return body as T;
}

function fieldsOf(body: unknown): string[] {
	return (body as { errors: { field: string }[] }).errors.map(({ field }) => field);
}

describe('the wait-list', () => {
	const join = (body: object, browser = at.browser()) => browser.send('POST', '/api/wait-list', body);
	const entries = async (query = '') =>
		(await read<Entries>(`/api/wait-list${query}`)).items.map(({ email, source }) => `${email} ${source}`);

	it.each([
		[{}, ['email', 'source']],
		[{ email: 'ann@example.test' }, ['source']],
		[{ email: 'ann', source: 'hunter' }, ['email']],
		[{ email: null, source: 'hunter' }, ['email']],
		[{ email: 'ann@example.test', source: 'Hunter' }, ['source']],
		[{ email: 'ann@example.test', source: 'hunter', more: 1 }, ['more']],
	])('refuses %j and keeps nothing', async (body, fields) => {
		const { status, body: problem } = await join(body);
		expect(status).toBe(400);
		expect(fieldsOf(problem)).toEqual(fields);
		expect(await entries()).toEqual([]);
	});

	it('says of a wrong address what the specification says', async () => {
		expect((await join({ email: 'ann', source: 'hunter' })).body).toMatchObject({
			title: 'Malformed request parameters',
			errors: [{ field: 'email', message: 'Invalid email address' }],
		});
	});

	it('takes an address once for each source, in any case of letters', async () => {
		const taken = await join({ email: 'Ann@Example.test', source: 'hunter' });
		expect(taken).toMatchObject({ status: 201, body: { email: 'ann@example.test', source: 'hunter', created: '2026-06-30T15:45:00Z' } });
		expect(await join({ email: 'ann@example.TEST', source: 'hunter' })).toMatchObject({
			status: 409,
			body: { title: 'Conflict', errors: [{ field: 'email', message: 'This address is already on the list' }] },
		});
		await pass(DAY);
		expect((await join({ email: 'ann@example.test', source: 'girls' })).status).toBe(201);
		expect((await join({ email: ADMIN, source: 'girls' })).status).toBe(201);
	});

	it('is read by administrators, newest first, narrowed by address, source and New York days', async () => {
		expect(await entries()).toEqual([`${ADMIN} girls`, 'ann@example.test girls', 'ann@example.test hunter']);
		expect(await entries('?Email=ANN')).toEqual(['ann@example.test girls', 'ann@example.test hunter']);
		expect(await entries('?Source=hunter')).toEqual(['ann@example.test hunter']);
		expect(await entries('?From=2026-07-01')).toHaveLength(2);
		expect(await entries('?To=2026-06-30')).toEqual(['ann@example.test hunter']);
		expect(await read<Entries>('/api/wait-list?skip=1&max=1')).toMatchObject({ items: [{ email: 'ann@example.test' }], total_count: 3 });
	});

	it.each(['?email=ann', '?Source=else', '?From=yesterday', '?To=2026-13-01', '?max=101', '?skip=-1'])(
		'refuses %s: letters of parameters are exact, values in bounds',
		async (query) => {
			expect((await admin.send('GET', `/api/wait-list${query}`)).status).toBe(400);
		},
	);

	it('shows one sign-up, and whether its address has an account by now', async () => {
		expect(await read('/api/wait-list/Ann@example.test?source=girls')).toEqual({
			email: 'ann@example.test',
			source: 'girls',
			created: '2026-07-01T15:45:00Z',
			has_account: false,
		});
		expect(await read(`/api/wait-list/${encodeURIComponent(ADMIN)}?source=girls`)).toMatchObject({ has_account: true });
	});

	it.each(['GET', 'DELETE'])('%s of one entry asks for its source', async (method) => {
		const send = (path: string) => admin.send(method, `/api/wait-list/${path}`, method === 'GET' ? undefined : {});
		const without = await send('ann@example.test');
		expect(without).toMatchObject({
			status: 400,
			body: { errors: [{ field: 'source', message: 'The parameter source must be defined and cannot be null.' }] },
		});
		expect((await send('ann@example.test?source=else')).status).toBe(400);
		expect((await send('ann?source=girls')).status).toBe(400);
		expect((await send('bob@example.test?source=girls')).status).toBe(404);
	});

	it('lets go of one entry and writes it down', async () => {
		const gone = await admin.send('DELETE', '/api/wait-list/ANN@example.test?source=hunter', {});
		expect(gone.status).toBe(204);
		expect((await admin.send('DELETE', '/api/wait-list/ann@example.test?source=hunter', {})).status).toBe(404);
		expect(await entries('?Email=ann')).toEqual(['ann@example.test girls']);
		const { items } = await at.accounts.context.records.listAudit({ act: 'wait-list.' }, 0, 5);
		expect(items).toMatchObject([{ actor: ADMIN, act: 'wait-list.delete', target: 'ann@example.test', detail: { source: 'hunter' } }]);
	});

	it('takes twenty an hour from one address', async () => {
		const browser = at.browser();
		for (let i = 0; i < 20; i++) expect((await join({ email: `many${i}@example.test`, source: 'hunter' }, browser)).status).toBe(201);
		const late = await join({ email: 'late@example.test', source: 'hunter' }, browser);
		expect(late).toMatchObject({ status: 429, headers: { 'retry-after': '3600' } });
		expect(await entries('?Email=late')).toEqual([]);
		expect((await join({ email: 'late@example.test', source: 'hunter' })).status).toBe(201);
	});
});

describe('contact-us', () => {
	const MESSAGE = { email: 'Reader@example.test', name: 'Ann', subject: 'A question', message: 'First <b>line</b>\n\nSecond line' };
	const write = (body: object, headers: Record<string, string> = HUMAN, browser = at.browser()) =>
		browser.send('POST', '/api/contact-us', body, headers);
	const messages = (query = '') => read<MessagePage>(`/api/contact-letters${query}`);

	it.each([
		[{}, ['email', 'message']],
		[{ ...MESSAGE, email: 'reader' }, ['email']],
		[{ ...MESSAGE, message: ' \n ' }, ['message']],
		[{ ...MESSAGE, message: 'a'.repeat(5_001) }, ['message']],
		[{ ...MESSAGE, message: 'a\0b' }, ['message']],
		[{ ...MESSAGE, name: 'a\nb' }, ['name']],
		[{ ...MESSAGE, subject: 'a'.repeat(201) }, ['subject']],
		[{ ...MESSAGE, to: 'else@example.test' }, ['to']],
	])('refuses a faulty letter (case %#) and keeps nothing', async (body, fields) => {
		const { status, body: problem } = await write(body);
		expect(status).toBe(400);
		expect([...new Set(fieldsOf(problem))]).toEqual(fields);
		expect(await messages()).toEqual({ items: [], total_count: 0 });
	});

	it('refuses a message without a solved captcha, without counting it', async () => {
		const browser = at.browser();
		for (const headers of [{}, { captcha: 'robot' }, {}, {}] as Record<string, string>[])
			expect(await write(MESSAGE, headers, browser)).toMatchObject({ status: 400, body: { errors: [{ field: 'captcha' }] } });
		expect((await messages()).total_count).toBe(0);
		expect((await write({ ...MESSAGE, subject: 'After four' }, HUMAN, browser)).status).toBe(200);
	});

	it('keeps the letter and mails it to every administrator, whose answer goes to who wrote it', async () => {
		await at.addUser({ email: 'second@example.test', role: 'admin' });
		await at.addUser({ email: 'left@example.test', role: 'admin', status: 'blocked' });
		await pass(1_000);
		const { status, body } = await write(MESSAGE);
		expect(status).toBe(200);
		expect((await messages()).items[0]).toMatchObject({ ...(body as object), ...MESSAGE, dealt_with_at: null });
		for (const to of [ADMIN, 'second@example.test']) {
			const mail = (await at.readMailsTo(to)).at(-1);
			expect(mail).toMatchObject({ subject: 'Contact message: A question', replyTo: MESSAGE.email });
			expect(mail?.text).toContain('First <b>line</b>\n\nSecond line');
			expect(mail?.html).toContain('First &lt;b&gt;line&lt;/b&gt;');
		}
		expect(await at.readMailsTo('left@example.test')).toEqual([]);
	});

	it('takes three an hour from one address', async () => {
		const browser = at.browser();
		const short = { email: 'short@example.test', message: '😀'.repeat(5_000) };
		for (let i = 0; i < 3; i++) expect((await write(short, HUMAN, browser)).status).toBe(200);
		const before = (await messages()).total_count;
		expect(await write(short, HUMAN, browser)).toMatchObject({ status: 429, headers: { 'retry-after': '3600' } });
		expect((await messages()).total_count).toBe(before);
		await pass(HOUR);
		expect((await write(short, HUMAN, browser)).status).toBe(200);
	});

	it('is read by administrators, who note what is dealt with', async () => {
		const [message] = (await messages('?q=a%20QUESTION')).items;
		const change = (id: string, body: object) => admin.send('PATCH', `/api/contact-letters/${id}`, body);
		const id = message?.id ?? '';
		expect((await change(id, { dealt_with: 'yes' })).status).toBe(400);
		expect((await change(id, {})).status).toBe(400);
		expect((await change('00000000-0000-4000-8000-000000000000', { dealt_with: true })).status).toBe(404);
		expect((await messages('?dealt_with=true')).total_count).toBe(0);
		expect(await change(id, { dealt_with: true })).toMatchObject({ status: 200, body: { id, dealt_with_at: expect.any(String) } });
		expect((await messages('?dealt_with=true')).items).toMatchObject([{ id }]);
		expect((await messages('?dealt_with=false&q=A%20question')).total_count).toBe(0);
		expect(await change(id, { dealt_with: false })).toMatchObject({ status: 200, body: { dealt_with_at: null } });
		const { items } = await at.accounts.context.records.listAudit({ act: 'letter.' }, 0, 5);
		expect(items.map(({ target, detail }) => [target, detail['dealt_with']])).toEqual([
			[MESSAGE.email, [true, false]],
			[MESSAGE.email, [false, true]],
		]);
	});

	it('is answered by mail, and in the inbox if the sender has an account', async () => {
		const { user } = await at.createSignedInUser({ email: MESSAGE.email.toLowerCase() });
		const [message] = (await messages('?q=a%20QUESTION')).items;
		const answer = (id: string, body: object) => admin.send('POST', `/api/contact-letters/${id}/answer`, body);
		const id = message?.id ?? '';
		expect((await answer('00000000-0000-4000-8000-000000000000', { text: 'At nine.' })).status).toBe(404);
		expect(fieldsOf((await answer(id, { text: ' ' })).body)).toContain('text');
		reported.length = 0;
		expect((await answer(id, { text: 'At nine.' })).body).toMatchObject({ id, dealt_with_at: expect.any(String) });
		expect(reported).toEqual([[user.id, 'Re: A question', expect.stringMatching(/^At nine\.\n\nYou wrote:\n\nFirst <b>line/)]]);
		expect((await at.readMailsTo(MESSAGE.email)).at(-1)?.text).toContain('At nine.');
	});

	it('forgets letters after two years', async () => {
		await outreach.sweep();
		expect((await messages()).total_count).toBeGreaterThan(0);
		await pass(731 * DAY);
		await outreach.sweep();
		expect((await messages()).total_count).toBe(0);
	});
});

it('contact messages go to the mailbox set by the operator, and nowhere else', async () => {
	await using named = await open('desk@example.test');
	await named.addUser({ email: ADMIN, role: 'admin' });
	const { status } = await named
		.browser()
		.send('POST', '/api/contact-us', { email: 'reader@example.test', message: 'Hello' }, { captcha: 'human' });
	expect(status).toBe(200);
	expect(await named.readMailsTo('desk@example.test')).toMatchObject([{ subject: 'Contact message from reader@example.test' }]);
	expect(await named.readMailsTo(ADMIN)).toEqual([]);
});
