import { setImmediate } from 'node:timers/promises';
import type { AnswerOf } from '@sw/contract/define';
import type { research } from '@sw/contract/research';
import type { EXPORT_FORMATS } from '@sw/contract/sector-charts';
import { csvLine } from '@sw/domain/reports/csv';
import type { ExportType, ExportValue } from '@sw/domain/reports/export-columns';
import { parquetFile } from '../platform/parquet-file.ts';

export type ExportFormat = (typeof EXPORT_FORMATS)[number];

export interface OccurrenceFile {
	bytes: Buffer;
	headers: Record<string, string>;
}

type OccurrenceAnswer = AnswerOf<(typeof research)['validationOccurrences']>['items'][number];

interface Row extends OccurrenceAnswer {
	horizon: number;
}

const MEDIA_TYPE: Record<ExportFormat, string> = {
	csv: 'text/csv; charset=utf-8',
	json: 'application/json; charset=utf-8',
	parquet: 'application/vnd.apache.parquet',
};

interface OccurrenceColumn {
	readonly name: string;
	readonly type: ExportType;
	readonly about: string;
	readonly read: (row: Row) => ExportValue;
}

const COLUMNS: readonly OccurrenceColumn[] = [
	{ name: 'report', type: 'text', about: 'Time of the report, UTC', read: (row) => row.time },
	{ name: 'ticker', type: 'text', about: 'Symbol', read: (row) => row.ticker },
	{ name: 'ticker_id', type: 'integer', about: 'Permanent number', read: (row) => row.ticker_id },
	{ name: 'rate', type: 'integer', about: 'Rate at the report', read: (row) => row.rate },
	{ name: 'horizon', type: 'integer', about: 'Bars after which it is measured', read: (row) => row.horizon },
	{
		name: 'hit',
		type: 'boolean',
		about: 'Whether it beat the median of its tier after costs; empty while it is not over or where it could not be measured',
		read: (row) => row.hit,
	},
	{
		name: 'excess',
		type: 'decimal',
		about: 'Log return after costs against the mean of its tier, in the direction; empty as above',
		read: (row) => row.excess,
	},
	{ name: 'reconstructed', type: 'boolean', about: 'Whether its report was built afterwards', read: (row) => row.reconstructed },
	{
		name: 'since_saved',
		type: 'boolean',
		about: 'Whether its report came out live after the saved filter was saved; empty where none was named',
		read: (row) => row.since_saved,
	},
	{ name: 'hypothetical', type: 'boolean', about: 'Always true: nobody traded it', read: () => true },
];

const ROWS_AT_ONCE = 500;

/** Occurrences as a file; `head` says of what. Text is written in slices, with room for other work between them. */
export const occurrenceFile = async (format: ExportFormat, rows: readonly Row[], head: object, name: string): Promise<OccurrenceFile> => ({
	bytes: await write(format, rows, head),
	headers: { 'content-type': MEDIA_TYPE[format], 'content-disposition': `attachment; filename="${name}.${format}"` },
});

const write = async (format: ExportFormat, rows: readonly Row[], head: object): Promise<Buffer> => {
	const dictionary = COLUMNS.map(({ name, type, about }) => ({ name, type, description: about }));
	if (format === 'parquet') {
		const columns = COLUMNS.map(({ name, type, read }) => ({ name, type, values: rows.map(read) }));
		return parquetFile(columns, { question: JSON.stringify(head), dictionary: JSON.stringify(dictionary) });
	}
	if (format === 'csv') {
		const lines = await inSlices(rows, (row) => csvLine(COLUMNS.map(({ read }) => read(row))));
		return Buffer.from(csvLine(COLUMNS.map(({ name: column }) => column)) + lines.join(''));
	}
	const items = await inSlices(rows, (row) => JSON.stringify(Object.fromEntries(COLUMNS.map((column) => [column.name, column.read(row)]))));
	return Buffer.from(`{"question":${JSON.stringify(head)},"columns":${JSON.stringify(dictionary)},"items":[${items.join(',')}]}`);
};

const inSlices = async (rows: readonly Row[], text: (row: Row) => string): Promise<string[]> => {
	const written: string[] = [];
	for (let at = 0; at < rows.length; at += ROWS_AT_ONCE) {
		for (const row of rows.slice(at, at + ROWS_AT_ONCE)) written.push(text(row));
		await setImmediate();
	}
	return written;
};
