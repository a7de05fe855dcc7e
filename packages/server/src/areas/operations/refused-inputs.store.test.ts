import type { Endpoint } from '@sw/contract/base/define';
import type { ProblemBody } from '@sw/contract/base/errors';
import { contract } from '@sw/contract/index';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { ACCOUNT, type SignedIn, signedInProduct } from '../../compose/testing/signed-in.ts';

let product: SignedIn;
beforeAll(async () => {
	product = await signedInProduct();
});
afterAll(() => product?.close());

const TICKER = 999_999;
const FILTER = 999_999;
const TASK = 999_999;
const FUTURE = '2030-01-02T15:00:00Z';
const FUTURE_DAY = '2030-01-02';
/** A Saturday, Christmas, a weekend. */
const CLOSED = ['2024-01-06', '2023-12-25'] as const;
const WEEKEND = { from: '2024-01-06', to: '2024-01-07' };
const BACKWARDS = { from: '2024-01-05', to: '2024-01-03' };
const SLOTS = ['fifteen_minutes', 'thirty_minutes', 'one_hour'];

type Row = readonly [method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE', path: string, field: string, url: string, body?: object];

const CONDITION = { sector: 'volume', timeframe: 'one_hour', value: 2 };
const search = { name: 'x', tab: 'extreme_rise', timeframes: SLOTS, filters: [] };
const question = { tab: 'extreme_rise', timeframes: SLOTS, filters: [] };
const single = { tab: 'extreme_rise', timeframes: SLOTS, condition: CONDITION };
const SESSIONS = { from: '2026-06-29', to: '2026-06-30' };
const splits = (place: { ticker_id: number; date: string }) => ({ apply: [{ ...place, ratio: 2 }], revoke: [], dismiss: [] });
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
	['POST', '/api/indicators/backtest', 'ticker_id', '/api/indicators/backtest', { ...question, rule: {}, ticker_id: TICKER }],
	['GET', '/api/indicators/backtest/export', 'ticker_id', `/api/indicators/backtest/export?ticker_id=${TICKER}`],
	['POST', '/api/script-params', 'ticker_id', '/api/script-params', { params: { chart_days: 5 }, ticker_id: TICKER }],
	['GET', '/api/ledger', 'ticker', '/api/ledger?ticker=NOSUCHONE'],
	['POST', '/api/decisions', 'ticker_id', '/api/decisions', { ticker_id: TICKER, decision: 'took', operation: 'long' }],
	['POST', '/api/alerts', 'ticker_id', '/api/alerts', { ticker_id: TICKER, condition: { kind: 'depth', ...CONDITION } }],
	['GET', '/api/charts/forecast/{date}', 'ticker_id', `/api/charts/forecast/2026-06-29?ticker_id=${TICKER}`],
	['POST', '/api/history/re-uploading', 'tickers.0', '/api/history/re-uploading', { ...SESSIONS, tickers: [TICKER] }],
	['POST', '/api/tickers/{id}/remove', 'id', `/api/tickers/${TICKER}/remove`, { confirm: 'X' }],
	['POST', '/api/tickers/rename', 'from', '/api/tickers/rename', { from: 'NOSUCHA', to: 'NOSUCHB', date: SESSIONS.from }],
	['POST', '/api/reports/splits', 'apply.0.ticker_id', '/api/reports/splits', splits({ ticker_id: TICKER, date: SESSIONS.from })],
];

/** Every call that names a search. */
const SEARCHES: readonly Row[] = [
	['GET', '/api/signal-search-tasks/{id}', 'id', `/api/signal-search-tasks/${TASK}`],
	['PUT', '/api/signal-search-tasks/{id}', 'id', `/api/signal-search-tasks/${TASK}`, { name: 'x' }],
	['DELETE', '/api/signal-search-tasks/{id}', 'id', `/api/signal-search-tasks/${TASK}`],
	['GET', '/api/signal-search-parts', 'task', `/api/signal-search-parts?task=${TASK}`],
	['GET', '/api/signal-search-parts/export', 'task', `/api/signal-search-parts/export?task=${TASK}`],
];

