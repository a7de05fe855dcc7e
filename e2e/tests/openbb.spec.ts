/** Other programs by personal key: OpenBB Workspace from its own site, and the examples of the documentation for Grafana and Home Assistant. */
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { parse } from 'yaml';
import { z } from 'zod';
import { expect, test } from '../fixtures.ts';
import { addKey } from '../personal-key.ts';
import { signIn } from '../readers.ts';

const GUIDE = readFileSync(join(import.meta.dirname, '../../docs/api.md'), 'utf8');

/**
 * The parts of OpenBB's references that are used here. OpenBB publishes no machine-readable schema: these are the types, values and limits of
 * https://docs.openbb.co/workspace/developers/json-specs/widgets-json-reference and .../apps-json-reference.
 */
const column = z.strictObject({
	field: z.string(),
	headerName: z.string(),
	cellDataType: z.enum(['text', 'number', 'boolean', 'date', 'dateString', 'object']),
	formatterFn: z.enum(['int', 'none', 'percent', 'normalized', 'normalizedPercent', 'dateToYear']).optional(),
	renderFn: z.enum(['greenRed', 'titleCase', 'hoverCard', 'cellOnClick', 'columnColor', 'showCellChange']).optional(),
	pinned: z.enum(['left', 'right']).optional(),
});
const widget = z.strictObject({
	name: z.string(),
	description: z.string(),
	endpoint: z.string(),
	category: z.string(),
	type: z.enum(['chart', 'table']),
	gridData: z.strictObject({ w: z.int().min(10).max(40), h: z.int().min(4).max(100) }),
	source: z.array(z.string()),
	refetchInterval: z.int().min(1_000),
	staleTime: z.int(),
	params: z.array(
		z.strictObject({
			paramName: z.string(),
			label: z.string(),
			description: z.string(),
			type: z.enum(['date', 'text', 'ticker', 'number', 'boolean', 'endpoint', 'form']),
			value: z.string().optional(),
			options: z.array(z.strictObject({ label: z.string(), value: z.string() })).optional(),
			optionsEndpoint: z.string().optional(),
		}),
	),
	data: z.strictObject({ table: z.strictObject({ showAll: z.boolean(), columnsDefs: z.array(column) }) }).optional(),
});
const widgets = z.record(z.string(), widget);
const apps = z.array(
	z.strictObject({
		name: z.string(),
		description: z.string(),
		img: z.url(),
		allowCustomization: z.boolean(),
		tabs: z.record(
			z.string(),
			z.strictObject({
				id: z.string(),
				name: z.string(),
				layout: z.array(z.strictObject({ i: z.string(), x: z.int(), y: z.int(), w: z.int(), h: z.int() })),
			}),
		),
		groups: z.array(z.never()),
	}),
);
const flat = z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()]));

