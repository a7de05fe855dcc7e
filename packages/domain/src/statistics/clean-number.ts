/** Significant digits of a computed number: as many as a 32-bit price has. */
const DIGITS = 7;
/** From here, seven digits would lose cents. */
const LARGE = 1e5;
/** Decimals of a change that 32-bit prices are exact to: a ten-thousandth of a percent. */
const CHANGE_STEPS = 1e6;

/**
 * A number as published in answers, exports and texts: without binary rounding noise. It has seven significant digits, or two decimals if that is
 * more: what a 32-bit price holds (3.2899999618530273 is 3.29). Whole numbers are unchanged, as are others with at most four decimals.
 */
export function cleanNumber(value: number): number {
	if (Number.isInteger(value) || !Number.isFinite(value)) return value;
	// A 32-bit price may end in .0625.
	if (Math.round(value * 1e4) / 1e4 === value && Math.fround(value) !== value) return value;
	return Math.abs(value) < LARGE ? Number(value.toPrecision(DIGITS)) : Math.round(value * 100) / 100;
}

/** A computed change of price as published, a fraction (9 is +900 %): without the noise of the 32-bit prices that it was computed from. */
export function roundChange(change: number): number {
	return Math.round(change * CHANGE_STEPS) / CHANGE_STEPS;
}
