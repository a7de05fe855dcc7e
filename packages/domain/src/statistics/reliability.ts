/** Computes the mean squared error of predicted probabilities; null without predictions. */
export function brierScore(predictions: readonly number[], hits: readonly boolean[]): number | null {
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

/** Compares predictions with outcomes in `binCount` bins of equal width; empty bins are left out. */
export function computeReliability(predictions: readonly number[], hits: readonly boolean[], binCount = 10): ReliabilityRow[] {
	const rows = Array.from({ length: binCount }, (_, bin) => ({
		from: bin / binCount,
		to: (bin + 1) / binCount,
		n: 0,
		predicted: 0,
		observed: 0,
	}));
	predictions.forEach((p, index) => {
		const row = rows[Math.min(binCount - 1, Math.max(0, Math.floor(p * binCount)))];
		if (row === undefined) return;
		row.n++;
		row.predicted += p;
		row.observed += hits[index] ? 1 : 0;
	});
	return rows.filter(({ n }) => n > 0).map((row) => ({ ...row, predicted: row.predicted / row.n, observed: row.observed / row.n }));
}

/** An increasing step function: `values[i]` applies from `starts[i]` to `starts[i + 1]`. */
interface Isotonic {
	starts: number[];
	values: number[];
}

/** Fits an isotonic regression of y on x: the increasing least-squares fit, by pooling adjacent violators. Equal x share one value. */
export function fitIsotonic(x: readonly number[], y: readonly number[]): Isotonic {
	const order = x.map((_, index) => index).sort((a, b) => x[a]! - x[b]!);
	const pools: { start: number; sum: number; count: number }[] = [];
	for (const index of order) {
		const [xValue, yValue] = [x[index]!, y[index]!];
		const last = pools.at(-1);
		if (last?.start === xValue) {
			last.sum += yValue;
			last.count++;
		} else pools.push({ start: xValue, sum: yValue, count: 1 });
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
	return { starts: increasingPools.map((pool) => pool.start), values: increasingPools.map((pool) => pool.sum / pool.count) };
}

/** Returns the value of the fit at x; left of the first step, the first value; null for an empty fit. */
export function evaluateIsotonic(fit: Isotonic, x: number): number | null {
	const next = fit.starts.findIndex((from) => from > x);
	return fit.values[next === -1 ? fit.starts.length - 1 : Math.max(0, next - 1)] ?? null;
}
