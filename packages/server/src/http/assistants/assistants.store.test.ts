import type { Client } from '@modelcontextprotocol/sdk/client/index.js';
import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js';
import { isTool } from '@sw/contract/assistant-tools';
import type { ProblemBody } from '@sw/contract/base/errors';
import { contract } from '@sw/contract/index';
import { KEY_CALLS_PER_WINDOW, KEY_SCOPES, type KeyScope } from '@sw/domain/access/api-key';
import type { User } from '@sw/domain/access/user';
import { DAY, MINUTE } from '@sw/domain/time/units';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ORIGIN } from '../../areas/accounts/testing/account-app.ts';
import { loadAssistantRoutes } from '../../compose/assistants.ts';
import { type AssistantApp, assistantApp } from '../../compose/testing/assistant-app.ts';
import { ASSISTANTS_PATH } from './assistants.ts';

let on: AssistantApp;
beforeAll(async () => {
	on = await assistantApp();
});
afterAll(() => on[Symbol.asyncDispose]());

const calls = Object.values(contract).flatMap((area) => Object.entries(area));
/** What the paths of tools take. */
const IN_PATH: Readonly<Record<string, unknown>> = { id: 1, date: '2026-01-05' };

function pathArguments(name: string): Record<string, unknown> {
	const path = calls.find(([call]) => call === name)?.[1].path ?? '';
	return Object.fromEntries([...path.matchAll(/\{(\w+)\}/g)].map(([, field = '']) => [field, IN_PATH[field]]));
}

const ask = async (client: Client, name: string, args: Record<string, unknown> = pathArguments(name)) => {
	const { content, isError } = (await client.callTool({ name, arguments: args })) as CallToolResult;
	const [first] = content;
	return { isError, body: JSON.parse(first?.type === 'text' ? first.text : '') as Partial<ProblemBody> & Record<string, unknown> };
};

/** A message in its wire format. */
function send(key: string | undefined, payload: unknown, headers: Record<string, string> = {}, method = 'POST') {
	return on.at.app.inject({
		method: method as 'POST',
		url: ASSISTANTS_PATH,
		headers: {
			accept: 'application/json, text/event-stream',
			'content-type': 'application/json',
			...(key === undefined ? {} : { authorization: `Bearer ${key}` }),
			...headers,
		},
		...(payload === undefined ? {} : { payload: typeof payload === 'string' ? payload : JSON.stringify(payload) }),
	});
}

function message(method: string, params: unknown = {}, id: unknown = 1) {
	return { jsonrpc: '2.0', id, method, params };
}

const toolCall = (name: string, args: Record<string, unknown> = {}) => message('tools/call', { name, arguments: args });
const LIST = message('tools/list');

