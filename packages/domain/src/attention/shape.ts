/**
 * How much of an interval's mentions is usually written by the point that is counted: pooled over all tickers, since one ticker's own shape is noise.
 */
export interface DayShape {
	/** Days of the same kind (weekdays or weekends) that it is a mean of. */
	readonly days: number;
	/** R: mentions up to the point over mentions of the whole interval. 1 of an interval that is over. */
	readonly share: number;
	/** c: by what fraction of itself a whole interval misses its scaled part beyond chance. */
	readonly variation: number;
}

/** Fewer days of the same kind tell no shape. */
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

export const noShape = (): ShapeSums => ({ days: 0, a: 0, t: 0, aa: 0, at: 0, tt: 0 });

export const addToShape = (sums: ShapeSums, part: number, whole: number): void => {
	sums.a += part;
	sums.t += whole;
	sums.aa += part * part;
	sums.at += part * whole;
	sums.tt += whole * whole;
};

/**
 * The shape, or undefined where too little is known. c^2 is what the squared misses of A / R from T have beyond a Poisson count's T (1 - R) / R, over the sum
 * of T^2 (method of moments).
 */
export const shapeOf = ({ days, a, t, aa, at, tt }: ShapeSums): DayShape | undefined => {
	if (days < LEAST_DAYS || a === 0) return undefined;
	const share = a / t;
	const misses = aa / share ** 2 - (2 * at) / share + tt;
	return { days, share, variation: Math.sqrt(Math.max(0, misses - (t * (1 - share)) / share) / tt) };
};

export const WHOLE: DayShape = { days: 0, share: 1, variation: 0 };

/**
 * A whole interval from the part that is counted, and its standard error: what chance adds to a count that is scaled (Var = E (1 - R) / R, of one mention at
 * least) and what the shape varies by (c E).
 */
export const scaled = (count: number, { share, variation }: DayShape): { value: number; error: number } => {
	const value = count / share;
	return { value, error: Math.sqrt((Math.max(1, value) * (1 - share)) / share + (variation * value) ** 2) };
};
