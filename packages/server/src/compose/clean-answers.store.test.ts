import type { Endpoint } from '@sw/contract/base/define';
import { contract } from '@sw/contract/index';
import { cleanNumber } from '@sw/domain/statistics/clean-number';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { z } from 'zod';
import { type SignedIn, signedInProduct } from './testing/signed-in.ts';

let product: SignedIn;
/** The newest report and a ticker of it. */
let report: { time: string; ticker: number };
beforeAll(async () => {
	product = await signedInProduct();
	const { text } = await product.send('GET', '/api/sector-charts?tab_type=free&max=5');
	const { time, items } = JSON.parse(text) as { time: string; items: { ticker_id: number }[] };
	report = { time, ticker: items[0]?.ticker_id ?? 0 };
});
afterAll(() => product?.close());

const SLOTS = ['fifteen_minutes', 'thirty_minutes', 'one_hour'];

interface Field {
	readonly enum?: readonly unknown[];
	readonly anyOf?: readonly Field[];
	readonly type?: string;
	readonly minimum?: number;
}

function anyOf({ enum: values, anyOf: either, type, minimum }: Field): string {
	return either?.[0]
		? anyOf(either[0])
		: values
			? String(values[0])
			: type === 'integer'
				? String(minimum ?? 1)
				: type === 'boolean'
					? 'true'
					: 'x';
}

function urlOf({ path, params, query }: Endpoint): string {
	const place = fieldsOf(params).properties ?? {};
	const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => String(valueFor(name, path) ?? anyOf(place[name] ?? {})));
	const { properties = {}, required = [] } = fieldsOf(query);
	const parameters = new URLSearchParams();
	for (const [name, field] of Object.entries(properties)) {
		const value = valueFor(name, path) ?? (required.includes(name) ? anyOf(field) : undefined);
		if (value === undefined || (name === 'timeframe' && field.enum && !field.enum.includes(value))) continue;
		for (const one of [value].flat()) parameters.append(name, one);
	}
	return `${filled}?${parameters}`;
}

function fieldsOf(schema: unknown): { properties?: Record<string, Field>; required?: readonly string[] } {
	return schema ? (z.toJSONSchema(schema as z.ZodType, { io: 'input', unrepresentable: 'any' }) as never) : {};
}

/** Values of parameters, by name: those that the small market has an answer for. */
function valueFor(name: string, path: string): string | readonly string[] | undefined {
	const date = report.time.slice(0, 10);
	const isDay = /charts\/forecast|landing\/table|schedule|reports\/day/.test(path);
	const isInstants = /signal-search-parts|occurrences/.test(path);
	const known: Record<string, string | readonly string[]> = {
		date: isDay ? date : report.time,
		time: report.time,
		since: report.time,
		from: isInstants ? report.time : date,
		to: isInstants ? report.time : date,
		day: date,
		timeframes: SLOTS,
		timeframe: 'one_hour',
		ticker_id: String(report.ticker),
		id: path.includes('filters') ? '1' : String(report.ticker),
		tab_type: 'free',
		is_approximated: 'false',
		format: 'csv',
	};
	return known[name];
}

/** A number of a text, with the name of its field where the text is JSON. */
const NUMBER = /(?:"(\w+)":)?(?<![\w.\-+/])(-?\d+\.\d+(?:e-?\d+)?)(?![\w.])/g;
/** Prices are printed to a hundredth of a cent, changes of price to a ten-thousandth of a percent. */
const DECIMALS: Readonly<Record<string, number>> = { price: 4, price_change: 6 };
const DIGITS = 7;

/** Numbers of a text that are not as they should leave. */
function noisy(text: string): string[] {
	return [...text.matchAll(NUMBER)].flatMap(([whole, field, number]) => (isClean(field, number as string) ? [] : [whole]));
}

function isClean(field: string | undefined, text: string): boolean {
	const number = Number(text);
	const decimals = text.includes('e') ? 0 : (text.split('.')[1] ?? '').length;
	const digits = text
		.replace(/e.*/, '')
		.replace(/^-?[0.]*/, '')
		.replace('.', '').length;
	return (
		cleanNumber(number) === number && (digits <= DIGITS || decimals <= 4) && decimals <= (DECIMALS[field ?? ''] ?? Number.POSITIVE_INFINITY)
	);
}

const QUESTION = { tab: 'free', timeframes: SLOTS };
const POSTS: readonly (readonly [url: string, body: object])[] = [
	['/api/filters/count', { ...QUESTION, filters: [{ sector: 'volume', timeframe: 'one_hour', value: 1 }] }],
	['/api/indicators/validate/multiple', { ...QUESTION, filters: [] }],
];
/** Calls that wait for something to happen, or end the session. */
const LEFT_OUT = /hub|logout|reset_cache/;

it('no answer carries the noise of binary numbers', async () => {
	const found: string[] = [];
	const answered: string[] = [];
	const look = (call: string, { status, text }: { status: number; text: string }): void => {
		if (status === 200) answered.push(call);
		const [number] = noisy(text);
		if (number === undefined) return;
		const at = text.indexOf(number);
		found.push(`${call}: ${text.slice(Math.max(0, at - 60), at + 60)}`);
	};
	const calls = Object.values(contract).flatMap((area) => Object.values(area) as Endpoint[]);
	for (const endpoint of calls) {
		if (endpoint.method !== 'GET' || LEFT_OUT.test(endpoint.path)) continue;
		const url = urlOf(endpoint);
		look(url, await product.send('GET', url));
	}
	for (const [url, body] of POSTS) look(url, await product.send('POST', url, body));
	expect(found).toEqual([]);
	expect(answered.length).toBeGreaterThan(90);
	for (const [url] of POSTS) expect(answered).toContain(url);
});

it.each([
	['{"price":3.2899999618530273}', 1],
	['{"price":3.29,"price_change":-0.0249999,"z":[4.6979017]}', 2],
	['Opened at 3.2899999618530273 (up 0.5)', 1],
	['{"hash":"12.3456789012ab","at":"2026-06-30T15:45:00.123456789Z","share":0.3333333}', 0],
])('the walk finds in %s what is noise', (text, count) => {
	expect(noisy(text)).toHaveLength(count);
});
