/** Significant digits of a 32-bit price. */
const DIGITS = 7;
/** From here on, seven digits would lose cents. */
const LARGE = 1e5;
/** Changes are rounded to 1 / CHANGE_STEPS, a ten-thousandth of a percent: the precision that 32-bit prices allow. */
const CHANGE_STEPS = 1e6;

/**
 * Removes binary rounding noise from a number to be published: 3.2899999618530273 -> 3.29. Rounds to seven significant digits, or to two decimals if
 * that keeps more. Whole numbers, and most others with at most four decimals, are unchanged.
 */
export function cleanNumber(value: number): number {
	if (Number.isInteger(value) || !Number.isFinite(value)) return value;
	// Numbers that fit 32 bits are rounded all the same: a 32-bit price can end in .0625 by chance.
	if (Math.round(value * 1e4) / 1e4 === value && Math.fround(value) !== value) return value;
	return Math.abs(value) < LARGE ? Number(value.toPrecision(DIGITS)) : Math.round(value * 100) / 100;
}

/** Removes the noise of 32-bit prices from a price change to be published, a fraction (9 is +900 %). */
export function roundChange(change: number): number {
	return Math.round(change * CHANGE_STEPS) / CHANGE_STEPS;
}
