/** A cell of the large wheel by slice (clockwise) and ring (from the inside). */
export interface CellPosition {
	slice: number;
	ring: number;
}

/**
 * Returns the cell that a key moves to; undefined for other keys. Left and right move around the wheel, up and down between hub and rim. Home
 * and End move to the ends of a slice.
 */
export function nextCell(key: string, from: CellPosition, slices: number, rings: number): CellPosition | undefined {
	switch (key) {
		case 'ArrowRight':
			return { ...from, slice: (from.slice + 1) % slices };
		case 'ArrowLeft':
			return { ...from, slice: (from.slice - 1 + slices) % slices };
		case 'ArrowUp':
			return { ...from, ring: Math.min(from.ring + 1, rings - 1) };
		case 'ArrowDown':
			return { ...from, ring: Math.max(from.ring - 1, 0) };
		case 'Home':
			return { ...from, ring: 0 };
		case 'End':
			return { ...from, ring: rings - 1 };
		default:
			return undefined;
	}
}
