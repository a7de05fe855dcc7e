import type { Endpoint } from '@sw/contract/base/define';
import type { ProblemBody } from '@sw/contract/base/errors';
import { contract } from '@sw/contract/index';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { type SignedIn, signedInProduct } from '../../compose/testing/signed-in.ts';

let product: SignedIn;
beforeAll(async () => {
	product = await signedInProduct();
});
afterAll(() => product?.close());

const TICKER = 999_999;
const FILTER = 999_999;
const FUTURE = '2030-01-02T15:00:00Z';
const FUTURE_DAY = '2030-01-02';
const SLOTS = ['fifteen_minutes', 'thirty_minutes', 'one_hour'];

type Row = readonly [method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, field: string, url: string, body?: object];

const CONDITION = { sector: 'volume', timeframe: 'one_hour', value: 2 };
const search = { name: 'x', tab: 'extreme_rise', timeframes: SLOTS, filters: [] };
const question = { tab: 'extreme_rise', timeframes: SLOTS, filters: [] };
const DETAIL = '/api/sector-charts';

/** Every call that names a ticker, by its number. */
const TICKERS: readonly Row[] = [
	['GET', `${DETAIL}/{id}`, 'id', `${DETAIL}/${TICKER}`],
	['GET', `${DETAIL}/{id}/comparison`, 'id', `${DETAIL}/${TICKER}/comparison`],
	['GET', `${DETAIL}/{id}/filters`, 'id', `${DETAIL}/${TICKER}/filters`],
	['GET', `${DETAIL}/{id}/place`, 'id', `${DETAIL}/${TICKER}/place`],
	['GET', `${DETAIL}/{id}/trail`, 'id', `${DETAIL}/${TICKER}/trail`],
	['GET', `${DETAIL}/{id}/trail/export`, 'id', `${DETAIL}/${TICKER}/trail/export`],
	['GET', '/api/landing/sector-charts/{id}', 'id', `/api/landing/sector-charts/${TICKER}`],
	['GET', '/api/landing/sector-charts/{id}/outline', 'id', `/api/landing/sector-charts/${TICKER}/outline`],
	['GET', '/api/landing/sector-charts/{id}/comparison', 'id', `/api/landing/sector-charts/${TICKER}/comparison`],
	['GET', '/api/tickers/{id}', 'id', `/api/tickers/${TICKER}`],
	['GET', '/api/user-settings/levels/{id}', 'id', `/api/user-settings/levels/${TICKER}`],
	['PUT', '/api/user-settings/levels/{id}', 'id', `/api/user-settings/levels/${TICKER}`, { items: [] }],
	['GET', '/api/charts', 'ticker_id', `/api/charts?ticker_id=${TICKER}`],
	['GET', '/api/charts/forecast', 'ticker_id', `/api/charts/forecast?ticker_id=${TICKER}`],
	['GET', '/api/analytics_ticker', 'ticker_id', `/api/analytics_ticker?ticker_id=${TICKER}&is_approximated=false`],
	['GET', '/api/analytics_ticker/followed', 'ticker_id', `/api/analytics_ticker/followed?ticker_id=${TICKER}`],
	['GET', '/api/parameters/origins', 'ticker', '/api/parameters/origins?ticker=NOSUCHONE'],
	['GET', '/api/script-params/timeframes', 'ticker', '/api/script-params/timeframes?ticker=NOSUCHONE'],
	['POST', '/api/black-list', 'tickers', '/api/black-list', { tickers: [TICKER] }],
	['DELETE', '/api/black-list', 'tickers', `/api/black-list?tickers=${TICKER}`],
	['POST', '/api/favorites', 'ticker', '/api/favorites', { ticker: TICKER }],
	['POST', '/api/signal-search-tasks', 'ticker_id', '/api/signal-search-tasks', { ...search, ticker_id: TICKER }],
	[
		'POST',
		'/api/indicators/validate/single',
		'ticker_id',
		'/api/indicators/validate/single',
		{ tab: 'extreme_rise', timeframes: SLOTS, condition: CONDITION, ticker_id: TICKER },
	],
	['POST', '/api/indicators/validate/multiple', 'ticker_id', '/api/indicators/validate/multiple', { ...question, ticker_id: TICKER }],
	['GET', '/api/indicators/validate/occurrences', 'ticker_id', `/api/indicators/validate/occurrences?ticker_id=${TICKER}`],
	['GET', '/api/indicators/validate/occurrences/export', 'ticker_id', `/api/indicators/validate/occurrences/export?ticker_id=${TICKER}`],
	['POST', '/api/script-params', 'ticker_id', '/api/script-params', { params: { chart_days: 5 }, ticker_id: TICKER }],
	['POST', '/api/decisions', 'ticker_id', '/api/decisions', { ticker_id: TICKER, decision: 'took', operation: 'long' }],
	['GET', '/api/ledger', 'ticker', '/api/ledger?ticker=NOSUCHONE'],
];

