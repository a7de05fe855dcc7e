import type { Endpoint } from '@sw/contract/base/define';
import { cannotBeNullMessage, mustBeDefinedMessage } from '@sw/contract/base/null-messages';
import { PARAMETERS_V1 } from '@sw/domain/signals/parameters';
import { nyse } from '@sw/domain/time/calendar';
import { isoSeconds } from '@sw/domain/time/format';
import type { UtcMs } from '@sw/domain/time/units';
import type { Stores } from '@sw/store/open';
import { saveTickers } from '@sw/store/postgres/records/tickers/tickers';
import { users } from '@sw/store/postgres/schema/accounts';
import { testStores } from '@sw/store/testing/test-stores';
import type { InjectOptions } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openWorkspace, type Workspace } from '../../../compose/areas/workspace.ts';
import { openApiDocument } from '../../../http/openapi.ts';
import { BASIC_TIME, smallWorld, tickers } from '../../../market/window/testing/fixture.ts';
import { headersOf, userId } from '../../testing/callers.ts';
import { guardedApp } from '../../testing/workspace-app.ts';

let stores: Stores;
let workspace: Workspace;
let app: Awaited<ReturnType<typeof guardedApp>>;
const calls: Endpoint[] = [];

beforeAll(async () => {
	stores = await testStores();
	await saveTickers(stores.records.db, 'test', tickers);
	await stores.records.db.insert(users).values({
		id: userId(1),
		email: 'u@example.test',
		emailKey: 'u@example.test',
		role: 'user',
		status: 'active',
		createdAt: 0 as UtcMs,
	});
	const world = smallWorld();
	const wall = { now: () => Date.UTC(2026, 5, 30) };
	const wiring = {
		stores,
		market: world,
		source: world.source,
		tops: world.tops,
		calendar: nyse,
		currentParameters: () => PARAMETERS_V1,
		wall,
	};
	workspace = await openWorkspace({ ...wiring, slotsOn: () => [], explain: async () => null, audit: async () => {} });
	app = await guardedApp(workspace.areas);
	calls.push(...workspace.areas.flatMap(({ area }) => Object.values(area)));
});
afterAll(async () => {
	await app?.close();
	await workspace?.close();
	await stores?.close();
});

const STRATEGY = ['fifteen_minutes', 'thirty_minutes', 'one_hour'];
const FILTER = { tab: 'free', timeframes: STRATEGY, filters: [{ sector: 'volume', timeframe: 'day', value: 1 }], name: 'Mine' };
/** A sound value of each required parameter and body field. */
const SOUND: Record<string, unknown> = {
	date: isoSeconds(BASIC_TIME),
	from: '2024-04-01',
	to: '2024-05-01',
	time: isoSeconds(BASIC_TIME),
	since: isoSeconds(BASIC_TIME),
	ticker_id: 10,
	tickers: [10],
	ticker: 10,
	items: [{ kind: 'line', price: 12.5 }],
	feed: true,
	settings: [{ tab: 'free', timeframes: STRATEGY }],
	...FILTER,
};

type Shape = Record<string, { safeParse(value: unknown): { success: boolean } }>;

function required(schema: { shape?: unknown } | undefined): string[] {
	return Object.entries((schema?.shape ?? {}) as Shape)
		.filter(([, field]) => !field.safeParse(undefined).success)
		.map(([name]) => name);
}

function optional(schema: { shape?: unknown } | undefined): string[] {
	return Object.keys((schema?.shape ?? {}) as Shape).filter((name) => !required(schema).includes(name));
}

/** Of one call, where a name means something else than in the others. */
const ITS_OWN: Record<string, Record<string, unknown>> = {
	'/api/filters/order': { filters: [1] },
	'/api/watchlists/order': { ids: [1] },
};

function sound({ path }: Endpoint, names: readonly string[]) {
	return Object.fromEntries(names.map((name) => [name, ITS_OWN[path]?.[name] ?? SOUND[name]]));
}

interface Sent {
	query?: Record<string, unknown>;
	body?: Record<string, unknown>;
}

