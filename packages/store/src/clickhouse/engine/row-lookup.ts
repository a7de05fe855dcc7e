/** Maps a ticker's id to its row in `ids`; -1 for unknown ids. Uses a plain array for small ids; those of imported files are not small. */
export function rowLookup(ids: Uint32Array): (id: number) => number {
	const largest = ids.reduce((largest, id) => Math.max(largest, id), 0);
	if (largest > 4_000_000) {
		const rows = new Map(Array.from(ids, (id, row) => [id, row]));
		return (id) => rows.get(id) ?? -1;
	}
	const rows = new Int32Array(largest + 1).fill(-1);
	ids.forEach((id, row) => {
		rows[id] = row;
	});
	return (id) => rows[id] ?? -1;
}
