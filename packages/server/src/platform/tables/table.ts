import { setImmediate } from 'node:timers/promises';
import { ENGINE_VERSION } from '@sw/domain/reports/content-hash';
import type { ExportType } from '@sw/domain/reports/list/export-columns';
import { isoSeconds } from '@sw/domain/time/format';

/** The values of a column, one for each row; null where unknown. */
export type Values = ArrayLike<string | number | boolean | null>;

export interface TableColumn {
	readonly name: string;
	readonly type: ExportType;
	/** Empty without a unit. */
	readonly unit: string;
	readonly description: string;
}

/** A table to be written to a file; at most one slice is in memory at a time. */
export interface Table {
	readonly columns: readonly TableColumn[];
	/** Metadata about its source, by name, written into the file; values other than text as JSON. */
	readonly head: Readonly<Record<string, unknown>>;
	/** The rows from the first on; each slice has one array for each column, all of the same length. */
	readonly slices: AsyncIterable<readonly Values[]>;
}

/** Rows of a slice: about 40 ms of work for our widest files. */
export const ROWS_AT_ONCE = 2_000;

/** Reads each slice when it is requested, that many rows at a time; yields to other work between slices. */
export async function* slicesOf<S>(rows: number, read: (from: number, to: number) => S): AsyncGenerator<S> {
	for (let from = 0; from < rows; from += ROWS_AT_ONCE) {
		yield read(from, Math.min(rows, from + ROWS_AT_ONCE));
		await setImmediate();
	}
}

interface ReadColumn<R> {
	readonly read: (row: R) => Values[number];
}

/** Turns rows that are objects into columns, slice by slice. */
export async function* columnsOf<R>(columns: readonly ReadColumn<R>[], slices: AsyncIterable<readonly R[]>): AsyncGenerator<Values[]> {
	for await (const rows of slices) yield columns.map(({ read }) => rows.map(read));
}

/** The parameter version and the time of the data, and whether the market is simulated. */
export function tableFacts(from: { parameters: number; asOf: number | null; simulated: boolean }) {
	return {
		definition_version: `engine ${ENGINE_VERSION}, parameters ${from.parameters}`,
		as_of: from.asOf === null ? null : isoSeconds(from.asOf),
		simulated: from.simulated,
	};
}

/** The meaning of the columns, for people and programs that read the file. */
export function dictionaryOf(columns: readonly TableColumn[]) {
	return columns.map(({ name, type, unit, description }) => ({ name, type, unit, description }));
}

/** Head and dictionary for a binary file: texts by name. */
export function notesOf({ columns, head }: Table): Record<string, string> {
	return {
		...Object.fromEntries(Object.entries(head).map(([name, value]) => [name, asText(value)])),
		dictionary: JSON.stringify(dictionaryOf(columns)),
	};
}

function asText(value: unknown): string {
	return typeof value === 'string' ? value : JSON.stringify(value);
}
