import { randomUUID } from 'node:crypto';
import type { Server } from 'node:http';
import compress from '@fastify/compress';
import cookie from '@fastify/cookie';
import helmet, { type FastifyHelmetOptions } from '@fastify/helmet';
import swagger from '@fastify/swagger';
import type { ErrorStatus } from '@sw/contract/base/define';
import type { Caller } from '@sw/domain/access/caller';
import { subPathOf } from '@sw/domain/access/site-host';
import fastify, { type FastifyHttpOptions, type FastifyInstance, type FastifyServerOptions } from 'fastify';
import { jsonSchemaTransform, jsonSchemaTransformObject, serializerCompiler } from 'fastify-type-provider-zod';
import { type Guard, publicOnly } from '../areas/guard.ts';
import type { Implementation } from '../areas/handlers.ts';
import { createIpMatcher } from '../platform/address-list.ts';
import type { CreateSharedCounter } from '../platform/call-count.ts';
import { systemWallClock } from '../platform/clocks/wall-clock.ts';
import { mapMaybePromise } from '../platform/concurrency/maybe-promise.ts';
import { Problem } from '../platform/errors.ts';
import { bindAreas } from './bind.ts';
import { isInProcess, limitCalls } from './call-limits.ts';
import type { HttpConfig } from './config.ts';
import { API_POLICY } from './content-policy.ts';
import { DOCUMENT_DESCRIPTION, SECURITY_SCHEMES, TAGS } from './openapi.ts';
import { createProblemSender, type ServiceState } from './problems.ts';
import { createQueryParser } from './query.ts';
import { createClientErrorHandler, rejectSeveralHosts, rejectSlowBodies, removeForwardedPorts } from './reject-requests.ts';
import { serveWithSubPath, withoutSubPath } from './sub-path.ts';
import { validatorCompiler } from './validate.ts';

/** Headers that answers have even without helmet. */
const DEFAULT_HEADERS = new Set(['content-length', 'content-type', 'date', 'connection']);

/** Headers of helmet that API answers need; the others only concern pages. */
const DATA_HEADERS = new Set(['cross-origin-resource-policy', 'strict-transport-security', 'x-content-type-options', 'x-frame-options']);

type HeaderValues = Readonly<Record<string, string>>;

