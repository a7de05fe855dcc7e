import { normalQuantile } from './normal.ts';

/**
 * Value that Student's t stays within, on both sides of 0, with this probability; `freedom`, at least 1, need not be whole. Hill 1970, CACM algorithm
 * 396: six digits from 3 degrees on. Between 1 and 2 interpolated, at most 3 % too large.
 */
export function studentWithin(probability: number, freedom: number): number {
	const outside = 1 - probability;
	if (freedom <= 2) {
		const [one, two] = [1 / Math.tan((outside * Math.PI) / 2), Math.sqrt(2 / (outside * (2 - outside)) - 2)];
		return two * (one / two) ** (2 / Math.max(1, freedom) - 1);
	}
	const a = 1 / (freedom - 0.5);
	const b = 48 / (a * a);
	let c = (((20_700 * a) / b - 98) * a - 16) * a + 96.36;
	const d = ((94.5 / (b + c) - 3) / b + 1) * Math.sqrt((a * Math.PI) / 2) * freedom;
	let y = (d * outside) ** (2 / freedom);
	if (y > 0.05 + a) {
		const x = normalQuantile(outside / 2);
		y = x * x;
		if (freedom < 5) c += 0.3 * (freedom - 4.5) * (x + 0.6);
		c = (((0.05 * d * x - 5) * x - 7) * x - 2) * x + b + c;
		y = (((((0.4 * y + 6.3) * y + 36) * y + 94.5) / c - y - 3) / b + 1) * x;
		y = Math.expm1(a * y * y);
	} else {
		const series = 1 / (((freedom + 6) / (freedom * y) - 0.089 * d - 0.822) * (freedom + 2) * 3) + 0.5 / (freedom + 4);
		y = ((series * y - 1) * (freedom + 1)) / (freedom + 2) + 1 / y;
	}
	return Math.sqrt(freedom * y);
}

/** The standard normal value of the same rank as a t, within .02 of it from 2 degrees of freedom on; Wallace 1959. */
export function normalOfStudent(t: number, freedom: number): number {
	return Math.sign(t) * ((8 * freedom + 1) / (8 * freedom + 3)) * Math.sqrt(freedom * Math.log1p((t * t) / freedom));
}
