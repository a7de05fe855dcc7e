/**
 * exp and log from additions, multiplications and divisions only, whose results the language standard fixes to the last bit. Math.exp and Math.log can
 * differ between machines. Relative error: below 1e-14.
 */
const LN2_HIGH = 0.6931471803691238;
const LN2_LOW = 1.9082149292705877e-10;
const POWER_LIMIT = 1000;

/** POWERS[POWER_LIMIT + k] is 2 to the power of k. */
const POWERS = new Float64Array(2 * POWER_LIMIT + 1);
POWERS[POWER_LIMIT] = 1;
for (let k = 1; k <= POWER_LIMIT; k++) {
	POWERS[POWER_LIMIT + k] = POWERS[POWER_LIMIT + k - 1]! * 2;
	POWERS[POWER_LIMIT - k] = POWERS[POWER_LIMIT - k + 1]! / 2;
}

/** FRACTIONS[j] is 2 to the power of j / STEPS, from its series. */
const STEPS = 64;
const FRACTIONS = new Float64Array(STEPS);
for (let j = 0; j < STEPS; j++) {
	const x = (j * (LN2_HIGH + LN2_LOW)) / STEPS;
	let sum = 1;
	for (let n = 18; n >= 1; n--) sum = 1 + (sum * x) / n;
	FRACTIONS[j] = sum;
}

/** Computes e to the power of x, for |x| below 690: a power of two, a 64th root of one, and a short series for the rest (at most 0.0055). */
export function exp(x: number): number {
	const k = Math.floor(x * Math.LOG2E * STEPS + 0.5);
	const r = x - (k * LN2_HIGH) / STEPS - (k * LN2_LOW) / STEPS;
	const exponent = k >> 6;
	const remainder = 1 + r + r * r * (0.5 + r * (1 / 6) + r * r * (1 / 24 + r * (1 / 120)));
	return remainder * FRACTIONS[k & (STEPS - 1)]! * POWERS[POWER_LIMIT + exponent]!;
}

/** Computes the natural logarithm of a positive number between 2^-900 and 2^900. */
export function log(x: number): number {
	let k = 0;
	let m = x;
	for (; m > Math.SQRT2; m /= 2) k++;
	for (; m < Math.SQRT2 / 2; m *= 2) k--;
	const s = (m - 1) / (m + 1);
	const q = s * s;
	let sum = 0;
	for (let n = 25; n >= 1; n -= 2) sum = sum * q + 1 / n;
	return k * LN2_HIGH + (2 * s * sum + k * LN2_LOW);
}
