/**
 * A decimal in a file, without digits beyond its precision. A value stored as float32 is written with the fewest digits that read back as the same
 * float32 (3.29, not 3.2899999618530273); others are rounded to six decimals, below 1 to six significant digits.
 */
export function exportDecimal(value: number): number {
	if (!Number.isFinite(value) || Number.isInteger(value)) return value;
	if (Math.fround(value) === value) return shortestFloat32(value);
	return Math.abs(value) >= 1 ? Number(value.toFixed(6)) : Number(value.toPrecision(6));
}

function shortestFloat32(value: number): number {
	for (let digits = 1; digits < FLOAT32_DIGITS; digits++) {
		const short = Number(value.toPrecision(digits));
		if (Math.fround(short) === value) return short;
	}
	return Number(value.toPrecision(FLOAT32_DIGITS));
}

/** Significant digits that always restore a float32. */
const FLOAT32_DIGITS = 9;
