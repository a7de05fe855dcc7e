import { open } from 'node:fs/promises';
import { Readable } from 'node:stream';
import type { Endpoint } from '@sw/contract/base/define';
import type { Caller } from '@sw/domain/access/caller';
import type { FastifyInstance, FastifyReply, HTTPMethods, preValidationHookHandler, RouteOptions } from 'fastify';
import { z } from 'zod';
import { EncodedAnswer, FileAnswer, type ResponseExtras, StatusAnswer } from '../areas/answer.ts';
import type { Guard } from '../areas/guard.ts';
import type { Implementation } from '../areas/handlers.ts';
import { quotaHeaders } from '../platform/call-count.ts';
import { cleanNumbers } from '../platform/clean-numbers.ts';
import { mapMaybePromise } from '../platform/concurrency/maybe-promise.ts';
import { notFound, Problem } from '../platform/errors.ts';
import { evaluateConditions } from './conditional-requests.ts';
import { embedPolicy } from './content-policy.ts';
import { acceptForms, isForm, readForm } from './forms.ts';
import { describeEndpoint, responsesOf, securityOf, tagsOf } from './openapi.ts';
import { rejectForeignSites } from './reject-requests.ts';

const EMPTY_QUERY = z.strictObject({});

const ALL_METHODS: readonly HTTPMethods[] = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'];

/** Adds the routes of the areas, and for each of their paths a 405 for all other methods. */
export function bindAreas(app: FastifyInstance, areas: readonly Implementation[], guard: Guard, origin: string): void {
	const methodsByUrl = new Map<string, Set<HTTPMethods>>();
	const endpointsByRoute = new Map(
		areas.flatMap(({ area }) => Object.values(area).map((endpoint) => [`${endpoint.method} ${endpoint.path}`, endpoint] as const)),
	);
	for (const { area, handlers } of areas) {
		for (const [name, endpoint] of Object.entries(area)) {
			const handler = handlers[name];
			if (!handler) throw new Error(`No handler for ${name}`);
			// Only a PUT may contain read-only fields. A PATCH names only what it changes, so read-only fields in a PATCH are a mistake.
			const readEndpoint = endpoint.method === 'PUT' ? endpointsByRoute.get(`GET ${endpoint.path}`) : undefined;
			const route = createRoute(name, endpoint, handler, guard, origin, readOnlyFields(endpoint, readEndpoint));
			if (isForm(endpoint)) app.register(acceptForms(route));
			else app.route(route);
			methodsByUrl.set(route.url, (methodsByUrl.get(route.url) ?? new Set()).add(endpoint.method));
		}
	}
	for (const [url, methods] of methodsByUrl) {
		const allow = [...methods, ...(methods.has('GET') ? ['HEAD'] : [])].join(', ');
		app.route({
			method: ALL_METHODS.filter((m) => !methods.has(m)),
			url,
			schema: { hide: true },
			// Runs before the body is read, so that a wrong method is refused regardless of the body.
			onRequest: (_request, _reply, done) => done(new Problem('method_not_allowed', { headers: { allow } })),
			handler: () => undefined,
		});
	}
	// Paths that match no route, such as those with a path parameter that is too long, get a 404 instead of a page.
	for (const url of wildcardsAmongPages(methodsByUrl.keys()))
		app.route({
			method: [...ALL_METHODS],
			url,
			schema: { hide: true },
			onRequest: (_request, _reply, done) => done(new Problem('not_found')),
			handler: () => undefined,
		});
}

/**
 * Returns the fields that `readEndpoint` returns and a PUT on the same path can't change. They are ignored in the PUT, so that programs can send back what they read.
 * Other unknown fields are refused.
 */
function readOnlyFields({ body }: Endpoint, readEndpoint: Endpoint | undefined): string[] {
	const responseSchema = readEndpoint?.answers[200];
	const bodySchema = body instanceof z.ZodUnion ? body.options.find((option) => option instanceof z.ZodObject) : body;
	if (!(responseSchema instanceof z.ZodObject) || !(bodySchema instanceof z.ZodObject)) return [];
	return Object.keys(responseSchema.shape).filter((name) => !(name in bodySchema.shape));
}

/** Returns wildcards for paths with parameters outside of /api, because the router would otherwise serve pages for them. */
function wildcardsAmongPages(urls: Iterable<string>): Set<string> {
	return new Set([...urls].flatMap((url) => (url.startsWith('/api/') || !url.includes(':') ? [] : [`${url.slice(0, url.indexOf(':'))}*`])));
}

