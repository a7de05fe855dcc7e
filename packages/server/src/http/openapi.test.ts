import type { Endpoint } from '@sw/contract/base/define';
import { FIELD_DESCRIPTIONS } from '@sw/contract/field-descriptions';
import { contract } from '@sw/contract/index';
import { PARAMETER_DESCRIPTIONS } from '@sw/contract/parameter-descriptions';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ApiDocument, Operation, Parameter } from '../areas/operations/docs-page.ts';
import { createApp } from './app.ts';
import { HTTP_DEFAULTS } from './config.ts';
import { describeEndpoint, openApiDocument } from './openapi.ts';

/** Every call of the contract, with handlers that are never called. */
function wholeApp() {
	return createApp({
		config: { ...HTTP_DEFAULTS, origin: 'https://signals.example.com' },
		version: '1.2.3',
		areas: Object.values(contract).map((area) => ({
			area,
			handlers: Object.fromEntries(Object.keys(area).map((name) => [name, () => undefined])),
		})),
	});
}

interface JsonSchema {
	$ref?: string;
	type?: string | string[];
	description?: string;
	examples?: unknown[];
	properties?: object;
	items?: JsonSchema;
	anyOf?: JsonSchema[];
	enum?: unknown[];
	const?: unknown;
	format?: string;
	pattern?: string;
	minimum?: number;
	maximum?: number;
	minLength?: number;
	maxLength?: number;
}

/** Whether the value has no fields of its own: a scalar, or a list of scalars. */
function isLeaf({ $ref, type, items, anyOf, enum: values }: JsonSchema): boolean {
	if ($ref !== undefined || type === 'object') return false;
	if (anyOf) return anyOf.every(isLeaf);
	return type === 'array' ? items !== undefined && isLeaf(items) : type !== undefined || values !== undefined;
}

/** As far as the document's schemas go. */
function fits(schema: JsonSchema, value: unknown): boolean {
	const { type, items, anyOf, enum: values, const: only, format, pattern, minimum, maximum, minLength = 0, maxLength } = schema;
	if (anyOf) return anyOf.some((option) => fits(option, value));
	if (Array.isArray(type)) return type.some((one) => fits({ ...schema, type: one }, value));
	if (values) return values.includes(value);
	if (only !== undefined) return value === only;
	if (type === 'array') return Array.isArray(value) && (items === undefined || value.every((item) => fits(items, item)));
	if (type === 'string') {
		const isLong = String(value).length >= minLength && String(value).length <= (maxLength ?? Number.POSITIVE_INFINITY);
		const isFormed = pattern === undefined || format !== undefined || new RegExp(pattern, 'u').test(String(value));
		return typeof value === 'string' && isLong && isFormed;
	}
	if (type === 'integer' || type === 'number')
		return (
			Number(value) >= (minimum ?? -Infinity) && Number(value) <= (maximum ?? Infinity) && (type === 'number' || Number.isInteger(value))
		);
	return type === 'null' ? value === null : typeof value === type;
}

