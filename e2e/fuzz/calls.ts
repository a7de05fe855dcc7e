import type { Endpoint } from '@sw/contract/base/define';
import { asText, edgesOf } from './boundaries.ts';
import { fieldsOf, sample } from './sample.ts';
import { BODIES, TEXTS, VALUES } from './values.ts';

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
		const others = () => base().query.filter((pair) => !pair.startsWith(`${name}=`));
		for (const text of [...TEXTS, ...edgesOf(endpoint.query, name).map(asText)])
			yield make(`query.${name}`, text, { query: [...others(), `${name}=${encode(text)}`] });
		yield make(`query.${name}`, 'twice', { query: [...others(), `${name}=1`, `${name}=2`] });
		yield make(`query.${name}`, 'a list', { query: [...others(), `${name}[]=a`, `${name}[]=`, `${name}[]=b`] });
		yield make(`query.${name}`, 'an object', { query: [...others(), `${name}[a]=b`] });
		yield make(`query.${name}`, 'no value', { query: [...others(), name] });
		yield make(`query.${name}`, 'broken escapes', { query: [...others(), `${name}=%E0%A4%A`] });
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
