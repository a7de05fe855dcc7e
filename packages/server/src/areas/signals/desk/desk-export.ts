import { setImmediate } from 'node:timers/promises';
import type { EXPORT_FORMATS } from '@sw/contract/sector-charts';
import type { CallerAccount } from '@sw/domain/access/caller';
import { csvLine } from '@sw/domain/reports/csv';
import { type ExportColumn, type ExportRow, exportColumns, exportDictionary } from '@sw/domain/reports/export-columns';
import type { TableColumn } from '@sw/domain/reports/list-columns';
import { isoSeconds } from '@sw/domain/time/format';
import type { TickerId } from '@sw/domain/time/units';
import { changeAt } from '../../../market/window/price-series.ts';
import { notFound } from '../../../platform/errors.ts';
import { parquetFile } from '../../../platform/parquet-file.ts';
import { presentDeskHead } from './desk-cards.ts';
import { ratesOf } from './desk-changes.ts';
import type { DeskLists, DeskTools, ListQuery, ReportQuery } from './desk-lists.ts';

export type ExportFormat = (typeof EXPORT_FORMATS)[number];
export type ExportQuery = Omit<ListQuery, 'skip' | 'max'> &
	ReportQuery & {
		format: ExportFormat;
		columns?: readonly TableColumn[] | undefined;
	};

export const DICTIONARY_PATH = '/api/sector-charts/export/dictionary';

const MEDIA_TYPE: Record<ExportFormat, string> = {
	csv: 'text/csv; charset=utf-8',
	json: 'application/json; charset=utf-8',
	parquet: 'application/vnd.apache.parquet',
};

const ROWS_AT_ONCE = 500;

export interface ExportFile {
	bytes: Buffer;
	headers: Record<string, string>;
}

/** A whole list as a file; its columns and their meanings are EXPORT_COLUMNS. */
export const createDeskExport = ({ parts, rankings, open: opening }: DeskTools, lists: DeskLists) => {
	const { directory, prices, source } = parts;

	/** The rows as text, with room for other work between slices. */
	const inSlices = async (rows: readonly ExportRow[], text: (row: ExportRow) => string, between = ''): Promise<string> => {
		const slices: string[] = [];
		for (let at = 0; at < rows.length; at += ROWS_AT_ONCE) {
			slices.push(
				rows
					.slice(at, at + ROWS_AT_ONCE)
					.map(text)
					.join(between),
			);
			await setImmediate();
		}
		return slices.join(between);
	};

	const write = async (
		format: ExportFormat,
		columns: readonly ExportColumn[],
		rows: readonly ExportRow[],
		head: object,
	): Promise<Buffer> => {
		if (format === 'csv') {
			const names = csvLine(columns.map(({ name }) => name));
			return Buffer.from(names + (await inSlices(rows, (row) => csvLine(columns.map(({ read }) => read(row))))));
		}
		if (format === 'json') {
			const object = (row: ExportRow): string => JSON.stringify(Object.fromEntries(columns.map(({ name, read }) => [name, read(row)])));
			const items = await inSlices(rows, object, ',');
			return Buffer.from(`{"report":${JSON.stringify(head)},"columns":${JSON.stringify(exportDictionary(columns))},"items":[${items}]}`);
		}
		const filled = columns.map(({ name, type, read }) => ({ name, type, values: rows.map(read) }));
		return parquetFile(filled, { report: JSON.stringify(head), dictionary: JSON.stringify(exportDictionary(columns)) });
	};

	return async (account: CallerAccount, { format, columns, ...query }: ExportQuery): Promise<ExportFile> => {
		const { selection, page } = await lists.whole(account, { ...query });
		const { open, reading, lists: own } = selection;
		if (!open) throw notFound('There is no report yet.');
		const { table, facts } = open;
		const { tab, operation } = reading.question;
		const before = await opening.before(open, account.licence);
		const ratesBefore = before ? ratesOf(before, rankings.whole(before, reading)) : undefined;
		const rows = Array.from(page.rows, (row, at): ExportRow => {
			const id = table.tickerId[row] as TickerId;
			const ticker = directory.byId(id);
			return {
				table,
				row,
				rank: at + 1,
				rate: page.rates[at] as number,
				symbol: rankings.symbolOf(table, row),
				name: ticker?.name ?? '',
				type: ticker?.type ?? '',
				change: changeAt(prices, directory.rowOf(id), facts.asOf, (table.price[row] as number) / 10_000),
				rateBefore: ratesBefore?.get(id) ?? null,
				favorite: own.favorites.has(id),
				hash: facts.hash,
				received: facts.asOf,
				version: facts.version,
				provider: source.label,
				tab,
				operation,
			};
		});
		const name = `signalwheel-${tab}-${isoSeconds(facts.time).replaceAll(':', '')}.${format}`;
		return {
			bytes: await write(format, exportColumns(columns, reading.question), rows, presentDeskHead(open, source)),
			headers: {
				'content-type': MEDIA_TYPE[format],
				'content-disposition': `attachment; filename="${name}"`,
				link: `<${DICTIONARY_PATH}>; rel="describedby"; type="application/json"`,
				'x-report-hash': facts.hash,
			},
		};
	};
};
