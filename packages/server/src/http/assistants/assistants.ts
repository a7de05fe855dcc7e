import { Server } from '@modelcontextprotocol/sdk/server/index.js';
import { WebStandardStreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js';
import {
	CallToolRequestSchema,
	type CallToolResult,
	ErrorCode,
	ListToolsRequestSchema,
	McpError,
} from '@modelcontextprotocol/sdk/types.js';
import { AjvJsonSchemaValidator } from '@modelcontextprotocol/sdk/validation/ajv';
import type { ProblemBody } from '@sw/contract/base/errors';
import type { FastifyInstance, FastifyReply, FastifyRequest, HTTPMethods } from 'fastify';
import type { Guard } from '../../areas/guard.ts';
import type { Health } from '../../areas/operations/handlers.ts';
import { Problem } from '../../platform/errors.ts';
import type { HttpConfig } from '../config.ts';
import { openApiDocument } from '../openapi.ts';
import { buildRequest, createToolAnswer, TOO_LONG } from './tool-call.ts';
import { createTools, type Tool } from './tools.ts';

export interface AssistantParts {
	readonly config: Pick<HttpConfig, 'origin' | 'callsPerMinute'>;
	readonly version: string;
	readonly guard: Guard;
}

export const ASSISTANTS_PATH = '/api/mcp';
const BODY_LIMIT = 64 * 1024;
/** Headers of a message that the SDK's transport reads. */
const MESSAGE_HEADERS = ['accept', 'content-type', 'mcp-protocol-version'] as const;
/** Headers of the inner call's answer that are passed on to the client. */
const FORWARDED_HEADERS = ['ratelimit', 'ratelimit-policy', 'retry-after'] as const;

const INSTRUCTIONS =
	'Signalwheel lists tickers in unusual situations, measured at every quarter-hour. A card is a candidate, never advice to buy or sell. Each answer has as_of (the instant of its data, UTC) and notes: repeat both. State n, interval and base rate with every rate. null means not known, never 0. Depths range from 0 to 5. Use the tool tickers to find the ticker_id of a symbol.';

const KEY_NEEDED = 'Assistants need a personal key: Authorization: Bearer swk_...';

/** One validator for the servers of all messages. The SDK only uses it for forms (elicitation), which these servers never send. */
const validator = new AjvJsonSchemaValidator();

/** Returns the function that makes a tool's call within the process, with the access checks, limits and IP address of the key's owner. */
function createToolCaller(request: FastifyRequest, reply: FastifyReply) {
	const { server, ip, headers, log } = request;
	const callTool = async (name: string, { endpoint }: Tool, args: Readonly<Record<string, unknown>>): Promise<CallToolResult> => {
		const toolRequest = buildRequest(endpoint, args);
		const response = await server.inject({ ...toolRequest, remoteAddress: ip, headers: { authorization: headers.authorization } });
		for (const header of FORWARDED_HEADERS) {
			const value = response.headers[header];
			if (value !== undefined) reply.header(header, value);
		}
		if (response.statusCode >= 400) return refusalResult(response.json<ProblemBody>());
		const health = (await server.inject({ url: '/api/health', remoteAddress: ip })).json<Health>();
		const toolAnswer = createToolAnswer(name, response.body === '' ? null : response.json(), health);
		if (!toolAnswer) throw new Problem('too_large', { detail: TOO_LONG });
		return toolResult(toolAnswer);
	};
	// Unexpected errors are only logged, because the SDK would include their text in the answer.
	return (...args: Parameters<typeof callTool>): Promise<CallToolResult> =>
		callTool(...args).catch((error: unknown) => {
			if (error instanceof Problem) return problemResult(error);
			log.error({ err: error }, 'failed to answer an assistant');
			return problemResult(new Problem('internal'));
		});
}

function toolResult(value: object, isError = false): CallToolResult {
	return {
		content: [{ type: 'text', text: JSON.stringify(value) }],
		...(isError ? { isError } : {}),
	};
}

function refusalResult({ status, title, detail, errors }: ProblemBody): CallToolResult {
	return toolResult({ status, title, detail, errors }, true);
}

function problemResult({ status, message, detail, errors }: Problem): CallToolResult {
	return refusalResult({ status, title: message, detail, errors: [...errors] });
}

/** Creates the MCP server for one message. */
const createServer = (tools: ReadonlyMap<string, Tool>, version: string, callTool: ReturnType<typeof createToolCaller>): Server => {
	const server = new Server(
		{ name: 'signalwheel', title: 'Signalwheel', version },
		{ capabilities: { tools: {} }, instructions: INSTRUCTIONS, jsonSchemaValidator: validator },
	);
	server.setRequestHandler(ListToolsRequestSchema, () => ({ tools: [...tools.values()].map(({ definition }) => definition) }));
	server.setRequestHandler(CallToolRequestSchema, ({ params: { name, arguments: args = {} } }) => {
		const tool = tools.get(name);
		if (!tool) throw new McpError(ErrorCode.InvalidParams, 'Unknown tool: tools/list names the available ones.');
		return callTool(name, tool, args);
	});
	return server;
};

const REFUSED_METHODS: readonly HTTPMethods[] = ['GET', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'];

/**
 * Adds the Model Context Protocol for assistants to `createApp` (streamable HTTP without sessions). Each tool is a call of the contract. Messages have their
 * own limit by IP address; the calls made for a message are counted as usual.
 */
export function createAssistantRoutes({ config, version, guard }: AssistantParts) {
	return (app: FastifyInstance): void => {
		let tools: ReadonlyMap<string, Tool> | undefined;
		app.route({
			method: 'POST',
			url: ASSISTANTS_PATH,
			bodyLimit: BODY_LIMIT,
			config: { calls: { max: config.callsPerMinute } },
			schema: { hide: true },
			preParsing: async (request) => {
				rejectForeignPages(request, config.origin);
				await requireKey(request, guard);
			},
			handler: (request, reply) => {
				if (Array.isArray(request.body))
					throw new Problem('bad_request', { detail: "Send one message at a time: batches aren't supported." });
				tools ??= createTools(openApiDocument(request.server));
				return answerMessage(request, reply, createServer(tools, version, createToolCaller(request, reply)), config.origin);
			},
		});
		app.route({
			method: [...REFUSED_METHODS],
			url: ASSISTANTS_PATH,
			schema: { hide: true },
			onRequest: (_request, _reply, done) =>
				done(
					new Problem('method_not_allowed', {
						detail: "Use POST: streaming and sessions aren't supported.",
						headers: { allow: 'POST' },
					}),
				),
			handler: () => undefined,
		});
	};
}

/** Passes the message to the SDK, which implements the protocol, and sends the answer of the SDK. */
async function answerMessage(request: FastifyRequest, reply: FastifyReply, server: Server, origin: string): Promise<FastifyReply> {
	const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true });
	await server.connect(transport);
	const headers = MESSAGE_HEADERS.flatMap((name): [string, string][] => {
		const value = request.headers[name];
		return typeof value === 'string' ? [[name, value]] : [];
	});
	const message = new Request(`${origin}${ASSISTANTS_PATH}`, { method: 'POST', headers });
	const response = await transport.handleRequest(message, { parsedBody: request.body ?? null });
	const text = await response.text();
	await server.close();
	return reply
		.code(response.status)
		.headers(Object.fromEntries(response.headers))
		.send(text === '' ? undefined : text);
}

/** Accepts personal keys only. The calls made for a message count against the key's limit; the message itself doesn't. */
async function requireKey(request: FastifyRequest, guard: Guard): Promise<void> {
	const challenge = { 'www-authenticate': 'Bearer' };
	try {
		request.caller = await guard(request, { access: 'public', rate: 'uncounted' });
	} catch (error) {
		if (!(error instanceof Problem) || error.code !== 'unauthenticated') throw error;
		throw new Problem('unauthenticated', { detail: error.detail, headers: challenge });
	}
	const { account } = request.caller;
	if (account === null || account.session !== null) throw new Problem('unauthenticated', { detail: KEY_NEEDED, headers: challenge });
}

/** Refuses calls from pages of other sites. The Host header proves nothing, because DNS rebinding lets another site use our address. */
function rejectForeignPages({ headers }: FastifyRequest, origin: string): void {
	if (headers.origin !== undefined && headers.origin !== new URL(origin).origin)
		throw new Problem('denied', { detail: 'Calls from other sites are refused.' });
}
