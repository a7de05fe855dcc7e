import type { FastifyInstance } from 'fastify';
import { Problem } from '../platform/errors.ts';
import { isInProcess } from './in-process.ts';

/** For a process that only answers health checks and calls from within. */
export const healthOnly = (app: FastifyInstance): void => {
	app.addHook('onRequest', (request, _reply, done) => {
		const isAnswered = isInProcess(request) || /^\/api\/health\/?(\?|$)/.test(request.url);
		if (isAnswered) done();
		else done(new Problem('unavailable', { detail: 'This process only answers health checks: use a process with the role api.' }));
	});
};
