import type { AnswerOf, Endpoint } from '@sw/contract/base/define';
import { ERRORS, type ErrorCode, type ProblemBody } from '@sw/contract/base/errors';
import { buildUrl } from '@sw/contract/client/create-api';
import { contract } from '@sw/contract/index';
import { TOPS } from '@sw/domain/prices/top-lists';
import { TABS } from '@sw/domain/signals/sector';
import { TIMEFRAMES } from '@sw/domain/time/timeframe';
import type { FastifyInstance, FastifyReply, FastifyRequest, InjectOptions } from 'fastify';
import type { Guard } from '../../areas/guard.ts';
import { malformed, notFound, Problem } from '../../platform/errors.ts';
import { HTTP_DEFAULTS } from '../config.ts';
import {
	type Charts,
	chartFigure,
	type ValidationRecord as FilterRecord,
	type Lists,
	listRows,
	recordRows,
	type Tops,
	topRows,
} from './rows.ts';

interface Option {
	label: string;
	value: string;
}

interface Column {
	field: string;
	headerName: string;
	cellDataType: 'text' | 'number' | 'dateString';
	formatterFn?: 'int' | 'normalizedPercent' | 'none';
	renderFn?: 'greenRed';
	pinned?: 'left';
}

const textColumn = (field: string, headerName: string): Column => ({ field, headerName, cellDataType: 'text' });

const timeColumn = (field: string, headerName: string): Column => ({ field, headerName, cellDataType: 'dateString' });

const numberColumn = (field: string, headerName: string): Column => ({ field, headerName, cellDataType: 'number' });

const shareColumn = (field: string, headerName: string): Column => ({
	...numberColumn(field, headerName),
	formatterFn: 'normalizedPercent',
});

const changeColumn = (field: string, headerName: string): Column => ({ ...shareColumn(field, headerName), renderFn: 'greenRed' });

const toOptions = (list: readonly { name: string; label: string }[]): Option[] => list.map(({ name, label }) => ({ label, value: name }));

const choiceParameter = (
	paramName: string,
	label: string,
	description: string,
	choices: readonly { name: string; label: string }[],
	value: string,
) => ({
	...{ paramName, label, description, value },
	type: 'text',
	options: toOptions(choices),
});

const SYMBOL: Column = { ...textColumn('ticker', 'Ticker'), pinned: 'left' };

const WIDGET_DEFAULTS = { category: 'Signalwheel', source: ['Signalwheel'], refetchInterval: 60_000, staleTime: 30_000 };

const tableData = (columnsDefs: Column[]) => ({ table: { showAll: true, columnsDefs } });

/** Content of widgets.json: the widgets that OpenBB Workspace can show. */
const WIDGETS = {
	signalwheel_list: {
		...WIDGET_DEFAULTS,
		name: 'Ranked list',
		description: 'Tickers in unusual situations at the newest report, by rate. Candidates, never advice to buy or sell.',
		endpoint: 'list',
		type: 'table',
		gridData: { w: 40, h: 14 },
		params: [choiceParameter('tab', 'Tab', 'Which list', TABS, 'extreme_rise')],
		data: tableData([
			SYMBOL,
			textColumn('name', 'Name'),
			{ ...numberColumn('rate', 'Rate'), formatterFn: 'int' },
			{ ...numberColumn('price', 'Price, $'), formatterFn: 'none' },
			changeColumn('change', 'Change'),
			textColumn('marketcap', 'Market cap'),
			{ ...numberColumn('mentions', 'Mentions, 24 h'), formatterFn: 'int' },
			timeColumn('listed', 'Listed since'),
			timeColumn('report', 'Report'),
		]),
	},
	signalwheel_table: {
		...WIDGET_DEFAULTS,
		name: 'Top table',
		description: 'The top tickers of the last hour by one measure.',
		endpoint: 'table',
		type: 'table',
		gridData: { w: 20, h: 12 },
		params: [choiceParameter('category', 'Category', 'What the table ranks by', TOPS, 'gainers')],
		data: tableData([
			SYMBOL,
			textColumn('name', 'Name'),
			{ ...numberColumn('price', 'Price, $'), formatterFn: 'none' },
			changeColumn('change', 'Change'),
			{ ...numberColumn('volume', 'Volume'), formatterFn: 'int' },
			timeColumn('time', 'As of'),
		]),
	},
	signalwheel_chart: {
		...WIDGET_DEFAULTS,
		name: 'Price chart',
		description: 'Bars of a ticker.',
		endpoint: 'chart',
		type: 'chart',
		gridData: { w: 20, h: 12 },
		params: [
			{ paramName: 'symbol', label: 'Ticker', description: 'Symbol of the ticker', type: 'ticker', value: 'AAPL' },
			choiceParameter('timeframe', 'Timeframe', 'Length of a bar', TIMEFRAMES, 'day'),
		],
	},
	signalwheel_record: {
		...WIDGET_DEFAULTS,
		name: 'Record of a filter',
		description:
			'What followed past matches of a saved filter: sample size and the difference it can detect, hit rate with its 95 % interval and the base rate. Hypothetical, after costs.',
		endpoint: 'record',
		type: 'table',
		gridData: { w: 40, h: 8 },
		params: [
			{ paramName: 'filter', label: 'Filter', description: 'One of your saved filters', type: 'endpoint', optionsEndpoint: 'filters' },
		],
		data: tableData([
			{ ...numberColumn('horizon', 'Horizon, bars'), formatterFn: 'int' },
			{ ...numberColumn('n', 'Sample'), formatterFn: 'int' },
			{ ...numberColumn('n_eff', 'Effective sample'), formatterFn: 'int' },
			shareColumn('hit_rate', 'Hit rate'),
			shareColumn('low', '95 % from'),
			shareColumn('high', '95 % to'),
			shareColumn('base_rate', 'Base rate'),
			shareColumn('detectable', 'Detectable difference'),
			textColumn('verdict', 'Verdict'),
		]),
	},
} as const;

