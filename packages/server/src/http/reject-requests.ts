import type { Socket } from 'node:net';
import { PROBLEM_TYPE, type ProblemBody } from '@sw/contract/base/errors';
import { removePort } from '@sw/domain/access/address';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { malformed, Problem } from '../platform/errors.ts';

/** Answers on the raw connection: status line, title and detail. */
const REFUSALS = {
	malformed: ['400 Bad Request', 'Bad Request', "This isn't a valid HTTP request."],
	slow: ['408 Request Timeout', 'Request Timeout', 'The request took too long to arrive.'],
	large: ['431 Request Header Fields Too Large', 'Bad Request', 'The headers are too large.'],
} as const;

const REFUSAL_BY_CODE: Readonly<Record<string, keyof typeof REFUSALS>> = {
	ERR_HTTP_REQUEST_TIMEOUT: 'slow',
	HPE_HEADER_OVERFLOW: 'large',
};

/** Returns a clientErrorHandler for Fastify, which answers requests that Node's parser rejected. */
export function createClientErrorHandler(headers: Readonly<Record<string, string>>) {
	return (error: { code?: string }, socket: Socket): void => {
		// The client has disconnected already.
		if (error.code === 'ECONNRESET' || socket.destroyed) return;
		refuse(socket, REFUSAL_BY_CODE[error.code ?? ''] ?? 'malformed', headers);
	};
}

/** Answers on the raw connection, with the given headers, and closes it. */
function refuse(socket: Socket, kind: keyof typeof REFUSALS, headers: Readonly<Record<string, string>>): void {
	if (socket.writable) {
		const [line, title, detail] = REFUSALS[kind];
		const body = JSON.stringify({ status: Number(line.slice(0, 3)), title, detail, errors: [] } satisfies ProblemBody);
		const responseHeaders = { ...headers, 'content-type': PROBLEM_TYPE, 'content-length': Buffer.byteLength(body), connection: 'close' };
		const lines = Object.entries(responseHeaders).map(([name, value]) => `${name}: ${value}\r\n`);
		socket.write(`HTTP/1.1 ${line}\r\n${lines.join('')}\r\n${body}`);
	}
	socket.destroySoon();
}

/** Minimum speed of a body. Node itself ends requests that take longer than `requestTimeout` in total. */
export interface BodyPace {
	/** Milliseconds between checks of an incomplete body. */
	checkInterval: number;
	/** Minimum bytes that must arrive between two checks. */
	minBytes: number;
}

/** Ends requests whose body arrives too slowly, because they would occupy a connection for the whole request timeout. */
export function rejectSlowBodies(
	app: FastifyInstance,
	{ checkInterval, minBytes }: BodyPace,
	headers: Readonly<Record<string, string>>,
): void {
	app.addHook('onRequest', (request, _reply, done) => {
		const { raw } = request;
		const hasBody = raw.headers['transfer-encoding'] !== undefined || Number(raw.headers['content-length'] ?? 0) > 0;
		if (hasBody && !raw.complete) {
			let bytesBefore = raw.socket.bytesRead;
			const timer = setInterval(() => {
				const bytesNow = raw.socket.bytesRead;
				if (raw.complete || raw.destroyed) clearInterval(timer);
				else if (bytesNow - bytesBefore < minBytes) {
					clearInterval(timer);
					refuse(raw.socket, 'slow', headers);
				}
				bytesBefore = bytesNow;
			}, checkInterval).unref();
			raw.once('close', () => clearInterval(timer));
		}
		done();
	});
}

/** Refuses requests with several Host headers, because a proxy and the server might use different ones. */
export function rejectSeveralHosts(app: FastifyInstance): void {
	app.addHook('onRequest', (request, _reply, done) => {
		const hostCount = request.raw.rawHeaders.filter((name, n) => n % 2 === 0 && name.toLowerCase() === 'host').length;
		if (hostCount > 1) done(malformed('host', 'The request has several Host headers: send only one.'));
		else done();
	});
}

/** Removes the port that some proxies append to forwarded addresses. */
export function removeForwardedPorts(app: FastifyInstance): void {
	app.addHook('onRequest', ({ raw }, _reply, done) => {
		const forwarded = raw.headers['x-forwarded-for'];
		if (forwarded !== undefined)
			raw.headers['x-forwarded-for'] = String(forwarded)
				.split(',')
				.map((one) => removePort(one.trim()))
				.join(', ');
		done();
	});
}

const SAFE_METHODS = new Set(['GET', 'HEAD', 'OPTIONS']);

/**
 * Protects against cross-site request forgery: refuses calls of unsafe methods from pages of other sites. Browsers name the calling site in
 * Sec-Fetch-Site or Origin; other clients send neither.
 */
export function rejectForeignSites(request: FastifyRequest, origin: string): void {
	if (SAFE_METHODS.has(request.method)) return;
	const site = request.headers['sec-fetch-site'];
	if (site === 'same-origin' || site === 'none') return;
	const callerOrigin = request.headers.origin;
	if (
		site === undefined &&
		(callerOrigin === undefined || callerOrigin === new URL(origin).origin || callerOrigin === `${request.protocol}://${request.host}`)
	)
		return;
	throw new Problem('denied', { detail: 'Calls from other sites are refused.' });
}