describe('the way of assistants', () => {
	it('is not there unless it is switched on', async () => {
		const guard = on.at.accounts.guard;
		expect(await loadAssistantRoutes({ assistants: false, origin: ORIGIN }, guard)).toEqual([]);
		expect(await loadAssistantRoutes({ assistants: true, origin: ORIGIN }, guard)).toHaveLength(1);
	});

	it('names every tool of the contract to the official client, with its parameters and what they mean', async () => {
		const { key } = await on.addAccountWithKey({ license: 'pro' }, ['lists:read']);
		const client = await on.connectClient(key);
		expect(client.getServerVersion()).toMatchObject({ name: 'signalwheel', version: '1' });
		expect(client.getInstructions()).toContain('never advice');
		const { tools } = await client.listTools();
		expect(tools.map(({ name }) => name)).toEqual(calls.filter(([name, endpoint]) => isTool(name, endpoint)).map(([name]) => name));
		for (const { name, description, inputSchema, annotations } of tools) {
			expect(description, name).toMatch(/\. Needs (a signed-in account|an account with a licence)\./);
			expect(annotations, name).toMatchObject({ readOnlyHint: true });
			for (const [field, schema] of Object.entries(inputSchema.properties ?? {}))
				expect((schema as { description?: string }).description, `${name} ${field}`).toBeTruthy();
		}
		expect(tools.find(({ name }) => name === 'charts')?.inputSchema).toMatchObject({
			required: ['ticker_id'],
			properties: { ticker_id: { type: 'integer', description: expect.stringContaining('Permanent id of a ticker') } },
		});
		expect(JSON.stringify(tools).length).toBeLessThan(60_000);
	});

	it('answers with the current instant, the market and the required notes', async () => {
		const { key } = await on.addAccountWithKey({ license: 'pro' }, ['lists:read']);
		expect(await ask(await on.connectClient(key), 'tickers', { part: 'AB' })).toEqual({
			isError: undefined,
			body: {
				as_of: '2026-06-30T15:45:00Z',
				market: { name: 'Simulated market', now: '2026-06-30T15:45:00Z', newest_report: null },
				notes: ['Simulated market: tickers, prices and reports are invented.'],
				answer: { total_count: 0, items: [] },
			},
		});
	});

	it('reports a wrong argument in the words of the API call', async () => {
		const { key } = await on.addAccountWithKey({ license: 'pro' }, ['lists:read']);
		const client = await on.connectClient(key);
		expect(await ask(client, 'tickers', { max: 1_000, nonsense: 1 })).toMatchObject({
			isError: true,
			body: { status: 400, errors: [{ field: 'max' }, { field: 'nonsense', message: 'The parameter nonsense is unknown.' }] },
		});
		expect(await ask(client, 'ticker', { id: '../users' })).toMatchObject({
			isError: true,
			body: { status: 400, errors: [{ field: 'id' }] },
		});
		await expect(client.callTool({ name: 'users', arguments: {} })).rejects.toThrow('Unknown tool');
	});
});

