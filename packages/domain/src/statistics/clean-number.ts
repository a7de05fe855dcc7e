/** Significant digits of a 32-bit price. */
const DIGITS = 7;
/** At or above this number, seven digits would lose cents. */
const LARGE = 1e5;
/** Changes are rounded to 1 / CHANGE_STEPS, a ten-thousandth of a percent. 32-bit prices allow no higher precision. */
const CHANGE_STEPS = 1e6;

/**
 * Removes binary rounding noise from a number to be published: 3.2899999618530273 -> 3.29. Rounds to seven significant digits, or to two decimals if this
 * keeps more digits. Whole numbers, and most others with at most four decimals, are unchanged.
 */
export function cleanNumber(value: number): number {
	if (Number.isInteger(value) || !Number.isFinite(value)) return value;
	// Even with four decimals, a number that fits 32 bits exactly is rounded: a 32-bit price can end in .0625 by chance.
	if (Math.round(value * 1e4) / 1e4 === value && Math.fround(value) !== value) return value;
	return Math.abs(value) < LARGE ? Number(value.toPrecision(DIGITS)) : Math.round(value * 100) / 100;
}

/** Removes the noise of 32-bit prices from a price change to be published, a fraction (9 is +900 %). */
export function roundChange(change: number): number {
	return Math.round(change * CHANGE_STEPS) / CHANGE_STEPS;
}
