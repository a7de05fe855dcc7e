import type { CallerAccount } from '@sw/domain/access/caller';
import { type ExportRow, exportColumns } from '@sw/domain/reports/list/export-columns';
import type { TableColumn } from '@sw/domain/reports/list/list-columns';
import { isoSeconds } from '@sw/domain/time/format';
import type { TickerId } from '@sw/domain/time/units';
import { changeAt } from '../../../market/window/price-series.ts';
import { notFound } from '../../../platform/errors.ts';
import { columnsOf, slicesOf, tableFacts } from '../../../platform/tables/table.ts';
import { type TableFile, type TableFormat, tableFile } from '../../../platform/tables/table-file.ts';
import { createListedSince, type ListedSince } from './listed-since.ts';
import { presentWorkspaceHead } from './workspace-cards.ts';
import { ratesOf } from './workspace-changes.ts';
import type { ListQuery, ReportQuery, WorkspaceLists, WorkspaceTools } from './workspace-lists.ts';

export type ExportQuery = Omit<ListQuery, 'skip' | 'max'> &
	ReportQuery & {
		format: TableFormat;
		columns?: readonly TableColumn[] | undefined;
	};

export const DICTIONARY_PATH = '/api/sector-charts/export/dictionary';

/** A whole list as a file; EXPORT_COLUMNS describes its columns. */
export function createWorkspaceExport(tools: WorkspaceTools, lists: WorkspaceLists) {
	const { parts, rankings, open: opening } = tools;
	const { directory, prices, source } = parts;
	const listedSince = createListedSince(tools);

	return async (account: CallerAccount, { format, columns, ...query }: ExportQuery): Promise<TableFile> => {
		const { selection, page } = await lists.whole(account, { ...query });
		const { open, reading, lists: own } = selection;
		if (!open) throw notFound('No report has been published yet.');
		const table = rankings.figured(open);
		const { facts } = open;
		const { tab, operation, strategy } = reading.question;
		const before = await opening.before(open, account.licence);
		const ratesBefore = before ? ratesOf(before, rankings.whole(before, reading)) : undefined;
		const listed: ListedSince | undefined =
			columns && !columns.includes('listed') ? undefined : await listedSince(open, page.rows, reading, account.licence);
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
				favorite: own.favorites.has(id),
				hash: facts.hash,
				received: facts.asOf,
				version: facts.version,
				provider: source.label,
				tab,
				operation,
				strategy,
			};
		};
		const shown = exportColumns(columns, reading.question);
		const rows = slicesOf(page.rows.length, (from, to) => Array.from({ length: to - from }, (_, at) => rowOf(from + at)));
		const head = { report: presentWorkspaceHead(open, source), ...tableFacts({ ...facts, simulated: source.simulated }) };
		const name = `signalwheel-${tab}-${isoSeconds(facts.time).replaceAll(':', '')}`;
		const file = tableFile(format, { columns: shown, head, slices: columnsOf(shown, rows) }, name);
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
