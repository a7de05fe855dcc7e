import { type HubConnection, HubConnectionState } from '@microsoft/signalr';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createClientHeaders, createToken, processNumberOf } from './peers.ts';
import { call, createHubClient, openConnection, recordEvents, waitForCallback } from './testing/hub-server.ts';
import { startTwoHubs, type TwoHubs } from './testing/two-hubs.ts';

const EVENT = '{"type":1,"target":"ReceiveNewReport","arguments":[]}\x1e';

describe('a hub of two processes', () => {
	let two: TwoHubs;
	const clients: HubConnection[] = [];
	const started = async (retries = 0): Promise<HubConnection> => {
		const made = createHubClient(two.front.origin, 'ann', { retries });
		clients.push(made);
		await made.start();
		return made;
	};
	const held = (count = 1) => expect.poll(() => heldBy(0) + heldBy(1), { interval: 2 }).toBe(count);
	const heldBy = (which: 0 | 1): number => two.hubs[which].hub.metrics().heldPolls;
	const announce = (): void => {
		for (const { hub } of two.hubs) hub.announce('basic');
	};
	const counts = (list: unknown[], count: number) => expect.poll(() => list.length, { interval: 2 }).toBe(count);

	beforeEach(async () => {
		two = await startTwoHubs();
	});
	afterEach(async () => {
		await Promise.all(clients.splice(0).map((made) => made.stop()));
		await two.close();
	});

	describe('with the real client, whose calls reach them in turn', () => {
		it('starts, receives each event once and in order, and stops', async () => {
			const made = await started();
			const received = recordEvents(made);
			for (let round = 1; round <= 5; round++) {
				await held();
				announce();
				await counts(received, round);
			}
			expect(made.state).toBe(HubConnectionState.Connected);
			expect(two.requests.every((methods) => methods.includes('GET'))).toBe(true);
			await held();
			await made.stop();
			expect(two.hubs.map(({ hub }) => hub.metrics().connections)).toEqual([0, 0]);
		});

		it('outlives the end of a hold wherever its poll waits', async () => {
			const made = await started();
			const received = recordEvents(made);
			for (let round = 0; round < 3; round++) {
				await held();
				const polls = two.requests.flat().length;
				for (const { wall } of two.hubs) wall.advance(50_000);
				await expect.poll(() => two.requests.flat().length, { interval: 2 }).toBeGreaterThan(polls);
			}
			await held();
			announce();
			await counts(received, 1);
			expect(made.state).toBe(HubConnectionState.Connected);
		});

		it.each(['stopped', 'killed'] as const)('comes back to the other one when its holder is %s', async (how) => {
			const made = await started(3);
			const received = recordEvents(made);
			await held();
			const holder = two.hubs[0].hub.metrics().connections === 1 ? 0 : 1;
			const back = waitForCallback<string | undefined>((listener) => made.onreconnected(listener));
			await two.end(holder, how);
			await back;
			await held();
			announce();
			await counts(received, 1);
		});

		it('keeps its connection when the process that passes its polls on stops', async () => {
			const made = await started();
			const received = recordEvents(made);
			await held();
			const holder = two.hubs[0].hub.metrics().connections === 1 ? 0 : 1;
			await two.end(holder === 0 ? 1 : 0, 'stopped');
			await held();
			announce();
			await counts(received, 1);
			expect(made.state).toBe(HubConnectionState.Connected);
		});
	});

	describe('by hand', () => {
		it('is answered the same by the one and by the other', async () => {
			const [one, other] = two.hubs;
			const id = await openConnection(one);
			expect(processNumberOf(id)).toBe(1);
			const polling = call(other, 'GET', id);
			await expect.poll(() => heldBy(0), { interval: 2 }).toBe(1);
			one.hub.announce('basic');
			const answer = await polling;
			expect([answer.status, answer.headers.get('content-type'), await answer.text()]).toEqual([200, 'application/octet-stream', EVENT]);
			expect((await call(other, 'POST', id, { body: '{"type":6}\x1e' })).status).toBe(200);
			expect((await call(other, 'DELETE', id)).status).toBe(202);
			expect((await call(other, 'GET', id)).status).toBe(404);
			expect((await call(one, 'GET', id)).status).toBe(404);
		});

		it("checks access at the holder: another account, a visitor and a user without a licence get the holder's own answer", async () => {
			const [one, other] = two.hubs;
			const id = await openConnection(one);
			one.people.set('cid', null);
			for (const account of ['ben', 'visitor', 'cid'])
				for (const method of ['GET', 'POST', 'DELETE'])
					expect((await call(other, method, id, { account })).status, `${account} ${method}`).toBe(
						(await call(one, method, id, { account })).status,
					);
			expect((await call(other, 'GET', id, { account: 'ben' })).status).toBe(404);
			expect(other.rateLimitBuckets).toEqual([]);
		});

		it('frees the held poll when the client has left', async () => {
			const [one, other] = two.hubs;
			const id = await openConnection(one);
			const leaving = new AbortController();
			const left = fetch(`${other.origin}/api/hubs/notifications?id=${id}`, { headers: { authorization: 'ann' }, signal: leaving.signal });
			await expect.poll(() => heldBy(0), { interval: 2 }).toBe(1);
			leaving.abort();
			await expect(left).rejects.toThrow();
			await expect.poll(() => heldBy(0), { interval: 2 }).toBe(0);
		});

		it('counts the client by its own address, which cannot be forged', async () => {
			const [one, other] = two.hubs;
			const url = `/api/hubs/notifications?id=${await openConnection(one)}`;
			const send = async (to: typeof one, remoteAddress: string, more: Record<string, string> = {}) => {
				const headers = { authorization: 'ann', 'content-type': 'text/plain', ...more };
				await to.app.inject({ method: 'POST', url, payload: '{"type":6}\x1e', remoteAddress, headers });
				return one.rateLimitBuckets.at(-1);
			};
			expect(await send(other, '203.0.113.5')).toBe('203.0.113.5');
			const claims = { 'x-signalwheel-client': '203.0.113.9', 'x-signalwheel-proof': Buffer.alloc(32).toString('base64url') };
			expect(await send(other, '203.0.113.6', claims)).toBe('203.0.113.6');
			expect(await send(one, '203.0.113.7', claims)).toBe('203.0.113.7');
			// What proves one call proves no other.
			const proven = createClientHeaders(Buffer.alloc(32), { method: 'POST', url, ip: '203.0.113.9' });
			expect(await send(one, '203.0.113.8', proven)).toBe('203.0.113.8');
		});

		it('404 where the named process has gone, and 503 where it cannot be reached', async () => {
			const [one] = two.hubs;
			expect((await call(one, 'GET', createToken(77))).status).toBe(404);
			two.baseUrls.set(77, 'http://127.0.0.1:9');
			const away = await call(one, 'GET', createToken(77));
			expect([away.status, away.headers.get('retry-after')]).toEqual([503, '1']);
		});

		it('passes nothing on twice: an address that leads to the wrong process ends there', async () => {
			const [one, other] = two.hubs;
			two.baseUrls.set(77, other.origin);
			expect((await call(one, 'GET', createToken(77))).status).toBe(404);
			two.baseUrls.set(77, one.origin);
			expect((await call(one, 'GET', createToken(77))).status).toBe(404);
		});
	});

	it('counts polls that guess, and no others, wherever they come in', async () => {
		const strict = await startTwoHubs({ pollsPerMinute: 10 }, 4);
		const [one, other] = strict.hubs;
		try {
			// Negotiation and handshake are two calls; the holder counts none that was counted where it came in.
			const id = await openConnection(one);
			const poll = async (): Promise<number> => {
				const polling = call(other, 'GET', id);
				await expect.poll(() => one.hub.metrics().heldPolls, { interval: 2 }).toBe(1);
				one.hub.announce('basic');
				return (await polling).status;
			};
			for (let round = 0; round < 6; round++) expect(await poll()).toBe(200);
			const guesses: number[] = [];
			for (let round = 0; round < 5; round++) guesses.push((await call(other, 'GET', createToken(1))).status);
			expect(guesses).toEqual([404, 404, 404, 429, 429]);
			expect((await call(one, 'GET', id, { account: 'ben' })).status).toBe(404);
		} finally {
			await strict.close();
		}
	});
});
