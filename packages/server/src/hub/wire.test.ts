import { hub as calls } from '@sw/contract/reports/hub';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createApp } from '../http/app.ts';
import { HTTP_DEFAULTS } from '../http/config.ts';
import { openApiDocument } from '../http/openapi.ts';
import { systemWallClock } from '../platform/clocks/wall-clock.ts';
import { createHub } from './create-hub.ts';
import { call, HANDSHAKE, type HubServer, openConnection, startHub } from './testing/hub-server.ts';

const EVENT = '{"type":1,"target":"ReceiveNewReport","arguments":[]}\x1e';

/** The hub by hand, for what the real client never does; numbered titles, here and in real-client.test.ts, are the conformance list. */
describe('the hub on the wire', () => {
	let server: HubServer;
	beforeEach(async () => {
		server = await startHub();
	});
	afterEach(() => server.close());
	const poll = (id?: string) => call(server, 'GET', id);
	const post = (id: string, body: string) => call(server, 'POST', id, { body });
	const negotiate = async (query: string) =>
		(await call(server, 'POST', undefined, { path: calls.negotiate.path + query })).json() as Promise<Record<string, unknown>>;
	const held = (count = 1) => expect.poll(() => server.hub.metrics().heldPolls, { interval: 2 }).toBe(count);
	/** A poll with its whole answer, which may come as soon as it is held: who waits for that waits once. */
	const hold = async (id: string) => {
		const answer = await poll(id);
		return { status: answer.status, headers: answer.headers, body: await answer.text() };
	};

	it('13: ends the first of two polls', async () => {
		const id = await openConnection(server);
		const first = poll(id);
		await held();
		const second = poll(id);
		expect((await first).status).toBe(204);
		await held();
		server.hub.announce('basic');
		expect(await (await second).text()).toBe(EVENT);
	});

	it('14: says what is wrong with a name or a method', async () => {
		for (const method of ['GET', 'POST', 'DELETE']) {
			expect((await call(server, method)).status, method).toBe(400);
			const unknown = await call(server, method, 'unknown');
			expect([unknown.status, await unknown.json()]).toEqual([404, expect.objectContaining({ detail: 'No Connection with that ID' })]);
		}
		expect(await (await poll()).json()).toMatchObject({
			errors: [{ field: 'id', message: 'The parameter id must be defined and cannot be null.' }],
		});
		for (const method of ['PUT', 'PATCH', 'OPTIONS', 'HEAD']) expect((await call(server, method, 'x')).status, method).toBe(405);
		expect((await call(server, 'GET', undefined, { path: calls.negotiate.path })).status).toBe(405);
	});

	it('15: speaks to clients from before connections had two names', async () => {
		const { connectionId, ...more } = await negotiate('');
		expect(more).toEqual({ negotiateVersion: 0, availableTransports: [{ transport: 'LongPolling', transferFormats: ['Text'] }] });
		expect((await poll(connectionId as string)).status).toBe(200);
	});

	it('16: answers a version that it cannot read, and lowers one that it does not know', async () => {
		expect(await negotiate('?negotiateVersion=abc')).toEqual({ error: 'The client requested a non-integer protocol version.' });
		expect(await negotiate('?negotiateVersion=')).toEqual({ error: 'The client requested a non-integer protocol version.' });
		expect(await negotiate('?negotiateVersion=-1')).toMatchObject({ error: expect.stringContaining("'-1'") });
		expect(await negotiate('?negotiateVersion=7')).toMatchObject({ negotiateVersion: 1, connectionToken: expect.any(String) });
		expect(server.hub.metrics().connections).toBe(1);
	});

	it('18: drops who does not shake hands in 15 s', async () => {
		const polling = await openConnection(server, { greet: false });
		await openConnection(server, { greet: false });
		await poll(polling);
		const answer = hold(polling);
		await held();
		await server.wall.advance(14_000);
		expect(server.hub.metrics()).toEqual({ connections: 2, heldPolls: 1 });
		await server.wall.advance(1_000);
		expect(await answer).toMatchObject({ status: 200, body: '{"error":"Handshake was canceled."}\x1e' });
		expect(server.hub.metrics().connections).toBe(1);
		expect([(await poll(polling)).status, (await poll(polling)).status]).toEqual([204, 404]);
	});

	it('19: drops who does not poll for 15 s', async () => {
		const id = await openConnection(server);
		await server.wall.advance(14_000);
		const answer = hold(id);
		await held();
		await server.wall.advance(30_000);
		server.hub.announce('basic');
		expect((await answer).body).toBe(EVENT);
		await server.wall.advance(15_000);
		expect([(await poll(id)).status, (await post(id, EVENT)).status, server.hub.metrics().connections]).toEqual([404, 404, 0]);
		expect(server.wall.countPending()).toBe(0);
	});

	it('drops who hangs up, and keeps what was to be said for who comes back', async () => {
		const id = await openConnection(server);
		const hangUp = new AbortController();
		const polling = fetch(`${server.origin}${calls.poll.path}?id=${id}`, { headers: { authorization: 'ann' }, signal: hangUp.signal });
		await held();
		hangUp.abort();
		await expect(polling).rejects.toThrow();
		await expect
			.poll(async () => {
				await server.wall.advance(1_000);
				return server.hub.metrics().heldPolls;
			})
			.toBe(0);
		server.hub.announce('basic');
		expect(await (await poll(id)).text()).toBe(EVENT);
		await server.wall.advance(16_000);
		expect(server.hub.metrics().connections).toBe(0);
	});

	it('24: takes several records in one post, and a record in several', async () => {
		const id = await openConnection(server);
		const ask = (n: number) => `{"type":1,"invocationId":"${n}","target":"Shout","arguments":[]}\x1e`;
		expect((await post(id, `${ask(1)}{"type":6}\x1e${ask(2)}`)).status).toBe(200);
		const cut = ask(3);
		await post(id, cut.slice(0, 20));
		await post(id, cut.slice(20));
		const ids = (await (await poll(id)).text()).match(/"invocationId":"\d"/g);
		expect(ids).toEqual(['1', '2', '3'].map((n) => `"invocationId":"${n}"`));
	});

	it('25: closes the connection on what is no record', async () => {
		for (const bad of ['{', '[]', 'null', '{}', '{"type":"1"}', '{"type":1}']) {
			const id = await openConnection(server);
			const answer = hold(id);
			await held();
			expect((await post(id, `${bad}\x1e`)).status).toBe(200);
			expect((await answer).body, bad).toBe('{"type":7,"error":"Connection closed with an error."}\x1e');
			expect([(await poll(id)).status, (await poll(id)).status]).toEqual([204, 404]);
		}
	});

	it('26: ends held polls when the process stops', async () => {
		const id = await openConnection(server);
		const answer = hold(id);
		await held();
		await server.close();
		expect((await answer).status).toBe(204);
		expect(server.hub.metrics()).toEqual({ connections: 0, heldPolls: 0 });
	});

	it('27: sends bodies whole and uncompressed, so that nothing on the way delays them', async () => {
		const id = await openConnection(server);
		for (let i = 0; i < 40; i++) server.hub.announce('basic');
		const answer = await call(server, 'GET', id, { headers: { 'accept-encoding': 'gzip, br' } });
		const body = await answer.text();
		expect(body).toBe(EVENT.repeat(40));
		expect(Object.fromEntries(answer.headers)).toMatchObject({
			'content-type': 'application/octet-stream',
			'content-length': `${body.length}`,
			'cache-control': 'no-cache, no-store',
			pragma: 'no-cache',
			expires: 'Thu, 01 Jan 1970 00:00:00 GMT',
			'x-content-type-options': 'nosniff',
		});
		expect([answer.headers.get('content-encoding'), answer.headers.get('transfer-encoding')]).toEqual([null, null]);
	});

	it('answers as the protocol says', async () => {
		const id = await openConnection(server, { greet: false });
		const type = (answer: Response) => [answer.status, answer.headers.get('content-type'), answer.headers.get('content-length')];
		expect(type(await poll(id))).toEqual([200, 'text/plain', '0']);
		expect(type(await post(id, HANDSHAKE))).toEqual([200, 'text/plain', '0']);
		expect(await (await poll(id)).text()).toBe('{}\x1e');
		expect(type(await call(server, 'DELETE', id))).toEqual([202, 'text/plain', '0']);
		expect((await call(server, 'DELETE', id)).status).toBe(404);
	});

	it('holds no poll longer than 50 s and does not end all together', async () => {
		const ids = await Promise.all([1, 2, 3, 4].map(() => openConnection(server)));
		const answers = ids.map((id) => poll(id));
		await held(4);
		await server.wall.advance(43_000);
		expect(server.hub.metrics().heldPolls).toBe(4);
		await server.wall.advance(4_000);
		expect(server.hub.metrics().heldPolls).toBeGreaterThan(0);
		expect(server.hub.metrics().heldPolls).toBeLessThan(4);
		await server.wall.advance(3_000);
		expect((await Promise.all(answers)).map((a) => a.status)).toEqual([200, 200, 200, 200]);
	});

	it('takes changes from our own pages only', async () => {
		const id = await openConnection(server);
		const headers = { 'sec-fetch-site': 'cross-site' };
		expect((await call(server, 'POST', undefined, { path: calls.negotiate.path, headers })).status).toBe(403);
		expect((await call(server, 'POST', id, { body: EVENT, headers })).status).toBe(403);
		expect((await call(server, 'DELETE', id, { headers })).status).toBe(403);
	});

	it('is in the description of the product', () => {
		const { paths } = openApiDocument(server.app);
		expect(Object.keys(paths?.[calls.poll.path] as object).sort()).toEqual(['delete', 'get', 'post']);
		expect(Object.keys(paths?.[calls.negotiate.path] as object)).toEqual(['post']);
		const described = paths?.[calls.poll.path] as { get: { responses: object } };
		expect(Object.keys(described.get.responses)).toEqual(['200', '204', '400', '401', '403', '404', '429', '503']);
	});
});

