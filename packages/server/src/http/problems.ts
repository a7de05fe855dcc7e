import { ERRORS, type ErrorCode, PROBLEM_TYPE, type ProblemBody } from '@sw/contract/errors';
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { Problem } from '../platform/errors.ts';

const BY_FASTIFY: Readonly<Record<string, ErrorCode>> = {
	FST_ERR_CTP_BODY_TOO_LARGE: 'too_large',
	FST_ERR_CTP_INVALID_MEDIA_TYPE: 'unsupported_media_type',
};

/** What the whole product is in the midst of while a call fails. */
export interface Circumstances {
	/** Whether an error says that something that the product stands on (a store) is away. */
	isOutage(error: unknown): boolean;
	/** The process has been told to stop: what fails now fails because of that. */
	isStopping(): boolean;
}

/** Seconds after which a call may be tried again. */
const AGAIN_AFTER = '2';

const away = (detail: string, cause: unknown): Problem =>
	new Problem('unavailable', { detail, headers: { 'retry-after': AGAIN_AFTER }, cause });

/** Any thrown value as a Problem; what nobody foresaw is a 500 whose text stays in the log. */
const asProblem = (error: unknown, { isOutage, isStopping }: Circumstances): Problem => {
	if (error instanceof Problem) return error;
	const { code, statusCode, message } = error as FastifyError;
	const known = BY_FASTIFY[code];
	if (known) return new Problem(known, { detail: message, cause: error });
	if (code === 'FST_ERR_BAD_URL')
		return new Problem('malformed', { errors: [{ field: 'path', message: 'The path is not valid.' }], cause: error });
	if (statusCode !== undefined && statusCode >= 400 && statusCode < 500) {
		return new Problem('bad_request', { errors: [{ field: 'body', message }], cause: error });
	}
	if (isStopping()) return away('The server is shutting down.', error);
	if (isOutage(error)) return away('Part of the service is temporarily unavailable, try again in a few seconds.', error);
	return new Problem('internal', { cause: error });
};

/** The reader left while the answer was under way: nobody is there to tell, and nothing is wrong. */
const readerLeft = (error: unknown, reply: FastifyReply): boolean =>
	(error as FastifyError).code === 'ERR_STREAM_PREMATURE_CLOSE' && reply.raw.destroyed;

/** Answers with what went wrong, and logs what nobody foresaw. */
export const problemSender =
	(circumstances: Circumstances) =>
	(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply => {
		const found = asProblem(error, circumstances);
		if (found.code === 'internal' && !readerLeft(error, reply)) request.log.error({ reqId: request.id, err: error }, 'failed');
		const status = ERRORS[found.code].status;
		const titles = request.routeOptions.config.titles ?? {};
		const body: ProblemBody = { status, title: titles[status] ?? found.message, detail: found.detail, errors: [...found.errors] };
		return reply
			.code(status)
			.headers(status === 401 ? { 'www-authenticate': 'Bearer', ...found.headers } : found.headers)
			.header('cache-control', 'no-store')
			.type(PROBLEM_TYPE)
			.serializer((text: string) => text)
			.send(JSON.stringify(body));
	};
