import { type MessageService, SERVICE_NAMES } from '@sw/domain/inbox/message-channel';
import { HOUR, MINUTE, SECOND } from '@sw/domain/time/units';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type DeliveryApp, deliveryApp } from '../../../compose/testing/delivery-app.ts';
import { changeDeliverySettings, endFaults, type Reader, readStoppedChannels } from '../../../compose/testing/delivery-readers.ts';
import { type Receiver, startReceiver } from '../../../outside/https/testing/receiver.ts';
import {
	ADDRESSES,
	BOT_TOKEN,
	createMessageServices,
	type MessageServices,
	RETRY_AFTER,
} from '../../../outside/messengers/testing/message-services.ts';

let at: DeliveryApp;
let services: MessageServices;
/** A receiver in the operator's own network, over plain http. */
let home: Receiver;
let ended: AbortController;
let linking: Promise<void>;

beforeAll(async () => {
	home = await startReceiver();
	at = await deliveryApp({ local: [`127.0.0.1:${home.port}`], telegramToken: BOT_TOKEN });
	ended = new AbortController();
	services = createMessageServices();
	at.receiver.respond = services.respond;
	linking = at.delivery.linkChats(ended.signal);
});
beforeEach(() => {
	endFaults(at);
	services.shown.length = 0;
	for (const service of Object.keys(services.refusals) as MessageService[]) delete services.refusals[service];
	at.receiver.respond = services.respond;
	home.received.length = 0;
	home.respond = services.respond;
});
afterAll(async () => {
	ended?.abort();
	await at?.[Symbol.asyncDispose]();
	await home?.[Symbol.asyncDispose]();
	await linking;
});

interface Channel {
	id: string;
	state: string;
	why: string | null;
	host: string | null;
	failures: number;
	code: string | null;
	link: string | null;
}

const NEW = {
	ntfy: { service: 'ntfy', url: ADDRESSES.ntfy, token: 'tk_abc' },
	gotify: { service: 'gotify', url: ADDRESSES.gotify, token: 'AppToken' },
	discord: { service: 'discord', url: ADDRESSES.discord },
	slack: { service: 'slack', url: ADDRESSES.slack },
} as const;
const ALL = Object.keys(SERVICE_NAMES) as MessageService[];

let chat = 1_000;

async function connect(one: Reader, service: MessageService, more: object = {}): Promise<Channel> {
	const body = service === 'telegram' ? { service } : NEW[service];
	at.clock.forward(1);
	const answer = await one.browser.send('POST', '/api/me/channels', { ...body, ...more });
	expect(answer.status, JSON.stringify(answer.body)).toBe(201);
	const added = answer.body as Channel;
	if (service === 'telegram') {
		services.write(++chat, `/start ${added.code}`);
		await expect.poll(async () => (await channels(one)).items.find(({ id }) => id === added.id)?.state).toBe('ready');
		await expect.poll(() => services.shown.some(({ to }) => to === String(chat))).toBe(true);
		services.shown.length = 0;
	}
	return added;
}

async function channels({ browser }: Reader): Promise<{ items: Channel[]; allowed: number; telegram: boolean }> {
	return (await browser.send('GET', '/api/me/channels')).body as never;
}

async function reader(...connected: MessageService[]): Promise<Reader> {
	const one = await at.createSignedInUser({ license: 'pro' });
	for (const service of connected) await connect(one, service);
	return one;
}

