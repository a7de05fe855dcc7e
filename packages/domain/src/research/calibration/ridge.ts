/** Sums of a regression without intercept: X'X in row-major order, and X'y. */
export interface RidgeSums {
	readonly xx: Float64Array;
	readonly xy: Float64Array;
}

/** Computes the coefficients by Gaussian elimination. The penalty `lambda` has the effect of that many observations of unit size with outcome 0. */
export function fitRidge({ xx, xy }: RidgeSums, lambda: number): number[] {
	const size = xy.length;
	const rows = Array.from({ length: size }, (_, i) => [
		...Array.from({ length: size }, (_unused, j) => xx[i * size + j]! + (i === j ? lambda : 0)),
		xy[i]!,
	]);
	for (let column = 0; column < size; column++) {
		const pivot = rows[column] as number[];
		for (let target = 0; target < size; target++) {
			if (target === column) continue;
			const row = rows[target] as number[];
			const factor = row[column]! / pivot[column]!;
			for (let k = column; k <= size; k++) row[k] = row[k]! - factor * pivot[k]!;
		}
	}
	return rows.map((row, i) => row[size]! / row[i]!);
}

export function dotProduct(coefficients: readonly number[], x: ArrayLike<number>): number {
	return coefficients.reduce((sum, coefficient, i) => sum + coefficient * x[i]!, 0);
}

/**
 * Returns a function for the sums over any span of bars [from, to), in constant time through cumulative sums. Observation i has `featureCount` numbers in x and
 * an outcome in y; the observations of bar b are [offsets[b], offsets[b + 1]). Observations with an unknown feature are left out.
 */
export function createRidgeSums(
	x: Float64Array,
	y: Float64Array,
	offsets: Uint32Array,
	featureCount: number,
): (from: number, to: number) => RidgeSums {
	const size = featureCount * featureCount + featureCount;
	const sums = new Float64Array(offsets.length * size);
	for (let bar = 0; bar + 1 < offsets.length; bar++) {
		const [previousStart, start] = [bar * size, (bar + 1) * size];
		sums.copyWithin(start, previousStart, previousStart + size);
		for (let i = offsets[bar]!; i < offsets[bar + 1]!; i++) {
			let featureSum = 0;
			for (let f = 0; f < featureCount; f++) featureSum += x[i * featureCount + f]!;
			if (Number.isNaN(featureSum)) continue;
			for (let f = 0; f < featureCount; f++) {
				const value = x[i * featureCount + f]!;
				for (let g = 0; g < featureCount; g++) {
					const at = start + f * featureCount + g;
					sums[at] = sums[at]! + value * x[i * featureCount + g]!;
				}
				const at = start + featureCount * featureCount + f;
				sums[at] = sums[at]! + value * y[i]!;
			}
		}
	}
	return (from, to) => {
		const spanSums = Float64Array.from({ length: size }, (_, i) => sums[to * size + i]! - sums[from * size + i]!);
		return { xx: spanSums.slice(0, featureCount * featureCount), xy: spanSums.slice(featureCount * featureCount) };
	};
}
