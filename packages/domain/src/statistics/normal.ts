/** Euler's constant. */
export const EULER_GAMMA = 0.5772156649015329;
/** Two-sided 95% quantile of the standard normal distribution. */
export const Z_95 = 1.959963984540054;

const CENTRE_NUMERATOR = [
	3.3871328727963665, 133.14166789178438, 1971.5909503065513, 13731.693765509461, 45921.95393154987, 67265.7709270087, 33430.57558358813,
	2509.0809287301227,
];
const CENTRE_DENOMINATOR = [
	1, 42.31333070160091, 687.1870074920579, 5394.196021424751, 21213.794301586597, 39307.89580009271, 28729.085735721943, 5226.495278852854,
];
const NEAR_TAIL_NUMERATOR = [
	1.4234371107496835, 4.630337846156546, 5.769497221460691, 3.6478483247632045, 1.2704582524523684, 0.2417807251774506,
	0.022723844989269184, 0.0007745450142783414,
];
const NEAR_TAIL_DENOMINATOR = [
	1, 2.053191626637759, 1.6763848301838038, 0.6897673349851, 0.14810397642748008, 0.015198666563616457, 0.0005475938084995345,
	1.0507500716444169e-9,
];
const FAR_TAIL_NUMERATOR = [
	6.657904643501103, 5.463784911164114, 1.7848265399172913, 0.29656057182850487, 0.026532189526576124, 0.0012426609473880784,
	2.7115555687434876e-5, 2.0103343992922881e-7,
];
const FAR_TAIL_DENOMINATOR = [
	1, 0.599832206555888, 0.1369298809227358, 0.014875361290850615, 0.0007868691311456133, 1.8463183175100548e-5, 1.4215117583164459e-7,
	2.0442631033899397e-15,
];

/**
 * Computes the quantile of the standard normal distribution (Wichura 1988, algorithm AS 241; relative error about 1e-16). Infinite at 0 and 1; throws
 * outside.
 */
export function normalQuantile(p: number): number {
	if (!(p >= 0 && p <= 1)) throw new RangeError(`A probability must be between 0 and 1, not ${p}.`);
	if (p === 0 || p === 1) return p === 0 ? Number.NEGATIVE_INFINITY : Number.POSITIVE_INFINITY;
	const q = p - 0.5;
	if (Math.abs(q) <= 0.425) {
		const r = 0.180625 - q * q;
		return (q * evaluatePolynomial(CENTRE_NUMERATOR, r)) / evaluatePolynomial(CENTRE_DENOMINATOR, r);
	}
	const r = Math.sqrt(-Math.log(Math.min(p, 1 - p)));
	const size =
		r <= 5
			? evaluatePolynomial(NEAR_TAIL_NUMERATOR, r - 1.6) / evaluatePolynomial(NEAR_TAIL_DENOMINATOR, r - 1.6)
			: evaluatePolynomial(FAR_TAIL_NUMERATOR, r - 5) / evaluatePolynomial(FAR_TAIL_DENOMINATOR, r - 5);
	return Math.sign(q) * size;
}

/** Evaluates a polynomial; coefficients ascend by power. */
function evaluatePolynomial(coefficients: readonly number[], x: number): number {
	return coefficients.reduceRight((sum, c) => sum * x + c, 0);
}

/** Computes the standard normal distribution function (Press et al., Numerical Recipes, erfcc: Chebyshev fit of erfc; relative error below 1.2e-7). */
export function normalCdf(x: number): number {
	const a = Math.abs(x) / Math.SQRT2;
	const t = 1 / (1 + a / 2);
	const fit = [-1.26551223, 1.00002368, 0.37409196, 0.09678418, -0.18628806, 0.27886807, -1.13520398, 1.48851587, -0.82215223, 0.17087277];
	const tail = (t * Math.exp(-a * a + evaluatePolynomial(fit, t))) / 2;
	return x >= 0 ? 1 - tail : tail;
}

/**
 * Computes the two-sided quantile: |t| of Student's distribution stays below it with this probability. `degreesOfFreedom` is at least 1 and need not be whole. Hill
 * 1970, CACM algorithm 396: six digits from 3 degrees of freedom on. Interpolated between 1 and 2, at most 3 % too large.
 */
export function studentTwoSidedQuantile(probability: number, degreesOfFreedom: number): number {
	const tailProbability = 1 - probability;
	if (degreesOfFreedom <= 2) {
		const [oneDegree, twoDegrees] = [
			1 / Math.tan((tailProbability * Math.PI) / 2),
			Math.sqrt(2 / (tailProbability * (2 - tailProbability)) - 2),
		];
		return twoDegrees * (oneDegree / twoDegrees) ** (2 / Math.max(1, degreesOfFreedom) - 1);
	}
	const a = 1 / (degreesOfFreedom - 0.5);
	const b = 48 / (a * a);
	let c = (((20_700 * a) / b - 98) * a - 16) * a + 96.36;
	const d = ((94.5 / (b + c) - 3) / b + 1) * Math.sqrt((a * Math.PI) / 2) * degreesOfFreedom;
	let y = (d * tailProbability) ** (2 / degreesOfFreedom);
	if (y > 0.05 + a) {
		const x = normalQuantile(tailProbability / 2);
		y = x * x;
		if (degreesOfFreedom < 5) c += 0.3 * (degreesOfFreedom - 4.5) * (x + 0.6);
		c = (((0.05 * d * x - 5) * x - 7) * x - 2) * x + b + c;
		y = (((((0.4 * y + 6.3) * y + 36) * y + 94.5) / c - y - 3) / b + 1) * x;
		y = Math.expm1(a * y * y);
	} else {
		const series =
			1 / (((degreesOfFreedom + 6) / (degreesOfFreedom * y) - 0.089 * d - 0.822) * (degreesOfFreedom + 2) * 3) +
			0.5 / (degreesOfFreedom + 4);
		y = ((series * y - 1) * (degreesOfFreedom + 1)) / (degreesOfFreedom + 2) + 1 / y;
	}
	return Math.sqrt(degreesOfFreedom * y);
}

/** Returns the standard normal value with the same probability as a t (Wallace 1959); within .02 from 2 degrees of freedom on. */
export function studentToNormal(t: number, degreesOfFreedom: number): number {
	return (
		Math.sign(t) *
		((8 * degreesOfFreedom + 1) / (8 * degreesOfFreedom + 3)) *
		Math.sqrt(degreesOfFreedom * Math.log1p((t * t) / degreesOfFreedom))
	);
}
