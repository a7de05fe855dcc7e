/** Rows of cells one unit wide, by shade: neighbours of the same shade are merged into one rectangle. Pure. */

/** Path of the cells (by position) of one shade: each run of neighbours is one rectangle. */
export function runsPath(at: readonly number[], top: number, height: number): string {
	let path = '';
	for (let i = 0; i < at.length; ) {
		let end = i;
		while (end + 1 < at.length && at[end + 1] === at[end]! + 1) end++;
		path += `M${at[i]} ${top}h${end - i + 1}v${height}h${i - end - 1}z`;
		i = end + 1;
	}
	return path;
}

export interface ShadePath {
	/** null: not measurable. Cells of depth 0 have no path. */
	depth: number | null;
	d: string;
}

/** One path per depth. */
export function depthPaths(depths: readonly (number | null)[], top: number, height: number): ShadePath[] {
	const places = new Map<number | null, number[]>();
	depths.forEach((depth, i) => {
		if (depth !== 0) places.set(depth, [...(places.get(depth) ?? []), i]);
	});
	return [...places].sort(([a], [b]) => (a ?? -1) - (b ?? -1)).map(([depth, at]) => ({ depth, d: runsPath(at, top, height) }));
}
