import { ERRORS, type ErrorCode, PROBLEM_TYPE, type ProblemBody } from '@sw/contract/base/errors';
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { Problem } from '../platform/errors.ts';

const FASTIFY_ERRORS: Readonly<Record<string, ErrorCode>> = {
	FST_ERR_CTP_BODY_TOO_LARGE: 'too_large',
	FST_ERR_CTP_INVALID_MEDIA_TYPE: 'unsupported_media_type',
};

/** States of the process that explain failures. */
export interface ServiceState {
	/** Whether an error is due to an unavailable store. */
	isOutage(error: unknown): boolean;
	/** Whether the process is shutting down, which explains any failure. */
	isStopping(): boolean;
}

/** Seconds until a retry, for Retry-After. */
const RETRY_AFTER = '2';

/** Returns an error handler that answers with the error as a problem, and logs unexpected errors. */
export function createProblemSender(serviceState: ServiceState) {
	return (error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply => {
		const problem = asProblem(error, serviceState);
		if (problem.code === 'internal' && !hasDisconnected(error, reply)) request.log.error({ reqId: request.id, err: error }, 'failed');
		const status = ERRORS[problem.code].status;
		const titles = request.routeOptions.config.titles ?? {};
		const body: ProblemBody = { status, title: titles[status] ?? problem.message, detail: problem.detail, errors: [...problem.errors] };
		return reply
			.code(status)
			.headers(status === 401 ? { 'www-authenticate': 'Bearer', ...problem.headers } : problem.headers)
			.header('cache-control', 'no-store')
			.type(PROBLEM_TYPE)
			.serializer((text: string) => text)
			.send(JSON.stringify(body));
	};
}

/** Whether the client disconnected during the answer, which isn't an error. */
function hasDisconnected(error: unknown, reply: FastifyReply): boolean {
	return (error as FastifyError).code === 'ERR_STREAM_PREMATURE_CLOSE' && reply.raw.destroyed;
}

/** Converts any thrown value to a Problem. An unexpected error becomes a 500, and its text is only logged. */
function asProblem(error: unknown, { isOutage, isStopping }: ServiceState): Problem {
	if (error instanceof Problem) return error;
	const { code, statusCode, message } = error as FastifyError;
	const errorCode = FASTIFY_ERRORS[code];
	if (errorCode) return new Problem(errorCode, { detail: message, cause: error });
	if (code === 'FST_ERR_BAD_URL')
		return new Problem('malformed', { errors: [{ field: 'path', message: 'The path is not valid.' }], cause: error });
	if (statusCode !== undefined && statusCode >= 400 && statusCode < 500) {
		return new Problem('bad_request', { errors: [{ field: 'body', message }], cause: error });
	}
	if (isStopping()) return unavailable('The server is shutting down.', error);
	if (isOutage(error)) return unavailable('Part of the service is temporarily unavailable, try again in a few seconds.', error);
	return new Problem('internal', { cause: error });
}

function unavailable(detail: string, cause: unknown): Problem {
	return new Problem('unavailable', { detail, headers: { 'retry-after': RETRY_AFTER }, cause });
}
