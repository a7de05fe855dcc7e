/** Every GET call of the API description, answered by a running product: each answer and each example fits its schema; PUT takes what GET gave. */

import type { APIRequestContext, APIResponse } from '@playwright/test';
import { SAMPLES } from '@sw/domain/previews/testing/samples';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import { expect, type RunningProduct, test } from '../fixtures.ts';
import { clearAccount, fetchFacts, seedTrader, signIn } from '../readers.ts';

interface Parameter {
	readonly name: string;
	readonly in: string;
	readonly required?: boolean;
	readonly example?: unknown;
}

interface Operation {
	readonly operationId: string;
	readonly description?: string;
	readonly parameters?: readonly Parameter[];
	readonly responses: Readonly<Record<string, { content?: Readonly<Record<string, { schema?: object }>> }>>;
}

interface Document {
	readonly paths: Readonly<Record<string, { get?: Operation; put?: Operation }>>;
	readonly components?: object;
}

/** Calls that have nothing to answer with in a fresh product, their status, and why. */
const EMPTY: Readonly<Record<string, readonly [status: number, why: string]>> = {
	oauthUrl: [404, 'no sign-in provider is configured'],
	message: [404, 'the first alert comes with a later report'],
	unsubscribePage: [404, 'only alert mails have the token'],
	order: [404, 'payments are not configured'],
	paymentNoticeOf: [404, 'the payment provider has sent none'],
	upload: [404, 'only a product of files takes uploads'],
	uploadRows: [404, 'only a product of files takes uploads'],
	alertPicture: [404, 'only messages have the signed token'],
	hub_poll: [404, 'it needs a negotiated connection'],
};

/** Values that the market of the journeys has, by the name of the parameter. */
const SOUND: Readonly<Record<string, string>> = {
	from: '2026-06-26',
	to: '2026-06-30',
	ticker_id: '1',
	ticker: '1',
	theme: 'dark',
};

/** A picture or video of any type. */
const ANY_FILE = 'application/octet-stream';

