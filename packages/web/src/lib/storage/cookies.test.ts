import { describe, expect, it } from 'vitest';
import { paletteOfCookies, resolveScheme, schemeOf } from './appearance.ts';
import { cookieText, readCookie } from './cookies.ts';

describe('cookies of the look', () => {
	it('are found among others by their whole name', () => {
		expect(readCookie('myscheme=x; scheme=dark; b=2', 'scheme')).toBe('dark');
		expect(readCookie('a=1', 'scheme')).toBeUndefined();
	});

	it('are written for the whole site, secure where the page is', () => {
		expect(cookieText('scheme', 'light', false)).toBe('scheme=light; Path=/; Max-Age=31536000; SameSite=Lax');
		expect(cookieText('scheme', 'light', true)).toMatch(/; Secure$/);
	});

	it('fall back when they hold nonsense', () => {
		expect(schemeOf('purple')).toBe('auto');
		expect(schemeOf(undefined)).toBe('auto');
		expect(resolveScheme('auto', 'dark')).toBe('dark');
		expect(resolveScheme('auto', 'light')).toBe('light');
		expect(resolveScheme('light', 'dark')).toBe('light');
		expect(paletteOfCookies('palette=red-up')).toBe('red-up');
		expect(paletteOfCookies('palette=mauve')).toBe('green-up');
	});
});
