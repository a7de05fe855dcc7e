import type { AnswerOf, InputOf } from '@sw/contract/base/define';
import type { Contract } from '@sw/contract/index';
import { BATCH_KINDS, BATCH_STATES } from '@sw/domain/prices/batch';
import { normalizeSymbol } from '@sw/domain/prices/symbol';
import { queryOptions } from '@tanstack/react-query';
import {
	ADMIN_KEY,
	type AdminSearch,
	ALWAYS_REFETCH,
	filterParameters,
	pageParameters,
	type TableRules,
	type TableState,
} from '../../entities/administration/table-state.ts';
import type { Api } from '../../lib/api/client.ts';
import { POLL_MS } from '../../lib/refresh.ts';

export type Job = AnswerOf<Contract['operations']['job']>;
export type QuarantinedTicker = AnswerOf<Contract['operations']['quarantine']>['items'][number];
export type LedgerEntry = AnswerOf<Contract['operations']['ledger']>['items'][number];

export function isUnderWay({ state }: Pick<Job, 'state'>): boolean {
	return state === 'queued' || state === 'running';
}

/** Queries a job, and polls it while it is queued or running. */
export function jobQuery(api: Api, id: string) {
	return queryOptions({
		queryKey: [...ADMIN_KEY, 'data', 'job', id],
		queryFn: () => api.operations.job({ params: { id } }),
		refetchInterval: ({ state }) => (state.data && !isUnderWay(state.data) ? false : POLL_MS),
		staleTime: 0,
	});
}

/** Queries the source of this market's data. */
export function providerQuery(api: Api) {
	return queryOptions({
		queryKey: [...ADMIN_KEY, 'data', 'provider'],
		queryFn: async () => (await api.operations.health({ query: {} })).provider,
		staleTime: Number.POSITIVE_INFINITY,
	});
}

/** Queries the last job of a kind; null if there is none. */
export function lastJobQuery(api: Api, kind: Job['kind']) {
	return queryOptions({
		queryKey: [...ADMIN_KEY, 'data', 'last job', kind],
		queryFn: async () => (await api.operations.jobs({ query: { kind: [kind], max: 1 } })).items[0] ?? null,
		staleTime: 0,
	});
}

export const QUARANTINE: TableRules<'ticker', never> = {
	page: 'data',
	sortable: [],
	sortBy: 'ticker',
	sortDir: 'asc',
	filters: {},
	extraSearch: { view: 'quarantine' },
};

export function quarantineQuery(api: Api, state: TableState<'ticker', never>) {
	return queryOptions({
		queryKey: [...ADMIN_KEY, 'data', 'quarantine', state],
		queryFn: () => api.operations.quarantine({ query: pageParameters(state) }),
		...ALWAYS_REFETCH,
	});
}

/** Maximum items per call. */
const MAX_PER_CALL = 100;

/** Fetches up to `limit` tickers in quarantine, page by page. */
export async function fetchQuarantined(api: Api, limit: number): Promise<QuarantinedTicker[]> {
	const rows: QuarantinedTicker[] = [];
	for (;;) {
		const { items, total_count } = await api.operations.quarantine({ query: { skip: rows.length, max: MAX_PER_CALL } });
		rows.push(...items);
		if (items.length === 0 || rows.length >= Math.min(total_count, limit)) return rows.slice(0, limit);
	}
}

type LedgerFilter = 'ticker' | 'from' | 'to' | 'kind' | 'state';

export const LEDGER: TableRules<'batch', LedgerFilter> = {
	page: 'data',
	sortable: [],
	sortBy: 'batch',
	sortDir: 'desc',
	filters: { ticker: 'text', from: 'date', to: 'date', kind: BATCH_KINDS, state: BATCH_STATES },
	extraSearch: { view: 'ledger' },
};

export function ledgerQuery(api: Api, state: TableState<'batch', LedgerFilter>) {
	return queryOptions({
		queryKey: [...ADMIN_KEY, 'data', 'ledger', state],
		queryFn: () => {
			const { ticker, from, to, kind, state: batchState } = filterParameters(state);
			return api.operations.ledger({
				query: {
					...pageParameters(state),
					...(ticker ? { ticker } : {}),
					...(from ? { from } : {}),
					...(to ? { to } : {}),
					...(kind ? { kind: kind as LedgerEntry['kind'] } : {}),
					...(batchState ? { state: batchState as LedgerEntry['state'] } : {}),
				},
			});
		},
		...ALWAYS_REFETCH,
	});
}

export type Holiday = AnswerOf<Contract['prices']['holidays']>['items'][number];

export function holidaysQuery(api: Api, year: number) {
	return queryOptions({
		queryKey: [...ADMIN_KEY, 'data', 'holidays', year],
		queryFn: () => api.prices.holidays({ query: { from: `${year}-01-01`, to: `${year}-12-31` } }),
	});
}

type Setting = AnswerOf<Contract['operations']['settings']>['items'][number];
export type Closure = Extract<Setting['value'], readonly unknown[]>[number];

/** Queries the closures that administrators added. */
export function closuresQuery(api: Api) {
	return queryOptions({
		queryKey: [...ADMIN_KEY, 'data', 'closures'],
		queryFn: async () => findClosures((await api.operations.settings()).items),
		...ALWAYS_REFETCH,
	});
}

function findClosures(items: readonly Setting[]): readonly Closure[] {
	const value = items.find(({ name }) => name === 'closures')?.value;
	return typeof value === 'object' ? value : [];
}

