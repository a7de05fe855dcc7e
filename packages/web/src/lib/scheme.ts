import type { MantineColorScheme, MantineColorSchemeManager } from '@mantine/core';
import { cookieText, readCookie } from './cookies.ts';

export const SCHEME_COOKIE = 'scheme';
export const SCHEMES = ['dark', 'light', 'auto'] as const;
export type Scheme = (typeof SCHEMES)[number];

/** The scheme of a cookie's value; without a valid one the reader's system decides. */
export const schemeOf = (value: string | undefined): Scheme => SCHEMES.find((s) => s === value) ?? 'auto';

/** What stands in the first HTML: with `auto` the inline script corrects it before anything is painted. */
export const paintedScheme = (scheme: Scheme): 'dark' | 'light' => (scheme === 'light' ? 'light' : 'dark');

/** Keeps the choice in a cookie, so that the next page is rendered in it; Mantine's own manager uses local storage, which a server cannot see. */
export const cookieSchemeManager = (): MantineColorSchemeManager => ({
	get: (fallback) => (typeof document === 'undefined' ? fallback : schemeOf(readCookie(document.cookie, SCHEME_COOKIE))),
	set: (value: MantineColorScheme) => {
		// biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing in Firefox and answers later than the next navigation.
		document.cookie = cookieText(SCHEME_COOKIE, value, location.protocol === 'https:');
	},
	subscribe: () => {},
	unsubscribe: () => {},
	clear: () => {},
});
