import type { Endpoint } from '@sw/contract/base/define';
import { z } from 'zod';
import { BODIES, TEXTS, VALUES } from './values.ts';

/** A schema's definition, by the library's own names. */
interface Inner {
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
	date: dates,
	datetime: instants,
	uuid: () => ['00000000-0000-0000-0000-000000000000', 'ffffffff-ffff-ffff-ffff-ffffffffffff', '00000000-0000-1000-8000-000000000000'],
};

type Json = Readonly<Record<string, unknown>>;

/** Values required by rules beyond a schema, by field name. */
const BY_NAME: Readonly<Record<string, (turn: number) => unknown>> = {
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

/** Every hostile call of an endpoint, one fault at a time, by fault. */
export function* hostileCalls(endpoint: Endpoint): Generator<FuzzCall> {
	const hasBody = endpoint.body !== undefined;
	const base = () => {
		turn++;
		const { params, query, body } = endpoint;
		return { params: sample(params, turn), query: queryWith(sample(query, turn)), body: sample(body, turn) };
	};
	const make = (
		target: string,
		value: unknown,
		parts: { path?: string; query?: string[]; payload?: string | undefined; type?: string | undefined; headers?: Record<string, string> },
	): FuzzCall => {
		const usual = base();
		const query = parts.query ?? usual.query;
		const payload = 'payload' in parts ? parts.payload : hasBody ? JSON.stringify(usual.body) : undefined;
		const type = 'type' in parts ? parts.type : 'application/json';
		return {
			method: endpoint.method,
			url: (parts.path ?? pathWith(endpoint.path, usual.params)) + (query.length > 0 ? `?${query.join('&')}` : ''),
			headers: { ...(payload !== undefined && type !== undefined ? { 'content-type': type } : {}), ...parts.headers },
			...(payload === undefined ? {} : { payload }),
			target,
			value: shown(value),
		};
	};

	yield make('nothing', 'the sample itself', {});
	for (const name of fieldsOf(endpoint.params)) {
		for (const text of [...TEXTS, ...edgesOf(endpoint.params, name).map(asText)])
			yield make(`path.${name}`, text, { path: pathWith(endpoint.path, { ...base().params, [name]: text }) });
	}
	for (const name of [...fieldsOf(endpoint.query), 'unknown_key']) {
		const otherPairs = () => base().query.filter((pair) => !pair.startsWith(`${name}=`));
		for (const text of [...TEXTS, ...edgesOf(endpoint.query, name).map(asText)])
			yield make(`query.${name}`, text, { query: [...otherPairs(), `${name}=${encode(text)}`] });
		yield make(`query.${name}`, 'twice', { query: [...otherPairs(), `${name}=1`, `${name}=2`] });
		yield make(`query.${name}`, 'a list', { query: [...otherPairs(), `${name}[]=a`, `${name}[]=`, `${name}[]=b`] });
		yield make(`query.${name}`, 'an object', { query: [...otherPairs(), `${name}[a]=b`] });
		yield make(`query.${name}`, 'no value', { query: [...otherPairs(), name] });
		yield make(`query.${name}`, 'broken escapes', { query: [...otherPairs(), `${name}=%E0%A4%A`] });
	}
	yield make('query', 'a thousand keys', { query: Array.from({ length: 1_000 }, (_, i) => `k${i}=v`) });
	for (const name of fieldsOf(endpoint.headers)) {
		for (const text of TEXTS.filter((t) => /^[\x20-\x7e]*$/.test(t))) yield make(`header.${name}`, text, { headers: { [name]: text } });
	}
	for (const name of [...fieldsOf(endpoint.body), ...(hasBody ? ['unknown_key'] : [])]) {
		for (const value of [...VALUES, ...edgesOf(endpoint.body, name)])
			yield make(`body.${name}`, value, { payload: JSON.stringify({ ...base().body, [name]: value }) });
		const { [name]: _, ...without } = base().body;
		yield make(`body.${name}`, 'absent', { payload: JSON.stringify(without) });
		yield make(`body.${name}`, 'NaN', { payload: JSON.stringify({ ...base().body, [name]: '@' }).replace('"@"', 'NaN') });
		yield make(`body.${name}`, 'twice', {
			payload: JSON.stringify(base().body).replace(/\}$/, `,"${name}":1,"${name}":[]}`).replace('{,', '{'),
		});
	}
	if (endpoint.method !== 'GET') for (const [payload, type] of BODIES) yield make('body', `${type}: ${payload}`, { payload, type });
}

function encode(text: string): string {
	try {
		return encodeURIComponent(text);
	} catch {
		return '%ED%A0%80'; // half a character, which no client should be able to send
	}
}

function queryWith(query: Readonly<Record<string, unknown>>): string[] {
	return Object.entries(query).flatMap(([key, value]) => [value].flat().map((one) => `${encode(key)}=${encode(String(one))}`));
}

function pathWith(path: string, params: Readonly<Record<string, unknown>>): string {
	return path.replace(/\{(\w+)\}/g, (_, name: string) => encode(String(params[name] ?? 'x')));
}

function shown(value: unknown): string {
	const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? String(value));
	return text.length > 60 ? `${text.slice(0, 60)}… (${text.length})` : text;
}

