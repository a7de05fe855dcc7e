/** A columnar block: `count` and typed arrays, nothing else. */
type Column = Uint8Array | Uint16Array | Uint32Array | Float32Array | Float64Array;

/** The rows of the blocks in order, in one block of the same shape; the store writes one large part instead of many small ones. */
export const concatBlocks = <B extends { count: number }>(blocks: readonly B[]): B | undefined => {
	const [first] = blocks;
	if (!first || blocks.length === 1) return first;
	const count = blocks.reduce((sum, block) => sum + block.count, 0);
	const columns = Object.entries<unknown>(first).filter((entry): entry is [string, Column] => ArrayBuffer.isView(entry[1]));
	const joined = Object.fromEntries(
		columns.map(([name, column]) => {
			const all = new (column.constructor as new (length: number) => Column)(count);
			let at = 0;
			for (const block of blocks) {
				all.set((block as unknown as Record<string, Column>)[name]?.subarray(0, block.count) ?? [], at);
				at += block.count;
			}
			return [name, all];
		}),
	);
	return { ...joined, count } as B;
};
