import type { QueryClient } from '@tanstack/react-query';
import { topTableQuery } from '../../entities/tops/top-table.ts';
import type { Api } from '../../lib/api/client.ts';
import { rowChartsQuery, tickersIn } from './queries.ts';
import { besideUntil, intervalOf, isMention, TOP_TABLES } from './tables.ts';
import type { TopState } from './top-state.ts';

/** Loads every table of the address, then the closes and wheels of their rows. */
export async function loadTops(
	{ api, queryClient }: { api: Api; queryClient: QueryClient },
	state: TopState,
	licensed: boolean,
): Promise<void> {
	const movers = [...TOP_TABLES, ...state.more].filter((name) => !isMention(name));
	const queries = movers.map((category) =>
		topTableQuery(api, category, { interval: intervalOf(category, state), cap: state.cap }, licensed),
	);
	await Promise.all(queries.map((query) => queryClient.prefetchQuery(query)));
	const tables = queries.map(({ queryKey }) => queryClient.getQueryData(queryKey));
	const ids = tickersIn(tables);
	if (ids.length > 0) await queryClient.prefetchQuery(rowChartsQuery(api, ids, besideUntil(state, tables)));
}