function ofSchema(schema: Json, name: string, turn: number): unknown {
	const known = BY_NAME[name];
	if (known) return known(turn);
	const options = (schema['anyOf'] ?? schema['oneOf']) as Json[] | undefined;
	if (options?.[0]) return ofSchema(options[0], name, turn);
	if (Array.isArray(schema['enum'])) return schema['enum'][0];
	if ('const' in schema) return schema['const'];
	if (schema['type'] === 'object') return objectOf(schema, turn);
	if (schema['type'] === 'array') return [ofSchema((schema['items'] ?? {}) as Json, name, turn)];
	if (schema['type'] === 'boolean') return true;
	if (schema['type'] === 'integer' || schema['type'] === 'number') return Math.max(1, Number(schema['minimum'] ?? 1));
	if (schema['format'] === 'uuid') return '00000000-0000-4000-8000-000000000000';
	if (schema['format'] === 'date-time') return '2026-06-30T15:45:00Z';
	if (schema['format'] === 'date') return '2026-06-30';
	return name === 'id' ? '1' : 'x';
}

/** Required fields. */
function objectOf(schema: Json, turn: number): Record<string, unknown> {
	const required = (schema['required'] ?? []) as string[];
	const properties = (schema['properties'] ?? {}) as Record<string, Json>;
	return Object.fromEntries(required.map((name) => [name, ofSchema(properties[name] ?? {}, name, turn)]));
}

/** A valid or almost valid part of a call: required fields only. */
function sample(schema: z.ZodType | undefined, turn: number): Record<string, unknown> {
	if (!schema) return {};
	const made = ofSchema(jsonOf(schema), '', turn);
	return typeof made === 'object' && made !== null ? (made as Record<string, unknown>) : {};
}

function jsonOf(schema: z.ZodType): Json {
	return z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as Json;
}

/** Names of all fields of a part. */
function fieldsOf(schema: z.ZodType | undefined): string[] {
	return schema ? Object.keys((jsonOf(schema)['properties'] ?? {}) as object) : [];
}

function dates(): string[] {
	return YEARS.flatMap((year) => DAYS.map((day) => `${year}-${day}`));
}

function instants(): string[] {
	return dates().flatMap((date, i) => [`${date}${TIMES[0]}`, `${date}${TIMES[i % TIMES.length]}`]);
}

function lists(element: z.ZodType | undefined, { minimum, maximum }: Inner['bag']): unknown[] {
	const inside = element ? boundariesOf(element) : [];
	const one = inside[0] ?? 'x';
	const sizes = [0, minimum, maximum, (maximum ?? 0) + 1].filter((size) => size !== undefined && size <= 2_000) as number[];
	return [...inside.map((value) => [value]), ...sizes.map((size) => new Array(size).fill(one))];
}

/** Boundary values of a schema, by its type: on the boundary, just inside, just outside, and at the limits of the stores' types. */
function boundariesOf(schema: z.ZodType): unknown[] {
	const { def, bag } = innerOf(schema);
	switch (def.type) {
		case 'number':
			return numbers(bag);
		case 'string':
			return texts({ ...bag, ...(def.format === undefined ? {} : { format: def.format }) });
		case 'array':
			return lists(def.element, bag);
		case 'enum':
			return Object.values(def.entries ?? {}).flatMap((value) => [value, `${value}x`, String(value).toUpperCase()]);
		case 'union':
			return (def.options ?? []).flatMap(boundariesOf);
		case 'pipe':
			return [...(def.in ? boundariesOf(def.in) : []), ...(def.out ? boundariesOf(def.out) : [])];
		default:
			return def.innerType ? boundariesOf(def.innerType) : [];
	}
}

/** Exactly the maximum length and one more, of characters of one, two and four bytes. */
function texts({ minimum, maximum, format }: Inner['bag']): string[] {
	const lengths = [minimum, maximum].flatMap((bound) => (bound === undefined || bound > 100_000 ? [] : [bound - 1, bound, bound + 1]));
	const sized = lengths.filter((length) => length >= 0).flatMap((length) => ['x', 'é', '🐎'].map((one) => one.repeat(length)));
	return [...sized, ...(FORMATS[format ?? '']?.() ?? [])];
}

function numbers({ minimum, maximum }: Inner['bag']): number[] {
	return [
		...EDGES,
		...EDGES.map((edge) => -edge),
		...[minimum, maximum].flatMap((bound) => (bound === undefined ? [] : [bound - 1, bound, bound + 1, bound + 0.5])),
		Number.MIN_VALUE,
		Number.MAX_VALUE,
	];
}

function innerOf(schema: z.ZodType): Inner {
	return (schema as z.ZodType & { _zod: Inner })._zod;
}

/** Boundary values of one field of a call's part. */
function edgesOf(part: z.ZodType | undefined, name: string): unknown[] {
	const field = part && fieldsIn(part)[name];
	return field ? boundariesOf(field) : [];
}

/** The fields of an object, also behind a default, a refinement or a union. */
function fieldsIn(schema: z.ZodType): Readonly<Record<string, z.ZodType>> {
	const { def } = innerOf(schema);
	if (def.type === 'object') return (schema as z.ZodObject).shape as Record<string, z.ZodType>;
	const parts = [def.in, def.out, def.innerType, ...(def.options ?? [])];
	return Object.assign({}, ...parts.map((part) => (part ? fieldsIn(part) : {})));
}

/** In the format of a path or query. */
function asText(value: unknown): string {
	return Array.isArray(value) ? value.map(String).join(',') : String(value);
}
