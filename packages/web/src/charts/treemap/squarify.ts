export interface Box {
	readonly left: number;
	readonly top: number;
	readonly width: number;
	readonly height: number;
}

/**
 * Returns rectangles, as square as possible, whose areas are in proportion to `values` (Bruls, Huizing and van Wijk, "Squarified treemaps",
 * 2000). The values must be above 0, largest first. The rectangles have the same sequence and fill the box.
 */
export function squarify(values: readonly number[], box: Box): Box[] {
	const total = values.reduce((sum, value) => sum + value, 0);
	const scale = (box.width * box.height) / total;
	const boxes: Box[] = [];
	let remaining = box;
	for (let start = 0; start < values.length; ) {
		const side = Math.min(remaining.width, remaining.height);
		let end = start + 1;
		let sum = values[start]! * scale;
		let worst = worstRatio(values[start]! * scale, values[start]! * scale, sum, side);
		for (; end < values.length; end++) {
			const next = values[end]! * scale;
			const ratio = worstRatio(values[start]! * scale, next, sum + next, side);
			if (ratio > worst) break;
			sum += next;
			worst = ratio;
		}
		const areas = values.slice(start, end).map((value) => value * scale);
		boxes.push(...placeRow(areas, sum, remaining));
		remaining = remainingBox(remaining, sum);
		start = end;
	}
	return boxes;
}

/** Returns the worst aspect ratio in a row of rectangles along `side`. `sum`: their total area. */
function worstRatio(largest: number, smallest: number, sum: number, side: number): number {
	return Math.max((side ** 2 * largest) / sum ** 2, sum ** 2 / (side ** 2 * smallest));
}

/** Places the rectangles of one row at the start of the box, along its shorter side. `sum`: their total area. */
function placeRow(areas: readonly number[], sum: number, { left, top, width, height }: Box): Box[] {
	const isUpright = width >= height;
	const depth = sum / (isUpright ? height : width);
	let offset = isUpright ? top : left;
	return areas.map((area) => {
		const length = area / depth;
		const rectangle = isUpright ? { left, top: offset, width: depth, height: length } : { left: offset, top, width: length, height: depth };
		offset += length;
		return rectangle;
	});
}

/** Returns the part of the box that remains after a row of the area `sum`. */
function remainingBox({ left, top, width, height }: Box, sum: number): Box {
	if (width >= height) return { left: left + sum / height, top, width: width - sum / height, height };
	return { left, top: top + sum / width, width, height: height - sum / width };
}
