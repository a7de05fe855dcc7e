import { columnsOf, type MentionBlock } from '@sw/domain/prices/blocks';

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