/** A span as each of these calls takes it: days, or instants. */
function spans(span: { from: string; to: string }): readonly Row[] {
	const [from, to] = [`${span.from}T15:00:00Z`, `${span.to}T15:00:00Z`];
	const days = new URLSearchParams(span).toString();
	const instants = new URLSearchParams({ from, to }).toString();
	return [
		['POST', '/api/indicators/validate/single', 'to', '/api/indicators/validate/single', { ...single, from, to }],
		['POST', '/api/indicators/validate/multiple', 'to', '/api/indicators/validate/multiple', { ...question, from, to }],
		['GET', '/api/indicators/validate/occurrences', 'to', `/api/indicators/validate/occurrences?${instants}`],
		['GET', '/api/indicators/validate/occurrences/export', 'to', `/api/indicators/validate/occurrences/export?${instants}`],
		['POST', '/api/indicators/backtest', 'to', '/api/indicators/backtest', { ...question, rule: {}, from, to }],
		['GET', '/api/indicators/backtest/export', 'to', `/api/indicators/backtest/export?${instants}`],
		['POST', '/api/signal-search-tasks', 'to', '/api/signal-search-tasks', { ...search, from, to }],
		['POST', '/api/reports/gaps', 'to', '/api/reports/gaps', { ...span, fetch: false }],
		['POST', '/api/splits/check/dates', 'to', '/api/splits/check/dates', span],
		['POST', '/api/history/re-uploading', 'to', '/api/history/re-uploading', span],
		['POST', '/api/reschedule', 'to', '/api/reschedule', span],
		['POST', '/api/schedule/fill', 'to', '/api/schedule/fill', span],
		['POST', '/api/schedule/reset-time', 'to', '/api/schedule/reset-time', span],
		...(span === BACKWARDS ? listsOf(days, instants) : []),
	];
}

/** Lists of what there is between two dates: a span without anything is an empty list. */
function listsOf(days: string, instants: string): readonly Row[] {
	const capital = days.replaceAll(/(^|&)./g, (letter) => letter.toUpperCase());
	return [
		['GET', `${DETAIL}/history/dates`, 'to', `${DETAIL}/history/dates?${days}`],
		['GET', `${DETAIL}/{id}/trail`, 'to', `${DETAIL}/1/trail?${days}`],
		['GET', `${DETAIL}/{id}/trail/export`, 'to', `${DETAIL}/1/trail/export?${days}`],
		['GET', '/api/charts', 'to', `/api/charts?ticker_id=1&${instants}`],
		['GET', '/api/holidays', 'to', `/api/holidays?${days}`],
		['GET', '/api/signal-search-parts', 'to', `/api/signal-search-parts?${instants}`],
		['GET', '/api/audit', 'to', `/api/audit?${days}`],
		['GET', '/api/audit/export', 'to', `/api/audit/export?${days}`],
		['GET', '/api/orders', 'to', `/api/orders?${days}`],
		['GET', '/api/wait-list', 'To', `/api/wait-list?${capital}`],
		['GET', '/api/reports/days', 'to', `/api/reports/days?${days}`],
		['GET', '/api/ledger', 'to', `/api/ledger?ticker=DUNI&${days}`],
	];
}

