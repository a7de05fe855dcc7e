import { type BarBlock, type BlockColumn, columnsOf, type DailyBlock, type MentionBlock, type OptionBlock } from '@sw/domain/prices/blocks';

/** Places by ticker, then time: both may be any 32-bit number. */
type Places = Map<number, Map<number, number>>;

/** The place of each row of a block by its ticker and time. */
export function placesOf(ids: ArrayLike<number>, times: ArrayLike<number>, count: number): Places {
	const places: Places = new Map();
	for (let i = 0; i < count; i++) {
		const id = ids[i]!;
		let ofTicker = places.get(id);
		if (!ofTicker) {
			ofTicker = new Map();
			places.set(id, ofTicker);
		}
		ofTicker.set(times[i]!, i);
	}
	return places;
}

type Rows = BarBlock | DailyBlock | OptionBlock;

/** What a correction may change; a block has some of them. */
const COMPARED = ['session', 'open', 'high', 'low', 'close', 'volume', 'calls', 'puts'];

/** Moves the rows of `kept` to the front. */
export function keepRows(block: Rows, kept: readonly number[]): void {
	for (const cells of columnsOf(block).values()) for (const [to, from] of kept.entries()) cells[to] = cells[from]!;
	block.count = kept.length;
}

/** Leaves in `given` the rows that are new or differ from those stored; answers how many of each there are. */
export function onlyChanges<B extends Rows>(
	block: B,
	stored: B,
	timeOf: (block: B) => ArrayLike<number>,
): { added: number; corrected: number } {
	const changes = { added: 0, corrected: 0 };
	const [times, storedTimes] = [timeOf(block), timeOf(stored)];
	const [columns, storedColumns] = [columnsOf(block), columnsOf(stored)];
	const pairs = COMPARED.flatMap((name): [BlockColumn, BlockColumn][] => {
		const [mine, theirs] = [columns.get(name), storedColumns.get(name)];
		return mine && theirs ? [[mine, theirs]] : [];
	});
	const at = placesOf(stored.tickerId, storedTimes, stored.count);
	const kept: number[] = [];
	for (let i = 0; i < block.count; i++) {
		const known = at.get(block.tickerId[i]!)?.get(times[i]!);
		const isSame = known !== undefined && pairs.every(([mine, theirs]) => mine[i] === theirs[known]);
		if (isSame) continue;
		if (known === undefined) changes.added++;
		else changes.corrected++;
		kept.push(i);
	}
	keepRows(block, kept);
	return changes;
}

/** First and last of the times in use. */
export function span(times: ArrayLike<number>, count: number): [number, number] {
	let [first, last] = [Number.POSITIVE_INFINITY, 0];
	for (let i = 0; i < count; i++) {
		first = Math.min(first, times[i]!);
		last = Math.max(last, times[i]!);
	}
	return [first, last];
}

export function idsIn(block: Rows): number[] {
	return [...new Set(block.tickerId.subarray(0, block.count))];
}

/** The rows of the blocks in order, in one block of the same shape; the store writes one large part instead of many small ones. */
export function concatBlocks<B extends { count: number }>(blocks: readonly B[]): B | undefined {
	const [first] = blocks;
	if (!first || blocks.length === 1) return first;
	const count = blocks.reduce((sum, block) => sum + block.count, 0);
	const parts = blocks.map((block) => ({ count: block.count, columns: columnsOf(block) }));
	const joined = Array.from(columnsOf(first), ([name, column]) => {
		const all = new (column.constructor as new (length: number) => typeof column)(count);
		let at = 0;
		for (const part of parts) {
			all.set(part.columns.get(name)?.subarray(0, part.count) ?? [], at);
			at += part.count;
		}
		return [name, all] as const;
	});
	return { ...first, ...Object.fromEntries(joined), count };
}

/** The same of mentions, with the spans of all. */
export function concatMentions(blocks: readonly MentionBlock[]): MentionBlock | undefined {
	const joined = concatBlocks(blocks);
	return joined && { ...joined, spans: blocks.flatMap(({ spans }) => spans) };
}
