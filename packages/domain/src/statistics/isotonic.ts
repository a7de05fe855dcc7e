/** A rising step function: `value[i]` applies from `from[i]` up to the next. */
export interface Isotonic {
	from: number[];
	value: number[];
}

/** Least-squares increasing fit of y over x by pooling adjacent violators; equal x share one value. */
export function isotonicFit(x: readonly number[], y: readonly number[]): Isotonic {
	const order = x.map((_, index) => index).sort((a, b) => x[a]! - x[b]!);
	const pools: { from: number; sum: number; count: number }[] = [];
	for (const index of order) {
		const [at, seen] = [x[index]!, y[index]!];
		const last = pools.at(-1);
		if (last?.from === at) {
			last.sum += seen;
			last.count++;
		} else pools.push({ from: at, sum: seen, count: 1 });
	}
	const rising: typeof pools = [];
	for (const pool of pools) {
		rising.push(pool);
		while (rising.length > 1) {
			const [before, last] = rising.slice(-2) as [(typeof pools)[0], (typeof pools)[0]];
			if (before.sum / before.count <= last.sum / last.count) break;
			before.sum += last.sum;
			before.count += last.count;
			rising.pop();
		}
	}
	return { from: rising.map((pool) => pool.from), value: rising.map((pool) => pool.sum / pool.count) };
}

/** Value of the fit at x; below the first step its value; null for an empty fit. */
export function isotonicAt(fit: Isotonic, x: number): number | null {
	const next = fit.from.findIndex((from) => from > x);
	return fit.value[next === -1 ? fit.from.length - 1 : Math.max(0, next - 1)] ?? null;
}