/** Every call that needs a session, for a day or a span without one. */
const WITHOUT_SESSION: readonly Row[] = [
	...spans(WEEKEND).map(([method, path, , ...rest]): Row => [method, path, 'from', ...rest]),
	...CLOSED.flatMap((day): Row[] => [
		['POST', '/api/sector-analysis', 'date', '/api/sector-analysis', { date: day }],
		...[day, `${day}T15:00:00Z`].flatMap((date): Row[] => [
			['POST', '/api/sector-charts', 'date', '/api/sector-charts', { date }],
			['POST', '/api/reschedule', 'date', '/api/reschedule', { date }],
		]),
		['POST', '/api/tickers/rename', 'date', '/api/tickers/rename', { from: 'DUNI', to: 'DUNX', date: day }],
		['POST', '/api/reports/splits', 'apply.0.date', '/api/reports/splits', splits({ ticker_id: 1, date: day })],
		['GET', '/api/sector-analysis', 'time', `/api/sector-analysis?time=${day}T15:00:00Z`],
		['POST', `${DETAIL}/history/verify`, 'date', `${DETAIL}/history/verify`, { date: `${day}T15:00:00Z` }],
		...['/history', '/changes', '/export', '/history/1', '/1/comparison', '/1/filters', '/1/place'].map(
			(path): Row => ['GET', `${DETAIL}${path.replace('1', '{id}')}`, 'date', `${DETAIL}${path}?date=${day}T15:00:00Z`],
		),
	]),
];

/** Every call with an end that must be ahead. */
const PAST_ENDS: readonly Row[] = [
	['POST', '/api/black-list', 'until', '/api/black-list', { tickers: [1], until: '2024-01-04T15:00:00Z' }],
	['POST', '/api/messages', 'ends', '/api/messages', { subject: 'x', text: 'y', audience: 'everybody', ends: '2024-01-04T15:00:00Z' }],
	['POST', '/api/alerts', 'expires', '/api/alerts', { ticker_id: 1, condition: { kind: 'depth', ...CONDITION }, expires: '2024-01-04' }],
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
	['POST', '/api/list-mails', 'filter', '/api/list-mails', { filter: FILTER, tab_type: 'free', slot: '10:00' }],
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
	...[FUTURE, FUTURE_DAY].flatMap((date): Row[] => [
		['POST', '/api/sector-charts', 'date', '/api/sector-charts', { date }],
		['POST', '/api/reschedule', 'date', '/api/reschedule', { date }],
	]),
	['POST', '/api/tickers/rename', 'date', '/api/tickers/rename', { from: 'DUNI', to: 'DUNX', date: FUTURE_DAY }],
	['POST', '/api/reports/splits', 'apply.0.date', '/api/reports/splits', splits({ ticker_id: 1, date: FUTURE_DAY })],
	// A schedule is planned ahead.
	...spans({ from: FUTURE_DAY, to: '2030-01-03' })
		.filter(([, path]) => !path.startsWith('/api/schedule'))
		.map(([method, path, , ...rest]): Row => [method, path, 'from', ...rest]),
];

const endpoints = new Map<string, Endpoint>(
	Object.values(contract).flatMap((area) => (Object.values(area) as Endpoint[]).map((one) => [`${one.method} ${one.path}`, one] as const)),
);

/**
 * One rule: 404 for what is not there, by those calls that can answer it, and 400 for what can't be; always with the parameter and what to do, and never with
 * a job.
 */
async function isRefused([method, path, field, url, body]: Row): Promise<void> {
	const endpoint = endpoints.get(`${method} ${path}`);
	const { status, text, isJson } = await product.send(method, url, body);
	const problem = isJson ? (JSON.parse(text) as Partial<ProblemBody>) : undefined;
	const named = problem?.errors?.find((error) => error.field === field);
	const isThing = !['from', 'to', 'To', 'until', 'ends', 'expires'].includes(field);
	expect({ call: `${method} ${url}`, status, detail: problem?.detail, named: named?.message }).toEqual({
		call: `${method} ${url}`,
		status: endpoint?.errors.includes(404) && isThing ? 404 : 400,
		detail: expect.stringMatching(/./),
		named: expect.stringMatching(/\w+.*[.:;,] \S+/),
	});
	expect(await jobs()).toBe(0);
}

async function jobs(): Promise<number> {
	const { rows } = await product.stores.records.pool.query<{ count: number }>(`
		select (select count(*) from jobs where by = '${ACCOUNT.email}')::int + (select count(*) from search_tasks)::int as count`);
	return rows[0]?.count ?? -1;
}

