import { setImmediate } from 'node:timers/promises';
import { ENGINE_VERSION } from '@sw/domain/reports/content-hash';
import type { ExportType } from '@sw/domain/reports/list/export-columns';
import { isoSeconds } from '@sw/domain/time/format';

/** Values of a column, one per row; null if unknown. */
export type ColumnValues = ArrayLike<string | number | boolean | null>;

export interface TableColumn {
	readonly name: string;
	readonly type: ExportType;
	/** Empty if there is no unit. */
	readonly unit: string;
	readonly description: string;
}

/** A table to be written to a file; at most one slice is in memory at a time. */
export interface Table {
	readonly columns: readonly TableColumn[];
	/** Metadata about the table's source, by name, written into the file; values other than text as JSON. */
	readonly metadata: Readonly<Record<string, unknown>>;
	/** The rows in order. Each slice has one array per column, all of the same length. */
	readonly slices: AsyncIterable<readonly ColumnValues[]>;
}

/** Rows per slice: about 40 ms of work for the widest files. */
export const SLICE_ROWS = 2_000;

/** Reads rows [from, to) slice by slice, when requested, and yields to other work between slices. */
export async function* readSlices<S>(rowCount: number, read: (from: number, to: number) => S): AsyncGenerator<S> {
	for (let from = 0; from < rowCount; from += SLICE_ROWS) {
		yield read(from, Math.min(rowCount, from + SLICE_ROWS));
		await setImmediate();
	}
}

interface ReadColumn<R> {
	readonly read: (row: R) => ColumnValues[number];
}

/** Turns rows that are objects into columns, slice by slice. */
export async function* toColumnSlices<R>(
	columns: readonly ReadColumn<R>[],
	slices: AsyncIterable<readonly R[]>,
): AsyncGenerator<ColumnValues[]> {
	for await (const rows of slices) yield columns.map(({ read }) => rows.map(read));
}

/** Builds the metadata of all our tables: versions of engine and parameters, the time of the data, whether the market is simulated. */
export function buildTableMetadata(source: { parameters: number; asOf: number | null; simulated: boolean }) {
	return {
		definition_version: `engine ${ENGINE_VERSION}, parameters ${source.parameters}`,
		as_of: source.asOf === null ? null : isoSeconds(source.asOf),
		simulated: source.simulated,
	};
}

/** Describes the columns, for users of a file. */
export function describeColumns(columns: readonly TableColumn[]) {
	return columns.map(({ name, type, unit, description }) => ({ name, type, unit, description }));
}

/** Returns metadata and dictionary as text by name, for binary files. */
export function flattenMetadata({ columns, metadata }: Table): Record<string, string> {
	return {
		...Object.fromEntries(Object.entries(metadata).map(([name, value]) => [name, toText(value)])),
		dictionary: JSON.stringify(describeColumns(columns)),
	};
}

function toText(value: unknown): string {
	return typeof value === 'string' ? value : JSON.stringify(value);
}
