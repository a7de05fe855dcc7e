/** Approximate widths of Inter's letters relative to the font size; capitals and digits are wider. */
const WIDE = 0.68;
const NARROW = 0.56;

/** Approximate width of a text, in the unit of its size; rather overestimated. */
export function widthOf(text: string, size: number): number {
	return [...text].reduce((sum, letter) => sum + (/[A-Z0-9%@&WMm]/.test(letter) ? WIDE : NARROW), 0) * size;
}

/** The text, shortened with '…' if it is too wide. */
export function fitText(text: string, size: number, room: number): string {
	if (widthOf(text, size) <= room) return text;
	const letters = [...text];
	while (letters.length > 0 && widthOf(`${letters.join('')}…`, size) > room) letters.pop();
	return `${letters.join('').trimEnd()}…`;
}
