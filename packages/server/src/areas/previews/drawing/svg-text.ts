/** Inter's letters are about this wide, in parts of their size; capitals and digits are wider than the others. */
const WIDE = 0.68;
const NARROW = 0.56;

/** About how wide a text is, in the unit of its size; rather too wide than too narrow. */
export const widthOf = (text: string, size: number): number =>
	[...text].reduce((sum, letter) => sum + (/[A-Z0-9%@&WMm]/.test(letter) ? WIDE : NARROW), 0) * size;

/** The text, cut with '…' where it is wider than there is room. */
export const fitted = (text: string, size: number, room: number): string => {
	if (widthOf(text, size) <= room) return text;
	const letters = [...text];
	while (letters.length > 0 && widthOf(`${letters.join('')}…`, size) > room) letters.pop();
	return `${letters.join('').trimEnd()}…`;
};
