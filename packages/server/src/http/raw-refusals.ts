import type { Socket } from 'node:net';
import { PROBLEM_TYPE, type ProblemBody } from '@sw/contract/errors';
import { withoutPort } from '@sw/domain/access/address';
import type { FastifyInstance } from 'fastify';
import { malformed } from '../platform/errors.ts';

/** What a request that never became one is answered with. */
const REFUSALS = {
	malformed: ['400 Bad Request', 'Bad Request', "This isn't a valid HTTP request."],
	slow: ['408 Request Timeout', 'Request Timeout', 'The request took too long to arrive.'],
	large: ['431 Request Header Fields Too Large', 'Bad Request', 'The headers are too large.'],
} as const;

const BY_CODE: Readonly<Record<string, keyof typeof REFUSALS>> = {
	ERR_HTTP_REQUEST_TIMEOUT: 'slow',
	HPE_HEADER_OVERFLOW: 'large',
};

/** Answers on the bare connection, with the headers that every answer has, and ends it. */
const refuse = (socket: Socket, kind: keyof typeof REFUSALS, headers: Readonly<Record<string, string>>): void => {
	if (socket.writable) {
		const [line, title, detail] = REFUSALS[kind];
		const body = JSON.stringify({ status: Number(line.slice(0, 3)), title, detail, errors: [] } satisfies ProblemBody);
		const all = { ...headers, 'content-type': PROBLEM_TYPE, 'content-length': Buffer.byteLength(body), connection: 'close' };
		const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
		socket.write(`HTTP/1.1 ${line}\r\n${lines.join('')}\r\n${body}`);
	}
	socket.destroySoon();
};

/** Fastify's clientErrorHandler: requests that Node's parser gave up. */
export const refuseUnread =
	(headers: Readonly<Record<string, string>>) =>
	(error: { code?: string }, socket: Socket): void => {
		// The other side has left: there is nobody to answer.
		if (error.code === 'ECONNRESET' || socket.destroyed) return;
		refuse(socket, BY_CODE[error.code ?? ''] ?? 'malformed', headers);
	};

/** How fast a body has to come; Node itself ends what takes longer than `requestTimeout` in all. */
export interface BodyPace {
	/** A body that is still coming is looked at this often, in milliseconds. */
	lookEvery: number;
	/** Bytes that have come by then, each time. */
	leastEach: number;
}

/** Ends connections whose body drips: each would hold a place, and whoever waits for it, for the whole of the request's time. */
export const refuseSlowBodies = (
	app: FastifyInstance,
	{ lookEvery, leastEach }: BodyPace,
	headers: Readonly<Record<string, string>>,
): void => {
	app.addHook('onRequest', (request, _reply, done) => {
		const { raw } = request;
		const hasBody = raw.headers['transfer-encoding'] !== undefined || Number(raw.headers['content-length'] ?? 0) > 0;
		if (hasBody && !raw.complete) {
			let seen = raw.socket.bytesRead;
			const watch = setInterval(() => {
				const now = raw.socket.bytesRead;
				if (raw.complete || raw.destroyed) clearInterval(watch);
				else if (now - seen < leastEach) {
					clearInterval(watch);
					refuse(raw.socket, 'slow', headers);
				}
				seen = now;
			}, lookEvery).unref();
			raw.once('close', () => clearInterval(watch));
		}
		done();
	});
};

/** Two Host headers: a proxy and the server may each believe another one. */
export const refuseTwoHosts = (app: FastifyInstance): void => {
	app.addHook('onRequest', (request, _reply, done) => {
		const hosts = request.raw.rawHeaders.filter((name, n) => n % 2 === 0 && name.toLowerCase() === 'host').length;
		if (hosts > 1) done(malformed('host', 'The request has several Host headers: send only one.'));
		else done();
	});
};

/** Some proxies write the port behind a forwarded address; an address counts without it. */
export const plainForwarded = (app: FastifyInstance): void => {
	app.addHook('onRequest', ({ raw }, _reply, done) => {
		const forwarded = raw.headers['x-forwarded-for'];
		if (forwarded !== undefined)
			raw.headers['x-forwarded-for'] = String(forwarded)
				.split(',')
				.map((one) => withoutPort(one.trim()))
				.join(', ');
		done();
	});
};
