import { csvLine } from '@sw/domain/reports/csv';
import { dictionaryOf, type Table, type Values } from './table.ts';

/** CSV: a line of names, then a line for each row. */
export async function* csvParts({ columns, slices }: Table): AsyncGenerator<Buffer> {
	yield Buffer.from(csvLine(columns.map(({ name }) => name)));
	for await (const slice of slices) yield Buffer.from(linesOf(slice, (row) => csvLine(slice.map((values) => values[row] ?? null))));
}

function linesOf(slice: readonly Values[], line: (row: number) => string, between = ''): string {
	const lines: string[] = [];
	for (let row = 0; row < rowsIn(slice); row++) lines.push(line(row));
	return lines.join(between);
}

function rowsIn(slice: readonly Values[]): number {
	return slice[0]?.length ?? 0;
}

/** One JSON object: the members of the head, the dictionary as `columns`, and an object for each row in `items`. */
export async function* jsonParts({ columns, head, slices }: Table): AsyncGenerator<Buffer> {
	yield Buffer.from(`${JSON.stringify({ ...head, columns: dictionaryOf(columns) }).slice(0, -1)},"items":[`);
	const names = columns.map(({ name }) => JSON.stringify(name));
	let between = '';
	for await (const slice of slices) {
		const object = (row: number): string => `{${names.map((name, at) => `${name}:${JSON.stringify(slice[at]?.[row] ?? null)}`).join(',')}}`;
		yield Buffer.from(between + linesOf(slice, object, ','));
		if (rowsIn(slice) > 0) between = ',';
	}
	yield Buffer.from(']}');
}
