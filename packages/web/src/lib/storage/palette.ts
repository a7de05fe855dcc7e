import { readCookie, saveAppearance } from './cookies.ts';

export const PALETTE_COOKIE = 'palette';

/** The colours of short and long. `tokens.css` defines them under the same names. */
export const PALETTES = ['green-up', 'red-up', 'blue-orange'] as const;
export type Palette = (typeof PALETTES)[number];

export function paletteOf(value: string | undefined): Palette {
	return PALETTES.find((p) => p === value) ?? 'green-up';
}

export function paletteOfCookies(header: string): Palette {
	return paletteOf(readCookie(header, PALETTE_COOKIE));
}

/** Applies a palette immediately and keeps it for the next page. */
export function choosePalette(palette: Palette): void {
	document.documentElement.dataset['palette'] = palette;
	saveAppearance(PALETTE_COOKIE, palette);
}
