/** A cell of the large wheel by slice (clockwise) and ring (from the inside). */
export interface CellPosition {
	slice: number;
	ring: number;
}

/**
 * Returns the cell that a key moves to; undefined for other keys. Left and right move around the wheel, up and down between hub and rim. Home
 * and End move to the ends of a slice.
 */
export function nextCell(key: string, current: CellPosition, slices: number, rings: number): CellPosition | undefined {
	switch (key) {
		case 'ArrowRight':
			return { ...current, slice: (current.slice + 1) % slices };
		case 'ArrowLeft':
			return { ...current, slice: (current.slice - 1 + slices) % slices };
		case 'ArrowUp':
			return { ...current, ring: Math.min(current.ring + 1, rings - 1) };
		case 'ArrowDown':
			return { ...current, ring: Math.max(current.ring - 1, 0) };
		case 'Home':
			return { ...current, ring: 0 };
		case 'End':
			return { ...current, ring: rings - 1 };
		default:
			return undefined;
	}
}