test('OpenBB reads widgets, apps, and the data of each widget from its own site', async ({ page, running }) => {
	const { pool } = running.product.stores.records;
	const key = await addKey(pool, 'pro@demo.test', 'OpenBB', ['lists:read', 'account:read']);
	const elsewhere = createServer((_request, response) => response.writeHead(200, { 'content-type': 'text/html' }).end('<p>OpenBB</p>'));
	await new Promise<void>((listening) => elsewhere.listen(0, '127.0.0.1', listening));
	await page.goto(`http://127.0.0.1:${(elsewhere.address() as AddressInfo).port}/`);
	const read = (path: string, bearer = key): Promise<{ status: number; body: unknown; quota: string | null }> =>
		page.evaluate(
			async ([url, authorization]) => {
				const answer = await fetch(url as string, { headers: { authorization: authorization as string } });
				return { status: answer.status, body: await answer.json(), quota: answer.headers.get('ratelimit') };
			},
			[`${running.url}/api/openbb/${path}`, `Bearer ${bearer}`],
		);

	const shown = widgets.parse((await read('widgets.json')).body);
	const pages = apps.parse((await read('apps.json')).body);
	for (const { i } of pages.flatMap(({ tabs }) => Object.values(tabs)).flatMap(({ layout }) => layout))
		expect(Object.keys(shown)).toContain(i);

	const { body: filters } = await read('filters');
	const [first] = filters as { label: string; value: string }[];
	const { items } = await (
		await page.request.get(`${running.url}/api/tickers?max=1`, { headers: { authorization: `Bearer ${key}` } })
	).json();
	const values: Record<string, string | undefined> = { filter: first?.value, symbol: (items as { ticker: string }[])[0]?.ticker };
	for (const { endpoint, params, data } of Object.values(shown)) {
		const query = new URLSearchParams(params.map(({ paramName, value = '' }) => [paramName, values[paramName] ?? value]));
		const { status, body } = await read(`${endpoint}?${query}`);
		expect(status, endpoint).toBe(200);
		if (!data) {
			expect(body).toMatchObject({ data: [{ type: 'candlestick', x: expect.any(Array) }] });
			continue;
		}
		const rows = z.array(flat).min(1).parse(body);
		for (const { field, cellDataType } of data.table.columnsDefs) {
			const values = rows.map((row) => row[field]).filter((value) => value !== null);
			for (const value of values)
				expect([endpoint, field, typeof value]).toEqual([endpoint, field, cellDataType === 'number' ? 'number' : 'string']);
		}
	}
	expect(await read('list?tab=unknown')).toMatchObject({
		...{ status: 400, body: { errors: [{ field: 'tab_type' }] } },
		quota: expect.stringMatching(/^"key";r=\d+;t=\d+$/),
	});
	expect(await read('chart?symbol=NO-SUCH')).toMatchObject({ status: 404 });
	expect(await read('record?filter=0')).toMatchObject({ status: 404 });
	expect(await read('list', 'swk_unknown')).toMatchObject({ status: 401 });
	elsewhere.close();
});

test('OpenBB needs a key, also of a reader who is signed in', async ({ context, running }) => {
	await signIn(context, running, 'pro');
	expect((await context.request.get(`${running.url}/api/openbb/list`)).status()).toBe(401);
});

test('the examples for Grafana and Home Assistant find what they name', async ({ request, running }) => {
	const key = await addKey(running.product.stores.records.pool, 'pro@demo.test', 'Grafana', ['lists:read']);
	const read = async (url: string, authorization = `Bearer ${key}`): Promise<unknown> => {
		const answer = await request.get(running.url + url, { headers: { authorization } });
		expect(answer.status(), url).toBe(200);
		return answer.json();
	};
	const valueAt = (found: unknown, path: string): unknown =>
		path.split('.').reduce<unknown>((at, name) => (at as Record<string, unknown>)[name], found);

	const examples = [...GUIDE.matchAll(/^\| [^|]+ \| `(\/api\/[^`]+)` \| `([^`]+)` \|/gm)];
	expect(examples).toHaveLength(3);
	for (const [, url = '', path = ''] of examples) expect(valueAt(await read(url), path), `${url} ${path}`).toBeDefined();

	// Grafana fills in the times of its dashboard, with milliseconds.
	const [, timed = '', rows = ''] = /`(\/api\/\S+\$\{__from[^`]+)`, rows `(\w+)`/.exec(GUIDE) ?? [];
	const times = { from: '2026-06-29T14:00:00.000Z', to: '2026-06-29T18:00:00.000Z' };
	const reports = valueAt(await read(timed.replace(/\$\{__(from|to):date:iso\}/g, (_, name: 'from' | 'to') => times[name])), rows) as {
		report: string;
		price: number;
		rate: number;
	}[];
	expect(reports.length).toBeGreaterThan(2);
	for (const { report, price, rate } of reports) {
		expect(Date.parse(report)).toBeGreaterThanOrEqual(Date.parse(times.from));
		expect(Date.parse(report)).toBeLessThanOrEqual(Date.parse(times.to));
		expect([price, rate]).toEqual([expect.any(Number), expect.any(Number)]);
	}

	const { sensor } = parse(/```yaml\n([\s\S]*?)```/.exec(GUIDE)?.[1] ?? '');
	expect(sensor).toHaveLength(1);
	const { platform, resource, headers, value_template: template, scan_interval: interval } = sensor[0];
	expect([platform, interval]).toEqual(['rest', 900]);
	const { pathname, search } = new URL(resource);
	const [, field = ''] = /^\{\{ value_json\.(\w+) \}\}$/.exec(template) ?? [];
	expect(valueAt(await read(pathname + search, headers.Authorization.replace('swk_...', key)), field)).toEqual(expect.any(Number));
});
