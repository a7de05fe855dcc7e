import type { Endpoint } from '@sw/contract/base/define';
import { z } from 'zod';
import { BODIES, TEXTS, VALUES } from './values.ts';

/** A schema's definition, by the library's own names. */
interface SchemaInternals {
	def: {
		type: string;
		format?: string;
		in?: z.ZodType;
		out?: z.ZodType;
		innerType?: z.ZodType;
		element?: z.ZodType;
		options?: readonly z.ZodType[];
		entries?: Readonly<Record<string, unknown>>;
	};
	bag: { minimum?: number; maximum?: number; format?: string; [name: string]: unknown };
}

/** The limits of numbers in databases, JavaScript and the wire format. */
const EDGES = [0, 1, 2 ** 15, 2 ** 16, 2 ** 31 - 1, 2 ** 31, 2 ** 32 - 1, 2 ** 32, 2 ** 53 - 1, 2 ** 53, 2 ** 63, 2 ** 64];

const YEARS = ['0000', '0001', '0099', '1582', '1883', '1899', '1900', '1969', '1970', '2023', '2038', '2262', '2999', '3000', '9999'];

const DAYS = ['01-01', '02-28', '02-29', '12-31'];

const TIMES = ['T00:00:00Z', 'T23:59:59.999Z', 'T23:59:60Z', 'T24:00:00Z', 'T12:00:00.000000001Z'];

const FORMATS: Readonly<Record<string, () => string[]>> = {
	date: createDates,
	datetime: createInstants,
	uuid: () => ['00000000-0000-0000-0000-000000000000', 'ffffffff-ffff-ffff-ffff-ffffffffffff', '00000000-0000-1000-8000-000000000000'],
};

type Json = Readonly<Record<string, unknown>>;

/** Values required by rules beyond a schema, by field name. */
const SAMPLES_BY_NAME: Readonly<Record<string, (turn: number) => unknown>> = {
	email: (turn) => `fuzz${turn}@example.test`,
	password: () => 'correct horse battery',
	new_password: () => 'a quite different one',
	provider: () => 'unknown',
	redirect_url: () => 'http://localhost/oauth/unknown',
	date: () => '2026-06-30',
	from: () => '2026-06-29',
	to: () => '2026-06-30',
	time: () => '2026-06-30T15:45:00Z',
	timeframes: () => ['fifteen_minutes', 'thirty_minutes', 'one_hour'],
	ticker_id: () => 1,
	url: () => 'https://hooks.example.com/in',
	endpoint: (turn) => `https://fcm.googleapis.com/fcm/send/${turn}`,
	p256dh: () => `B${'A'.repeat(86)}`,
	auth: () => 'A'.repeat(22),
};

/** One call as sent, and its hostile part. */
export interface FuzzCall {
	method: string;
	url: string;
	headers: Record<string, string>;
	payload?: string;
	/** 'query.skip' */
	target: string;
	value: string;
}

let turn = 0;