/** Saves the closures returned by `update`. Reloads the current closures first, because another administrator can have changed them. */
export async function changeClosures(api: Api, update: (closures: readonly Closure[]) => Closure[]): Promise<void> {
	const closures = findClosures((await api.operations.settings()).items);
	await api.operations.saveSettings({ body: { settings: { closures: update(closures) } } });
}

export type Upload = AnswerOf<Contract['operations']['upload']>;
export type CheckedRow = AnswerOf<Contract['operations']['uploadRows']>['items'][number];

/** The reading options that the administrator entered. */
export type ReadOptions = InputOf<Contract['operations']['upload']>['query'];

export function uploadQuery(api: Api, id: string, options: ReadOptions) {
	return queryOptions({
		queryKey: [...ADMIN_KEY, 'data', 'upload', id, options],
		queryFn: () => api.operations.upload({ params: { id }, query: options }),
		staleTime: 0,
	});
}

interface RowsQuery {
	table: number;
	refused: boolean;
	options: ReadOptions;
	state: Pick<TableState, 'page'>;
}

export function rowsQuery(api: Api, id: string, { table, refused, options, state }: RowsQuery) {
	return queryOptions({
		queryKey: [...ADMIN_KEY, 'data', 'upload', id, options, table, refused, state],
		queryFn: () => api.operations.uploadRows({ params: { id }, query: { ...options, table, refused, ...pageParameters(state) } }),
		...ALWAYS_REFETCH,
	});
}

/** Calendar days shown before and after a price jump. */
const AROUND_DAYS = 60;
const DAY_MS = 86_400_000;

/** Queries the daily closes around a date. */
export function closesAroundQuery(api: Api, tickerId: number, date: string) {
	return queryOptions({
		queryKey: [...ADMIN_KEY, 'data', 'around', tickerId, date],
		queryFn: async () => {
			const span = { from: addDays(date, -AROUND_DAYS), to: addDays(date, AROUND_DAYS) };
			const { items } = await api.prices.charts({ query: { ticker_id: tickerId, timeframe: 'day', ...span } });
			const chart = items[0];
			return (chart?.time ?? []).flatMap((time, i) => {
				const close = chart?.close[i];
				return close === undefined ? [] : [{ date: time.slice(0, 10), close }];
			});
		},
	});
}

function addDays(date: string, days: number): string {
	return new Date(Date.parse(date) + days * DAY_MS).toISOString().slice(0, 10);
}

/** Maximum number of search results for a symbol: all tickers whose symbols contain it. */
const MAX_MATCHES = 100;

/** Finds the ids of the tickers with these symbols. `unknown`: the first symbol without a ticker, at which the search stops. */
export async function findTickerIds(api: Api, symbols: readonly string[]): Promise<{ ids: number[]; unknown: string | undefined }> {
	const ids: number[] = [];
	for (const symbol of symbols) {
		const { items } = await api.prices.tickers({ query: { part: symbol, max: MAX_MATCHES } });
		const match = items.find(({ ticker }) => ticker === symbol) ?? items.find(({ ticker }) => ticker === normalizeSymbol(symbol));
		if (!match) return { ids, unknown: symbol };
		ids.push(match.ticker_id);
	}
	return { ids, unknown: undefined };
}

/** The reading options of a file, named as in the URL and the API. */
export const READ_OPTION_KEYS = [
	'zone',
	'interval',
	'stamp',
	'dates',
	'format',
	'symbol_from',
	'symbol',
	'as_of',
] as const satisfies readonly (keyof ReadOptions)[];
export type ReadOptionKey = (typeof READ_OPTION_KEYS)[number];

/** Reads the reading options in the URL. The API rejects unknown values. */
export function parseReadOptions(search: AdminSearch): ReadOptions {
	return Object.fromEntries(READ_OPTION_KEYS.flatMap((key) => (search[key] ? [[key, search[key]]] : [])));
}

/** A session with gaps, as found by the gap check. */
export interface Gap {
	readonly date: string;
	/** Slots in which far fewer tickers than usual have a bar. The first slot of a session is 0. */
	readonly slots: readonly number[];
	readonly symbols: readonly string[];
	readonly tickers_count: number;
	readonly bars: number;
	/** Slots without a report. */
	readonly reports: readonly string[];
}

/** A split in a check's result, active or suspected. */
export interface CheckedSplit {
	readonly ticker_id: number;
	readonly ticker: string;
	readonly date: string;
	readonly state: string;
	readonly ratio: number | null;
	readonly reported: number | null;
	readonly source: string | null;
	readonly jump: { readonly before: number; readonly after: number; readonly candidates: readonly number[] } | null;
}

interface CheckCounts {
	readonly looked: number;
	readonly changed: number;
}

/** Results of jobs that fix data. Each kind of job has only some of these fields. */
interface Results {
	readonly from?: string;
	readonly to?: string;
	readonly gaps?: readonly Gap[];
	readonly items?: readonly CheckedSplit[];
	readonly contradicted?: number;
	/** Number of new decisions. */
	readonly changed?: number;
	readonly fetched?: { readonly sessions: number; readonly added: number; readonly corrected: number } | null;
	readonly undone?: { readonly rows: number; readonly dates: number };
	readonly removed?: { readonly rows: number; readonly favorites: number; readonly frozen: number; readonly levels: number } | null;
	/** Number of rows that a rename moved. */
	readonly moved?: number;
	// Results of an import.
	readonly files?: number;
	readonly known?: number;
	readonly failed?: number;
	readonly rejects?: number;
	readonly added?: number;
	readonly corrected?: number;
	readonly rebuilt?: CheckCounts;
	readonly reports?: CheckCounts;
}

export function resultsOf({ result }: Pick<Job, 'result'>): Results {
	return (result ?? {}) as Results;
}
