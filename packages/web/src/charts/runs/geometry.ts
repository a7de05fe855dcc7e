/** Geometry of rows of shaded cells one unit wide. Adjacent cells of the same shade are merged into one rectangle. */

/** Returns the SVG path of the cells at these ascending positions. Each run of adjacent cells is one rectangle. */
export function runsPath(positions: readonly number[], top: number, height: number): string {
	let path = '';
	for (let i = 0; i < positions.length; ) {
		let end = i;
		while (end + 1 < positions.length && positions[end + 1] === positions[end]! + 1) end++;
		path += `M${positions[i]} ${top}h${end - i + 1}v${height}h${i - end - 1}z`;
		i = end + 1;
	}
	return path;
}

export interface ShadePath {
	/** Null: not measured. Cells of depth 0 have no path. */
	depth: number | null;
	d: string;
}

/** Returns one path per depth, null first. */
export function depthPaths(depths: readonly (number | null)[], top: number, height: number): ShadePath[] {
	const positionsByDepth = new Map<number | null, number[]>();
	depths.forEach((depth, i) => {
		if (depth !== 0) positionsByDepth.set(depth, [...(positionsByDepth.get(depth) ?? []), i]);
	});
	return [...positionsByDepth].sort(([a], [b]) => (a ?? -1) - (b ?? -1)).map(([depth, at]) => ({ depth, d: runsPath(at, top, height) }));
}