/** Yields every hostile call of an endpoint. Each call has one hostile part; calls are grouped by that part. */
export function* createHostileCalls(endpoint: Endpoint): Generator<FuzzCall> {
	const hasBody = endpoint.body !== undefined;
	const createBaseParts = () => {
		turn++;
		const { params, query, body } = endpoint;
		return { params: createPart(params, turn), query: formatQuery(createPart(query, turn)), body: createPart(body, turn) };
	};
	const createCall = (
		target: string,
		value: unknown,
		parts: { path?: string; query?: string[]; payload?: string | undefined; type?: string | undefined; headers?: Record<string, string> },
	): FuzzCall => {
		const baseParts = createBaseParts();
		const query = parts.query ?? baseParts.query;
		const payload = 'payload' in parts ? parts.payload : hasBody ? JSON.stringify(baseParts.body) : undefined;
		const type = 'type' in parts ? parts.type : 'application/json';
		return {
			method: endpoint.method,
			url: (parts.path ?? fillPath(endpoint.path, baseParts.params)) + (query.length > 0 ? `?${query.join('&')}` : ''),
			headers: { ...(payload !== undefined && type !== undefined ? { 'content-type': type } : {}), ...parts.headers },
			...(payload === undefined ? {} : { payload }),
			target,
			value: abbreviate(value),
		};
	};

	yield createCall('nothing', 'the sample itself', {});
	for (const name of listFieldNames(endpoint.params)) {
		for (const text of [...TEXTS, ...createFieldValues(endpoint.params, name).map(asText)])
			yield createCall(`path.${name}`, text, { path: fillPath(endpoint.path, { ...createBaseParts().params, [name]: text }) });
	}
	for (const name of [...listFieldNames(endpoint.query), 'unknown_key']) {
		const otherPairs = () => createBaseParts().query.filter((pair) => !pair.startsWith(`${name}=`));
		for (const text of [...TEXTS, ...createFieldValues(endpoint.query, name).map(asText)])
			yield createCall(`query.${name}`, text, { query: [...otherPairs(), `${name}=${encode(text)}`] });
		yield createCall(`query.${name}`, 'twice', { query: [...otherPairs(), `${name}=1`, `${name}=2`] });
		yield createCall(`query.${name}`, 'a list', { query: [...otherPairs(), `${name}[]=a`, `${name}[]=`, `${name}[]=b`] });
		yield createCall(`query.${name}`, 'an object', { query: [...otherPairs(), `${name}[a]=b`] });
		yield createCall(`query.${name}`, 'no value', { query: [...otherPairs(), name] });
		yield createCall(`query.${name}`, 'broken escapes', { query: [...otherPairs(), `${name}=%E0%A4%A`] });
	}
	yield createCall('query', 'a thousand keys', { query: Array.from({ length: 1_000 }, (_, i) => `k${i}=v`) });
	for (const name of listFieldNames(endpoint.headers)) {
		for (const text of TEXTS.filter((t) => /^[\x20-\x7e]*$/.test(t)))
			yield createCall(`header.${name}`, text, { headers: { [name]: text } });
	}
	for (const name of [...listFieldNames(endpoint.body), ...(hasBody ? ['unknown_key'] : [])]) {
		for (const value of [...VALUES, ...createFieldValues(endpoint.body, name)])
			yield createCall(`body.${name}`, value, { payload: JSON.stringify({ ...createBaseParts().body, [name]: value }) });
		const { [name]: _, ...without } = createBaseParts().body;
		yield createCall(`body.${name}`, 'absent', { payload: JSON.stringify(without) });
		yield createCall(`body.${name}`, 'NaN', { payload: JSON.stringify({ ...createBaseParts().body, [name]: '@' }).replace('"@"', 'NaN') });
		yield createCall(`body.${name}`, 'twice', {
			payload: JSON.stringify(createBaseParts().body).replace(/\}$/, `,"${name}":1,"${name}":[]}`).replace('{,', '{'),
		});
	}
	if (endpoint.method !== 'GET') for (const [payload, type] of BODIES) yield createCall('body', `${type}: ${payload}`, { payload, type });
}

function encode(text: string): string {
	try {
		return encodeURIComponent(text);
	} catch {
		return '%ED%A0%80'; // half a character, which no client should be able to send
	}
}

function formatQuery(query: Readonly<Record<string, unknown>>): string[] {
	return Object.entries(query).flatMap(([key, value]) => [value].flat().map((item) => `${encode(key)}=${encode(String(item))}`));
}

function fillPath(path: string, params: Readonly<Record<string, unknown>>): string {
	return path.replace(/\{(\w+)\}/g, (_, name: string) => encode(String(params[name] ?? 'x')));
}

function abbreviate(value: unknown): string {
	const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? String(value));
	return text.length > 60 ? `${text.slice(0, 60)}… (${text.length})` : text;
}

function createSample(schema: Json, name: string, turn: number): unknown {
	const createKnown = SAMPLES_BY_NAME[name];
	if (createKnown) return createKnown(turn);
	const options = (schema['anyOf'] ?? schema['oneOf']) as Json[] | undefined;
	if (options?.[0]) return createSample(options[0], name, turn);
	if (Array.isArray(schema['enum'])) return schema['enum'][0];
	if ('const' in schema) return schema['const'];
	if (schema['type'] === 'object') return createObject(schema, turn);
	if (schema['type'] === 'array') return [createSample((schema['items'] ?? {}) as Json, name, turn)];
	if (schema['type'] === 'boolean') return true;
	if (schema['type'] === 'integer' || schema['type'] === 'number') return Math.max(1, Number(schema['minimum'] ?? 1));
	if (schema['format'] === 'uuid') return '00000000-0000-4000-8000-000000000000';
	if (schema['format'] === 'date-time') return '2026-06-30T15:45:00Z';
	if (schema['format'] === 'date') return '2026-06-30';
	return name === 'id' ? '1' : 'x';
}