function named(rows: readonly Row[]) {
	return rows.map((row) => [`${row[0]} ${row[3].slice(0, 80)}, ${row[2]}`, row] as const);
}

describe('one rule for what is not there or cannot be', () => {
	it.each(named(TICKERS))('an unknown ticker: %s', (_, row) => isRefused(row));
	it.each(named(FILTERS))('an unknown filter: %s', (_, row) => isRefused(row));
	it.each(named(SEARCHES))('an unknown search: %s', (_, row) => isRefused(row));
	it.each(named(DATES))('a future date: %s', (_, row) => isRefused(row));
	it.each(named(WITHOUT_SESSION))('no session: %s', (_, row) => isRefused(row));
	it.each(named(spans(BACKWARDS)))('a span that ends before it begins: %s', (_, row) => isRefused(row));
	it.each(named(PAST_ENDS))('an end in the past: %s', (_, row) => isRefused(row));
});

describe('the tables above', () => {
	const fieldsOf = (schema: z.ZodType | undefined): string[] =>
		schema
			? Object.keys((z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as { properties?: object }).properties ?? {})
			: [];
	/** `${path} ${field}` of what is no ticker, filter, search or date of the market, or may be gone or ahead, with the reason. */
	const OTHERS = new Map([
		// Kept as given: a message or an address may be of a filter that is gone, and an entry may keep a ticker that is.
		['GET /api/messages', ['filter']],
		['PUT /api/signal-search-tasks/{id}', ['ticker_id', 'from', 'to']],
		['PUT /api/script-params/{id}', ['ticker_id']],
		// A type of tickers, or none where the wheel of an unknown one is a 404 page.
		['GET /api/landing/table', ['ticker']],
		['POST /api/preview', ['ticker']],
		['GET /api/preview/file', ['ticker']],
		['GET /embed/wheel/{ticker_id}.svg', ['ticker_id']],
		['GET /embed/card/{ticker_id}', ['ticker_id']],
		// The same handler as without the date.
		['GET /api/sector-charts/history', ['filter']],
		['GET /api/sector-charts/history/{id}', ['filter']],
		// The clock and the calendar answer for any date, and schedules are planned ahead.
		['GET /api/exchange-info', ['time']],
		['GET /api/holidays/{date}', ['date']],
		['GET /api/schedule', ['time']],
		['GET /api/schedule/public', ['date']],
		['GET /api/reports/day', ['date']],
		// A limit, which may be ahead of the newest report.
		['GET /api/tops/tickers', ['until']],
		// Settings, symbols and a sender.
		['PATCH /api/me/delivery', ['from', 'to']],
		['POST /api/tickers/rename', ['to']],
		['POST /api/prices/update', ['from']],
		['POST /api/setup/try-mail', ['from']],
	]);
	const NAMES = [
		'ticker',
		'ticker_id',
		'tickers',
		'filter',
		'task',
		'date',
		'time',
		'since',
		'from',
		'to',
		'From',
		'To',
		'until',
		'ends',
		'expires',
	];

	it('have every call with a parameter of a ticker, a filter, a search or a date', () => {
		const rows = [TICKERS, FILTERS, SEARCHES, DATES, WITHOUT_SESSION, spans(BACKWARDS), PAST_ENDS].flat();
		const tried = new Map<string, string[]>();
		for (const [method, path, field] of rows) {
			const known = tried.get(`${method} ${path}`) ?? [];
			// The start of a span is tried with its end.
			tried.set(`${method} ${path}`, [...known, field.split('.')[0]!, ...(field.toLowerCase() === 'to' ? ['from', 'From'] : [])]);
		}
		const all = [...endpoints].flatMap(([call, { query, body, params }]) =>
			[query, body, params]
				.flatMap((schema) => fieldsOf(schema as z.ZodType | undefined))
				.filter((field) => NAMES.includes(field))
				.filter((field) => !tried.get(call)?.includes(field) && !OTHERS.get(call)?.includes(field))
				.map((field) => `${call} ${field}`),
		);
		expect(all).toEqual([]);
	});
});
