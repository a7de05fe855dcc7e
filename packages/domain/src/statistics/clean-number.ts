/** Significant digits of a computed number: as many as a price stored in 32 bits has. */
const DIGITS = 7;
/** Shorter than this a number was written by hand or rounded already. */
const SHORT = 12;
/** From here on seven digits would cost a cent. */
const LARGE = 1e5;

/**
 * A number as it leaves the product, in answers, exports and texts: without the noise of binary arithmetic. A 32-bit price is its shortest decimal
 * (3.2899999618530273 is 3.29), a computed value has seven significant digits, or two decimals where those are more. Whole and short numbers stay.
 */
export function cleanNumber(value: number): number {
	if (Number.isInteger(value) || !Number.isFinite(value)) return value;
	if (Math.round(value * 1e4) / 1e4 === value || String(value).length <= SHORT) return value;
	const size = Math.abs(value);
	const clean = size < LARGE ? Number(value.toPrecision(DIGITS)) : Math.round(value * 100) / 100;
	return Math.fround(value) === value ? shortestOfFloat32(value, clean) : clean;
}

/** The first decimal that reads as the same 32-bit number: at most nine digits are needed. */
function shortestOfFloat32(value: number, clean: number): number {
	for (const candidate of [clean, Number(value.toPrecision(DIGITS + 1))]) if (Math.fround(candidate) === value) return candidate;
	return Number(value.toPrecision(DIGITS + 2));
}
