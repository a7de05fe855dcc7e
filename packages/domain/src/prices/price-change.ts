/** Decimals of a change that 32-bit prices are exact to: a ten-thousandth of a percent. */
const DECIMALS = 1e6;

/** A computed change of price as published, a fraction (9 is +900 %): without the noise of the 32-bit prices that it was computed from. */
export function roundChange(change: number): number {
	return Math.round(change * DECIMALS) / DECIMALS;
}
