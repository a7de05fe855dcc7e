/** The usual share of an interval's mentions that are posted by a given point: pooled over all tickers, since a single ticker's shape is noise. */
export interface DayShape {
	/** Number of averaged days of the same kind (weekdays or weekends). */
	readonly days: number;
	/** R: mentions up to the point over mentions of the whole interval. 1 for a completed interval. */
	readonly share: number;
	/** c: relative error of projected totals beyond chance. */
	readonly variation: number;
}

/** With fewer days of the same kind, there is no shape. */
const LEAST_DAYS = 5;

/** Sums over days and tickers of A, the part up to the point, and T, the whole. */
export interface ShapeSums {
	days: number;
	a: number;
	t: number;
	aa: number;
	at: number;
	tt: number;
}

export function emptyShape(): ShapeSums {
	return { days: 0, a: 0, t: 0, aa: 0, at: 0, tt: 0 };
}

export function addToShape(sums: ShapeSums, part: number, whole: number): void {
	sums.a += part;
	sums.t += whole;
	sums.aa += part * part;
	sums.at += part * whole;
	sums.tt += whole * whole;
}

/**
 * The shape, or undefined if too little is known. c^2 is the excess of the squared errors of A / R against T over a Poisson count's T (1 - R) / R,
 * divided by the sum of T^2 (method of moments).
 */
export function shapeOf({ days, a, t, aa, at, tt }: ShapeSums): DayShape | undefined {
	if (days < LEAST_DAYS || a === 0) return undefined;
	const share = a / t;
	const misses = aa / share ** 2 - (2 * at) / share + tt;
	return { days, share, variation: Math.sqrt(Math.max(0, misses - (t * (1 - share)) / share) / tt) };
}

export const WHOLE: DayShape = { days: 0, share: 1, variation: 0 };

/**
 * A whole interval projected from the counted part, and its standard error: chance in a scaled count (Var = E (1 - R) / R, for at least one
 * mention) and the variation of the shape (c E).
 */
export function projectTotal(count: number, { share, variation }: DayShape): { value: number; error: number } {
	const value = count / share;
	return { value, error: Math.sqrt((Math.max(1, value) * (1 - share)) / share + (variation * value) ** 2) };
}