const widgetAt = (i: keyof typeof WIDGETS, x: number, y: number) => ({ i, x, y, ...WIDGETS[i].gridData });

export interface OpenbbParts {
	readonly origin: string;
	readonly guard: Guard;
}

export const OPENBB_PATH = '/api/openbb';

type Query = Readonly<Record<string, string | undefined>>;
type Filters = AnswerOf<(typeof contract)['filters']['filters'], 200> | undefined;
type Tickers = AnswerOf<(typeof contract)['prices']['tickers']>;
type InnerResponse = Awaited<ReturnType<FastifyInstance['inject']>>;
type CallApi = <T>(endpoint: Pick<Endpoint, 'method' | 'path'>, input: { query?: Query; body?: object }) => Promise<T>;

/** Maximum rows of a list, because OpenBB has no paging. */
const MAX_ROWS = '100';

/**
 * Adds a custom backend for OpenBB Workspace to `createApp`. Workspace's pages call from another site, so every site may read the answers. Therefore only
 * personal keys are accepted, never cookies.
 */
export function createOpenbbRoutes({ origin, guard }: OpenbbParts) {
	const handlers: Readonly<Record<string, (callApi: CallApi, query: Query) => unknown>> = {
		'widgets.json': () => WIDGETS,
		'apps.json': () => createApps(origin),
		list: async (callApi, { tab }) =>
			listRows(await callApi<Lists>(contract.signals.sectorCharts, { query: { tab_type: tab, rows: 'true', max: MAX_ROWS } })),
		table: async (callApi, { category }) => topRows(await callApi<Tops>(contract.prices.topsRealTime, { query: { categories: category } })),
		chart: async (callApi, { symbol, timeframe }) => {
			const ticker = await findTickerId(callApi, symbol);
			return chartFigure(await callApi<Charts>(contract.prices.charts, { query: { ticker_id: String(ticker), timeframe } }));
		},
		filters: async (callApi) => ((await loadFilters(callApi))?.items ?? []).map(({ id, name }) => ({ label: name, value: String(id) })),
		record: async (callApi, { filter }) => recordRows(await loadRecord(callApi, filter)),
	};
	return (app: FastifyInstance): void => {
		for (const [name, handler] of Object.entries(handlers)) {
			const url = `${OPENBB_PATH}/${name}`;
			app.route({
				method: 'GET',
				url,
				config: { calls: { max: HTTP_DEFAULTS.callsPerMinute } },
				schema: { hide: true },
				preParsing: async (request, reply) => {
					allowAllSites(reply).header('cache-control', 'private, no-store');
					await requireKey(request, guard);
				},
				handler: async (request) => handler(createInnerCall(request), request.query as Query),
			});
			app.route({
				method: 'OPTIONS',
				url,
				schema: { hide: true },
				handler: (_request, reply) =>
					allowAllSites(reply)
						.headers({
							'access-control-allow-methods': 'GET',
							'access-control-allow-headers': 'authorization',
							'access-control-max-age': '600',
						})
						// Browsers require this header before a public site's page can read from this machine or its network.
						.header('access-control-allow-private-network', 'true')
						.code(204)
						.send(),
			});
		}
	};
}

