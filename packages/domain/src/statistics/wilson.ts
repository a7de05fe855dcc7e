import { Z_95 } from './normal.ts';

/** Wilson's interval of a rate p seen in n (effective, so not always whole) trials; default: 95%. [0, 1] without trials. */
export function wilson(p: number, n: number, z: number = Z_95): [number, number] {
	if (!(n > 0)) return [0, 1];
	const share = (z * z) / n;
	const centre = (p + share / 2) / (1 + share);
	const half = (z * Math.sqrt((p * (1 - p)) / n + share / (4 * n))) / (1 + share);
	return [Math.max(0, centre - half), Math.min(1, centre + half)];
}