/** An object with its required fields only. */
function createObject(schema: Json, turn: number): Record<string, unknown> {
	const required = (schema['required'] ?? []) as string[];
	const properties = (schema['properties'] ?? {}) as Record<string, Json>;
	return Object.fromEntries(required.map((name) => [name, createSample(properties[name] ?? {}, name, turn)]));
}

/** A valid or almost valid part of a call: required fields only. */
function createPart(schema: z.ZodType | undefined, turn: number): Record<string, unknown> {
	if (!schema) return {};
	const part = createSample(toJsonSchema(schema), '', turn);
	return typeof part === 'object' && part !== null ? (part as Record<string, unknown>) : {};
}

function toJsonSchema(schema: z.ZodType): Json {
	return z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as Json;
}

/** Names of all fields of a part. */
function listFieldNames(schema: z.ZodType | undefined): string[] {
	return schema ? Object.keys((toJsonSchema(schema)['properties'] ?? {}) as object) : [];
}

function createDates(): string[] {
	return YEARS.flatMap((year) => DAYS.map((day) => `${year}-${day}`));
}

function createInstants(): string[] {
	return createDates().flatMap((date, i) => [`${date}${TIMES[0]}`, `${date}${TIMES[i % TIMES.length]}`]);
}

function createLists(element: z.ZodType | undefined, { minimum, maximum }: SchemaInternals['bag']): unknown[] {
	const elementValues = element ? createBoundaryValues(element) : [];
	const filler = elementValues[0] ?? 'x';
	const sizes = [0, minimum, maximum, (maximum ?? 0) + 1].filter((size) => size !== undefined && size <= 2_000) as number[];
	return [...elementValues.map((value) => [value]), ...sizes.map((size) => new Array(size).fill(filler))];
}

/** Boundary values of a schema, by its type: on the boundary, just inside, just outside, and at the limits of the stores' types. */
function createBoundaryValues(schema: z.ZodType): unknown[] {
	const { def, bag } = getInternals(schema);
	switch (def.type) {
		case 'number':
			return createNumbers(bag);
		case 'string':
			return createTexts({ ...bag, ...(def.format === undefined ? {} : { format: def.format }) });
		case 'array':
			return createLists(def.element, bag);
		case 'enum':
			return Object.values(def.entries ?? {}).flatMap((value) => [value, `${value}x`, String(value).toUpperCase()]);
		case 'union':
			return (def.options ?? []).flatMap(createBoundaryValues);
		case 'pipe':
			return [...(def.in ? createBoundaryValues(def.in) : []), ...(def.out ? createBoundaryValues(def.out) : [])];
		default:
			return def.innerType ? createBoundaryValues(def.innerType) : [];
	}
}

/** Exactly the maximum length and one more, of characters of one, two and four bytes. */
function createTexts({ minimum, maximum, format }: SchemaInternals['bag']): string[] {
	const lengths = [minimum, maximum].flatMap((bound) => (bound === undefined || bound > 100_000 ? [] : [bound - 1, bound, bound + 1]));
	const sized = lengths.filter((length) => length >= 0).flatMap((length) => ['x', 'é', '🐎'].map((character) => character.repeat(length)));
	return [...sized, ...(FORMATS[format ?? '']?.() ?? [])];
}

function createNumbers({ minimum, maximum }: SchemaInternals['bag']): number[] {
	return [
		...EDGES,
		...EDGES.map((edge) => -edge),
		...[minimum, maximum].flatMap((bound) => (bound === undefined ? [] : [bound - 1, bound, bound + 1, bound + 0.5])),
		Number.MIN_VALUE,
		Number.MAX_VALUE,
	];
}

function getInternals(schema: z.ZodType): SchemaInternals {
	return (schema as z.ZodType & { _zod: SchemaInternals })._zod;
}

/** Boundary values of one field of a call's part. */
function createFieldValues(part: z.ZodType | undefined, name: string): unknown[] {
	const field = part && findFields(part)[name];
	return field ? createBoundaryValues(field) : [];
}

/** The fields of an object, also behind a default, a refinement or a union. */
function findFields(schema: z.ZodType): Readonly<Record<string, z.ZodType>> {
	const { def } = getInternals(schema);
	if (def.type === 'object') return (schema as z.ZodObject).shape as Record<string, z.ZodType>;
	const parts = [def.in, def.out, def.innerType, ...(def.options ?? [])];
	return Object.assign({}, ...parts.map((part) => (part ? findFields(part) : {})));
}

/** In the format of a path or query. */
function asText(value: unknown): string {
	return Array.isArray(value) ? value.map(String).join(',') : String(value);
}
