import type { FastifyInstance } from 'fastify';

/** Other media types for JSON. */
const OTHERS = /^(?:text\/json|application\/[\w.!#$&^-]+\+json)\b/i;

/**
 * Reads JSON under all of its media types: clients that use the first media type of a description send plain objects as json-patch. An empty body
 * counts as absent, whatever its type: the schema decides whether it is required.
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