describe('the document of all calls', () => {
	let app: Awaited<ReturnType<typeof wholeApp>>;
	let document: ApiDocument;
	let operations: { path: string; operation: Operation }[];
	let parameters: { path: string; parameter: Parameter }[];
	beforeAll(async () => {
		app = await wholeApp();
		document = openApiDocument(app);
		operations = Object.entries(document.paths ?? {}).flatMap(([path, item]) =>
			Object.values(item as Record<string, Operation>).map((operation) => ({ path, operation })),
		);
		parameters = operations.flatMap(({ path, operation }) => (operation.parameters ?? []).map((parameter) => ({ path, parameter })));
	});
	afterAll(() => app.close());

	it('has every call under a name of its own, in a group that is explained', () => {
		expect(operations.length).toBe(Object.values(contract).flatMap((area) => Object.keys(area)).length);
		expect(new Set(operations.map(({ operation }) => operation.operationId)).size).toBe(operations.length);
		const groups = (document.tags ?? []).map(({ name }) => name);
		expect(new Set(operations.flatMap(({ operation }) => operation.tags ?? []))).toEqual(new Set(groups));
		for (const { path, operation } of operations) expect(operation.tags, path).toHaveLength(1);
		for (const { name, description } of document.tags ?? []) expect(description, name).toBeTruthy();
	});

	it('says of every parameter what it means, with an example that the call takes', () => {
		const silent = parameters.filter(({ parameter: { description, example } }) => !description || example === undefined);
		expect(silent.map(({ path, parameter }) => `${path} ${parameter.name}`)).toEqual([]);
		const schemas = new Map<string, Endpoint>();
		for (const area of Object.values(contract)) {
			for (const endpoint of Object.values<Endpoint>(area)) schemas.set(`${endpoint.method} ${endpoint.path}`, endpoint);
		}
		for (const [path, item] of Object.entries(document.paths ?? {})) {
			for (const [method, operation] of Object.entries(item as Record<string, Operation>)) {
				const endpoint = schemas.get(`${method.toUpperCase()} ${path}`) as Endpoint;
				for (const { name, in: place, example } of operation.parameters ?? []) {
					const part = { path: endpoint.params, query: endpoint.query, header: endpoint.headers }[place];
					const taken = part?.shape[name]?.safeParse(typeof example === 'number' ? String(example) : example);
					expect(taken?.error?.issues, `${method} ${path} ${name}`).toBeUndefined();
					expect(taken?.success).toBe(true);
				}
			}
		}
	});

	it('says which parameters and fields a call cannot do without', () => {
		const required = (shape: NonNullable<Endpoint['query']>['shape'] = {}): string[] =>
			Object.entries(shape)
				.filter(([, field]) => !(field as { safeParse(value: unknown): { success: boolean } }).safeParse(undefined).success)
				.map(([name]) => name);
		for (const { method, path, query, body } of Object.values(contract).flatMap((area) => Object.values<Endpoint>(area))) {
			const operation = (document.paths?.[path] as Record<string, Operation> | undefined)?.[method.toLowerCase()];
			const reported = (operation?.parameters ?? []).filter((one) => one.in === 'query' && one.required).map(({ name }) => name);
			expect(reported, `${method} ${path}`).toEqual(required(query?.shape));
			const [content] = Object.values(operation?.requestBody?.content ?? {});
			const fields = (content?.schema as { required?: string[] } | undefined)?.required ?? [];
			expect(new Set(fields), `${method} ${path}`).toEqual(new Set(required((body as Endpoint['query'])?.shape)));
		}
	});

	it('lists 413 and 415 for each call with a body, and how long a password may be', () => {
		const without = operations.filter(
			({ operation }) => operation.requestBody && !(operation.responses?.['413'] && operation.responses?.['415']),
		);
		expect(without.map(({ path }) => path)).toEqual([]);
		const lengths = (path: string, field: string): unknown[] => {
			const { post } = (document.paths?.[path] ?? {}) as Record<string, Operation>;
			const [content] = Object.values(post?.requestBody?.content ?? {});
			const { properties = {} } = (content?.schema ?? {}) as { properties?: Record<string, Record<string, unknown>> };
			return [properties[field]?.['minLength'], properties[field]?.['maxLength']];
		};
		expect(lengths('/api/auth/signup', 'password')).toEqual([10, 128]);
		expect(lengths('/api/auth/login', 'password')).toEqual([1, 128]);
		expect(lengths('/api/auth/signup', 'email')).toEqual([1, 256]);
	});

	it('describes every field of bodies and answers, those without fields of their own by an example that fits', () => {
		const silent: string[] = [];
		const names = new Set<string>();
		const walk = (node: unknown, at: string): void => {
			if (typeof node !== 'object' || node === null) return;
			for (const [key, value] of Object.entries(node)) {
				if (key === 'parameters' || key === 'examples') continue;
				if (key === 'properties') for (const [name, field] of Object.entries<JsonSchema>(value)) check(name, field, `${at}.${name}`);
				walk(value, key === 'properties' ? at : `${at}/${key}`);
			}
		};
		const check = (name: string, field: JsonSchema, at: string): void => {
			names.add(name);
			if (!field.description) silent.push(`${at}: no description`);
			// 'text' is the placeholder where neither the schema nor the description has an example.
			if (isLeaf(field) && !(field.examples ?? []).some((example) => fits(field, example) && ![example].flat().includes('text')))
				silent.push(`${at}: ${JSON.stringify(field).slice(0, 200)}`);
		};
		walk(document.paths, '');
		walk(document.components?.schemas, '');
		expect(silent).toEqual([]);
		expect(names.size).toBeGreaterThan(500);
		expect(Object.keys(FIELD_DESCRIPTIONS).filter((name) => !names.has(name))).toEqual([]);
	});

	it('has no words for parameters that no call knows', () => {
		const known = new Set(parameters.map(({ parameter }) => parameter.name));
		expect(Object.keys(PARAMETER_DESCRIPTIONS).filter((name) => !known.has(name))).toEqual([]);
		for (const [name, words] of Object.entries(PARAMETER_DESCRIPTIONS)) {
			for (const start of Object.keys(words).filter((key) => key.startsWith('/'))) {
				const fits = parameters.some(({ path, parameter }) => parameter.name === name && path.startsWith(start));
				expect(fits, `${name} below ${start}`).toBe(true);
			}
		}
	});

	it('says who may ask each call, and which key', () => {
		for (const { path, operation } of operations) expect(operation.description, path).toMatch(/(?:No authentication needed|Needs )/);
		expect(describeEndpoint(contract.signals.sectorChartExport)).toBe(
			'CSV, Excel (XLSX), JSON, Parquet or Arrow stream. The file contains its data dictionary; for CSV see /api/sector-charts/export/dictionary. Needs an account with a licence. A personal key needs the scope lists:read. At most 60 calls per minute.',
		);
		expect(describeEndpoint(contract.operations.settings)).toBe('Needs an administrator.');
	});

	it('names its server, its licence and the contact', () => {
		expect(document).toMatchObject({
			servers: [{ url: 'https://signals.example.com' }],
			info: { license: { identifier: 'Apache-2.0' }, contact: { url: 'https://signals.example.com/about' } },
		});
	});

	it('refers to shapes that are there, and gives lists of fixed places their length', () => {
		const text = JSON.stringify(document);
		const named = Object.keys(document.components?.schemas ?? {});
		expect(named).toEqual(expect.arrayContaining([...text.matchAll(/#\/components\/schemas\/(\w+)/g)].map(([, name]) => name)));
		expect(document.components?.schemas?.['BuiltInRecord']).toMatchObject({
			properties: { interval: { prefixItems: [{ type: 'number' }, { type: 'number' }], items: {}, minItems: 2, maxItems: 2 } },
		});
	});
});
