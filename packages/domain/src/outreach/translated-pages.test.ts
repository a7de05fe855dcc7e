import { expect, it } from 'vitest';
import { PUBLIC_PAGES } from '../prices/public-pages.ts';
import { findInformationPage, INFORMATION_PAGES } from './information.ts';
import { isInEveryLanguage } from './own-pages.ts';

it('the landing page, the top tables and the explanatory pages exist in every language', () => {
	const pages = ['/', ...PUBLIC_PAGES.map(({ path }) => path), ...INFORMATION_PAGES.map(({ path }) => path)];
	expect(pages.filter((path) => !isInEveryLanguage(path))).toEqual([]);
	// Also for an address of an unknown table.
	expect(isInEveryLanguage('/stock-gainers/yearly')).toBe(true);
});

it('the application exists in the source language only', () => {
	expect(['', '/main', '/admin', '/profile', '/faq/', '/faq/more', '/de/faq', '//'].filter(isInEveryLanguage)).toEqual([]);
});

it('a page that explains is found by its path and by no other', () => {
	for (const page of INFORMATION_PAGES) expect(findInformationPage(page.path)).toBe(page);
	expect(['/', 'faq', '/FAQ', '/faq/'].map(findInformationPage)).toEqual([undefined, undefined, undefined, undefined]);
});
