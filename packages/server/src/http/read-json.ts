import type { FastifyInstance } from 'fastify';

/** JSON under other names. */
const OTHERS = /^(?:text\/json|application\/[\w.!#$&^-]+\+json)\b/i;

/**
 * Reads JSON under all of its names: clients that take the first media type that a description names send plain objects as json-patch.
 * Nothing in the body is no body, whatever its type is called: whether the call can do without is the schema's to say.
 */
export const readJson = (app: FastifyInstance): void => {
	const parse = app.getDefaultJsonParser('error', 'error');
	for (const type of ['application/json', OTHERS]) {
		app.addContentTypeParser<string>(type, { parseAs: 'string' }, (request, text, done) => {
			if (text === '') done(null, undefined);
			else parse(request, text, done);
		});
	}
};
