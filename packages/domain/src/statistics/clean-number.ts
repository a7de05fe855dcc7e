/** Significant digits of a computed number: as many as a 32-bit price has. */
const DIGITS = 7;
/** A shorter number was written by hand or is already rounded. */
const SHORT = 12;
/** From here, seven digits would lose cents. */
const LARGE = 1e5;

/**
 * A number as published in answers, exports and texts: without binary rounding noise. A 32-bit price becomes its shortest decimal
 * (3.2899999618530273 is 3.29), a computed value has seven significant digits, or two decimals if that is more. Whole and short numbers are
 * unchanged.
 */
export function cleanNumber(value: number): number {
	if (Number.isInteger(value) || !Number.isFinite(value)) return value;
	if (Math.round(value * 1e4) / 1e4 === value || String(value).length <= SHORT) return value;
	const size = Math.abs(value);
	const clean = size < LARGE ? Number(value.toPrecision(DIGITS)) : Math.round(value * 100) / 100;
	return Math.fround(value) === value ? shortestOfFloat32(value, clean) : clean;
}

/** The first decimal that reads as the same 32-bit number; at most nine digits are needed. */
function shortestOfFloat32(value: number, clean: number): number {
	for (const candidate of [clean, Number(value.toPrecision(DIGITS + 1))]) if (Math.fround(candidate) === value) return candidate;
	return Number(value.toPrecision(DIGITS + 2));
}
