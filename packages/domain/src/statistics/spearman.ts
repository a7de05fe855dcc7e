/** Computes ranks from 1 to n, ascending; equal values share their average rank. */
export function averageRanks(values: readonly number[]): number[] {
	const order = values.map((_, index) => index).sort((a, b) => values[a]! - values[b]!);
	const ranks = new Array<number>(values.length);
	for (let start = 0; start < order.length; ) {
		let end = start;
		while (end < order.length && values[order[end]!] === values[order[start]!]) end++;
		for (let k = start; k < end; k++) ranks[order[k]!] = (start + 1 + end) / 2;
		start = end;
	}
	return ranks;
}

/** Computes Spearman's rank correlation, with average ranks for ties; null for fewer than two pairs and if one side is constant. Throws if lengths differ. */
export function spearman(a: readonly number[], b: readonly number[]): number | null {
	if (a.length !== b.length) throw new RangeError('Both sides of a correlation must have the same length.');
	const [ranksA, ranksB] = [averageRanks(a), averageRanks(b)];
	const mean = (a.length + 1) / 2;
	let [ab, aa, bb] = [0, 0, 0];
	ranksA.forEach((rank, index) => {
		const [x, y] = [rank - mean, ranksB[index]! - mean];
		ab += x * y;
		aa += x * x;
		bb += y * y;
	});
	return aa > 0 && bb > 0 ? ab / Math.sqrt(aa * bb) : null;
}
