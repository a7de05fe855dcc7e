import type { Endpoint, ErrorStatus } from '@sw/contract/base/define';
import { ERRORS, PROBLEM_TYPE, problem } from '@sw/contract/base/errors';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { ApiDocument } from '../areas/operations/docs-page.ts';
import { withDescriptions, withFieldDescriptions } from './openapi-descriptions.ts';

/** Applies to every call. */
export const FOR_ALL =
	"Bodies are JSON under any of its media types unless a call says otherwise. Page sizes are set with 'max' (lists, together with 'skip') or 'size' (top tables and analyses); there is no parameter 'take'. Instants are RFC 3339 with any offset; where a day is meant, midnight UTC is read as its date.";

const WORDS: Readonly<Record<string, string>> = {
	200: 'Success',
	201: 'Created',
	202: 'Accepted',
	204: 'No content',
	206: 'Part of the file',
	302: 'Elsewhere',
	304: 'Not Modified',
	503: 'Not ready',
};

/** Ways of authentication. */
export const SECURITY_SCHEMES = {
	session: {
		type: 'apiKey',
		in: 'cookie',
		name: 'sw_access',
		description: 'Session cookie of a browser; behind TLS its name begins with __Host-.',
	},
	key: { type: 'http', scheme: 'bearer', description: 'A personal key, created in the profile. Only calls that say so accept one.' },
} as const;

export function securityOf({ access, scope }: Pick<Endpoint, 'access' | 'scope'>): Record<string, never[]>[] {
	if (access === 'public' || access === 'signed') return [];
	return [{ session: [] }, ...(scope === undefined ? [] : [{ key: [] }])];
}

type Responses = Record<string, { description: string; content: Record<string, { schema: z.ZodType }> } | z.ZodType>;

/**
 * Responses of a call by status, for the serializer and the OpenAPI document. Every call may answer 429, those with a body 413 (too long) and 415 (of
 * another media type).
 */
export function responsesOf(endpoint: Endpoint): Responses {
	const responses: Responses = {};
	const ofBodies: readonly ErrorStatus[] = endpoint.body === undefined ? [] : [413, 415];
	for (const status of new Set<ErrorStatus>([...endpoint.errors, ...ofBodies, 429])) {
		const description = endpoint.titles?.[status] ?? titleOf(status);
		responses[status] = { description, content: { [PROBLEM_TYPE]: { schema: problem } } };
	}
	for (const [status, schema] of Object.entries(endpoint.answers)) {
		if (schema._zod.def.type === 'undefined') responses[status] = schema.describe(WORDS[status] ?? '');
		else {
			const type = endpoint.produces?.split(';')[0] ?? 'application/json';
			const others = (endpoint.alsoProduces ?? []).map((other) => [other, { schema: z.unknown() }]);
			responses[status] = { description: WORDS[status] ?? '', content: { [type]: { schema }, ...Object.fromEntries(others) } };
		}
	}
	return responses;
}

function titleOf(status: ErrorStatus): string {
	return Object.values(ERRORS).find((e) => e.status === status)?.title ?? '';
}

type Json = { [key: string]: Json } | Json[] | string | number | boolean | null;

/** Removes shared schemas that no call refers to. */
export function withoutUnused<D extends { components?: { schemas?: Record<string, unknown> } }>(document: D): D {
	const schemas = document.components?.schemas ?? {};
	const used = new Set<string>();
	const walk = (node: Json): void => {
		if (node === null || typeof node !== 'object') return;
		for (const [key, value] of Object.entries(node)) {
			const name = key === '$ref' && typeof value === 'string' ? value.replace('#/components/schemas/', '') : undefined;
			if (name === undefined) walk(value);
			else if (!used.has(name)) {
				used.add(name);
				walk((schemas[name] ?? null) as Json);
			}
		}
	};
	walk((document as { paths?: Json }).paths ?? null);
	const kept = Object.fromEntries(Object.entries(schemas).filter(([name]) => used.has(name)));
	return { ...document, components: { ...document.components, schemas: kept } };
}

const documents = new WeakMap<FastifyInstance, ApiDocument>();

/** The document of a ready app, built once. */
export function openApiDocument(app: FastifyInstance): ApiDocument {
	const known = documents.get(app);
	if (known) return known;
	const whole = withLengths(withoutUnused(app.swagger() as ApiDocument) as unknown as Json) as unknown as ApiDocument;
	const document = withFieldDescriptions(withDescriptions(whole));
	documents.set(app, document);
	return document;
}

/** Gives tuples their length as plain arrays: some OpenAPI tools require `items`. */
function withLengths(node: Json): Json {
	if (Array.isArray(node)) return node.map(withLengths);
	if (node === null || typeof node !== 'object') return node;
	const copy = Object.fromEntries(Object.entries(node).map(([key, value]) => [key, withLengths(value)]));
	const { prefixItems: places } = copy;
	return Array.isArray(places) ? { ...copy, items: {}, minItems: places.length, maxItems: places.length } : copy;
}
