import { keepLook, readCookie } from './cookies.ts';

export const PALETTE_COOKIE = 'palette';

/** How the meanings short and long are coloured. `tokens.css` holds the colours under the same names. */
export const PALETTES = ['green-up', 'red-up', 'blue-orange'] as const;
export type Palette = (typeof PALETTES)[number];

export const paletteOf = (value: string | undefined): Palette => PALETTES.find((p) => p === value) ?? 'green-up';

export const paletteOfCookies = (header: string): Palette => paletteOf(readCookie(header, PALETTE_COOKIE));

/** Shows a palette at once and keeps it for the next page. */
export const choosePalette = (palette: Palette): void => {
	document.documentElement.dataset['palette'] = palette;
	keepLook(PALETTE_COOKIE, palette);
};
