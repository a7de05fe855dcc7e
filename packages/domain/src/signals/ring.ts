/** Levels that z has reached, inclusive at the threshold: 0..rings.length. Null stays null; a z that isn't a number is null too. */
export function depthOf(z: number | null, rings: readonly number[]): number | null {
	return z === null || Number.isNaN(z) ? null : rings.reduce((depth, ring) => (z >= ring ? depth + 1 : depth), 0);
}