describe('a message channel', () => {
	it.each(ALL)('on %s shows an alert once, with its link', async (service) => {
		const { user } = await reader(service);
		const id = await at.addDelivery(user.id, 'app');
		await at.runJobs();
		expect(await at.readState(id)).toMatchObject({ state: 'delivered' });
		expect(services.shown).toHaveLength(1);
		const [shown] = services.shown;
		const all = JSON.stringify(shown);
		expect(all).toContain('Rise: 2 entered, 1 left');
		expect(all).toMatch(/http:\/\/localhost:8080\/messages\/\d+/);
		expect(all).toContain('tickers match');
		await at.advance(HOUR);
		expect(services.shown).toHaveLength(1);
	});

	it.each(ALL)('on %s is tested on demand', async (service) => {
		const one = await reader(service);
		const [channel] = (await channels(one)).items;
		const test = async () => (await one.browser.send('POST', `/api/me/channels/${channel?.id}/test`, {})).body;
		expect(await test()).toEqual({ delivered: true, line: `${SERVICE_NAMES[service]} accepted the message.` });
		expect(services.shown).toMatchObject([{ service }]);
		services.refusals[service] = 'revoked';
		expect(await test()).toMatchObject({ delivered: false, line: expect.stringMatching(/reject|know|blocked/) });
		expect((await channels(one)).items).toMatchObject([{ state: 'ready' }]);
	});

	it.each(ALL)('on %s waits as long as the service asks for', async (service) => {
		const { user } = await reader(service);
		services.refusals[service] = 'limited';
		const id = await at.addDelivery(user.id, 'app');
		await at.runJobs();
		expect(await at.readState(id)).toMatchObject({ state: 'waiting', dueAt: at.clock.now() + RETRY_AFTER * SECOND });
		// The limit holds for the next message, too.
		const requestCount = services.requestCounts[service];
		const next = await at.addDelivery(user.id, 'app');
		await at.runJobs();
		expect(services.requestCounts[service]).toBe(requestCount);
		delete services.refusals[service];
		await at.advance(RETRY_AFTER * SECOND);
		expect(await at.readState(id)).toMatchObject({ state: 'delivered', attempts: 2 });
		expect(await at.readState(next)).toMatchObject({ state: 'delivered' });
		expect(services.shown).toHaveLength(2);
	});

	it.each(ALL)('on %s is tried again with longer and longer pauses while the service is down', async (service) => {
		const { user } = await reader(service);
		services.refusals[service] = 'down';
		const id = await at.addDelivery(user.id, 'app');
		await at.runJobs();
		expect(await at.readState(id)).toMatchObject({ state: 'waiting', attempts: 1, dueAt: at.clock.now() + 15 * SECOND });
		await at.advance(15 * SECOND);
		expect(await at.readState(id)).toMatchObject({ state: 'waiting', attempts: 2, dueAt: at.clock.now() + 30 * SECOND });
		delete services.refusals[service];
		await at.advance(30 * SECOND);
		expect(await at.readState(id)).toMatchObject({ state: 'delivered' });
		expect(services.shown).toHaveLength(1);
	});

	it.each(ALL)('on %s stops at once when access is revoked, and resumes on request', async (service) => {
		const one = await reader(service);
		services.refusals[service] = 'revoked';
		const id = await at.addDelivery(one.user.id, 'app');
		await at.runJobs();
		expect(await at.readState(id)).toMatchObject({ state: 'failed' });
		const [channel] = (await channels(one)).items;
		expect(channel).toMatchObject({ state: 'stopped', why: expect.stringMatching(/reject|know|blocked/) });
		expect(await readStoppedChannels(at, one)).toMatchObject([{ channel: 'app' }]);
		delete services.refusals[service];
		expect(await one.browser.send('POST', `/api/me/channels/${channel?.id}/resume`, {})).toMatchObject({
			status: 200,
			body: { state: 'ready', failures: 0, why: null },
		});
		const next = await at.addDelivery(one.user.id, 'app');
		await at.runJobs();
		expect(await at.readState(next)).toMatchObject({ state: 'delivered' });
	});

	it.each(ALL)('on %s gets a long message cut, with the link', async (service) => {
		const { user } = await reader(service);
		const id = await at.addDelivery(user.id, 'app', { subject: `${'*<&ü'.repeat(50)} [x](y)`, count: 40 });
		await at.runJobs();
		expect(await at.readState(id)).toMatchObject({ state: 'delivered' });
		expect(services.shown).toHaveLength(1);
		expect(services.shown[0]?.text).toContain('…');
		expect(services.shown[0]?.text).toMatch(/http:\/\/localhost:8080\/messages/);
	});

	it('that rejects message after message is stopped', async () => {
		const one = await reader('slack');
		services.refusals.slack = 'malformed';
		for (let n = 1; n <= 5; n++) {
			expect((await channels(one)).items).toMatchObject([{ state: 'ready', failures: n - 1 }]);
			await at.addDelivery(one.user.id, 'app');
			await at.runJobs();
		}
		expect((await channels(one)).items).toMatchObject([{ state: 'stopped', why: expect.stringContaining('5 times in a row') }]);
	});

	it('of several is tried again alone', async () => {
		const one = await reader('ntfy', 'discord', 'slack');
		services.refusals.discord = 'down';
		services.refusals.slack = 'revoked';
		const id = await at.addDelivery(one.user.id, 'app');
		await at.runJobs();
		expect(await at.readState(id)).toMatchObject({ state: 'waiting' });
		expect((await channels(one)).items.map(({ state }) => state)).toEqual(['ready', 'ready', 'stopped']);
		delete services.refusals.discord;
		await at.advance(15 * SECOND);
		expect(await at.readState(id)).toMatchObject({ state: 'delivered' });
		expect(services.shown.map(({ service }) => service)).toEqual(['ntfy', 'discord']);
		expect(await readStoppedChannels(at, one)).toEqual([]);
	});

	it('is silent in quiet hours', async () => {
		const one = await reader('ntfy');
		await changeDeliverySettings(one, { zone: 'UTC', quiet: { on: true, from: '00:00', to: '23:59' } });
		const id = await at.addDelivery(one.user.id, 'app');
		await at.runJobs();
		expect(services.shown).toEqual([]);
		expect(await at.readState(id)).toMatchObject({ state: 'waiting' });
		await changeDeliverySettings(one, { quiet: { on: false } });
		await at.advance(24 * HOUR);
		expect(await at.readState(id)).toMatchObject({ state: 'delivered' });
	});

	it('never shows its address or token', async () => {
		const one = await reader(...ALL);
		const { body } = await one.browser.send('GET', '/api/me/channels');
		expect(body).toMatchObject({
			items: [{ host: 'ntfy.sh' }, { host: 'gotify.example.com' }, { host: null }, { host: 'discord.com' }, { host: 'hooks.slack.com' }],
			allowed: 20,
			telegram: true,
		});
		expect(JSON.stringify(body)).not.toMatch(/signals-of-ann|tk_abc|AppToken|abc-DEF_1|XXXX|1234/);
		for (const service of ALL) services.refusals[service] = 'revoked';
		const id = await at.addDelivery(one.user.id, 'app');
		await at.runJobs();
		expect(JSON.stringify([await at.readState(id), await readStoppedChannels(at, one), at.errors])).not.toMatch(
			/signals-of-ann|tk_abc|AppToken|abc-DEF|XXXX/,
		);
	});

	it('belongs to its account, and is removed', async () => {
		const one = await reader('ntfy');
		const other = await reader();
		const [{ id } = { id: '' }] = (await channels(one)).items;
		for (const [method, path] of [
			['DELETE', ''],
			['POST', '/test'],
			['POST', '/resume'],
		] as const)
			expect((await other.browser.send(method, `/api/me/channels/${id}${path}`, {})).status).toBe(404);
		expect((await one.browser.send('GET', '/api/me/delivery')).body).toMatchObject({ app: true });
		expect((await one.browser.send('DELETE', `/api/me/channels/${id}`, {})).status).toBe(204);
		expect((await one.browser.send('GET', '/api/me/delivery')).body).toMatchObject({ app: false });
		expect((await channels(one)).items).toEqual([]);
	});
});

