/** Computes the mean squared error of predicted probabilities; null without predictions. */
export function brier(predictions: readonly number[], hits: readonly boolean[]): number | null {
	return predictions.length === 0
		? null
		: predictions.reduce((sum, p, index) => sum + (p - (hits[index] ? 1 : 0)) ** 2, 0) / predictions.length;
}

export interface ReliabilityRow {
	/** The row covers predictions in [from, to); the last row includes 1. */
	from: number;
	to: number;
	n: number;
	/** Mean prediction. */
	predicted: number;
	/** Share of hits. */
	observed: number;
}

/** Compares predictions with outcomes in `bins` bins of equal width; empty bins are left out. */
export function reliability(predictions: readonly number[], hits: readonly boolean[], bins = 10): ReliabilityRow[] {
	const rows = Array.from({ length: bins }, (_, bin) => ({ from: bin / bins, to: (bin + 1) / bins, n: 0, predicted: 0, observed: 0 }));
	predictions.forEach((p, index) => {
		const row = rows[Math.min(bins - 1, Math.max(0, Math.floor(p * bins)))];
		if (row === undefined) return;
		row.n++;
		row.predicted += p;
		row.observed += hits[index] ? 1 : 0;
	});
	return rows.filter(({ n }) => n > 0).map((row) => ({ ...row, predicted: row.predicted / row.n, observed: row.observed / row.n }));
}

/** An increasing step function: `value[i]` applies from `from[i]` to `from[i + 1]`. */
interface Isotonic {
	from: number[];
	value: number[];
}

/** Fits an isotonic regression of y on x: the increasing least-squares fit, by pooling adjacent violators. Equal x share one value. */
export function fitIsotonic(x: readonly number[], y: readonly number[]): Isotonic {
	const order = x.map((_, index) => index).sort((a, b) => x[a]! - x[b]!);
	const pools: { from: number; sum: number; count: number }[] = [];
	for (const index of order) {
		const [xValue, yValue] = [x[index]!, y[index]!];
		const last = pools.at(-1);
		if (last?.from === xValue) {
			last.sum += yValue;
			last.count++;
		} else pools.push({ from: xValue, sum: yValue, count: 1 });
	}
	const increasingPools: typeof pools = [];
	for (const pool of pools) {
		increasingPools.push(pool);
		while (increasingPools.length > 1) {
			const [previous, last] = increasingPools.slice(-2) as [(typeof pools)[0], (typeof pools)[0]];
			if (previous.sum / previous.count <= last.sum / last.count) break;
			previous.sum += last.sum;
			previous.count += last.count;
			increasingPools.pop();
		}
	}
	return { from: increasingPools.map((pool) => pool.from), value: increasingPools.map((pool) => pool.sum / pool.count) };
}

/** Returns the value of the fit at x; left of the first step, the first value; null for an empty fit. */
export function evaluateIsotonic(fit: Isotonic, x: number): number | null {
	const next = fit.from.findIndex((from) => from > x);
	return fit.value[next === -1 ? fit.from.length - 1 : Math.max(0, next - 1)] ?? null;
}
