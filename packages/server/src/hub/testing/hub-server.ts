import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type HubConnection, HubConnectionBuilder, type IHubProtocol, LogLevel } from '@microsoft/signalr';
import { hub as calls } from '@sw/contract/reports/hub';
import type { CallerAccount } from '@sw/domain/access/caller';
import { LICENCES, type Licence } from '@sw/domain/reports/licence';
import type { FastifyInstance } from 'fastify';
import { type Guard, visitorCaller } from '../../areas/guard.ts';
import { createApp } from '../../http/app.ts';
import { HTTP_DEFAULTS } from '../../http/config.ts';
import { createFakeWallClock, type FakeWallClock } from '../../platform/clocks/testing/fake-wall-clock.ts';
import { Problem } from '../../platform/errors.ts';
import { createHub, type Hub } from '../create-hub.ts';
import type { HubLimits } from '../limits.ts';
import { createToken, type HubPeers } from '../peers.ts';

/** A report in these tests, represented by the lowest licence that may open it. */
export type TestReport = Licence;

export interface HubServer {
	readonly app: FastifyInstance;
	readonly hub: Hub<TestReport>;
	readonly wall: FakeWallClock;
	/** Callers: name -> licence. Removing a name ends its session. */
	readonly people: Map<string, Licence | null>;
	/** Secret IDs of the connections, oldest first. */
	readonly tokens: readonly string[];
	readonly origin: string;
	/** Number of GETs received. */
	polls(): number;
	/** Rate-limit buckets of the received calls, oldest first. */
	readonly rateLimitBuckets: readonly string[];
	close(): Promise<void>;
}

interface HubServerOptions {
	limits?: Partial<HubLimits>;
	callsPerMinute?: number;
	peers?: HubPeers;
}

/** The hub in the real app on a random port, with a fake clock. Ann and Ben have licences. */
export async function startHub({ limits = {}, callsPerMinute = 100_000, peers }: HubServerOptions = {}): Promise<HubServer> {
	const wall = createFakeWallClock();
	const people = new Map<string, Licence | null>([
		['ann', 'pro'],
		['ben', 'basic'],
	]);
	let idCount = 0;
	const tokens: string[] = [];
	const idGenerator = {
		id: () => `name-${++idCount}`,
		token: () => tokens[tokens.push(peers ? createToken(peers.processNumber) : `token-${tokens.length + 1}`) - 1]!,
	};
	const rateLimitBuckets: string[] = [];
	const guard = accountGuard(people, rateLimitBuckets);
	const config = { ...HTTP_DEFAULTS, origin: 'http://localhost:8080', callsPerMinute };
	const hub = createHub<TestReport>({
		wall,
		guard,
		origin: config.origin,
		canReceive: canOpen,
		idGenerator,
		limits,
		...(peers ? { peers } : {}),
	});
	const app = await createApp({ config, areas: [], version: '1', guard, extensions: [hub.routes] });
	let polls = 0;
	await app.listen({ port: 0, host: '127.0.0.1' });
	app.server.prependListener('request', ({ method }) => {
		if (method === 'GET') polls += 1;
	});
	return {
		app,
		hub,
		wall,
		people,
		tokens,
		origin: `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`,
		polls: () => polls,
		rateLimitBuckets,
		close: () => app.close(),
	};
}

function canOpen({ licence }: CallerAccount, report: TestReport): boolean {
	return licence !== null && LICENCES.indexOf(licence) >= LICENCES.indexOf(report);
}

/** Callers by the name in their `authorization` header; the rate-limit bucket of each call is recorded. */
export function accountGuard(people: HubServer['people'], rateLimitBuckets: string[] = []): Guard {
	return (request) => {
		rateLimitBuckets.push(visitorCaller(request).ipBucket);
		const name = String(request.headers.authorization);
		const licence = people.get(name);
		if (licence === undefined) throw new Problem('unauthenticated');
		if (licence === null) throw new Problem('denied');
		const account: CallerAccount = { id: name, role: 'user', licence, session: `session of ${name}` };
		return { ...visitorCaller(request), account };
	};
}

/** A server in front of the app, which may forward requests with `app.routing`. */
export async function startFront(listener: RequestListener): Promise<{ origin: string; close(): void }> {
	const front = createServer(listener);
	await new Promise<void>((resolve) => front.listen(0, '127.0.0.1', resolve));
	return { origin: `http://127.0.0.1:${(front.address() as AddressInfo).port}`, close: () => front.close() };
}

interface ClientOptions {
	/** Number of immediate reconnects. */
	retries?: number;
	protocol?: IHubProtocol;
}

/** The real client, not yet started. */
export function createHubClient(origin: string, account: string, { retries = 0, protocol }: ClientOptions = {}): HubConnection {
	const builder = new HubConnectionBuilder()
		.withUrl(origin + calls.poll.path, { headers: { authorization: account } })
		.configureLogging(LogLevel.None);
	if (retries > 0) builder.withAutomaticReconnect(new Array<number>(retries).fill(0));
	if (protocol) builder.withHubProtocol(protocol);
	return builder.build();
}

/** Records the arguments of each event that the client receives from now on. */
export function recordEvents(client: HubConnection, event = 'ReceiveNewReport') {
	const received: unknown[][] = [];
	client.on(event, (...args: unknown[]) => received.push(args));
	return received;
}

/** Resolves with the arguments of the first callback after the call. */
export function waitForCallback<T>(subscribe: (listener: (value: T) => void) => void): Promise<T> {
	return new Promise((resolve) => subscribe(resolve));
}

/** A call without the client library. `id` undefined omits the parameter. */
export function call(
	{ origin }: Pick<HubServer, 'origin'>,
	method: string,
	id?: string,
	options: { account?: string; body?: string; path?: string; headers?: Record<string, string> } = {},
): Promise<Response> {
	const query = id === undefined ? '' : `?id=${id}`;
	return fetch(`${origin}${options.path ?? calls.poll.path}${query}`, {
		method,
		headers: {
			authorization: options.account ?? 'ann',
			...(options.body === undefined ? {} : { 'content-type': 'text/plain;charset=UTF-8' }),
			...options.headers,
		},
		...(options.body === undefined ? {} : { body: options.body }),
	});
}

export const HANDSHAKE = '{"protocol":"json","version":1}\x1e';

/** Negotiates without the client library; with `greet` it also polls, sends the handshake and fetches its response. Returns the token. */
export async function openConnection(server: HubServer, { greet = true, account = 'ann' } = {}): Promise<string> {
	const response = await call(server, 'POST', undefined, { path: `${calls.negotiate.path}?negotiateVersion=1`, account });
	const { connectionToken } = (await response.json()) as { connectionToken: string };
	if (!greet) return connectionToken;
	await call(server, 'GET', connectionToken, { account });
	await call(server, 'POST', connectionToken, { body: HANDSHAKE, account });
	await call(server, 'GET', connectionToken, { account });
	return connectionToken;
}
