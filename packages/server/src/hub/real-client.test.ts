import type { IncomingMessage, ServerResponse } from 'node:http';
import { type HubConnection, HubConnectionState, JsonHubProtocol } from '@microsoft/signalr';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { call, createHubClient, type HubServer, recordEvents, startFront, startHub, waitForCallback } from './testing/hub-server.ts';

/** The unmodified client against the real app; numbered titles, here and in wire.test.ts, are the conformance list. */
describe('the SignalR client', () => {
	let server: HubServer;
	const clients: HubConnection[] = [];
	const client = (account = 'ann', retries = 0): HubConnection => {
		clients.push(createHubClient(server.origin, account, { retries }));
		return clients.at(-1) as HubConnection;
	};
	const started = async (account = 'ann', retries = 0): Promise<HubConnection> => {
		const made = client(account, retries);
		await made.start();
		return made;
	};
	const held = (count: number) => expect.poll(() => server.hub.metrics().heldPolls, { interval: 2 }).toBe(count);
	const counts = (list: unknown[], count: number) => expect.poll(() => list.length, { interval: 2 }).toBe(count);

	beforeEach(async () => {
		server = await startHub();
	});
	afterEach(async () => {
		await Promise.all(clients.splice(0).map((made) => made.stop()));
		await server.close();
	});

	it('1: starts over long polling alone', async () => {
		const made = await started();
		expect(made.state).toBe(HubConnectionState.Connected);
		expect(made.connectionId).not.toBe(server.tokens[0]);
		await held(1);
	});

	it('2: receives an event without arguments, in whatever case its name is written', async () => {
		const made = await started();
		const received = recordEvents(made, 'rEcEiVeNeWrEpOrT');
		await held(1);
		server.hub.announce('basic');
		await counts(received, 1);
		expect(received).toEqual([[]]);
	});

	it('3: receives two events between polls, in order, in one body', async () => {
		const made = await started();
		const received = recordEvents(made);
		await held(1);
		const before = server.polls();
		server.hub.announce('basic');
		server.hub.announce('basic');
		server.hub.announce('basic');
		await counts(received, 3);
		await held(1);
		// One body ended the held poll, one more brought the other two.
		expect(server.polls() - before).toBe(2);
	});

	it('4: receives an event that comes with the handshake', async () => {
		const gets: [IncomingMessage, ServerResponse][] = [];
		const shakenHands = (): void => {
			server.hub.announce('basic');
			for (const get of gets.slice(1, 2)) server.app.routing(...get);
		};
		const front = await startFront((request, response) => {
			// The second poll waits outside until the client has shaken hands and an event has come.
			if (request.method === 'GET' && gets.push([request, response]) === 2) return;
			if (request.url?.includes('id=') && request.method === 'POST') response.on('close', () => setImmediate(shakenHands));
			server.app.routing(request, response);
		});
		const made = createHubClient(front.origin, 'ann');
		clients.push(made);
		const received = recordEvents(made);
		await made.start();
		await counts(received, 1);
		await held(1);
		expect(gets.length).toBe(3);
		await made.stop();
		front.close();
	});

	it('5: stays connected when polls end without an event, and receives the next', async () => {
		const made = await started();
		const received = recordEvents(made);
		for (const count of [1, 2, 3]) {
			await held(1);
			const before = server.polls();
			await server.wall.advance(50_000);
			await expect.poll(() => server.polls(), { interval: 2 }).toBe(before + 1);
			expect(server.hub.metrics().connections, `round ${count}`).toBe(1);
		}
		await held(1);
		expect(made.state).toBe(HubConnectionState.Connected);
		server.hub.announce('pro');
		await counts(received, 1);
	});

	it('6: is refused a method that does not exist, and lives on', async () => {
		const made = await started();
		await expect(made.invoke('Shout', 'x')).rejects.toThrow(/'Shout' due to an error on the server. HubException: Method does not exist/);
		const failure = waitForCallback<Error>((listener) => {
			made.stream('Stream').subscribe({ next: () => {}, complete: () => {}, error: listener });
		});
		expect((await failure).message).toMatch('Method does not exist');
		const received = recordEvents(made);
		await held(1);
		server.hub.announce('basic');
		await counts(received, 1);
	});

	it('7: gets no answer to what it only sends', async () => {
		const made = await started();
		await held(1);
		const before = server.polls();
		await made.send('Shout', 'x');
		expect([server.hub.metrics().heldPolls, server.polls()]).toEqual([1, before]);
	});

	it('8: stops: the connection is gone and its polls find nothing', async () => {
		const made = await started();
		await held(1);
		const closed = waitForCallback<Error | undefined>((listener) => made.onclose(listener));
		await made.stop();
		expect(await closed).toBeUndefined();
		expect(server.hub.metrics()).toEqual({ connections: 0, heldPolls: 0 });
		expect((await call(server, 'GET', server.tokens[0])).status).toBe(404);
	});

	it('9: is sent away for good', async () => {
		const made = await started('ann', 3);
		await held(1);
		const closed = waitForCallback<Error | undefined>((listener) => made.onclose(listener));
		server.hub.closeAccount('ann');
		expect(await closed).toBeUndefined();
		expect(made.state).toBe(HubConnectionState.Disconnected);
		expect([server.hub.metrics().connections, server.tokens.length]).toEqual([0, 1]);
	});

	it('9: is closed for good when its session has ended, and no other is', async () => {
		const made = await started('ann', 3);
		await held(1);
		const closed = waitForCallback<Error | undefined>((listener) => made.onclose(listener));
		server.hub.closeSession('session of ben');
		expect(server.hub.metrics().heldPolls).toBe(1);
		server.hub.closeSession('session of ann');
		expect(await closed).toBeUndefined();
		expect([server.hub.metrics().connections, server.tokens.length]).toEqual([0, 1]);
	});

	it('10: is sent away to come back, under a new name', async () => {
		const made = await started('ann', 3);
		const before = made.connectionId;
		await held(1);
		const leaves = waitForCallback<Error | undefined>((listener) => made.onreconnecting(listener));
		const returns = waitForCallback<string | undefined>((listener) => made.onreconnected(listener));
		server.hub.closeAccount('ann', { allowReconnect: true });
		await leaves;
		expect(await returns).not.toBe(before);
		await held(1);
	});

	it('11: reconnects after a restart of the server', async () => {
		const second = await startHub();
		let current = server;
		const front = await startFront((request, response) => current.app.routing(request, response));
		const made = createHubClient(front.origin, 'ann', { retries: 3 });
		clients.push(made);
		await made.start();
		const received = recordEvents(made);
		await held(1);
		const leaves = waitForCallback<(Error & { statusCode?: number }) | undefined>((listener) => made.onreconnecting(listener));
		const returns = waitForCallback<string | undefined>((listener) => made.onreconnected(listener));
		current = second;
		await server.wall.advance(50_000);
		expect((await leaves)?.statusCode).toBe(404);
		await returns;
		second.hub.announce('basic');
		await counts(received, 1);
		await made.stop();
		front.close();
		await second.close();
	});

	it('12: comes back when its poll is ended with 204', async () => {
		const made = await started('ann', 3);
		await held(1);
		const leaves = waitForCallback<Error | undefined>((listener) => made.onreconnecting(listener));
		const returns = waitForCallback<string | undefined>((listener) => made.onreconnected(listener));
		await call(server, 'DELETE', server.tokens[0]);
		expect(await leaves).toBeUndefined();
		await returns;
		expect(server.tokens).toHaveLength(2);
	});

	it('17: is refused another protocol', async () => {
		const made = createHubClient(server.origin, 'ann', { protocol: Object.assign(new JsonHubProtocol(), { name: 'messagepack' }) });
		await expect(made.start()).rejects.toThrow("Server returned handshake error: The protocol 'messagepack' is not supported.");
	});

	it('20: needs a licence to start, and loses its connection with its session', async () => {
		server.people.set('eve', null);
		await expect(client('visitor').start()).rejects.toMatchObject({ message: expect.stringContaining("Status code '401'") });
		await expect(client('eve').start()).rejects.toMatchObject({ message: expect.stringContaining("Status code '403'") });
		const made = await started();
		await held(1);
		expect((await call(server, 'GET', server.tokens[0], { account: 'ben' })).status).toBe(404);
		expect((await call(server, 'POST', server.tokens[0], { account: 'ben', body: '{"type":6}\x1e' })).status).toBe(404);
		expect((await call(server, 'DELETE', server.tokens[0], { account: 'ben' })).status).toBe(404);
		expect(server.hub.metrics()).toEqual({ connections: 1, heldPolls: 1 });
		const closed = waitForCallback<(Error & { statusCode?: number }) | undefined>((listener) => made.onclose(listener));
		server.people.delete('ann');
		await server.wall.advance(50_000);
		expect((await closed)?.statusCode).toBe(401);
		await server.wall.advance(16_000);
		expect(server.hub.metrics().connections).toBe(0);
	});

	it('21: is refused a message above 32 KiB and lives on', async () => {
		const made = await started();
		const received = recordEvents(made);
		await expect(made.send('Shout', 'x'.repeat(1 << 20))).rejects.toMatchObject({ statusCode: 413 });
		await made.send('Shout', 'x'.repeat(31 * 1024));
		await held(1);
		server.hub.announce('basic');
		await counts(received, 1);
	});

	it('22: may be open in two tabs, and both receive events', async () => {
		const [one, two] = [await started(), await started()];
		expect(one.connectionId).not.toBe(two.connectionId);
		const [first, second] = [recordEvents(one), recordEvents(two)];
		await held(2);
		server.hub.announce('basic');
		await counts(first, 1);
		await counts(second, 1);
	});

	it('receives only reports that its account may open, by its licence of the last poll', async () => {
		const [ann, ben] = [await started('ann'), await started('ben')];
		const [hers, his] = [recordEvents(ann), recordEvents(ben)];
		await held(2);
		server.hub.announce('pro');
		await counts(hers, 1);
		await held(2);
		server.hub.announce('basic');
		await counts(hers, 2);
		await counts(his, 1);
		await held(2);
		server.people.set('ben', 'pro');
		await server.wall.advance(50_000);
		await held(2);
		server.hub.announce('pro');
		await counts(his, 2);
	});
});
