import { readCookie, saveAppearance } from './cookies.ts';

export const SCHEME_COOKIE = 'theme';
export const SCHEMES = ['dark', 'light', 'auto'] as const;
export type Scheme = (typeof SCHEMES)[number];

/** Parses the color scheme from a cookie's value. Default: 'auto', the scheme of the reader's system. */
export function schemeOf(value: string | undefined): Scheme {
	return SCHEMES.find((s) => s === value) ?? 'auto';
}

/** Returns the visible scheme. `system`: the system setting reported by the browser. */
export function resolveScheme(scheme: Scheme, system: 'dark' | 'light'): 'dark' | 'light' {
	return scheme === 'auto' ? system : scheme;
}

export const LIGHT_SCHEME_QUERY = '(prefers-color-scheme: light)';

/** Returns the visible scheme of this page. */
export function currentScheme(): 'dark' | 'light' {
	return resolveScheme(schemeOf(document.documentElement.dataset['scheme']), matchMedia(LIGHT_SCHEME_QUERY).matches ? 'light' : 'dark');
}

/** Applies a scheme immediately and stores it for later pages. */
export function chooseScheme(scheme: Scheme): void {
	document.documentElement.dataset['scheme'] = scheme;
	saveAppearance(SCHEME_COOKIE, scheme);
}

export const PALETTE_COOKIE = 'palette';

/** The colors for short and long. `tokens.css` uses the same names. */
export const PALETTES = ['green-up', 'red-up', 'blue-orange'] as const;
export type Palette = (typeof PALETTES)[number];

export function paletteOf(value: string | undefined): Palette {
	return PALETTES.find((p) => p === value) ?? 'green-up';
}

export function paletteOfCookies(header: string): Palette {
	return paletteOf(readCookie(header, PALETTE_COOKIE));
}

/** Applies a palette immediately and stores it for later pages. */
export function choosePalette(palette: Palette): void {
	document.documentElement.dataset['palette'] = palette;
	saveAppearance(PALETTE_COOKIE, palette);
}
