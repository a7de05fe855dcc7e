import type { Area, Endpoint } from '@sw/contract/base/define';
import { type ProblemBody, problem } from '@sw/contract/base/errors';
import { contract } from '@sw/contract/index';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { visitorCaller } from '../areas/guard.ts';
import { Problem } from '../platform/errors.ts';
import { createApp } from './app.ts';
import { HTTP_DEFAULTS } from './config.ts';

const JSON_TYPES = [
	'application/json',
	'application/json; charset=utf-8',
	'text/json',
	'application/json-patch+json',
	'application/merge-patch+json',
	'application/problem+json',
	'application/vnd.api+json; charset=utf-8',
];

const calls = Object.entries(contract as Readonly<Record<string, Area>>).flatMap(([area, endpoints]) =>
	Object.entries(endpoints).map(([name, endpoint]): [string, Endpoint] => [`${area}.${name}`, endpoint]),
);

function takesJson({ body, consumes }: Endpoint): boolean {
	return body !== undefined && (consumes?.some((type) => /json/.test(type)) ?? true);
}

const withJson = calls.filter(([, endpoint]) => takesJson(endpoint));
const withoutBody = calls.filter(([, { body }]) => body === undefined);
/** Of those with a body, that may be left out. */
const needless = withJson.filter(([, { body }]) => body?.safeParse(undefined).success);

/** Values of path parameters: the first that the call takes is used. */
const IN_PATHS = ['1', '0197b3a2-0000-7000-8000-000000000001', '2026-06-30', '2026-06-30T15:45:00Z', 'reader@example.com', 'google'];

/** The path with a sound value for each of its parameters. */
function soundPath({ path, params }: Endpoint): string {
	return path.replace(/\{(\w+)\}/g, (_, name: string) => {
		const value = IN_PATHS.find((one) => params?.shape[name]?.safeParse(one).success);
		if (value === undefined) throw new Error(`No value for ${name} of ${path}`);
		return encodeURIComponent(value);
	});
}

/** The whole contract with stub handlers: a request that reaches one is answered accordingly. */
const REACHED = 'It was reached.';
const implementations = Object.values(contract as Readonly<Record<string, Area>>).map((area) => ({
	area,
	handlers: Object.fromEntries(
		Object.keys(area).map((name) => [
			name,
			() => {
				throw new Problem('not_found', { detail: REACHED });
			},
		]),
	),
}));

describe('every call of the contract', () => {
	let app: Awaited<ReturnType<typeof createApp>>;
	beforeAll(async () => {
		app = await createApp({
			config: { ...HTTP_DEFAULTS, origin: 'http://localhost:8080' },
			areas: implementations,
			version: '1.2.3',
			guard: visitorCaller,
		});
	});
	afterAll(() => app.close());

	let readers = 0;
	/** Each from an address of its own, for some calls are few in a minute. */
	const send = async (endpoint: Endpoint, headers: Record<string, string>, payload?: string): Promise<ProblemBody> => {
		readers++;
		const answer = await app.inject({
			method: endpoint.method,
			url: soundPath(endpoint),
			remoteAddress: `10.0.${Math.floor(readers / 250)}.${(readers % 250) + 1}`,
			headers,
			...(payload === undefined ? {} : { payload }),
		});
		return problem.parse(answer.json());
	};

	it('takes JSON or nothing, but for files, forms and the lines of the hub', () => {
		const otherCalls = calls.filter(([name]) => ![...withJson, ...withoutBody].some(([other]) => other === name));
		const types = otherCalls.flatMap(([, { consumes = [] }]) => consumes);
		expect([...new Set(types)].sort()).toEqual(expect.arrayContaining(['multipart/form-data', 'text/plain']));
		for (const type of types) expect(type).toMatch(/^(?:multipart\/form-data|application\/x-www-form-urlencoded|text\/plain)$/);
		expect(withJson.length).toBeGreaterThan(50);
		expect(withoutBody.length).toBeGreaterThan(50);
	});

	it.each(withJson)('%s reads an object under every name of JSON', async (_, endpoint) => {
		// Of a union by a field, that field decides which others are known.
		const refused = endpoint.body instanceof z.ZodDiscriminatedUnion ? endpoint.body.def.discriminator : 'surely_unknown';
		for (const type of JSON_TYPES) {
			const { status, errors } = await send(endpoint, { 'content-type': type }, '{"surely_unknown":1}');
			expect([type, status, errors.map(({ field }) => field)]).toEqual([type, 400, expect.arrayContaining([refused])]);
		}
	});

	it.each(withoutBody)('%s takes the name of JSON with nothing in the body', async (_, endpoint) => {
		const plain = await send(endpoint, {});
		for (const type of JSON_TYPES) {
			expect([type, await send(endpoint, { 'content-type': type })]).toEqual([type, plain]);
			expect([type, await send(endpoint, { 'content-type': type }, '')]).toEqual([type, plain]);
		}
		expect(plain.detail === REACHED || plain.errors.every(({ field }) => field in (endpoint.query?.shape ?? {}))).toBe(true);
	});

	it.each(needless)('%s may go without its body under the name of JSON', async (_, endpoint) => {
		const plain = await send(endpoint, {});
		for (const type of JSON_TYPES) expect([type, await send(endpoint, { 'content-type': type }, '')]).toEqual([type, plain]);
		expect(plain.errors.map(({ field }) => field)).not.toContain('body');
	});
});
