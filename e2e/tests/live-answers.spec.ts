/** Every GET call of the API description, answered by a running product: each answer and each example fits its schema. */
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import { expect, test } from '../fixtures.ts';
import { clearAccount, factsOf, seedTrader, signIn } from '../readers.ts';

interface Parameter {
	readonly name: string;
	readonly in: string;
	readonly required?: boolean;
	readonly example?: unknown;
}

interface Operation {
	readonly operationId: string;
	readonly parameters?: readonly Parameter[];
	readonly responses: Readonly<Record<string, { content?: Readonly<Record<string, { schema?: object }>> }>>;
}

interface Document {
	readonly paths: Readonly<Record<string, { get?: Operation }>>;
	readonly components?: object;
}

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

test('every GET call answers as the API description says', async ({ page, context, running }) => {
	await signIn(context, running, 'pro');
	await seedTrader(context, running);
	const facts = await factsOf(context, running);
	await signIn(context, running, 'admin');
	const document: Document = await (await page.request.get('/api/openapi.json')).json();
	const compile = validator(document);
	const values: Record<string, string> = { ...SOUND, date: facts.report, report: facts.report, time: facts.report };
	const faults: string[] = [];
	const statuses = new Map<string, number>();
	const listed = async (path: string): Promise<string | undefined> => {
		const answer = await page.request.get(path.slice(0, path.indexOf('/{id}')));
		const { items } = answer.ok() && answer.status() === 200 ? await answer.json() : { items: [] };
		return items?.[0]?.id?.toString();
	};
	const calls = Object.entries(document.paths).flatMap(([path, { get }]) => (get ? [{ path, get }] : []));
	// It signs out.
	calls.sort((a, b) => Number(a.path === '/logout') - Number(b.path === '/logout'));
	for (const { path, get } of calls) {
		const id =
			path.startsWith('/api/sector-charts/') || path.startsWith('/api/tickers/') ? '1' : path.includes('/{id}') ? await listed(path) : '';
		const givenFor = ({ name, example }: Parameter): string =>
			name === 'id' ? (id ?? String(example)) : (values[name] ?? String(example));
		const parameters = get.parameters ?? [];
		const filled = path.replace(/\{(\w+)\}/g, (_, name: string) =>
			encodeURIComponent(givenFor(parameters.find((one) => one.name === name) ?? { name, in: 'path' })),
		);
		const query = new URLSearchParams(
			parameters.filter((one) => one.in === 'query' && one.required).map((one) => [one.name, givenFor(one)] as [string, string]),
		);
		const answer = await page.request.get(query.size > 0 ? `${filled}?${query}` : filled, { maxRedirects: 0 });
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
	}
	await signIn(context, running, 'pro');
	await clearAccount(context, running);
	expect(faults).toEqual([]);
	const served = [...statuses].filter(([, status]) => status < 400);
	// The others have nothing to show in a fresh product, and say so.
	expect(served.length, [...statuses].filter(([, status]) => status >= 400).join(' ')).toBeGreaterThan(0.8 * statuses.size);

	const examples = withExamples(document);
	expect(examples.length).toBeGreaterThan(1_000);
	const wrong = examples.flatMap(({ schema, examples: given }) => {
		const isValid = compile(schema);
		return given.flatMap((example) =>
			isValid(example) ? [] : [`${JSON.stringify(example)}: ${JSON.stringify(isValid.errors?.slice(0, 2))}`],
		);
	});
	expect(wrong).toEqual([]);
});