/** Media types of JSON other than application/json. */
const OTHER_JSON_TYPES = /^(?:text\/json|application\/[\w.!#$&^-]+\+json)\b/i;

declare module 'fastify' {
	interface FastifyRequest {
		/** Set by the guard before the handler runs. */
		caller: Caller;
	}
	interface FastifyContextConfig {
		titles?: Readonly<Partial<Record<ErrorStatus, string>>>;
	}
}

export interface AppParts {
	readonly config: HttpConfig;
	readonly areas: readonly Implementation[];
	/** Product version, for the OpenAPI document. */
	readonly version: string;
	readonly guard?: Guard;
	readonly logger?: FastifyServerOptions['logger'];
	/** Outages and shutdown. Default: neither. */
	readonly serviceState?: ServiceState;
	/** Whether the app only answers health checks. Default: false. */
	readonly healthOnly?: boolean;
	/** The wall clock, for rate limits. Default: the system's. */
	readonly now?: () => number;
	/** Rate limits shared by all processes. Default: counted in this process. */
	readonly limits?: CreateSharedCounter | undefined;
	/** Functions that add routes which aren't calls of the contract, such as pages and the hub. They run after the areas are bound. */
	readonly extensions?: readonly ((app: FastifyInstance) => void | Promise<void>)[];
}

/** Query parameters that are masked in the log. */
const SECRET_PARAMETERS = /([?&](?:token|code|state|captcha|id)=)[^&#]*/gi;
/** Paths whose last part is a secret. */
const SECRET_PATHS = /^(\/(?:unsubscribe|feeds|wheels)\/)[^?#]*/;

/** Returns pino settings that keep cookies, passwords and one-time tokens out of the log. */
export function loggerOptions(level: string) {
	return {
		level,
		redact: [
			'req.headers.cookie',
			'req.headers.authorization',
			'req.headers.captcha',
			'res.headers["set-cookie"]',
			'*.password',
			'*.refresh_token',
		],
		serializers: {
			req: (request: { method: string; url: string; ip?: string }) => ({
				method: request.method,
				url: request.url.replace(SECRET_PARAMETERS, '$1***').replace(SECRET_PATHS, '$1***'),
				address: request.ip,
			}),
		},
	};
}

/** Log levels at which requests are logged. */
const REQUEST_LOG_LEVELS = new Set(['info', 'debug', 'trace']);

const NO_OUTAGE: ServiceState = { isOutage: () => false, isStopping: () => false };

/** Creates the app with all routes, without listening. When this resolves, `app.inject` works. Throws if an area lacks a handler. */
export async function createApp(parts: AppParts): Promise<FastifyInstance> {
	const {
		config,
		areas,
		version,
		guard = publicOnly,
		logger = false,
		extensions = [],
		serviceState = NO_OUTAGE,
		now = systemWallClock.now,
		limits,
	} = parts;
	const sendProblem = createProblemSender(serviceState);
	const subPath = subPathOf(config.origin);
	const securityHeaders = await computeSecurityHeaders({
		contentSecurityPolicy: false,
		strictTransportSecurity: config.origin.startsWith('https:') ? { maxAge: 31_536_000, includeSubDomains: config.hstsSubdomains } : false,
		frameguard: { action: 'deny' },
		referrerPolicy: { policy: 'strict-origin-when-cross-origin' },
	});
	const apiHeaders = { ...securityHeaders.data, 'content-security-policy': API_POLICY, 'cache-control': 'no-store' };
	const options: FastifyHttpOptions<Server> = {
		logger,
		trustProxy: config.trustProxy,
		rewriteUrl: ({ url = '/' }) => withoutSubPath(url, subPath),
		bodyLimit: config.bodyLimit,
		genReqId: () => randomUUID(),
		// Creates a logger per request only if requests are logged. Errors contain the request id in any case.
		childLoggerFactory: (log, bindings, options) => (REQUEST_LOG_LEVELS.has(log.level) ? log.child(bindings, options) : log),
		routerOptions: { querystringParser: createQueryParser(), maxParamLength: 256 },
		frameworkErrors: (error, request, reply) => void sendProblem(error, request, reply.headers(apiHeaders)),
		forceCloseConnections: true,
		requestTimeout: config.requestTimeout,
		// How often Node checks for requests that take too long.
		http: { connectionsCheckingInterval: Math.min(5_000, config.requestTimeout) },
		clientErrorHandler: createClientErrorHandler(apiHeaders),
	};
	const app = fastify(options);
	app.setValidatorCompiler(validatorCompiler);
	app.setSerializerCompiler(serializerCompiler);
	app.setErrorHandler(sendProblem);
	addJsonParsers(app);
	app.decorateRequest('caller');
	removeForwardedPorts(app);
	rejectSeveralHosts(app);
	app.addHook('onRequest', (request, reply, done) => {
		reply.headers(request.url.startsWith('/api/') ? apiHeaders : securityHeaders.pages).header('x-request-id', request.id);
		done();
	});

	serveWithSubPath(app, subPath, createTrustTest(config.trustProxy));
	if (parts.healthOnly) refuseAllButHealth(app);
	rejectSlowBodies(app, config.bodyPace, apiHeaders);

	await app.register(cookie);
	// Flushes after each write, so that streamed pages aren't held back until their last byte.
	await app.register(compress, { globalDecompression: false, zlibOptions: { flush: 2 }, brotliOptions: { flush: 1, params: { 1: 4 } } });
	const countCall = limitCalls(app, { max: config.callsPerMinute, now, shared: limits });
	await app.register(swagger, {
		openapi: {
			openapi: '3.1.0',
			info: {
				title: 'Signalwheel',
				version,
				description: DOCUMENT_DESCRIPTION,
				contact: { name: 'Signalwheel', url: `${config.origin}/about` },
				license: { name: 'Apache License 2.0', identifier: 'Apache-2.0' },
			},
			servers: [{ url: config.origin }],
			tags: TAGS,
			components: { securitySchemes: SECURITY_SCHEMES },
		},
		transform: jsonSchemaTransform,
		transformObject: jsonSchemaTransformObject,
	});
	app.setNotFoundHandler((request, reply) => {
		return mapMaybePromise(countCall(request, reply), () => sendProblem(new Problem('not_found'), request, reply));
	});

	await app.register(async (scope) => bindAreas(scope, areas, guard, config.origin));
	for (const extension of extensions) await app.register(async (scope) => extension(scope));
	await app.ready();
	return app;
}

/** Returns a function that tests whether an address belongs to a trusted proxy. */
function createTrustTest(trusted: HttpConfig['trustProxy']): ReturnType<typeof createIpMatcher> {
	return typeof trusted === 'boolean' ? () => trusted : createIpMatcher([trusted].flat());
}

/** Refuses everything but health checks and calls from within the process. */
function refuseAllButHealth(app: FastifyInstance): void {
	app.addHook('onRequest', (request, _reply, done) => {
		const isAnswered = isInProcess(request) || /^\/api\/health\/?(\?|$)/.test(request.url);
		if (isAnswered) done();
		else done(new Problem('unavailable', { detail: 'This process only answers health checks: use a process with the role api.' }));
	});
}

/**
 * Parses JSON under all JSON media types, because some clients send plain objects under the first type of an operation, such as json-patch. An empty body
 * counts as absent; the schema decides whether a body is required.
 */
function addJsonParsers(app: FastifyInstance): void {
	const parse = app.getDefaultJsonParser('error', 'error');
	for (const type of ['application/json', OTHER_JSON_TYPES]) {
		app.addContentTypeParser<string>(type, { parseAs: 'string' }, (request, text, done) => {
			if (text === '') done(null, undefined);
			else parse(request, text, done);
		});
	}
}

/** Computes the headers that helmet sets for pages and API answers. Done once, because helmet would build them for each answer. */
async function computeSecurityHeaders(options: FastifyHelmetOptions): Promise<{ pages: HeaderValues; data: HeaderValues }> {
	const probe = fastify();
	await probe.register(helmet, options);
	probe.get('/', () => '');
	const { headers } = await probe.inject('/');
	await probe.close();
	const helmetHeaders = Object.entries(headers).flatMap(([name, value]) =>
		DEFAULT_HEADERS.has(name) ? [] : [[name, String(value)] as const],
	);
	return { pages: Object.fromEntries(helmetHeaders), data: Object.fromEntries(helmetHeaders.filter(([name]) => DATA_HEADERS.has(name))) };
}
