import type { AnswerOf, Endpoint } from '@sw/contract/base/define';
import { hub } from '@sw/contract/reports/hub';
import type { CallerAccount } from '@sw/domain/access/caller';
import type { FastifyContextConfig, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import type { Guard } from '../areas/guard.ts';
import { skipCallLimits } from '../http/in-process.ts';
import { responsesOf, securityOf } from '../http/openapi.ts';
import { descriptionOf, tagsOf } from '../http/openapi-descriptions.ts';
import { rejectForeignSites } from '../http/same-site.ts';
import { Problem } from '../platform/errors.ts';
import { quotaHeaders } from '../platform/quota-headers.ts';
import type { Connection } from './connection.ts';
import type { Connections } from './connections.ts';
import type { PeerForwarder } from './forward-to-peer.ts';
import { verifiedClient } from './peers.ts';

const TRANSPORTS: Extract<Negotiation, { connectionId: string }>['availableTransports'] = [
	{ transport: 'LongPolling', transferFormats: ['Text'] },
];

const NEWEST = 1;

export interface RouteParts {
	readonly connections: Connections;
	readonly now: () => number;
	readonly guard: Guard;
	/** Scheme, host and port under which browsers reach the service. */
	readonly origin: string;
	/** Forwards calls to other processes; undefined where there are none. */
	readonly forwarder?: (PeerForwarder & { readonly secret: Buffer }) | undefined;
}

type Handler = (request: FastifyRequest, reply: FastifyReply, account: CallerAccount) => void;

/** The calls of the hub, declared in the contract. They are not part of the areas because a held poll cannot be returned as a value. */
export function hubRoutes({ connections, now, guard, origin, forwarder }: RouteParts) {
	const find = (endpoint: { query: typeof hub.send.query }, request: FastifyRequest, account: CallerAccount) =>
		connections.find(queryOf(endpoint, request).id, account);

	const handlers: Record<keyof typeof hub, Handler> = {
		negotiate: (request, reply, account) => {
			reply.send(negotiate(queryOf(hub.negotiate, request).negotiateVersion, () => connections.open(account)));
		},
		poll: (request, reply, account) => {
			const connection = find(hub.poll, request, account);
			reply.hijack();
			connections.poll(connection, reply.raw);
		},
		send: (request, reply, account) => {
			const connection = find(hub.send, request, account);
			// Answered first: the client only listens for the outcome of its records once it knows that they arrived.
			reply.raw.once('close', () => connection.receive((request.body as string | null) ?? '', now()));
			reply.type(hub.send.produces).send('');
		},
		close: (request, reply, account) => {
			connections.remove(find(hub.close, request, account));
			reply.code(202).type(hub.close.produces).send('');
		},
	};

	/** Polls of open connections are not counted while within their rate limit. Polls with an unknown token are, so that guessing tokens is limited. */
	const guessesAlone: FastifyContextConfig = {
		calls: {
			free: (request) => {
				const token = String(idOf(request));
				return connections.inPace(token) || forwarder?.inPace(token) === true;
			},
		},
	};

	/** Calls forwarded by another process: they are not forwarded a second time. */
	const passedOn = new WeakSet<FastifyRequest>();
	const arrive = (request: FastifyRequest, { secret }: { secret: Buffer }): void => {
		const client = verifiedClient(secret, request);
		if (client === undefined) return;
		passedOn.add(request);
		skipCallLimits(request);
		Object.defineProperty(request, 'ip', { value: client });
	};
	const holderElsewhere = (request: FastifyRequest): number | undefined =>
		forwarder === undefined || passedOn.has(request) ? undefined : forwarder.holder(idOf(request));

	return (app: FastifyInstance): void => {
		if (forwarder)
			app.addHook('onRequest', (request, _reply, done) => {
				arrive(request, forwarder);
				done();
			});
		for (const [name, endpoint] of Object.entries(hub) as [keyof typeof hub, Endpoint][]) {
			app.route({
				method: endpoint.method,
				url: endpoint.path,
				exposeHeadRoute: false,
				// A report ends thousands of polls within a second: their log lines would bury the rest.
				...(name === 'poll' ? { logLevel: 'warn' as const } : {}),
				config: endpoint.rate === 'uncounted' ? guessesAlone : {},
				...(endpoint.bodyLimit === undefined ? {} : { bodyLimit: endpoint.bodyLimit }),
				schema: {
					operationId: `hub_${name}`,
					summary: endpoint.summary,
					description: descriptionOf(endpoint),
					tags: tagsOf(endpoint),
					security: securityOf(endpoint),
					...(endpoint.consumes === undefined ? {} : { consumes: [...endpoint.consumes] }),
					querystring: endpoint.query,
					...(endpoint.body === undefined ? {} : { body: endpoint.body }),
					response: responsesOf(endpoint),
				},
				preParsing: async (request, reply) => {
					rejectForeignSites(request, origin);
					// The process that holds the connection authenticates the caller.
					if (holderElsewhere(request) !== undefined) return;
					request.caller = await guard(request, endpoint);
					if (request.caller.quota) reply.headers(quotaHeaders(request.caller.quota));
				},
				handler: (request, reply) => {
					const holder = holderElsewhere(request);
					if (forwarder && holder !== undefined) return forwarder.pass(request, reply, holder);
					if (!request.caller.account) throw new Problem('unauthenticated');
					handlers[name](request, reply, request.caller.account);
				},
			});
		}
		refuseOthers(app, hub.poll.path, ['GET', 'POST', 'DELETE']);
		refuseOthers(app, hub.negotiate.path, ['POST']);
		app.addHook('preClose', async () => {
			connections.close();
			forwarder?.close();
		});
	};
}

/** Unvalidated. */
function idOf({ query }: FastifyRequest): unknown {
	return (query as { id?: unknown }).id;
}

function queryOf<E extends { query: z.ZodType }>(_: E, request: FastifyRequest): z.output<E['query']> {
	return request.query as z.output<E['query']>;
}

const ALL = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'] as const;

function refuseOthers(app: FastifyInstance, url: string, methods: readonly (typeof ALL)[number][]): void {
	const headers = { allow: methods.join(', ') };
	app.route({
		method: ALL.filter((method) => !methods.includes(method)),
		url,
		schema: { hide: true },
		onRequest: (_request, _reply, done) => done(new Problem('method_not_allowed', { headers })),
		handler: () => undefined,
	});
}

type Negotiation = AnswerOf<typeof hub.negotiate, 200>;

/**
 * Opens a connection in the highest version that both sides support. Before version 1 a connection has only the secret ID. An invalid or unsupported
 * version is an answer, not a failure: the client shows its text.
 */
function negotiate(version: string | null | undefined, open: () => Connection): Negotiation {
	const knownVersion = version === undefined ? 0 : /^\s*[+-]?\d{1,9}\s*$/.test(version ?? '') ? Number(version) : Number.NaN;
	if (Number.isNaN(knownVersion)) return { error: 'The client requested a non-integer protocol version.' };
	if (knownVersion < 0) return { error: `The client requested version '${knownVersion}', but the server does not support this version.` };
	const { id, token } = open();
	return knownVersion === 0
		? { negotiateVersion: 0, connectionId: token, availableTransports: TRANSPORTS }
		: { negotiateVersion: NEWEST, connectionId: id, connectionToken: token, availableTransports: TRANSPORTS };
}
