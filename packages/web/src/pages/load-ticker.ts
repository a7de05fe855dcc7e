import { notFound } from '@tanstack/react-router';
import { openReportQuery, requestedReport } from '../entities/readings/reading.ts';
import { readTickerState, type TickerSearch, type TickerState } from '../entities/ticker/ticker-state.ts';
import { workspaceTickerQuery } from '../features/ticker/queries.ts';
import { ApiError } from '../lib/api/api-error.ts';
import type { Api } from '../lib/api/client.ts';
import { isTrader, type LoadContext } from './load.ts';

export function isTickerId(text: string): boolean {
	return /^[1-9]\d{0,9}$/.test(text);
}

/** Finds the permanent id of the ticker that currently has a symbol; undefined if none has it. Rejects if the search fails. */
export async function findTickerId(api: Api, symbol: string): Promise<number | undefined> {
	const table = await api.prices.landingTable({ query: { ticker: symbol.toUpperCase(), size: 1 } }).catch((error: unknown) => {
		// The input isn't a symbol.
		if (error instanceof ApiError && error.status === 400) return undefined;
		throw error;
	});
	return table?.items[0]?.ticker_id;
}

/** Returns the query for a trader's ticker, as soon as the open report is known. */
export async function traderTickerQuery({ api, queryClient }: LoadContext, id: number, state: TickerState) {
	const reportTime = state.list.report === undefined ? await queryClient.ensureQueryData(openReportQuery(api)) : undefined;
	const requested = requestedReport(state.list, { time: reportTime });
	return workspaceTickerQuery(api, id, state, requested ?? { time: null, date: undefined, version: undefined });
}

/** Loads the ticker for a protected page. Throws notFound for an invalid ticker id. */
export async function loadTickerPage(context: LoadContext, id: string, search: TickerSearch): Promise<void> {
	if (!isTickerId(id)) throw notFound();
	if (!(await isTrader(context))) return;
	const query = await traderTickerQuery(context, Number(id), readTickerState(search).state);
	await context.queryClient.prefetchQuery(query);
}
