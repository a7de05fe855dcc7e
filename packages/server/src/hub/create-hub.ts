import { randomBytes } from 'node:crypto';
import type { AnswerOf, Endpoint } from '@sw/contract/base/define';
import { hub, RECEIVE_NEW_MESSAGES, RECEIVE_NEW_REPORT } from '@sw/contract/reports/hub';
import type { CallerAccount } from '@sw/domain/access/caller';
import type { FastifyContextConfig, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import type { Guard } from '../areas/guard.ts';
import { skipCallLimits } from '../http/call-limits.ts';
import { describeEndpoint, responsesOf, securityOf, tagsOf } from '../http/openapi.ts';
import { rejectForeignSites } from '../http/reject-requests.ts';
import { quotaHeaders } from '../platform/call-count.ts';
import type { WallClock } from '../platform/clocks/wall-clock.ts';
import { Problem } from '../platform/errors.ts';
import type { Connection } from './connection.ts';
import { type Connections, createConnections, type IdGenerator } from './connections.ts';
import { createPeerForwarder, type PeerForwarder } from './forward-to-peer.ts';
import { HUB_LIMITS, type HubLimits } from './limits.ts';
import { createToken, type HubPeers, verifyClientIp } from './peers.ts';
import { type CloseReason, createCloseRecord, createEventRecord } from './records.ts';

/** `R`: the type of a report's facts. */
export interface HubParts<R> {
	readonly wall: WallClock;
	readonly guard: Guard;
	/** Scheme, host and port under which browsers reach the service. */
	readonly origin: string;
	/** Whether the account can open the report. */
	readonly canReceive: (account: CallerAccount, report: R) => boolean;
	/** Ids may only have letters, digits, - and _, because the client doesn't encode them. The secret id needs at least 128 random bits. */
	readonly idGenerator?: IdGenerator;
	/** Other processes with connections. Default: none. */
	readonly peers?: HubPeers;
	readonly limits?: Partial<HubLimits>;
}

/** Live connections to clients: a SignalR hub over long polling, for the unmodified client `@microsoft/signalr`. */
export interface Hub<R> {
	/** Adds the hub's calls to `createApp`. When the app closes, held polls are ended before connections are cut. */
	routes(app: FastifyInstance): void;
	/** Notifies every open connection whose account can open the report. All events are queued when this returns. */
	announce(report: R): void;
	/** Notifies the connections of an account, or of all accounts, of new messages. */
	announceMessages(accountId?: string): void;
	/** Disconnects an account's clients, because the account signed out, was blocked, or must reconnect with new rights. */
	closeAccount(accountId: string, reason?: CloseReason): void;
	/** Disconnects the clients of a session that has ended. */
	closeSession(sessionId: string): void;
	/** Ends held polls with 204, and opens no more connections. */
	closeAll(): void;
	metrics(): { connections: number; heldPolls: number };
}

const NEW_REPORT = createEventRecord(RECEIVE_NEW_REPORT);
const NEW_MESSAGES = createEventRecord(RECEIVE_NEW_MESSAGES);

/** Creates a hub. Without `idGenerator`, connections get random ids, with the number of this process in the token. */
export function createHub<R>({
	wall,
	guard,
	origin,
	canReceive,
	peers,
	idGenerator = createIdGenerator(peers),
	limits,
}: HubParts<R>): Hub<R> {
	const allLimits = { ...HUB_LIMITS, ...limits };
	const connections = createConnections(wall, allLimits, idGenerator);
	const forwarder = peers && { secret: peers.secret, ...createPeerForwarder(peers, wall, allLimits) };
	return {
		routes: createHubRoutes({ connections, now: () => wall.now(), guard, origin, forwarder }),
		announce(report) {
			const now = wall.now();
			for (const connection of connections) if (canReceive(connection.account, report)) connection.notify(NEW_REPORT, now);
		},
		announceMessages(accountId) {
			const now = wall.now();
			for (const connection of accountId === undefined ? connections : connections.ofAccount(accountId))
				connection.notify(NEW_MESSAGES, now);
		},
		closeAccount(accountId, reason) {
			const now = wall.now();
			for (const connection of connections.ofAccount(accountId)) connection.end(now, createCloseRecord(reason));
		},
		closeSession(sessionId) {
			const now = wall.now();
			for (const connection of connections) if (connection.account.session === sessionId) connection.end(now, createCloseRecord());
		},
		closeAll: () => connections.close(),
		metrics() {
			let heldPolls = 0;
			for (const connection of connections) if (connection.isHeld) heldPolls += 1;
			return { connections: connections.size, heldPolls };
		},
	};
}

function createIdGenerator(peers: HubPeers | undefined): IdGenerator {
	return {
		id: () => randomBytes(24).toString('base64url'),
		token: () => createToken(peers?.processNumber ?? 0),
	};
}

const TRANSPORTS: Extract<Negotiation, { connectionId: string }>['availableTransports'] = [
	{ transport: 'LongPolling', transferFormats: ['Text'] },
];

const NEWEST_VERSION = 1;

interface RouteParts {
	readonly connections: Connections;
	readonly now: () => number;
	readonly guard: Guard;
	/** Scheme, host and port under which browsers reach the service. */
	readonly origin: string;
	/** Forwards calls to other processes; undefined if there are none. */
	readonly forwarder?: (PeerForwarder & { readonly secret: Buffer }) | undefined;
}

type Handler = (request: FastifyRequest, reply: FastifyReply, account: CallerAccount) => void;

/** Adds the routes that the contract declares for the hub. They don't belong to an area, because a held poll can't be returned as a value. */
function createHubRoutes({ connections, now, guard, origin, forwarder }: RouteParts) {
	const findConnection = (endpoint: { query: typeof hub.send.query }, request: FastifyRequest, account: CallerAccount) =>
		connections.find(queryOf(endpoint, request).id, account);

	const handlers: Record<keyof typeof hub, Handler> = {
		negotiate: (request, reply, account) => {
			reply.send(negotiate(queryOf(hub.negotiate, request).negotiateVersion, () => connections.open(account)));
		},
		poll: (request, reply, account) => {
			const connection = findConnection(hub.poll, request, account);
			reply.hijack();
			connections.poll(connection, reply.raw);
		},
		send: (request, reply, account) => {
			const connection = findConnection(hub.send, request, account);
			// Answers before processing the records: the client only listens for their outcome once it knows that they arrived.
			reply.raw.once('close', () => connection.receive((request.body as string | null) ?? '', now()));
			reply.type(hub.send.produces).send('');
		},
		close: (request, reply, account) => {
			connections.remove(findConnection(hub.close, request, account));
			reply.code(202).type(hub.close.produces).send('');
		},
	};

	/** Exempts polls of open connections that are within their own rate limit. Polls with an unknown token are counted, to limit guessing of tokens. */
	const countOnlyGuesses: FastifyContextConfig = {
		calls: {
			isExempt: (request) => {
				const token = String(idOf(request));
				return connections.countCall(token) || forwarder?.countCall(token) === true;
			},
		},
	};

	/** Calls that another process forwarded. They must not be forwarded again. */
	const forwardedCalls = new WeakSet<FastifyRequest>();
	const acceptForwarded = (request: FastifyRequest, { secret }: { secret: Buffer }): void => {
		const clientIp = verifyClientIp(secret, request);
		if (clientIp === undefined) return;
		forwardedCalls.add(request);
		skipCallLimits(request);
		Object.defineProperty(request, 'ip', { value: clientIp });
	};
	const findOtherProcess = (request: FastifyRequest): number | undefined =>
		forwarder === undefined || forwardedCalls.has(request) ? undefined : forwarder.findOtherProcess(idOf(request));

	return (app: FastifyInstance): void => {
		if (forwarder)
			app.addHook('onRequest', (request, _reply, done) => {
				acceptForwarded(request, forwarder);
				done();
			});
		for (const [name, endpoint] of Object.entries(hub) as [keyof typeof hub, Endpoint][]) {
			app.route({
				method: endpoint.method,
				url: endpoint.path,
				exposeHeadRoute: false,
				// A new report ends thousands of polls within a second, and their log lines would hide all others.
				...(name === 'poll' ? { logLevel: 'warn' as const } : {}),
				config: endpoint.rate === 'uncounted' ? countOnlyGuesses : {},
				...(endpoint.bodyLimit === undefined ? {} : { bodyLimit: endpoint.bodyLimit }),
				schema: {
					operationId: `hub_${name}`,
					summary: endpoint.summary,
					description: describeEndpoint(endpoint),
					tags: tagsOf(endpoint),
					security: securityOf(endpoint),
					...(endpoint.consumes === undefined ? {} : { consumes: [...endpoint.consumes] }),
					querystring: endpoint.query,
					...(endpoint.body === undefined ? {} : { body: endpoint.body }),
					response: responsesOf(endpoint),
				},
				preParsing: async (request, reply) => {
					rejectForeignSites(request, origin);
					// The process with the connection authenticates the caller.
					if (findOtherProcess(request) !== undefined) return;
					request.caller = await guard(request, endpoint);
					if (request.caller.quota) reply.headers(quotaHeaders(request.caller.quota));
				},
				handler: (request, reply) => {
					const processNumber = findOtherProcess(request);
					if (forwarder && processNumber !== undefined) return forwarder.forward(request, reply, processNumber);
					if (!request.caller.account) throw new Problem('unauthenticated');
					handlers[name](request, reply, request.caller.account);
				},
			});
		}
		refuseOtherMethods(app, hub.poll.path, ['GET', 'POST', 'DELETE']);
		refuseOtherMethods(app, hub.negotiate.path, ['POST']);
		app.addHook('preClose', async () => {
			connections.close();
			forwarder?.close();
		});
	};
}

/** Returns the `id` of a query that isn't validated yet. */
function idOf({ query }: FastifyRequest): unknown {
	return (query as { id?: unknown }).id;
}

function queryOf<E extends { query: z.ZodType }>(_: E, request: FastifyRequest): z.output<E['query']> {
	return request.query as z.output<E['query']>;
}

const ALL_METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'] as const;

function refuseOtherMethods(app: FastifyInstance, url: string, methods: readonly (typeof ALL_METHODS)[number][]): void {
	const headers = { allow: methods.join(', ') };
	app.route({
		method: ALL_METHODS.filter((method) => !methods.includes(method)),
		url,
		schema: { hide: true },
		onRequest: (_request, _reply, done) => done(new Problem('method_not_allowed', { headers })),
		handler: () => undefined,
	});
}

type Negotiation = AnswerOf<typeof hub.negotiate, 200>;

/**
 * Opens a connection in the highest protocol version that both sides support. In version 0 a connection has only the secret id. An invalid or unsupported
 * version is answered with an error text, not an error status, because the client shows the text.
 */
function negotiate(version: string | null | undefined, open: () => Connection): Negotiation {
	const requestedVersion = version === undefined ? 0 : /^\s*[+-]?\d{1,9}\s*$/.test(version ?? '') ? Number(version) : Number.NaN;
	if (Number.isNaN(requestedVersion)) return { error: 'The client requested a non-integer protocol version.' };
	if (requestedVersion < 0)
		return { error: `The client requested version '${requestedVersion}', but the server does not support this version.` };
	const { id, token } = open();
	return requestedVersion === 0
		? { negotiateVersion: 0, connectionId: token, availableTransports: TRANSPORTS }
		: { negotiateVersion: NEWEST_VERSION, connectionId: id, connectionToken: token, availableTransports: TRANSPORTS };
}