/** Schemas of a document refer to its components. */
function validator(document: Document): (schema: object) => ValidateFunction {
	const ajv = new Ajv2020({ strict: false, allErrors: true, validateFormats: false });
	ajv.addSchema({ $id: 'document', components: document.components ?? {} });
	const absolute = (node: unknown): unknown => {
		if (Array.isArray(node)) return node.map(absolute);
		if (typeof node !== 'object' || node === null) return node;
		const entries = Object.entries(node).map(([key, value]) => [
			key,
			key === '$ref' && typeof value === 'string' ? value.replace(/^#/, 'document#') : absolute(value),
		]);
		return Object.fromEntries(entries);
	};
	return (schema) => ajv.compile(absolute(schema) as object);
}

/** Each schema within another that has examples. */
function withExamples(node: unknown, found: { schema: object; examples: readonly unknown[] }[] = []): typeof found {
	if (Array.isArray(node)) for (const one of node) withExamples(one, found);
	else if (typeof node === 'object' && node !== null) {
		if ('examples' in node && Array.isArray(node.examples)) found.push({ schema: node, examples: node.examples });
		for (const [key, value] of Object.entries(node)) if (key !== 'examples') withExamples(value, found);
	}
	return found;
}

/** What a trader and an administrator have made, by the path of the call that reads it. */
interface Made {
	/** Values of the path's parameters. */
	readonly values: Readonly<Record<string, Readonly<Record<string, string>>>>;
	remove(): Promise<void>;
}

async function make(trader: APIRequestContext, admin: APIRequestContext, { url }: RunningProduct, filter: number): Promise<Made> {
	const headers = { origin: url };
	const changed = async (answer: APIResponse) => {
		expect([answer.url(), answer.status(), answer.ok() ? '' : await answer.text()]).toEqual([answer.url(), answer.status(), '']);
		return answer.status() === 204 ? undefined : answer.json();
	};
	const post = async (as: APIRequestContext, path: string, data: object = {}) => changed(await as.post(path, { data, headers }));
	const first = async (as: APIRequestContext, path: string) => (await changed(await as.get(path))).items[0];
	const question = {
		tab: 'free',
		timeframes: ['fifteen_minutes', 'thirty_minutes', 'one_hour'],
		filters: [{ sector: 'volume', timeframe: 'one_hour', value: 1 }],
	};
	const product = { name: 'Plan of the test', license: 'basic', period: 'month' };

	const list = await post(trader, '/api/watchlists', { name: 'Read by programs', text: '' });
	const { token } = await changed(await trader.patch(`/api/watchlists/${list.id}`, { data: { shared: true }, headers }));
	await post(trader, '/api/user-settings/sector-charts', {
		settings: [{ tab: 'free', timeframes: question.timeframes, settings: { sectors: 6 } }],
	});
	const search = await post(trader, '/api/signal-search-tasks', { ...question, name: 'Read by programs' });
	await expect.poll(async () => (await changed(await trader.get(`/api/signal-search-tasks/${search.id}`))).state).toBe('done');
	const part = await first(trader, '/api/signal-search-parts');
	await changed(await trader.put('/api/me/webhook', { data: { url: 'https://hooks.example.com/signals' }, headers }));
	await changed(await trader.put('/api/user-settings/levels/1', { data: { items: [{ kind: 'line', price: 100 }] }, headers }));
	const feed = await post(trader, `/api/filters/${filter}/address`);
	const plan = (await first(admin, '/api/products')) ?? (await post(admin, '/api/products', product));
	const change = await post(admin, '/api/script-params', { params: { chart_days: 16 } });
	const picture = { name: 'a.png', mimeType: 'image/png', buffer: Buffer.from(SAMPLES['image/png']) };
	const preview = await changed(await admin.post('/api/preview?ticker=AZO', { multipart: { file: picture }, headers }));
	const waiting = await post(trader, '/api/wait-list', { email: 'program@example.test', source: 'hunter' });
	const user = await first(admin, '/api/users');
	await post(trader, '/api/auth/signup', { email: 'program@example.test', password: 'correct horse battery' });
	await expect.poll(async () => (await changed(await admin.get('/api/outbox'))).total_count).toBeGreaterThan(0);
	const mail = await first(admin, '/api/outbox');
	const job = await first(admin, '/api/jobs');
	const id = (value: unknown) => ({ id: String(value) });
	return {
		values: {
			'/api/filters/{id}': id(filter),
			'/api/filters/{id}/proof': id(filter),
			'/api/filters/{id}/witnesses': id(filter),
			'/api/watchlists/{id}': id(list.id),
			'/api/watchlists/{id}/export': id(list.id),
			'/api/watchlists/shared/{token}': { token },
			'/api/signal-search-tasks/{id}': id(search.id),
			'/api/signal-search-parts/{id}': id(part.id),
			'/api/signal-search-parts/export': { task: String(search.id) },
			'/api/user-settings/levels/{id}': id(1),
			'/api/products/{id}': id(plan.id),
			'/api/script-params/{id}': id(change.id),
			'/api/preview/{id}': id(preview.id),
			'/api/wait-list/{email}': { email: waiting.email, source: waiting.source },
			'/api/users/{id}': id(user.user_id ?? user.id),
			'/api/users/{id}/sessions': id(user.user_id ?? user.id),
			'/api/outbox/{id}': id(mail.id),
			'/api/jobs/{id}': id(job.id),
			'/api/jobs/{id}/log': id(job.id),
			'/api/holidays/{date}': { date: '2026-07-03' },
			'/api/reports/day': { date: '2026-06-29' },
			'/feeds/{name}': { name: new URL(feed.json).pathname.replace('/feeds/', '') },
			'/oembed': { url: `${url}/ticker/1` },
		},
		remove: async () => {
			await admin.delete(`/api/script-params/${change.id}`, { headers });
			await admin.delete(`/api/preview/${preview.id}`, { headers });
			await admin.delete(`/api/wait-list/${waiting.email}?source=${waiting.source}`, { headers });
			await trader.delete(`/api/signal-search-tasks/${search.id}`, { headers });
			await trader.delete('/api/me/webhook', { headers });
			await trader.delete('/api/user-settings/sector-charts', { headers });
			await trader.put('/api/user-settings/levels/1', { data: { items: [] }, headers });
		},
	};
}

test('every GET call answers as the API description says, and PUT takes what GET gave', async ({ browser, context, running }) => {
	await signIn(context, running, 'pro');
	await seedTrader(context, running);
	const facts = await fetchFacts(context, running);
	const administrators = await browser.newContext({ baseURL: running.url });
	await signIn(administrators, running, 'admin');
	const [trader, admin] = [context.request, administrators.request];
	const document: Document = await (await admin.get('/api/openapi.json')).json();
	const compile = validator(document);
	const values: Record<string, string> = { ...SOUND, date: facts.report, report: facts.report, time: facts.report };
	const made = await make(trader, admin, running, facts.filter);
	const faults: string[] = [];
	const statuses = new Map<string, number>();
	const calls = Object.entries(document.paths).flatMap(([path, { get, put }]) => (get ? [{ path, get, put }] : []));
	// It signs out.
	calls.sort((a, b) => Number(a.path === '/logout') - Number(b.path === '/logout'));
	const sentBack: string[] = [];
	for (const { path, get, put } of calls) {
		const as = get.description?.includes('Needs an administrator.') ? admin : trader;
		const own: Readonly<Record<string, string>> = made.values[path] ?? {};
		const valueFor = ({ name, example }: Parameter): string =>
			own[name] ?? (name === 'id' && /^\/api\/(sector-charts|tickers)\//.test(path) ? '1' : (values[name] ?? String(example)));
		const parameters = get.parameters ?? [];
		const filled = path.replace(/\{(\w+)\}/g, (_, name: string) =>
			encodeURIComponent(valueFor(parameters.find((one) => one.name === name) ?? { name, in: 'path' })),
		);
		const query = new URLSearchParams(
			parameters
				.filter((one) => one.in === 'query' && (one.required || own[one.name] !== undefined))
				.map((one) => [one.name, valueFor(one)] as [string, string]),
		);
		const answer = await as.get(query.size > 0 ? `${filled}?${query}` : filled, { maxRedirects: 0 });
		const status = answer.status();
		statuses.set(get.operationId, status);
		const described = get.responses[String(status)];
		const type = (answer.headers()['content-type'] ?? '').split(';')[0] ?? '';
		if (!described) faults.push(`${get.operationId}: ${status} is not described: ${(await answer.text()).slice(0, 200)}`);
		else if (status === 200 && !described.content?.[type] && !described.content?.[ANY_FILE])
			faults.push(`${get.operationId}: ${type} is not described`);
		const schema = described?.content?.[type]?.schema;
		if (schema && type.includes('json')) {
			const isValid = compile(schema);
			if (!isValid(await answer.json())) faults.push(`${get.operationId} ${status}: ${JSON.stringify(isValid.errors?.slice(0, 3))}`);
		}
		if (!put || status !== 200) continue;
		const writer = put.description?.includes('Needs an administrator.') ? admin : trader;
		const back = await writer.put(filled, { data: await answer.json(), headers: { origin: running.url } });
		sentBack.push(path);
		// 304: nothing was changed.
		if (![200, 304].includes(back.status())) faults.push(`PUT ${path} refuses what GET gave: ${back.status()} ${await back.text()}`);
	}
	await signIn(context, running, 'pro');
	await made.remove();
	await clearAccount(context, running);
	await administrators.close();
	expect(faults).toEqual([]);
	expect(sentBack).toHaveLength(7);
	const refused = [...statuses].filter(([, status]) => status >= 400);
	expect(refused.sort()).toEqual(
		Object.entries(EMPTY)
			.map(([name, [status]]) => [name, status])
			.sort(),
	);

	const examples = withExamples(document);
	expect(examples.length).toBeGreaterThan(1_000);
	const wrong = examples.flatMap(({ schema, examples }) => {
		const isValid = compile(schema);
		return examples.flatMap((example) =>
			isValid(example) ? [] : [`${JSON.stringify(example)}: ${JSON.stringify(isValid.errors?.slice(0, 2))}`],
		);
	});
	expect(wrong).toEqual([]);
});