describe('connecting', () => {
	it('is limited by the licence', async () => {
		const one = await at.createSignedInUser({ license: null });
		const topic = (n: number) => one.browser.send('POST', '/api/me/channels', { service: 'ntfy', url: `https://ntfy.sh/topic-${n}` });
		expect((await topic(1)).status).toBe(201);
		expect(await topic(2)).toMatchObject({
			status: 403,
			body: { detail: 'Without a licence, one app can be connected. Remove it first.' },
		});
	});

	it('the same address twice is refused', async () => {
		const one = await reader('ntfy');
		expect((await one.browser.send('POST', '/api/me/channels', NEW.ntfy)).status).toBe(409);
	});

	it.each([
		['ntfy', 'https://ntfy.sh/'],
		['ntfy', 'https://ntfy.sh/a/b'],
		['ntfy', 'http://ntfy.sh/topic'],
		['ntfy', 'https://127.0.0.1/topic'],
		['ntfy', 'https://localhost:8080/topic'],
		['gotify', 'https://gotify.lan'],
		['gotify', 'https://10.0.0.1'],
		['discord', 'https://example.com/api/webhooks/1/a'],
		['discord', 'https://discord.com.example.com/api/webhooks/1/a'],
		['discord', 'https://discord.com/channels/1'],
		['slack', 'https://slack.com/services/T/B/x'],
		['slack', 'nonsense'],
	])('%s at %s is refused', async (service, url) => {
		const one = await reader();
		const answer = await one.browser.send('POST', '/api/me/channels', { service, url, ...(service === 'gotify' ? { token: 'a' } : {}) });
		expect(answer).toMatchObject({
			status: 400,
			body: { errors: [{ field: 'url', message: expect.stringMatching(/^(Enter|The host)/) }] },
		});
	});

	it('reaches receivers in the own network that the operator allows, by exact host and port', async () => {
		const one = await reader();
		const local = `http://127.0.0.1:${home.port}`;
		await connect(one, 'ntfy', { url: `${local}/signals` });
		await connect(one, 'gotify', { url: `${local}/gotify/` });
		expect((await one.browser.send('PUT', '/api/me/webhook', { url: `${local}/hook` })).status).toBe(200);
		const ids = [await at.addDelivery(one.user.id, 'app'), await at.addDelivery(one.user.id, 'webhook')];
		await at.runJobs();
		for (const id of ids) expect(await at.readState(id)).toMatchObject({ state: 'delivered' });
		expect(home.received.map(({ path }) => path).sort()).toEqual(['/', '/gotify/message', '/hook']);
		for (const url of [`http://127.0.0.1:${home.port + 1}/x`, `http://localhost:${home.port}/x`, `http://127.0.0.2:${home.port}/x`]) {
			expect((await one.browser.send('POST', '/api/me/channels', { service: 'ntfy', url })).status).toBe(400);
			expect((await one.browser.send('PUT', '/api/me/webhook', { url })).status).toBe(400);
		}
	});

	it('a Telegram chat takes one code, once, in time, from a person', async () => {
		const one = await reader();
		const ask = async () => (await one.browser.send('POST', '/api/me/channels', { service: 'telegram' })).body as Channel;
		const first = await ask();
		expect(first).toMatchObject({
			state: 'linking',
			code: expect.stringMatching(/^[A-Z2-9]{12}$/),
			link: `https://t.me/signals_bot?start=${first.code}`,
		});
		// A second request replaces the first code.
		const second = await ask();
		const answers = async (to: number): Promise<string> => {
			await expect.poll(() => services.shown.find((each) => each.to === String(to))?.text).toBeTruthy();
			return services.shown.find((each) => each.to === String(to))?.text ?? '';
		};
		services.write(11, `/start ${first.code}`);
		expect(await answers(11)).toContain('Unknown code');
		services.write(-12, String(second.code), 'group');
		services.write(13, `  ${second.code?.toLowerCase()} `);
		expect(await answers(13)).toContain('This chat is connected.');
		services.write(14, String(second.code));
		expect(await answers(14)).toContain('Unknown code');
		expect(services.shown.map(({ to }) => to)).toEqual(['11', '13', '14']);
		expect((await channels(one)).items).toMatchObject([{ id: second.id, state: 'ready', host: null }]);
		const late = await ask();
		at.clock.forward(15 * MINUTE);
		services.write(15, String(late.code));
		expect(await answers(15)).toContain('Unknown code');
		const { rows } = await at.records.pool.query('select address from message_channels where user_id = $1 order by created_at', [
			one.user.id,
		]);
		expect(rows).toEqual([{ address: '13' }, { address: null }]);
	});
});