/** `readOnly`: names of body fields that are ignored. */
function createRoute(
	name: string,
	endpoint: Endpoint,
	handler: (call: never) => unknown,
	guard: Guard,
	origin: string,
	readOnly: readonly string[],
): RouteOptions {
	return {
		method: endpoint.method,
		url: endpoint.path.replace(/\{(\w+)\}/g, ':$1'),
		...(endpoint.bodyLimit === undefined ? {} : { bodyLimit: endpoint.bodyLimit }),
		config: {
			titles: endpoint.titles ?? {},
			...(endpoint.rate === undefined ? {} : { calls: endpoint.rate === 'uncounted' ? endpoint.rate : { max: endpoint.rate } }),
		},
		schema: {
			operationId: name,
			summary: endpoint.summary,
			description: describeEndpoint(endpoint),
			tags: tagsOf(endpoint),
			security: securityOf(endpoint),
			...(endpoint.consumes === undefined ? {} : { consumes: [...endpoint.consumes] }),
			...(endpoint.params === undefined ? {} : { params: endpoint.params }),
			querystring: endpoint.query ?? EMPTY_QUERY,
			...(endpoint.headers === undefined ? {} : { headers: endpoint.headers }),
			...(endpoint.body === undefined ? {} : { body: endpoint.body }),
			response: responsesOf(endpoint),
		},
		// Runs after the rate limit (onRequest), and before the body is read or anything is validated.
		preParsing: (request, reply, _payload, done) => {
			if (!isSameForAll(endpoint)) reply.header('cache-control', 'private, no-store');
			if (endpoint.isEmbeddable) allowEmbedding(reply);
			if (endpoint.access !== 'signed') rejectForeignSites(request, origin);
			const acceptCaller = (caller: Caller): void => {
				request.caller = caller;
				if (caller.quota) reply.headers(quotaHeaders(caller.quota));
			};
			const pending = mapMaybePromise(guard(request, endpoint), acceptCaller);
			if (pending) return pending;
			done();
			return undefined;
		},
		...(isForm(endpoint) ? { preValidation: readForm(endpoint) } : readOnly.length > 0 ? { preValidation: omitFromBody(readOnly) } : {}),
		handler: (request, reply) => {
			const { params, query, headers, body, caller } = request;
			const outcome = (handler as (call: object) => unknown)({ params, query, headers, body, caller, request });
			return mapMaybePromise(outcome, (result) => send(reply, endpoint, result));
		},
	};
}

function omitFromBody(names: readonly string[]): preValidationHookHandler {
	return (request, _reply, done) => {
		const { body } = request;
		if (typeof body === 'object' && body !== null) for (const name of names) delete (body as Record<string, unknown>)[name];
		done();
	};
}

/** Allows other sites to frame and load the answer, including errors. */
function allowEmbedding(reply: FastifyReply): void {
	reply
		.removeHeader('x-frame-options')
		.headers({ 'content-security-policy': embedPolicy(), 'cross-origin-resource-policy': 'cross-origin', 'x-robots-tag': 'noindex' });
}

/** Whether the call has the same answer for all callers. */
function isSameForAll({ access }: Endpoint): boolean {
	return access === 'public' || access === 'signed';
}

function send(
	reply: FastifyReply,
	endpoint: Endpoint,
	outcome: unknown,
	answerHeaders: ResponseExtras['headers'] = {},
): FastifyReply | Promise<FastifyReply> {
	if (outcome instanceof FileAnswer) return sendFile(reply, outcome);
	// A handler with several media types has set the header itself.
	if (endpoint.produces && !reply.hasHeader('content-type')) reply.type(endpoint.produces);
	if (outcome instanceof StatusAnswer) {
		const { headers = {} } = outcome.extras;
		reply.code(outcome.status).headers(headers);
		for (const { name, value, options } of outcome.extras.cookies ?? []) reply.setCookie(name, value, options);
		return send(reply, endpoint, outcome.body, headers);
	}
	if (outcome instanceof EncodedAnswer) {
		reply.header('etag', outcome.etag);
		if (isSameForAll(endpoint) && answerHeaders['cache-control'] === undefined) reply.header('cache-control', 'no-cache');
		if (matchesEtag(reply.request.headers['if-none-match'], outcome.etag)) return reply.code(304).send();
		const encoding = outcome.encodingFor(reply.request.headers['accept-encoding']);
		reply.header('vary', 'accept-encoding');
		if (encoding) reply.header('content-encoding', encoding);
		return reply.type(outcome.type).send(outcome.bytesFor(encoding));
	}
	return reply.send(cleanNumbers(outcome));
}

function matchesEtag(header: string | undefined, etag: string): boolean {
	return header?.split(',').some((one) => one.trim() === etag) ?? false;
}

/** Answers with a file, a part of it, or 304. */
async function sendFile(reply: FastifyReply, file: FileAnswer): Promise<FastifyReply> {
	const { request } = reply;
	const { etag, modified, size } = file;
	const verdict = evaluateConditions(request, file);
	const fileHeaders = { ...file.headers, etag, 'last-modified': new Date(modified).toUTCString(), 'accept-ranges': 'bytes' };
	if (verdict.status === 412) throw new Problem('precondition_failed', { headers: { etag } });
	if (verdict.status === 416)
		throw new Problem('range_not_satisfiable', { headers: { 'content-range': `bytes */${size}`, 'accept-ranges': 'bytes' } });
	reply.headers(fileHeaders);
	if (verdict.status === 304) return reply.code(304).send();
	const [first, last] = verdict.status === 206 ? [verdict.first, verdict.last] : [0, size - 1];
	reply.type(file.type).header('content-length', last - first + 1);
	if (verdict.status === 206) reply.code(206).header('content-range', `bytes ${first}-${last}/${size}`);
	// An empty stream, so that Fastify doesn't overwrite the file's length.
	if (request.method === 'HEAD') return reply.send(Readable.from([]));
	return reply.send(await readBytes(file, first, last));
}

/** Reads the bytes from `first` to `last`, both inclusive. 404, without the path, if the file is gone. */
async function readBytes({ content }: FileAnswer, first: number, last: number): Promise<Buffer | Readable> {
	if (Buffer.isBuffer(content)) return content.subarray(first, last + 1);
	const file = await open(content.path).catch((error: NodeJS.ErrnoException) => {
		throw error.code === 'ENOENT' ? notFound() : error;
	});
	return file.createReadStream({ start: first, end: last });
}
