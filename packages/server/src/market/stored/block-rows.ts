import { type BarBlock, type BlockColumn, columnsOf, type DailyBlock, type MentionBlock, type OptionBlock } from '@sw/domain/prices/blocks';

/** Row numbers by ticker id, then time. Nested, because both can be any 32-bit number. */
type RowIndex = Map<number, Map<number, number>>;

/** Indexes the rows of a block by ticker and time. */
export function indexRows(ids: ArrayLike<number>, times: ArrayLike<number>, count: number): RowIndex {
	const rowsByTicker: RowIndex = new Map();
	for (let i = 0; i < count; i++) {
		const id = ids[i]!;
		let tickerRows = rowsByTicker.get(id);
		if (!tickerRows) {
			tickerRows = new Map();
			rowsByTicker.set(id, tickerRows);
		}
		tickerRows.set(times[i]!, i);
	}
	return rowsByTicker;
}

type Rows = BarBlock | DailyBlock | OptionBlock;

/** Columns that are compared; a block has some of them. */
const COMPARED_COLUMNS = ['session', 'open', 'high', 'low', 'close', 'volume', 'calls', 'puts'];

/** Keeps only the rows with these numbers, which must be ascending. */
export function keepRows(block: Rows, rowIndexes: readonly number[]): void {
	for (const cells of columnsOf(block).values()) for (const [to, from] of rowIndexes.entries()) cells[to] = cells[from]!;
	block.count = rowIndexes.length;
}

/** Removes the rows of `block` that are stored with the same values. Returns the number of new and of changed rows. */
export function removeUnchangedRows<B extends Rows>(
	block: B,
	stored: B,
	timeOf: (block: B) => ArrayLike<number>,
): { added: number; corrected: number } {
	const changes = { added: 0, corrected: 0 };
	const [times, storedTimes] = [timeOf(block), timeOf(stored)];
	const [columns, storedColumns] = [columnsOf(block), columnsOf(stored)];
	const pairs = COMPARED_COLUMNS.flatMap((name): [BlockColumn, BlockColumn][] => {
		const [column, storedColumn] = [columns.get(name), storedColumns.get(name)];
		return column && storedColumn ? [[column, storedColumn]] : [];
	});
	const storedRows = indexRows(stored.tickerId, storedTimes, stored.count);
	const changedRows: number[] = [];
	for (let i = 0; i < block.count; i++) {
		const storedRow = storedRows.get(block.tickerId[i]!)?.get(times[i]!);
		const isSame = storedRow !== undefined && pairs.every(([column, storedColumn]) => column[i] === storedColumn[storedRow]);
		if (isSame) continue;
		if (storedRow === undefined) changes.added++;
		else changes.corrected++;
		changedRows.push(i);
	}
	keepRows(block, changedRows);
	return changes;
}

/** Finds the smallest and largest of the first `count` times. */
export function timeSpan(times: ArrayLike<number>, count: number): [number, number] {
	let [first, last] = [Number.POSITIVE_INFINITY, 0];
	for (let i = 0; i < count; i++) {
		first = Math.min(first, times[i]!);
		last = Math.max(last, times[i]!);
	}
	return [first, last];
}

/** Returns the distinct ticker ids of a block. */
export function distinctIds(block: Rows): number[] {
	return [...new Set(block.tickerId.subarray(0, block.count))];
}

/** Joins blocks of the same kind in order, so that the store writes one large part; undefined if there are none. */
export function concatBlocks<B extends { count: number }>(blocks: readonly B[]): B | undefined {
	const [first] = blocks;
	if (!first || blocks.length === 1) return first;
	const count = blocks.reduce((sum, block) => sum + block.count, 0);
	const parts = blocks.map((block) => ({ count: block.count, columns: columnsOf(block) }));
	const columns = Array.from(columnsOf(first), ([name, column]) => {
		const joinedColumn = new (column.constructor as new (length: number) => typeof column)(count);
		let at = 0;
		for (const part of parts) {
			joinedColumn.set(part.columns.get(name)?.subarray(0, part.count) ?? [], at);
			at += part.count;
		}
		return [name, joinedColumn] as const;
	});
	return { ...first, ...Object.fromEntries(columns), count };
}

/** Joins blocks of mentions in order, with all spans; undefined if there are none. */
export function concatMentions(blocks: readonly MentionBlock[]): MentionBlock | undefined {
	const block = concatBlocks(blocks);
	return block && { ...block, spans: blocks.flatMap(({ spans }) => spans) };
}
