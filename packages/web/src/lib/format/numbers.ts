const UNITS = ['', 'K', 'M', 'B', 'T', 'P', 'E'] as const;
const MINUS = '−';
const POINT = '.';

/** Formats a number with a fixed number of decimals in the page's language: 0.5 -> '0.50'. */
export function formatFixed(n: number, digits: number): string {
	return localizePoint(n.toFixed(digits));
}

/** Replaces the decimal point in the output of `toFixed` with the language's decimal separator. */
function localizePoint(text: string): string {
	return text.replace(/\./, POINT);
}

const DECIMAL = /^-?(?:\d+(?:[.,]\d*)?|[.,]\d+)$/;
/** '1,000' means a thousand to some readers and one to others. */
const AMBIGUOUS = /^-?[1-9]\d{0,2},\d{3}$/;

/** Parses a typed number with a decimal point or comma: '101,5' -> 101.5. Undefined if invalid or ambiguous. */
export function parseNumber(text: string): number | undefined {
	const trimmed = text.trim();
	return DECIMAL.test(trimmed) && !AMBIGUOUS.test(trimmed) ? Number(trimmed.replace(',', '.')) : undefined;
}

const wholeFormat = new Intl.NumberFormat('en-US', { maximumFractionDigits: 0 });

/** Formats a whole number with thousands separators: 9874 -> '9,874'. */
export function formatCount(n: number): string {
	return wholeFormat.format(n);
}

/** Formats three significant digits with K, M, B, T, P or E: 41_700_000_000 -> '41.7B', 312e9 -> '312B', 950 -> '950'. */
export function formatCompact(n: number): string {
	let size = Math.abs(n);
	let unit = 0;
	// From 999.5, rounding would give 1000, so the next unit is used.
	while (size >= 999.5 && unit < UNITS.length - 1) {
		size /= 1_000;
		unit++;
	}
	const digits = size >= 99.95 || unit === 0 ? 0 : 1;
	return `${n < 0 ? MINUS : ''}${localizePoint(size.toFixed(digits).replace(/\.0$/, ''))}${UNITS[unit]}`;
}

/** Formats a market cap in dollars: '$41.7B'. Null (unknown) is 'n/a'. */
export function formatCap(dollars: number | null): string {
	return dollars === null ? 'n/a' : `$${formatCompact(dollars)}`;
}

const centsFormat = new Intl.NumberFormat('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 2 });
const zeroText = centsFormat.format(0);
const fourDecimalsFormat = new Intl.NumberFormat('en-US', { minimumFractionDigits: 4, maximumFractionDigits: 4 });

/** Formats dollars with cents. Below one dollar, it shows four decimals, like the exchange. */
export function formatPrice(dollars: number): string {
	return `$${(Math.abs(dollars) < 1 ? fourDecimalsFormat : centsFormat).format(dollars)}`;
}

/**
 * Formats a fraction as a percentage with sign and two decimals, or none from 1,000 %:
 * 0.094 -> '+9.40%', -0.9 -> '−90.00%', 0 -> '0.00%', 41.4 -> '+4,140%'.
 */
export function formatChange(fraction: number): string {
	const percent = Math.abs(fraction) * 100;
	// From 999.995, rounding would give 1,000.00.
	const text = (percent >= 999.995 ? wholeFormat : centsFormat).format(percent);
	const sign = text === zeroText ? '' : fraction < 0 ? MINUS : '+';
	return `${sign}${text}%`;
}

/** Returns the direction of a fraction after rounding for display. */
export function directionOf(fraction: number): 'up' | 'down' | 'flat' {
	const basisPoints = Math.round(fraction * 10_000);
	return basisPoints > 0 ? 'up' : basisPoints < 0 ? 'down' : 'flat';
}

/** Formats a number of typical moves with one decimal: 3.44 -> '3.4', -0.3 -> '−0.3'. Null is 'n/a'. */
export function formatScore(z: number | null): string {
	if (z === null) return 'n/a';
	const text = Math.abs(z).toFixed(1);
	return z < 0 && text !== '0.0' ? `${MINUS}${localizePoint(text)}` : localizePoint(text);
}

/** Formats a multiple with one decimal, or none from 99.95: 12.3 -> '12.3×'. */
export function formatMultiple(n: number): string {
	return `${n >= 99.95 ? wholeFormat.format(n) : formatFixed(n, 1)}×`;
}

/** Formats a fraction as a percentage: 0.512 -> '51.2 %'. Null is 'n/a'. */
export function formatShare(share: number | null): string {
	return share === null ? 'n/a' : `${formatFixed(share * 100, 1)} %`;
}
