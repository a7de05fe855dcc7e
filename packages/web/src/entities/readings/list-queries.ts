import { queryOptions } from '@tanstack/react-query';
import type { Api } from '../../lib/api/client.ts';
import { REFRESH_MS } from '../../lib/refresh.ts';
import { listParameters, pageParameters, strategyTimeframes } from '../list-state/settings.ts';
import { type ListState, onlyFavorites } from '../list-state/state.ts';
import type { RequestedReport } from './reading.ts';

/** The market cap tiers of the landing page's list. */
export const LANDING_CAPS = ['mega_cap', 'large_cap'] as const;

/** Returns the call parameters of the visitors' list. */
export function visitorListInput(state: ListState, isLanding: boolean) {
	return {
		query: {
			tabs: [state.tab],
			operation: state.operation,
			timeframes: strategyTimeframes(state),
			ticker_type: state.tickerType,
			...(isLanding ? { marketcap: [...LANDING_CAPS] } : {}),
		},
	};
}

/** Queries the visitors' list. The page number isn't part of the key, because one response contains both pages. */
export function visitorListQuery(api: Api, state: ListState, isLanding: boolean) {
	return queryOptions({
		queryKey: ['signals', 'visitors', state.tab, state.operation, state.strategy, state.tickerType, isLanding],
		queryFn: () => api.signals.landingSectorCharts(visitorListInput(state, isLanding)),
		refetchInterval: REFRESH_MS,
	});
}

/** Returns the call parameters that select a report. */
export function reportParameters({ date, version }: { date: string; version: number | undefined }) {
	return {
		date,
		...(version === undefined ? {} : { version }),
	};
}

/** Queries one page of a trader's list. */
export function workspaceListQuery(api: Api, state: ListState, { time, date, version }: RequestedReport) {
	const favoritesOnly = onlyFavorites(state.choice);
	const listName = favoritesOnly === undefined ? 'white_list' : favoritesOnly ? 'favorites' : 'black_list';
	const query = { ...listParameters(state), ...pageParameters(state), ...(state.view === 'table' ? { rows: true } : {}) };
	return queryOptions({
		queryKey: ['signals', 'list', listName, time, version ?? null, query],
		queryFn: () =>
			date === undefined
				? api.signals.sectorCharts({ query })
				: api.signals.sectorChartHistory({ query: { ...query, ...reportParameters({ date, version }) } }),
	});
}
