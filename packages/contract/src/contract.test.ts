import { describe, expect, it } from 'vitest';
import type { z } from 'zod';
import {
	calendarDate,
	dateOrInstant,
	flag,
	instant,
	integer,
	listOf,
	possiblyEmptyText,
	strategyTimeframes,
	tab,
	tickerIdParameter,
	timeframe,
} from './base/common.ts';
import type { Endpoint } from './base/define.ts';
import { ERRORS } from './base/errors.ts';
import { contract } from './index.ts';
import { paths } from './paths.ts';

const endpoints: [string, Endpoint][] = Object.entries(contract).flatMap(([area, calls]) =>
	Object.entries(calls).map(([name, endpoint]): [string, Endpoint] => [`${area}.${name}`, endpoint]),
);

describe('the contract', () => {
	it('names each method and path once', () => {
		const routes = endpoints.map(([, e]) => `${e.method} ${e.path}`);
		expect(new Set(routes).size).toBe(routes.length);
	});

	it.each(endpoints)('%s states its parts', (_, endpoint) => {
		const inPath = [...endpoint.path.matchAll(/\{(\w+)\}/g)].map((m) => m[1]);
		expect(Object.keys(endpoint.params?.shape ?? {}).sort()).toEqual(inPath.sort());
		expect(Object.keys(endpoint.answers).length).toBeGreaterThan(0);
		expect(endpoint.summary).not.toBe('');
		if (endpoint.method === 'GET') expect(endpoint.body).toBeUndefined();
		if (endpoint.access !== 'public' && endpoint.access !== 'signed') expect(endpoint.errors).toContain(401);
		for (const status of endpoint.errors) expect(Object.values(ERRORS).map((e) => e.status)).toContain(status);
	});

	it.each(endpoints)('%s refuses unknown parameters, except pages that mails or other sites link to', (_, endpoint) => {
		const isPage = ['/login', '/logout', '/ticker/by-symbol/{listing}'].includes(endpoint.path);
		const { issues = [] } = endpoint.query?.safeParse({ surely_unknown: '1' }).error ?? {};
		if (endpoint.query) expect(issues.some(({ code }) => code === 'unrecognized_keys')).toBe(!isPage);
	});

	it.each(endpoints)('%s has answers that the server can encode: without one-way transforms, which read requests', (_, { answers }) => {
		const transforms = (schema: unknown, seen = new Set<unknown>()): number => {
			if (seen.has(schema) || typeof schema !== 'object' || schema === null) return 0;
			seen.add(schema);
			const def = (schema as { def?: { type?: string } }).def;
			if (def?.type === 'transform') return 1;
			return Object.values(def ?? schema).reduce<number>((sum, part) => sum + transforms(part, seen), 0);
		};
		expect(transforms(answers)).toBe(0);
	});

	it('gives the web its paths without schemas', () => {
		expect(paths.signals.landingSectorCharts).toEqual(['GET', '/api/landing/sector-charts']);
		expect(JSON.parse(JSON.stringify(paths))).toEqual(paths);
	});
});

describe('pieces of requests', () => {
	const reads = (schema: z.ZodType, value: unknown) => {
		const result = schema.safeParse(value);
		return result.success ? result.data : 'refused';
	};

	it('reads numbers, flags, ids and instants from text', () => {
		expect(['7', '07', '-1', '1.5', '1e1', '', ' 7', '0x7', 'NaN', '99999999999999999999'].map((t) => reads(integer(0, 10), t))).toEqual([
			7,
			7,
			...Array<string>(8).fill('refused'),
		]);
		expect(['true', 'False', '1', 'yes'].map((t) => reads(flag, t))).toEqual([true, false, 'refused', 'refused']);
		expect(['1', '2147483647', '2147483648', '0'].map((t) => reads(tickerIdParameter, t))).toEqual([1, 2147483647, 'refused', 'refused']);
		expect(reads(instant, '2024-05-01T14:30:00Z')).toBe(Date.UTC(2024, 4, 1, 14, 30));
		expect(reads(instant, '2024-05-01T16:30:00+02:00')).toBe(Date.UTC(2024, 4, 1, 14, 30));
		expect(reads(instant, '2024-05-01T10:30:00.000-04:00')).toBe(Date.UTC(2024, 4, 1, 14, 30));
		expect(['2024-05-01', '2024-05-01T14:30:00', '2024-13-01T00:00:00Z'].map((t) => reads(instant, t))).toEqual(Array(3).fill('refused'));
		expect(['2024-02-29', '2023-02-29', '2024-05-01T14:30:00Z', 'now'].map((t) => reads(dateOrInstant, t) !== 'refused')).toEqual([
			true,
			false,
			true,
			false,
		]);
	});

	it('takes no year that the stores have no number for', () => {
		const years = ['0000', '0001', '1899', '1900', '2999', '3000', '9999'];
		const read = years.map((year) => [
			reads(instant, `${year}-01-01T00:00:00Z`),
			reads(dateOrInstant, `${year}-01-01`),
			reads(calendarDate, `${year}-01-01`),
		]);
		expect(read.map((each) => each.map((value) => value !== 'refused'))).toEqual(
			years.map((year) => new Array(3).fill(year === '1900' || year === '2999')),
		);
	});

	it('takes the text that PostgreSQL keeps, and refuses the rest before it gets there', () => {
		expect(possiblyEmptyText(5).parse('  ab ')).toBe('ab');
		for (const value of ['a\0b', '\ud83d', 'longer']) expect(possiblyEmptyText(5).safeParse(value).success).toBe(false);
	});

	it('reads lists, each value once', () => {
		expect(reads(listOf(tab), 'free,free,extreme_rise')).toEqual(['free', 'extreme_rise']);
		expect(reads(listOf(tab), ['free', 'extreme_rise,free'])).toEqual(['free', 'extreme_rise']);
		expect(reads(listOf(tab), 'free,')).toBe('refused');
		expect(reads(listOf(integer(1, 9), 2), '1,2,3')).toBe('refused');
	});

	it('reads timeframes by name or code, strategies in any order', () => {
		expect(['15', 'day', '1D', '1d', '5'].map((t) => reads(timeframe, t))).toEqual(['fifteen_minutes', 'day', 'day', 'refused', 'refused']);
		expect(
			['15,30,60', '60,15,30', 'one_hour,15,240', '1D,240,60', '15,30', '15,30,60,240'].map((t) => reads(strategyTimeframes, t)),
		).toEqual(['first', 'first', 'second', 'third', 'refused', 'refused']);
	});
});