describe('access of assistants', () => {
	const KINDS: Readonly<Record<string, Partial<User>>> = {
		unconfirmed: { status: 'unconfirmed', confirmedAt: null, license: 'pro' },
		'no licence': {},
		'an ended licence': { license: 'pro', licenseExpires: Date.UTC(2026, 5, 30, 15, 44) as never },
		basic: { license: 'basic' },
		premium: { license: 'premium' },
		pro: { license: 'pro' },
		admin: { role: 'admin' },
	};

	it.each(Object.keys(KINDS))('is for %s what the same key gets from outside, tool by tool and scope by scope', async (kind) => {
		const licensed = ['basic', 'premium', 'pro', 'admin'].includes(kind);
		for (const scopes of [...KEY_SCOPES.map((scope): KeyScope[] => [scope]), [...KEY_SCOPES]]) {
			const { key } = await on.addAccountWithKey(KINDS[kind] ?? {}, scopes);
			const client = await on.connectClient(key);
			const { tools } = await client.listTools();
			for (const { name } of tools) {
				const endpoint = calls.find(([call]) => call === name)?.[1];
				const { isError, body } = await ask(client, name);
				const outside = await on.at.app.inject({
					method: endpoint?.method ?? 'GET',
					url: (endpoint?.path ?? '').replace(/\{(\w+)\}/g, (_: string, field: string) => String(IN_PATH[field])),
					headers: { authorization: `Bearer ${key}` },
					...(endpoint?.method === 'POST' ? { payload: {} } : {}),
				});
				const reported = `${name} by a key of ${kind} with ${scopes}`;
				if (outside.statusCode < 400) expect({ reported, isError }).toEqual({ reported, isError: undefined });
				else expect({ reported, isError, body }).toEqual({ reported, isError: true, body: outside.json() });
				const opens = endpoint?.scope !== undefined && scopes.includes(endpoint.scope) && (endpoint.access === 'user' || licensed);
				if (!opens && kind !== 'unconfirmed') expect({ reported, status: outside.statusCode }).toEqual({ reported, status: 403 });
			}
		}
	});

	it('says which scope or licence is needed', async () => {
		const beyond = await on.connectClient((await on.addAccountWithKey({ license: 'pro' }, ['lists:read'])).key);
		expect((await ask(beyond, 'messages')).body).toEqual({
			status: 403,
			title: 'Access to specified resource is denied',
			detail: 'This call needs a key with the scope account:read',
			errors: [],
		});
		const ended = await on.connectClient((await on.addAccountWithKey(KINDS['an ended licence'] ?? {}, ['lists:read'])).key);
		expect((await ask(ended, 'sectorCharts')).body).toMatchObject({ status: 403, detail: 'A licence is needed: see /prices' });
	});

	it('ends with the key: revoked, past its end, or of a blocked account', async () => {
		const admin = (await on.at.createSignedInUser({ role: 'admin' })).browser;
		const { records, hooks } = { records: on.at.accounts.context.records, hooks: on.at.accounts.hooks };
		const ends: ((made: Awaited<ReturnType<AssistantApp['addAccountWithKey']>>) => Promise<unknown>)[] = [
			async ({ id, user }) => {
				await records.removeKey(id, user.id);
			},
			({ user }) => admin.send('PATCH', `/api/users/${user.id}`, { status: 'blocked' }),
		];
		for (const end of ends) {
			const made = await on.addAccountWithKey({ license: 'pro' }, ['lists:read']);
			const client = await on.connectClient(made.key);
			expect((await ask(client, 'tickers')).isError).toBeUndefined();
			await end(made);
			await expect(ask(client, 'tickers')).rejects.toMatchObject({ code: 401 });
			await expect(on.connectClient(made.key)).rejects.toMatchObject({ code: 401 });
		}
		const { key } = await on.addAccountWithKey({ license: 'pro' }, ['lists:read']);
		on.at.clock.forward(DAY);
		const past = await send(key, LIST);
		expect(past.statusCode).toBe(401);
		expect(past.json().detail).toBe('This key has expired: create a new one in your profile.');
		on.at.clock.forward(-DAY);
		await hooks.sweep();
	});

	it('is by a key alone: no cookie, no other scheme and no unknown key opens it', async () => {
		const { browser } = await on.at.createSignedInUser({ license: 'pro' });
		const cookie = [...browser.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
		for (const headers of [{ cookie }, {}, { authorization: 'Basic YTpi', cookie }, { authorization: 'Bearer swk_nobody', cookie }]) {
			const answer = await send(undefined, LIST, headers as Record<string, string>);
			expect([answer.statusCode, answer.headers['www-authenticate']]).toEqual([401, 'Bearer']);
			expect(answer.json().detail).not.toBe('');
		}
	});
});

describe('limits of assistants', () => {
	it('count a tool call once, as it is counted from outside, and messages that ask nothing not at all', async () => {
		const { key } = await on.addAccountWithKey({ license: 'pro' }, ['lists:read']);
		expect((await send(key, LIST)).headers['ratelimit']).not.toContain('key');
		const first = await send(key, toolCall('tickers'));
		expect(first.headers['ratelimit']).toBe(`"key";r=${KEY_CALLS_PER_WINDOW - 1};t=60`);
		const outside = await on.at.app.inject({ url: '/api/tickers', headers: { authorization: `Bearer ${key}` } });
		expect(outside.headers['ratelimit']).toBe(`"key";r=${KEY_CALLS_PER_WINDOW - 2};t=60`);
		for (let n = 2; n < KEY_CALLS_PER_WINDOW; n++) await send(key, toolCall('tickers'));
		const stopped = await send(key, toolCall('tickers'));
		expect([stopped.statusCode, stopped.headers['retry-after']]).toEqual([200, '60']);
		const { result } = stopped.json() as { result: CallToolResult };
		expect(result.isError).toBe(true);
		expect(JSON.stringify(result.content)).toContain('Too many requests, try again in 60 s');
		on.at.clock.forward(MINUTE);
		expect((await send(key, toolCall('tickers'))).json().result.isError).toBeUndefined();
	});

	it('hold for messages of one address', async () => {
		await using few = await assistantApp(3);
		const { key } = await few.addAccountWithKey({ license: 'pro' }, ['lists:read']);
		const post = () =>
			few.at.app.inject({
				method: 'POST',
				url: ASSISTANTS_PATH,
				headers: { accept: 'application/json, text/event-stream', authorization: `Bearer ${key}` },
				payload: LIST,
			});
		const statuses = [];
		for (let n = 0; n < 4; n++) statuses.push((await post()).statusCode);
		expect(statuses).toEqual([200, 200, 200, 429]);
	});
});

describe('a hostile message', () => {
	const deep = `${'['.repeat(20_000)}${']'.repeat(20_000)}`;
	const wire = (text: string): string => text;
	it.each<[string, unknown, number, Record<string, string>?, string?]>([
		['from a page of another site', LIST, 403, { origin: 'https://evil.example' }],
		['from a page that has given itself our address', LIST, 403, { origin: 'http://evil.example:8080', host: 'evil.example:8080' }],
		['from a page without an origin of its own', LIST, 403, { origin: 'null' }],
		['as a batch', [LIST, LIST], 400],
		['as an empty batch', [], 400],
		['of no JSON', wire('{"jsonrpc":'), 400],
		['of nothing', undefined, 400],
		['that is null', wire('null'), 400],
		['that is a text', wire('"tools/list"'), 400],
		['without a version', { id: 1, method: 'tools/list' }, 400],
		['that would change every object', wire('{"jsonrpc":"2.0","id":1,"method":"tools/list","__proto__":{"admin":true}}'), 400],
		[
			'as deep as it is long',
			wire(`{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"tickers","arguments":{"part":${deep}}}}`),
			200,
		],
		['longer than is read', { ...LIST, params: { text: 'x'.repeat(64 * 1024) } }, 413],
		['as a form', wire('jsonrpc=2.0'), 415, { 'content-type': 'application/x-www-form-urlencoded' }],
		['that takes no answer of either kind', LIST, 406, { accept: 'text/html' }],
		['of an unknown protocol version', LIST, 400, { 'mcp-protocol-version': '1999-01-01' }],
		['that names another method of HTTP', undefined, 405, {}, 'GET'],
		['that would end a session', undefined, 405, {}, 'DELETE'],
		['of a method that there is not', message('resources/list'), 200],
		['that names a tool like a field of every object', toolCall('__proto__'), 200],
		['that names no tool', message('tools/call', {}), 200],
		['with arguments that are a list', message('tools/call', { name: 'tickers', arguments: [1] }), 200],
		['with an argument that is an object', toolCall('tickers', { part: { $gt: '' } }), 200],
		['with an argument of another path', toolCall('ticker', { id: '..' }), 200],
		['with a NUL in a text', toolCall('tickers', { part: 'A\0' }), 200],
		[
			'with half a character',
			wire('{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"tickers","arguments":{"part":"\\ud800"}}}'),
			200,
		],
		['with an unknown session', LIST, 200, { 'mcp-session-id': 'a' }],
		['with an id of another kind', { ...LIST, id: { a: 1 } }, 400],
	])('%s is refused, with a sentence and without harm', async (_, payload, status, headers = {}, method = 'POST') => {
		const { key } = await on.addAccountWithKey({ license: 'pro' }, ['lists:read']);
		const answer = await send(key, payload, headers, method);
		expect(answer.statusCode, answer.body).toBe(status);
		const body = answer.json() as { detail?: string; error?: { message: string }; result?: CallToolResult & { tools?: unknown } };
		const sentence = body.detail ?? body.error?.message ?? (body.result?.isError ? JSON.stringify(body.result.content) : body.result);
		expect(sentence).toBeTruthy();
		expect(answer.body).not.toMatch(/\n\s+at |node_modules/);
		expect(({} as { admin?: boolean }).admin).toBeUndefined();
		expect((await send(key, LIST)).statusCode).toBe(200);
	});

	it('that is only a notification is accepted without a response', async () => {
		const { key } = await on.addAccountWithKey({ license: 'pro' }, ['lists:read']);
		const answer = await send(key, { jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 1 } });
		expect([answer.statusCode, answer.body]).toEqual([202, '']);
	});
});
