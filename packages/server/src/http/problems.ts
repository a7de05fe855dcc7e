import { ERRORS, type ErrorCode, PROBLEM_TYPE, type ProblemBody } from '@sw/contract/errors';
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { Problem } from '../platform/errors.ts';

const BY_FASTIFY: Readonly<Record<string, ErrorCode>> = {
	FST_ERR_CTP_BODY_TOO_LARGE: 'too_large',
	FST_ERR_CTP_INVALID_MEDIA_TYPE: 'unsupported_media_type',
};

/** Any thrown value as a Problem; what nobody foresaw is a 500 whose text stays in the log. */
export const asProblem = (error: unknown): Problem => {
	if (error instanceof Problem) return error;
	const { code, statusCode, message } = error as FastifyError;
	const known = BY_FASTIFY[code];
	if (known) return new Problem(known, { detail: message, cause: error });
	if (code === 'FST_ERR_BAD_URL')
		return new Problem('malformed', { errors: [{ field: 'path', message: 'The path is not valid.' }], cause: error });
	if (statusCode !== undefined && statusCode >= 400 && statusCode < 500) {
		return new Problem('malformed', { errors: [{ field: 'body', message }], cause: error });
	}
	return new Problem('internal', { cause: error });
};

/** The reader left while the answer was under way: nobody is there to tell, and nothing is wrong. */
const readerLeft = (error: unknown, reply: FastifyReply): boolean =>
	(error as FastifyError).code === 'ERR_STREAM_PREMATURE_CLOSE' && reply.raw.destroyed;

export const sendProblem = (error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply => {
	const found = asProblem(error);
	if (found.code === 'internal' && !readerLeft(error, reply)) request.log.error({ reqId: request.id, err: error }, 'failed');
	const status = ERRORS[found.code].status;
	const titles = request.routeOptions.config.titles ?? {};
	const body: ProblemBody = { status, title: titles[status] ?? found.message, detail: found.detail, errors: [...found.errors] };
	return reply
		.code(status)
		.headers(found.headers)
		.header('cache-control', 'no-store')
		.type(PROBLEM_TYPE)
		.serializer((text: string) => text)
		.send(JSON.stringify(body));
};