describe('the names of connections', () => {
	it('23: need no encoding and are not announced twice', async () => {
		const account = { id: 'ann', role: 'user', licence: 'pro', session: null } as const;
		const guard = () => ({ ipBucket: '', account });
		const hub = createHub({ wall: systemWallClock, guard, origin: '', canReceive: () => true });
		const config = { ...HTTP_DEFAULTS, origin: 'http://localhost:8080' };
		const app = await createApp({ config, areas: [], version: '1', guard, extensions: [hub.routes] });
		const names = new Set<string>();
		for (let i = 0; i < 10; i++) {
			const { connectionId, connectionToken } = (
				await app.inject({ method: 'POST', url: `${calls.negotiate.path}?negotiateVersion=1` })
			).json();
			names.add(connectionId).add(connectionToken);
		}
		expect(names.size).toBe(20);
		for (const name of names) expect(name).toMatch(/^[A-Za-z0-9_-]{32,38}$/);
		await app.close();
	});
});

describe('the bounds of the hub', () => {
	const refusal = async (answer: Promise<Response>) => {
		const { status, headers } = await answer;
		return [status, headers.get('retry-after')];
	};
	const negotiate = (server: HubServer, account = 'ann') => call(server, 'POST', undefined, { path: calls.negotiate.path, account });

	it('give an account so many connections; one that waits for nothing makes room', async () => {
		const server = await startHub({ limits: { maxConnectionsPerAccount: 2 } });
		const [one, two] = [await openConnection(server), await openConnection(server)];
		const polls = [call(server, 'GET', one), call(server, 'GET', two)];
		await expect.poll(() => server.hub.metrics().heldPolls).toBe(2);
		expect(await refusal(negotiate(server))).toEqual([429, '15']);
		expect((await negotiate(server, 'ben')).status).toBe(200);
		await call(server, 'POST', one, { body: '{"type":1,"invocationId":"1","target":"x","arguments":[]}\x1e' });
		await polls[0];
		expect((await negotiate(server)).status).toBe(200);
		expect([(await call(server, 'GET', one)).status, server.hub.metrics().connections]).toEqual([404, 3]);
		await server.close();
	});

	it('give the process so many connections, and none when it stops', async () => {
		const server = await startHub({ limits: { maxConnections: 1 } });
		await openConnection(server);
		expect(await refusal(negotiate(server, 'ben'))).toEqual([503, '5']);
		server.hub.closeAll();
		expect((await negotiate(server)).status).toBe(503);
		expect(server.wall.countPending()).toBe(0);
		await server.close();
	});

	it('leave out events that a client does not fetch, and send away one that asks without listening', async () => {
		const server = await startHub({ limits: { maxOutboxChars: 3 * EVENT.length, maxInboxChars: 100 } });
		const slow = await openConnection(server);
		for (let i = 0; i < 10; i++) server.hub.announce('basic');
		expect(await (await call(server, 'GET', slow)).text()).toBe(EVENT.repeat(3));
		await call(server, 'POST', slow, { body: '{"type":1,"invocationId":"1","target":"x","arguments":[]}\x1e'.repeat(3) });
		expect(await (await call(server, 'GET', slow)).text()).toMatch(/"type":7,"error":"Connection closed with an error."\}.$/);
		const endless = await openConnection(server);
		await call(server, 'POST', endless, { body: 'x'.repeat(101) });
		expect(await (await call(server, 'GET', endless)).text()).toMatch('"type":7');
		await server.close();
	});

	it('count no poll of an open connection, and every other', async () => {
		const server = await startHub({ callsPerMinute: 4 });
		const id = await openConnection(server);
		for (let i = 0; i < 8; i++) {
			server.hub.announce('basic');
			expect((await call(server, 'GET', id)).status).toBe(200);
		}
		for (let i = 0; i < 4; i++) expect((await call(server, 'GET', 'guess')).status).toBe(404);
		expect((await call(server, 'GET', 'guess')).status).toBe(429);
		await server.close();
	});

	it('count the polls of an open connection that polls faster than reports can come', async () => {
		const server = await startHub({ callsPerMinute: 4, limits: { pollsPerMinute: 10 } });
		const id = await openConnection(server);
		const statuses: number[] = [];
		for (let i = 0; i < 20; i++) {
			server.hub.announce('basic');
			statuses.push((await call(server, 'GET', id)).status);
		}
		expect(statuses.slice(0, 7)).toEqual(new Array(7).fill(200));
		expect(statuses.at(-1)).toBe(429);
		await server.close();
	});
});