/** A call with everything it requires; filter 1 is a built-in one, ticker 10 exists, the date is a holiday. */
async function send(endpoint: Endpoint, kind: Parameters<typeof headersOf>[0], over: Sent = {}) {
	const query = new URLSearchParams();
	for (const [key, value] of Object.entries(over.query ?? sound(endpoint, required(endpoint.query))))
		for (const one of Array.isArray(value) ? value : [value]) query.append(key, one === null ? '' : String(one));
	const id = endpoint.path.includes('filters') ? '1' : '10';
	const answer = await app.inject({
		method: endpoint.method as 'GET',
		url: `${endpoint.path.replace('{id}', id).replace('{date}', '2024-05-27').replace('{token}', 'A'.repeat(22))}?${query}`,
		headers: headersOf(kind),
		...(endpoint.body
			? { payload: (over.body ?? sound(endpoint, required(endpoint.body as Endpoint['query']))) as InjectOptions['payload'] & object }
			: {}),
	});
	const json = String(answer.headers['content-type']).includes('json');
	return { status: answer.statusCode, body: json && answer.body !== '' ? answer.json() : undefined };
}

describe('every call of the workspace', () => {
	it('is described with its answers and errors', () => {
		expect(calls.length).toBe(58);
		const { paths = {} } = openApiDocument(app);
		for (const { path, method, answers, errors, body } of calls) {
			const described = (paths[path] as Record<string, { responses: object }>)?.[method.toLowerCase()];
			expect(Object.keys(described?.responses ?? {}).sort(), path).toEqual(
				[...new Set([...Object.keys(answers), ...errors.map(String), ...(body ? ['413', '415'] : []), '429'])].sort(),
			);
		}
	});

	it('refuses requests without an account, or without a licence where one is needed', async () => {
		for (const endpoint of calls) {
			const call = `${endpoint.method} ${endpoint.path}`;
			expect([call, (await send(endpoint, 'visitor')).status]).toEqual([call, 401]);
			const { status } = await send(endpoint, 'none');
			if (endpoint.access === 'licence') expect([call, status]).toEqual([call, 403]);
			else expect(status, call).not.toBe(403);
		}
	});

	it('answers what it says, for a sound question', async () => {
		for (const endpoint of calls) {
			const { status, body } = await send(endpoint, 'pro');
			const allowed = [...Object.keys(endpoint.answers), ...endpoint.errors.filter((s) => s === 403 || s === 404 || s === 409)].map(Number);
			const message = `${endpoint.method} ${endpoint.path}: ${status} ${JSON.stringify(body)?.slice(0, 200)}`;
			expect(allowed, message).toContain(status);
			const schema = endpoint.answers[status as 200];
			if (schema && body !== undefined) expect(schema.safeParse(body).error?.issues, message).toBeUndefined();
		}
	});

	it('refuses each parameter that is missing, null or unknown, and names it', async () => {
		for (const endpoint of calls) {
			for (const part of ['query', 'body'] as const) {
				const schema = endpoint[part] as Endpoint['query'];
				if (!schema) continue;
				const parameters = sound(endpoint, required(schema));
				for (const name of required(schema)) {
					const { [name]: _, ...without } = parameters;
					for (const faulty of [without, { ...parameters, [name]: null }]) {
						const { status, body } = await send(endpoint, 'pro', { [part]: faulty });
						expect([endpoint.path, status, body.errors], name).toEqual([
							endpoint.path,
							400,
							expect.arrayContaining([{ field: name, message: mustBeDefinedMessage(name) }]),
						]);
					}
				}
				for (const name of part === 'query' ? optional(schema) : []) {
					const { status, body } = await send(endpoint, 'pro', { query: { ...parameters, [name]: null } });
					expect([endpoint.path, status, body.errors], name).toEqual([
						endpoint.path,
						400,
						[{ field: name, message: cannotBeNullMessage(name) }],
					]);
				}
				expect((await send(endpoint, 'pro', { [part]: { ...parameters, nonsense: '1' } })).body.errors).toEqual([
					{ field: 'nonsense', message: 'The parameter nonsense is unknown.' },
				]);
			}
		}
	});
});
