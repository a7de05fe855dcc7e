/** From a ticker's id to its row in `ids`; -1 for one that is not there. A plain array where ids are small: those of imported files are not. */
export const rowLookup = (ids: Uint32Array): ((id: number) => number) => {
	const largest = ids.reduce((most, id) => Math.max(most, id), 0);
	if (largest > 4_000_000) {
		const rows = new Map(Array.from(ids, (id, row) => [id, row]));
		return (id) => rows.get(id) ?? -1;
	}
	const rows = new Int32Array(largest + 1).fill(-1);
	ids.forEach((id, row) => {
		rows[id] = row;
	});
	return (id) => rows[id] ?? -1;
};
