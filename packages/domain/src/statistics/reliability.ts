/** Mean squared error of predicted probabilities; null without any. */
export function brier(predicted: readonly number[], hit: readonly boolean[]): number | null {
	return predicted.length === 0 ? null : predicted.reduce((sum, p, index) => sum + (p - (hit[index] ? 1 : 0)) ** 2, 0) / predicted.length;
}

export interface ReliabilityRow {
	/** Predictions in [from, to); the last row also includes 1. */
	from: number;
	to: number;
	n: number;
	predicted: number;
	observed: number;
}

/** Predictions against outcomes, in `bins` equal bins of probability; empty bins are left out. */
export function reliability(predicted: readonly number[], hit: readonly boolean[], bins = 10): ReliabilityRow[] {
	const rows = Array.from({ length: bins }, (_, bin) => ({ from: bin / bins, to: (bin + 1) / bins, n: 0, predicted: 0, observed: 0 }));
	predicted.forEach((p, index) => {
		const row = rows[Math.min(bins - 1, Math.max(0, Math.floor(p * bins)))];
		if (row === undefined) return;
		row.n++;
		row.predicted += p;
		row.observed += hit[index] ? 1 : 0;
	});
	return rows.filter(({ n }) => n > 0).map((row) => ({ ...row, predicted: row.predicted / row.n, observed: row.observed / row.n }));
}
