import { setImmediate } from 'node:timers/promises';
import { ENGINE_VERSION } from '@sw/domain/reports/content-hash';
import type { ExportType } from '@sw/domain/reports/export-columns';
import { isoSeconds } from '@sw/domain/time/format';

/** What a column holds, one value a row; null where it is not known. */
export type Values = ArrayLike<string | number | boolean | null>;

export interface TableColumn {
	readonly name: string;
	readonly type: ExportType;
	/** Empty where it has none. */
	readonly unit: string;
	readonly description: string;
}

/** A table on its way into a file, of which no more than a slice is held at once. */
export interface Table {
	readonly columns: readonly TableColumn[];
	/** What it was made of, by name: it stands in the file, JSON where it is no text. */
	readonly head: Readonly<Record<string, unknown>>;
	/** The rows from the first on; of each slice an array for each column, all of the same length. */
	readonly slices: AsyncIterable<readonly Values[]>;
}

/** Rows of a slice: some 40 ms of work for the widest of our files. */
export const ROWS_AT_ONCE = 2_000;

/** As many rows at a time, each slice read when it is wanted; other work comes in between two of them. */
export async function* slicesOf<S>(rows: number, read: (from: number, to: number) => S): AsyncGenerator<S> {
	for (let from = 0; from < rows; from += ROWS_AT_ONCE) {
		yield read(from, Math.min(rows, from + ROWS_AT_ONCE));
		await setImmediate();
	}
}

interface ReadColumn<R> {
	readonly read: (row: R) => Values[number];
}

/** Columns of rows that are objects, slice by slice. */
export async function* columnsOf<R>(columns: readonly ReadColumn<R>[], slices: AsyncIterable<readonly R[]>): AsyncGenerator<Values[]> {
	for await (const rows of slices) yield columns.map(({ read }) => rows.map(read));
}

/** By which rules a file was measured, up to when, and whether of an invented market. */
export const tableFacts = (from: { parameters: number; asOf: number | null; simulated: boolean }) => ({
	definition_version: `engine ${ENGINE_VERSION}, parameters ${from.parameters}`,
	as_of: from.asOf === null ? null : isoSeconds(from.asOf),
	simulated: from.simulated,
});

/** What the columns mean, for people and programs that read the file. */
export const dictionaryOf = (columns: readonly TableColumn[]) =>
	columns.map(({ name, type, unit, description }) => ({ name, type, unit, description }));

const asText = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));

/** Head and dictionary as a binary file holds them: texts by name. */
export const notesOf = ({ columns, head }: Table): Record<string, string> => ({
	...Object.fromEntries(Object.entries(head).map(([name, value]) => [name, asText(value)])),
	dictionary: JSON.stringify(dictionaryOf(columns)),
});
