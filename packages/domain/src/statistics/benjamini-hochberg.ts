/** q-values of p-values, in their order: the false discovery rate at which each is still accepted (Benjamini and Hochberg 1995). */
export const benjaminiHochberg = (p: readonly number[]): number[] => {
	const order = p.map((_, index) => index).sort((a, b) => (p[b] as number) - (p[a] as number));
	const q = new Array<number>(p.length);
	let least = 1;
	order.forEach((index, fromWorst) => {
		least = Math.min(least, ((p[index] as number) * p.length) / (p.length - fromWorst));
		q[index] = least;
	});
	return q;
};
