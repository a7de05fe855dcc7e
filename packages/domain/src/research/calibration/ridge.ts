/** Sums of a regression without intercept: X'X and X'y. */
export interface RidgeSums {
	readonly xx: Float64Array;
	readonly xy: Float64Array;
}

/** Coefficients with penalty `lambda` (as if that many observations of unit size had shown nothing), by Gaussian elimination. */
export function ridgeFit({ xx, xy }: RidgeSums, lambda: number): number[] {
	const size = xy.length;
	const rows = Array.from({ length: size }, (_, i) => [
		...Array.from({ length: size }, (_unused, j) => (xx[i * size + j] as number) + (i === j ? lambda : 0)),
		xy[i] as number,
	]);
	for (let column = 0; column < size; column++) {
		const pivot = rows[column] as number[];
		for (let other = 0; other < size; other++) {
			if (other === column) continue;
			const row = rows[other] as number[];
			const factor = (row[column] as number) / (pivot[column] as number);
			for (let k = column; k <= size; k++) row[k] = (row[k] as number) - factor * (pivot[k] as number);
		}
	}
	return rows.map((row, i) => (row[size] as number) / (row[i] as number));
}

export function dot(coefficients: readonly number[], x: ArrayLike<number>): number {
	return coefficients.reduce((sum, coefficient, i) => sum + coefficient * (x[i] as number), 0);
}

/**
 * Sums over any span of bars in constant time: observation i of bar b has `features` numbers in x and its outcome in y. Observations with an
 * unknown feature are left out.
 */
export function ridgeSpans(
	x: Float64Array,
	y: Float64Array,
	offsets: Uint32Array,
	features: number,
): (from: number, to: number) => RidgeSums {
	const size = features * features + features;
	const sums = new Float64Array(offsets.length * size);
	for (let bar = 0; bar + 1 < offsets.length; bar++) {
		const [before, after] = [bar * size, (bar + 1) * size];
		sums.copyWithin(after, before, before + size);
		for (let i = offsets[bar] as number; i < (offsets[bar + 1] as number); i++) {
			let known = 0;
			for (let f = 0; f < features; f++) known += x[i * features + f] as number;
			if (Number.isNaN(known)) continue;
			for (let f = 0; f < features; f++) {
				const value = x[i * features + f] as number;
				for (let g = 0; g < features; g++) {
					const at = after + f * features + g;
					sums[at] = (sums[at] as number) + value * (x[i * features + g] as number);
				}
				const at = after + features * features + f;
				sums[at] = (sums[at] as number) + value * (y[i] as number);
			}
		}
	}
	return (from, to) => {
		const between = Float64Array.from({ length: size }, (_, i) => (sums[to * size + i] as number) - (sums[from * size + i] as number));
		return { xx: between.slice(0, features * features), xy: between.slice(features * features) };
	};
}