function allowAllSites(reply: FastifyReply): FastifyReply {
	return reply.headers({
		'access-control-allow-origin': '*',
		'access-control-expose-headers': QUOTA_HEADERS.join(', '),
		'cross-origin-resource-policy': 'cross-origin',
	});
}

/** Accepts personal keys only. Only the inner calls count against the key's limit; the call to OpenBB's own path doesn't. */
async function requireKey(request: FastifyRequest, guard: Guard): Promise<void> {
	request.caller = await guard(request, { access: 'public', rate: 'uncounted' });
	const { account } = request.caller;
	if (account === null || account.session !== null)
		throw new Problem('unauthenticated', {
			detail: 'OpenBB needs a personal key as the header Authorization: Bearer swk_...',
			headers: { 'www-authenticate': 'Bearer' },
		});
}

/** Returns the function that calls the API within the process, with the access checks, limits and IP address of the key's owner. */
function createInnerCall({ server, ip, headers: { authorization } }: FastifyRequest): CallApi {
	return async <T>(
		{ method, path }: Pick<Endpoint, 'method' | 'path'>,
		{ query = {}, body }: { query?: Query; body?: object },
	): Promise<T> => {
		const options: InjectOptions = { method, url: buildUrl(path, { query }), remoteAddress: ip, headers: { authorization } };
		const response = await server.inject(body === undefined ? options : { ...options, payload: body });
		if (response.statusCode >= 400) throw toProblem(response);
		return (response.body === '' ? undefined : response.json()) as T;
	};
}

/** Headers that say when the next call is allowed. */
const QUOTA_HEADERS = ['ratelimit', 'ratelimit-policy', 'retry-after'];

/** Converts the refusal of an inner call to a Problem with the same texts and quota headers. */
function toProblem(response: InnerResponse): Problem {
	const code = (Object.keys(ERRORS) as ErrorCode[]).find((one) => ERRORS[one].status === response.statusCode) ?? 'internal';
	const { detail, errors } = response.json<ProblemBody>();
	const headers = QUOTA_HEADERS.flatMap((name) =>
		response.headers[name] === undefined ? [] : [[name, String(response.headers[name])] as const],
	);
	return new Problem(code, { detail, errors, headers: Object.fromEntries(headers) });
}

async function findTickerId(callApi: CallApi, symbol = ''): Promise<number> {
	if (symbol === '') throw malformed('symbol', 'Required to fill in');
	const { items } = await callApi<Tickers>(contract.prices.tickers, { query: { part: symbol, max: '20' } });
	const match = items.find(({ ticker }) => ticker === symbol.toUpperCase());
	if (!match) throw notFound(`No ticker has the symbol ${symbol}`);
	return match.ticker_id;
}

function loadFilters(callApi: CallApi): Promise<Filters> {
	return callApi<Filters>(contract.filters.filters, {});
}

/** Computes the record of a saved filter: what followed the filter's past matches. */
async function loadRecord(callApi: CallApi, id = ''): Promise<FilterRecord> {
	const savedFilter = (await loadFilters(callApi))?.items.find((filter) => String(filter.id) === id);
	if (!savedFilter) throw id === '' ? malformed('filter', 'Required to fill in') : notFound('Filter not found');
	const { tab, operation, timeframes, filters, groups } = savedFilter;
	return callApi<FilterRecord>(contract.research.validateMultiple, {
		body: { tab, operation, timeframes, filters, filter: savedFilter.id, ...(groups.length > 0 ? { groups } : {}) },
	});
}

/** Returns the content of apps.json: an app with all widgets. */
function createApps(origin: string) {
	return [
		{
			name: 'Signalwheel',
			description: 'Lists of tickers in unusual situations, top tables, charts and the records of your filters.',
			img: `${origin}/icon-512.png`,
			allowCustomization: true,
			tabs: {
				market: {
					id: 'market',
					name: 'Market',
					layout: [widgetAt('signalwheel_list', 0, 2), widgetAt('signalwheel_table', 0, 16), widgetAt('signalwheel_chart', 20, 16)],
				},
				record: { id: 'record', name: 'Record', layout: [widgetAt('signalwheel_record', 0, 2)] },
			},
			groups: [],
		},
	];
}
