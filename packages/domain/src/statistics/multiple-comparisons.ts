/** p-values of several tests made at once. */

/** q-values of p-values, in their order: the false discovery rate at which each is still accepted (Benjamini and Hochberg 1995). */
export function benjaminiHochberg(p: readonly number[]): number[] {
	const order = p.map((_, index) => index).sort((a, b) => p[b]! - p[a]!);
	const q = new Array<number>(p.length);
	let smallest = 1;
	order.forEach((index, fromWorst) => {
		smallest = Math.min(smallest, (p[index]! * p.length) / (p.length - fromWorst));
		q[index] = smallest;
	});
	return q;
}

/**
 * q-values that hold however the tests depend on each other, in their order (Benjamini and Yekutieli 2001): those above times 1 + 1/2 + ... + 1/n. Trials
 * of one account share episodes, a filter at two horizons almost all of them.
 */
export function benjaminiYekutieli(p: readonly number[]): number[] {
	const harmonic = p.reduce((sum, _, index) => sum + 1 / (index + 1), 0);
	return benjaminiHochberg(p.map((value) => value * harmonic));
}