/** Every call that names a saved filter. */
const FILTERS: readonly Row[] = [
	...['', '/groups', '/black-list'].map((path): Row => ['GET', `${DETAIL}${path}`, 'filter', `${DETAIL}${path}?filter=${FILTER}`]),
	...['/changes', '/export'].map((path): Row => ['GET', `${DETAIL}${path}`, 'filter', `${DETAIL}${path}?filter=${FILTER}`]),
	['GET', `${DETAIL}/{id}`, 'filter', `${DETAIL}/1?filter=${FILTER}`],
	['GET', `${DETAIL}/{id}/place`, 'filter', `${DETAIL}/1/place?filter=${FILTER}`],
	['GET', `${DETAIL}/{id}/trail`, 'filter', `${DETAIL}/1/trail?filter=${FILTER}`],
	['GET', `${DETAIL}/{id}/trail/export`, 'filter', `${DETAIL}/1/trail/export?filter=${FILTER}`],
	['GET', '/api/landing/sector-charts/{id}', 'filter', `/api/landing/sector-charts/1?filter=${FILTER}`],
	['GET', '/api/filters/{id}', 'id', `/api/filters/${FILTER}`],
	['PUT', '/api/filters/{id}', 'id', `/api/filters/${FILTER}`, search],
	['DELETE', '/api/filters/{id}', 'id', `/api/filters/${FILTER}`],
	['PUT', '/api/filters/{id}/feed', 'id', `/api/filters/${FILTER}/feed`, { feed: true }],
	['POST', '/api/filters/{id}/address', 'id', `/api/filters/${FILTER}/address`],
	['PUT', '/api/filters/order', 'filters', '/api/filters/order', { filters: [FILTER] }],
	['POST', '/api/filters/count', 'filter', '/api/filters/count', { ...question, filter: FILTER }],
	['POST', '/api/black-list', 'filter', '/api/black-list', { tickers: [1], filter: [FILTER] }],
	['DELETE', '/api/black-list', 'filter', `/api/black-list?tickers=1&filter=${FILTER}`],
	['POST', '/api/indicators/validate/multiple', 'filter', '/api/indicators/validate/multiple', { ...question, filter: FILTER }],
	['POST', '/api/decisions', 'filter', '/api/decisions', { ticker_id: 1, decision: 'took', operation: 'long', filter: FILTER }],
	['GET', '/api/indicators/validate/occurrences', 'filter', `/api/indicators/validate/occurrences?filter=${FILTER}`],
	['GET', '/api/indicators/validate/occurrences/export', 'filter', `/api/indicators/validate/occurrences/export?filter=${FILTER}`],
];

