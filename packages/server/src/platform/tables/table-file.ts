import { Readable } from 'node:stream';
import type { EXPORT_FORMATS } from '@sw/contract/signals/sector-charts';
import { cleanNumber } from '@sw/domain/statistics/clean-number';
import { arrowParts } from './arrow-parts.ts';
import { parquetParts } from './parquet-file.ts';
import type { Table, Values } from './table.ts';
import { csvParts, jsonParts } from './text-parts.ts';
import { xlsxParts } from './xlsx-parts.ts';

export type TableFormat = (typeof EXPORT_FORMATS)[number];

export interface TableFile {
	/** Written as it is read: a slow client delays no other and keeps one slice in memory. */
	readonly body: Readable;
	readonly headers: Readonly<Record<string, string>>;
}

const WRITERS: Readonly<
	Record<TableFormat, { readonly type: string; readonly ending: string; readonly parts: (table: Table) => AsyncGenerator<Buffer> }>
> = {
	csv: { type: 'text/csv; charset=utf-8', ending: 'csv', parts: csvParts },
	xlsx: { type: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet', ending: 'xlsx', parts: xlsxParts },
	json: { type: 'application/json; charset=utf-8', ending: 'json', parts: jsonParts },
	parquet: { type: 'application/vnd.apache.parquet', ending: 'parquet', parts: parquetParts },
	arrow: { type: 'application/vnd.apache.arrow.stream', ending: 'arrows', parts: arrowParts },
};

/** A table as a file of that format; `name` is the file's name without extension. */
export function tableFile(format: TableFormat, table: Table, name: string): TableFile {
	const { type, ending, parts } = WRITERS[format];
	return {
		body: Readable.from(parts({ ...table, slices: withDecimals(table) }), { objectMode: false }),
		headers: { 'content-type': type, 'content-disposition': `attachment; filename="${name}.${ending}"` },
	};
}

/** The only place where decimals are formatted for files. */
async function* withDecimals({ columns, slices }: Table): AsyncGenerator<readonly Values[]> {
	for await (const slice of slices)
		yield slice.map((values, at) =>
			columns[at]?.type === 'decimal' ? Array.from(values, (value) => (typeof value === 'number' ? cleanNumber(value) : value)) : values,
		);
}
