import type { AnswerOf } from '@sw/contract/base/define';
import type { sectorChartCalls } from '@sw/contract/signals/sector-charts';
import type { CallerAccount } from '@sw/domain/access/caller';
import { type ExportRow, exportColumns } from '@sw/domain/reports/list/export-columns';
import type { TableColumn } from '@sw/domain/reports/list/list-columns';
import type { RankedPage } from '@sw/domain/reports/list/ranking';
import { isoSeconds } from '@sw/domain/time/format';
import type { ReportTime, TickerId } from '@sw/domain/time/units';
import { changeAt } from '../../../market/window/price-series.ts';
import { notFound } from '../../../platform/errors.ts';
import { readSlices, tableMetadata, toColumnSlices } from '../../../platform/tables/table.ts';
import { createTableFile, type TableFile, type TableFormat } from '../../../platform/tables/table-file.ts';
import type { HotReport } from '../../../reports/hot-reports.ts';
import { createListedSince, type ListedSince, presentWorkspaceHead } from './list-rows.ts';
import type { ListQuery, ReportQuery, WorkspaceLists, WorkspaceTools } from './workspace-lists.ts';

export type ExportQuery = Omit<ListQuery, 'skip' | 'max'> &
	ReportQuery & {
		format: TableFormat;
		columns?: readonly TableColumn[] | undefined;
	};

export const DICTIONARY_PATH = '/api/sector-charts/export/dictionary';

/** Exports a whole list as a file. EXPORT_COLUMNS describes the columns. */
export function createWorkspaceExport(tools: WorkspaceTools, lists: WorkspaceLists) {
	const { parts, rankings, open: openReports } = tools;
	const { directory, prices, source } = parts;
	const listedSince = createListedSince(tools);

	return async (account: CallerAccount, { format, columns, ...query }: ExportQuery): Promise<TableFile> => {
		const { selection, page } = await lists.allRows(account, { ...query });
		const { open, resolvedQuery, lists: readerLists } = selection;
		if (!open) throw notFound('No report has been published yet.');
		const table = rankings.tableWithFigures(open);
		const { facts } = open;
		const { tab, operation, strategy } = resolvedQuery.question;
		const before = await openReports.before(open, account.licence);
		const ratesBefore = before ? ratesOf(before, rankings.rank(before, resolvedQuery)) : undefined;
		const listed: ListedSince | undefined =
			columns && !columns.includes('listed') ? undefined : await listedSince(open, page.rows, resolvedQuery, account.licence);
		const rowOf = (at: number): ExportRow => {
			const row = page.rows[at]!;
			const id = table.tickerId[row] as TickerId;
			const ticker = directory.byId(id);
			return {
				table,
				row,
				rank: at + 1,
				rate: page.rates[at]!,
				symbol: rankings.symbolOf(table, row),
				name: ticker?.name ?? '',
				type: ticker?.type ?? '',
				change: changeAt(open.prices ?? prices, directory.rowOf(id), facts.asOf, table.price[row]! / 10_000),
				rateBefore: ratesBefore?.get(id) ?? null,
				listedSince: listed?.get(id) ?? facts.time,
				favorite: readerLists.favorites.has(id),
				hash: facts.hash,
				receivedUntil: facts.asOf,
				version: facts.version,
				provider: source.label,
				tab,
				operation,
				strategy,
			};
		};
		const visibleColumns = exportColumns(columns, resolvedQuery.question);
		const rows = readSlices(page.rows.length, (from, to) => Array.from({ length: to - from }, (_, at) => rowOf(from + at)));
		const metadata = { report: presentWorkspaceHead(open, source), ...tableMetadata({ ...facts, simulated: source.simulated }) };
		const name = `signalwheel-${tab}-${isoSeconds(facts.time).replaceAll(':', '')}`;
		const file = createTableFile(format, { columns: visibleColumns, metadata, slices: toColumnSlices(visibleColumns, rows) }, name);
		return {
			body: file.body,
			headers: {
				...file.headers,
				link: `<${DICTIONARY_PATH}>; rel="describedby"; type="application/json"`,
				'x-report-hash': facts.hash,
			},
		};
	};
}

type Changes = AnswerOf<(typeof sectorChartCalls)['sectorChartChanges']>;
type ListInReport = Awaited<ReturnType<WorkspaceLists['allRows']>>;
type ChangesQuery = Omit<ListQuery, 'skip' | 'max'> & ReportQuery & { since?: ReportTime | undefined; first?: number | undefined };

/** Returns the rates by ticker id, with keys in the sequence of the list. */
function ratesOf({ table }: Pick<HotReport, 'table'>, { rows, rates }: Pick<RankedPage, 'rows' | 'rates'>): ReadonlyMap<number, number> {
	return new Map(Array.from(rows, (row, at) => [table.tickerId[row]!, rates[at]!]));
}

/** Compares a reader's list in two reports. */
export function createWorkspaceChanges(
	{ open, rankings }: Pick<WorkspaceTools, 'open' | 'rankings'>,
	lists: Pick<WorkspaceLists, 'allRows'>,
) {
	const loadEarlier = async (account: CallerAccount, query: ChangesQuery, later: ListInReport): Promise<ListInReport | undefined> => {
		const report = later.selection.open;
		const since = query.since ?? (report && (await open.before(report, account.licence))?.facts.time);
		return since === undefined ? undefined : lists.allRows(account, { ...query, date: since, dateField: 'since', version: undefined });
	};

	/** Returns the symbols of the tickers, in the same sequence. */
	const symbolsOf = ({ selection: { open: report }, page }: ListInReport, ids: readonly number[]): string[] => {
		if (!report) return [];
		const rows = new Map(Array.from(page.rows, (row) => [report.table.tickerId[row]!, row]));
		return ids.map((id) => rankings.symbolOf(report.table, rows.get(id) as number));
	};

	return async (account: CallerAccount, { first, ...query }: ChangesQuery): Promise<Changes> => {
		const later = await lists.allRows(account, query);
		const earlier = await loadEarlier(account, query, later);
		const [now, before] = [ratesByTicker(later), ratesByTicker(earlier)];
		const { favorites } = later.selection.lists;
		// The first report has no predecessor, so no ticker counts as new.
		const entered = earlier ? [...now.keys()].filter((id) => !before.has(id)) : [];
		const left = [...before.keys()].filter((id) => !now.has(id));
		const changes: Changes = {
			time: timeOf(later),
			since: timeOf(earlier),
			entered,
			left,
			moved: [...now].filter(([id, rate]) => favorites.has(id) && before.has(id) && before.get(id) !== rate).map(([id]) => id),
		};
		if (first === undefined) return changes;
		const previousPlaces = new Map([...before.keys()].map((id, at) => [id, at + 1]));
		return {
			...changes,
			target: {
				total: now.size,
				total_before: before.size,
				entered: symbolsOf(later, entered.slice(0, first)),
				left: earlier ? symbolsOf(earlier, left.slice(0, first)) : [],
				places: [...now.keys()].slice(0, first).map((id) => previousPlaces.get(id) ?? null),
			},
		};
	};
}

function timeOf(list: ListInReport | undefined): string | null {
	return list?.selection.open ? isoSeconds(list.selection.open.facts.time) : null;
}

function ratesByTicker(list: ListInReport | undefined): ReadonlyMap<number, number> {
	return list?.selection.open ? ratesOf(list.selection.open, list.page) : new Map();
}