/** Every call that answers from the past, with a date of the future. */
const DATES: readonly Row[] = [
	...['/history', '/changes', '/export', '/history/1', '/1/comparison', '/1/filters', '/1/place'].map(
		(path): Row => ['GET', `${DETAIL}${path.replace('1', '{id}')}`, 'date', `${DETAIL}${path}?date=${FUTURE}`],
	),
	['GET', `${DETAIL}/changes`, 'since', `${DETAIL}/changes?since=${FUTURE}`],
	['GET', `${DETAIL}/{id}/trail`, 'from', `${DETAIL}/1/trail?from=${FUTURE}`],
	['GET', `${DETAIL}/{id}/trail/export`, 'from', `${DETAIL}/1/trail/export?from=${FUTURE}`],
	['GET', '/api/charts', 'from', `/api/charts?ticker_id=1&from=${FUTURE}`],
	['GET', '/api/charts/forecast/{date}', 'date', `/api/charts/forecast/${FUTURE_DAY}?ticker_id=1`],
	['GET', '/api/sector-analysis', 'time', `/api/sector-analysis?time=${FUTURE}`],
	['GET', '/api/analysis', 'time', `/api/analysis?time=${FUTURE}`],
	['GET', '/api/landing/table', 'date', `/api/landing/table?date=${FUTURE_DAY}`],
	['POST', '/api/sector-charts/history/verify', 'date', '/api/sector-charts/history/verify', { date: FUTURE }],
	['POST', '/api/sector-analysis', 'date', '/api/sector-analysis', { date: FUTURE_DAY }],
	['POST', '/api/sector-charts', 'date', '/api/sector-charts', { date: FUTURE }],
];

const endpoints = new Map<string, Endpoint>(
	Object.values(contract).flatMap((area) => (Object.values(area) as Endpoint[]).map((one) => [`${one.method} ${one.path}`, one] as const)),
);

/** One rule: 404 where the call can answer it, otherwise and for the start of a span 400; always with the parameter and what to do. */
async function isRefused([method, path, field, url, body]: Row): Promise<void> {
	const endpoint = endpoints.get(`${method} ${path}`);
	const { status, text, isJson } = await product.send(method, url, body);
	const problem = isJson ? (JSON.parse(text) as Partial<ProblemBody>) : undefined;
	const named = problem?.errors?.find((error) => error.field === field);
	expect({ call: `${method} ${url}`, status, detail: problem?.detail, named: named?.message }).toEqual({
		call: `${method} ${url}`,
		status: endpoint?.errors.includes(404) && field !== 'from' ? 404 : 400,
		detail: expect.stringMatching(/./),
		named: expect.stringMatching(/\w+.*[.:;] \S+/),
	});
}

function named(rows: readonly Row[]) {
	return rows.map((row) => [`${row[0]} ${row[3].slice(0, 80)}, ${row[2]}`, row] as const);
}

describe('one rule for what is not there', () => {
	it.each(named(TICKERS))('an unknown ticker: %s', (_, row) => isRefused(row));
	it.each(named(FILTERS))('an unknown filter: %s', (_, row) => isRefused(row));
	it.each(named(DATES))('a future date: %s', (_, row) => isRefused(row));
});

describe('the tables above', () => {
	const fieldsOf = (schema: z.ZodType | undefined): string[] =>
		schema
			? Object.keys((z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as { properties?: object }).properties ?? {})
			: [];
	/** `filters` of these are conditions; a message may be of a filter that is gone; the others keep what they were given. */
	const OTHERS = [
		'GET /api/messages filter',
		'PUT /api/signal-search-tasks/{id} ticker_id',
		'PUT /api/script-params/{id} ticker_id',
		'DELETE /api/filters/{id}/address filter',
		'POST /api/history/re-uploading tickers',
		'GET /api/landing/table ticker',
		'POST /api/preview ticker',
		'GET /api/preview/file ticker',
		// In ticker-alerts.store.test.ts.
		'POST /api/alerts ticker_id',
		'GET /embed/wheel/{ticker_id}.svg ticker_id',
		'GET /embed/card/{ticker_id} ticker_id',
		'GET /api/charts/forecast/{date} ticker_id',
		'GET /api/sector-charts/history filter',
		'GET /api/sector-charts/history/{id} filter',
	];

	it('have every call with a parameter of a ticker or a filter', () => {
		const tried = new Set([...TICKERS, ...FILTERS].map(([method, path, field]) => `${method} ${path} ${field}`));
		const all = [...endpoints].flatMap(([call, { query, body, params }]) =>
			[query, body, params]
				.flatMap((schema) => fieldsOf(schema as z.ZodType | undefined))
				.filter((field) => ['ticker', 'ticker_id', 'tickers', 'filter'].includes(field))
				.map((field) => `${call} ${field}`),
		);
		expect(all.filter((one) => !tried.has(one) && !OTHERS.includes(one))).toEqual([]);
	});
});
