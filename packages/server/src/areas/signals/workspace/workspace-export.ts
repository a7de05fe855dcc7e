import type { AnswerOf } from '@sw/contract/base/define';
import type { sectorChartCalls } from '@sw/contract/signals/sector-charts';
import type { CallerAccount } from '@sw/domain/access/caller';
import { type ExportRow, exportColumns } from '@sw/domain/reports/list/export-columns';
import type { TableColumn } from '@sw/domain/reports/list/list-columns';
import type { RankedPage } from '@sw/domain/reports/list/ranking';
import { isoSeconds } from '@sw/domain/time/format';
import type { ReportTime, TickerId } from '@sw/domain/time/units';
import { computeChangeAt } from '../../../market/window/price-series.ts';
import { notFound } from '../../../platform/errors.ts';
import { buildTableMetadata, readSlices, toColumnSlices } from '../../../platform/tables/table.ts';
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
	const findListedSince = createListedSince(tools);

	return async (account: CallerAccount, { format, columns, ...query }: ExportQuery): Promise<TableFile> => {
		const { selection, page } = await lists.allRows(account, { ...query });
		const { report, resolvedQuery, lists: readerLists } = selection;
		if (!report) throw notFound('No report has been published yet.');
		const table = rankings.tableWithFigures(report);
		const { facts } = report;
		const { tab, operation, strategy } = resolvedQuery.question;
		const previous = await openReports.before(report, account.licence);
		const ratesBefore = previous ? ratesOf(previous, rankings.rank(previous, resolvedQuery)) : undefined;
		const listedSinceById: ListedSince | undefined =
			columns && !columns.includes('listed') ? undefined : await findListedSince(report, page.rows, resolvedQuery, account.licence);
		const createExportRow = (at: number): ExportRow => {
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
				change: computeChangeAt(report.prices ?? prices, directory.rowOf(id), facts.asOf, table.price[row]! / 10_000),
				rateBefore: ratesBefore?.get(id) ?? null,
				listedSince: listedSinceById?.get(id) ?? facts.time,
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
		const rows = readSlices(page.rows.length, (from, to) => Array.from({ length: to - from }, (_, at) => createExportRow(from + at)));
		const metadata = { report: presentWorkspaceHead(report, source), ...buildTableMetadata({ ...facts, simulated: source.simulated }) };
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
	const loadEarlier = async (account: CallerAccount, query: ChangesQuery, laterList: ListInReport): Promise<ListInReport | undefined> => {
		const report = laterList.selection.report;
		const since = query.since ?? (report && (await open.before(report, account.licence))?.facts.time);
		return since === undefined ? undefined : lists.allRows(account, { ...query, date: since, dateField: 'since', version: undefined });
	};

	/** Returns the symbols of the tickers, in the same sequence. */
	const symbolsOf = ({ selection: { report }, page }: ListInReport, ids: readonly number[]): string[] => {
		if (!report) return [];
		const rows = new Map(Array.from(page.rows, (row) => [report.table.tickerId[row]!, row]));
		return ids.map((id) => rankings.symbolOf(report.table, rows.get(id) as number));
	};

	return async (account: CallerAccount, { first, ...query }: ChangesQuery): Promise<Changes> => {
		const laterList = await lists.allRows(account, query);
		const earlierList = await loadEarlier(account, query, laterList);
		const [laterRates, earlierRates] = [ratesByTicker(laterList), ratesByTicker(earlierList)];
		const { favorites } = laterList.selection.lists;
		// The first report has no predecessor, so no ticker counts as new.
		const entered = earlierList ? [...laterRates.keys()].filter((id) => !earlierRates.has(id)) : [];
		const left = [...earlierRates.keys()].filter((id) => !laterRates.has(id));
		const changes: Changes = {
			time: timeOf(laterList),
			since: timeOf(earlierList),
			entered,
			left,
			moved: [...laterRates]
				.filter(([id, rate]) => favorites.has(id) && earlierRates.has(id) && earlierRates.get(id) !== rate)
				.map(([id]) => id),
		};
		if (first === undefined) return changes;
		const previousPlaces = new Map([...earlierRates.keys()].map((id, at) => [id, at + 1]));
		return {
			...changes,
			target: {
				total: laterRates.size,
				total_before: earlierRates.size,
				entered: symbolsOf(laterList, entered.slice(0, first)),
				left: earlierList ? symbolsOf(earlierList, left.slice(0, first)) : [],
				places: [...laterRates.keys()].slice(0, first).map((id) => previousPlaces.get(id) ?? null),
			},
		};
	};
}

function timeOf(list: ListInReport | undefined): string | null {
	return list?.selection.report ? isoSeconds(list.selection.report.facts.time) : null;
}

function ratesByTicker(list: ListInReport | undefined): ReadonlyMap<number, number> {
	return list?.selection.report ? ratesOf(list.selection.report, list.page) : new Map();
}
