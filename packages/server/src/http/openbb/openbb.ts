import type { AnswerOf, Endpoint } from '@sw/contract/base/define';
import { ERRORS, type ErrorCode, type ProblemBody } from '@sw/contract/base/errors';
import { urlOf } from '@sw/contract/client/create-api';
import { contract } from '@sw/contract/index';
import type { FastifyInstance, FastifyReply, FastifyRequest, InjectOptions } from 'fastify';
import type { Guard } from '../../areas/guard.ts';
import { malformed, notFound, Problem } from '../../platform/errors.ts';
import { HTTP_DEFAULTS } from '../config.ts';
import { type Charts, chartFigure, type Record as FilterRecord, type Lists, listRows, recordRows, type Tops, topRows } from './rows.ts';
import { appsOf, WIDGETS } from './widgets.ts';

export interface OpenbbParts {
	readonly origin: string;
	readonly guard: Guard;
}

export const OPENBB_PATH = '/api/openbb';

type Query = Readonly<Record<string, string | undefined>>;
type Filters = AnswerOf<(typeof contract)['filters']['filters'], 200> | undefined;
type Tickers = AnswerOf<(typeof contract)['prices']['tickers']>;
type Ask = <T>(endpoint: Pick<Endpoint, 'method' | 'path'>, given: { query?: Query; body?: object }) => Promise<T>;

/** Longest list; OpenBB has no pages. */
const MOST = '100';

/**
 * A custom backend of OpenBB Workspace by personal key. An extension of `createApp`. Its pages call from their own site, so any site may read the
 * answers; cookies are never accepted, only a key.
 */
export function openbb({ origin, guard }: OpenbbParts) {
	const answers: Readonly<Record<string, (ask: Ask, query: Query) => unknown>> = {
		'widgets.json': () => WIDGETS,
		'apps.json': () => appsOf(origin),
		list: async (ask, { tab }) =>
			listRows(await ask<Lists>(contract.signals.sectorCharts, { query: { tab_type: tab, rows: 'true', max: MOST } })),
		table: async (ask, { category }) => topRows(await ask<Tops>(contract.prices.topsRealTime, { query: { categories: category } })),
		chart: async (ask, { symbol, timeframe }) => {
			const ticker = await tickerOf(ask, symbol);
			return chartFigure(await ask<Charts>(contract.prices.charts, { query: { ticker_id: String(ticker), timeframe } }));
		},
		filters: async (ask) => ((await filtersOf(ask))?.items ?? []).map(({ id, name }) => ({ label: name, value: String(id) })),
		record: async (ask, { filter }) => recordRows(await recordOf(ask, filter)),
	};
	return (app: FastifyInstance): void => {
		for (const [name, answer] of Object.entries(answers)) {
			const url = `${OPENBB_PATH}/${name}`;
			app.route({
				method: 'GET',
				url,
				config: { calls: { max: HTTP_DEFAULTS.callsPerMinute } },
				schema: { hide: true },
				preParsing: async (request, reply) => {
					openToSites(reply).header('cache-control', 'private, no-store');
					await letIn(request, guard);
				},
				handler: async (request) => answer(asker(request), request.query as Query),
			});
			app.route({
				method: 'OPTIONS',
				url,
				schema: { hide: true },
				handler: (_request, reply) =>
					openToSites(reply)
						.headers({
							'access-control-allow-methods': 'GET',
							'access-control-allow-headers': 'authorization',
							'access-control-max-age': '600',
						})
						// Browsers ask so before a page of a public site reads from this machine or its network.
						.header('access-control-allow-private-network', 'true')
						.code(204)
						.send(),
			});
		}
	};
}

function openToSites(reply: FastifyReply): FastifyReply {
	return reply.headers({ 'access-control-allow-origin': '*', 'cross-origin-resource-policy': 'cross-origin' });
}

/** Accepts personal keys only. The call itself doesn't count against the key's limit: those that it makes do. */
async function letIn(request: FastifyRequest, guard: Guard): Promise<void> {
	request.caller = await guard(request, { access: 'public', rate: 'uncounted' });
	const { account } = request.caller;
	if (account === null || account.session !== null)
		throw new Problem('unauthenticated', {
			detail: 'OpenBB needs a personal key as the header Authorization: Bearer swk_...',
			headers: { 'www-authenticate': 'Bearer' },
		});
}

/** Makes the call within the process as the key's owner would from outside: same access checks, limits and address. */
function asker({ server, ip, headers: { authorization } }: FastifyRequest): Ask {
	return async <T>(
		{ method, path }: Pick<Endpoint, 'method' | 'path'>,
		{ query = {}, body }: { query?: Query; body?: object },
	): Promise<T> => {
		const asked: InjectOptions = { method, url: urlOf(path, { query }), remoteAddress: ip, headers: { authorization } };
		const answer = await server.inject(body === undefined ? asked : { ...asked, payload: body });
		if (answer.statusCode >= 400) throw refused(answer.statusCode, answer.json<ProblemBody>());
		return (answer.body === '' ? undefined : answer.json()) as T;
	};
}

/** The refusal of an inner call, with its own words. */
function refused(status: number, { detail, errors }: ProblemBody): Problem {
	const code = (Object.keys(ERRORS) as ErrorCode[]).find((one) => ERRORS[one].status === status) ?? 'internal';
	return new Problem(code, { detail, errors });
}

async function tickerOf(ask: Ask, symbol = ''): Promise<number> {
	if (symbol === '') throw malformed('symbol', 'Required to fill in');
	const { items } = await ask<Tickers>(contract.prices.tickers, { query: { part: symbol, max: '20' } });
	const found = items.find(({ ticker }) => ticker === symbol.toUpperCase());
	if (!found) throw notFound(`No ticker has the symbol ${symbol}`);
	return found.ticker_id;
}

function filtersOf(ask: Ask): Promise<Filters> {
	return ask<Filters>(contract.filters.filters, {});
}

/** What followed the matches of a saved filter. */
async function recordOf(ask: Ask, id = ''): Promise<FilterRecord> {
	const saved = (await filtersOf(ask))?.items.find((one) => String(one.id) === id);
	if (!saved) throw id === '' ? malformed('filter', 'Required to fill in') : notFound('Filter not found');
	const { tab, operation, timeframes, filters, groups } = saved;
	return ask<FilterRecord>(contract.research.validateMultiple, {
		body: { tab, operation, timeframes, filters, filter: saved.id, ...(groups.length > 0 ? { groups } : {}) },
	});
}
