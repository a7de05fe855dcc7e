import type { Timeframe } from '@sw/domain/time/timeframe';
import { queryOptions } from '@tanstack/react-query';
import type { Api } from '../../lib/api/client.ts';
import type { DeskHead } from '../../lib/api/types.ts';
import { dated } from '../../lib/desk/list-queries.ts';
import type { Wanted } from '../../lib/desk/wanted.ts';
import { readingParameters } from '../../lib/list-state/parameters.ts';
import { strategyTimeframes } from '../../lib/list-state/settings.ts';
import type { TickerState } from '../../lib/list-state/ticker.ts';
import { REFRESH_MS } from '../../lib/refresh.ts';
import type { Question } from './validation-state.ts';

/** What is worked out of past reports changes with the next one; until then it need not be asked for again. */
const SETTLED_MS = 5 * 60_000;

/** A ticker as visitors see it: it counts towards their allowance. */
export const visitorTickerQuery = (api: Api, id: number, { list }: TickerState) =>
	queryOptions({
		queryKey: ['signals', 'ticker', id, 'visitors', list.tab, list.operation, list.strategy],
		queryFn: () =>
			api.signals.landingSectorChart({
				params: { id },
				query: { tab_type: list.tab, operation: list.operation, timeframes: strategyTimeframes(list) },
			}),
		refetchInterval: REFRESH_MS,
	});

/** How a report is read for one ticker: the list's reading and the sectors of its rate. */
export const readingOf = ({ list, rated }: TickerState) => ({
	...readingParameters(list),
	...(rated.length > 0 ? { sectors: [...rated] } : {}),
});

/** A ticker of a report as a trader reads it. */
export const deskTickerQuery = (api: Api, id: number, state: TickerState, { reading, date, version }: Wanted) => {
	const query = readingOf(state);
	return queryOptions({
		queryKey: ['signals', 'ticker', id, reading, version ?? null, query],
		queryFn: () =>
			date === undefined
				? api.signals.sectorChart({ params: { id }, query })
				: api.signals.sectorChartHistoryOne({ params: { id }, query: { ...query, ...dated({ date, version }) } }),
	});
};

/** Bars of a timeframe with what else was counted in them, up to a report. */
export const chartQuery = (api: Api, id: number, timeframe: Timeframe, report: string) =>
	queryOptions({
		queryKey: ['market', 'chart', id, timeframe, report],
		queryFn: async () => (await api.market.charts({ query: { ticker_id: id, timeframe, to: report } })).items[0] ?? null,
	});

/** The fan as it stood at a report; null where nothing can be said (204). */
export const fanQuery = (api: Api, id: number, timeframe: Timeframe, report: string) =>
	queryOptions({
		queryKey: ['research', 'fan', id, timeframe, report],
		queryFn: async () => {
			const answer = await api.research.forecastAt({ params: { date: report }, query: { ticker_id: id, timeframe } });
			return answer?.items[0] ?? null;
		},
		staleTime: SETTLED_MS,
	});

/** A ticker over many reports. */
export const trailQuery = (api: Api, id: number, state: TickerState, span: { from: string; to: string }) => {
	const query = { ...readingOf(state), ...span, algo: state.forecast ? ('forecast' as const) : ('reverse' as const) };
	return queryOptions({
		queryKey: ['signals', 'trail', id, query],
		queryFn: () => api.signals.sectorChartTrail({ params: { id }, query }),
	});
};

/** The record of signals over all past reports. */
export const validationQuery = (api: Api, question: Question) =>
	queryOptions({
		queryKey: ['research', 'validation', question],
		queryFn: () =>
			question.kind === 'single'
				? api.research.validateSingle({ body: question.body })
				: api.research.validateMultiple({ body: question.body }),
		staleTime: SETTLED_MS,
	});

/** How often long work is asked how far it is. */
const LOOK_MS = 1_000;

export const validationProgressQuery = (api: Api) =>
	queryOptions({
		queryKey: ['research', 'validation progress'],
		queryFn: () => api.research.validationProgress(),
		refetchInterval: LOOK_MS,
		gcTime: 0,
		staleTime: 0,
	});

/** A report computed anew; asked again until the verdict is there. `asked`: another press of the button is another question. */
export const verifyQuery = (api: Api, { time, version }: Pick<DeskHead, 'time' | 'version'>, asked: number) =>
	queryOptions({
		queryKey: ['research', 'verify', time, version, asked],
		queryFn: () => api.research.verifyReport({ body: { date: time, version } }),
		refetchInterval: ({ state }) => (state.data?.state === 'running' ? LOOK_MS : false),
		staleTime: Number.POSITIVE_INFINITY,
		retry: false,
	});
