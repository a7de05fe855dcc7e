import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { FAMILIES, meantFamily, PUBLIC_PAGES, pagesOf, publicAlias, publicPage } from './public-pages.ts';

/** The specification's own examples. */
const NAMED = [
	'/top-gainers-stock/hourly',
	'/stock-gainers/4h',
	'/top-gaining-stocks-today',
	'/premarket-movers',
	'/after-hours-movers',
	'/top-losers-stock/hourly',
	'/stock-losers/4h',
	'/most-active-stocks-today',
	'/stock-unusual-volume/hourly',
	'/stock-dip-today/ytd',
	'/stocks-near-52-week-low',
	'/stocks-near-52-week-high',
	'/high-growth-stocks/ytd',
	'/stocks-growth/week',
];

describe('the public pages', () => {
	it.each(NAMED)('%s stands under its specified address', (path) => {
		expect(publicPage(path)?.path).toBe(path);
	});

	it('show each table once, under titles of their own', () => {
		const tables = PUBLIC_PAGES.flatMap(({ tables: all }) => all.map(({ category, interval }) => `${category} ${interval}`));
		expect(new Set(tables).size).toBe(tables.length);
		expect(new Set(PUBLIC_PAGES.map(({ path }) => path)).size).toBe(PUBLIC_PAGES.length);
		expect(new Set(PUBLIC_PAGES.map(({ title }) => title)).size).toBe(PUBLIC_PAGES.length);
		expect(PUBLIC_PAGES).toHaveLength(28);
	});

	it('have every interval of their family', () => {
		const tables = new Set(PUBLIC_PAGES.flatMap(({ tables: all }) => all.map(({ category, interval }) => `${category} ${interval}`)));
		for (const category of ['gainers', 'losers', 'active', 'unusual_volume'])
			for (const interval of ['hour', '4h', 'day', 'premarket', 'after_hours']) expect(tables).toContain(`${category} ${interval}`);
		for (const category of ['gainers', 'losers'])
			for (const interval of ['ytd', '6m', 'month', 'week']) expect(tables).toContain(`${category} ${interval}`);
		expect(FAMILIES.every(({ name }) => pagesOf(name).length >= 3)).toBe(true);
	});

	it.each([
		['/stock-gainers/hourly', '/top-gainers-stock/hourly'],
		['/top-gainers-stock/4h', '/stock-gainers/4h'],
		['/top-gainers-stock/today', '/top-gaining-stocks-today'],
		['/stock-gainers/premarket', '/premarket-movers'],
		['/stock-losers/hourly', '/top-losers-stock/hourly'],
		['/premarket-losers', '/premarket-movers#losers'],
		['/stock-losers/after-hours', '/after-hours-movers#losers'],
		['/most-active-stocks/today', '/most-active-stocks-today'],
		['/stocks-growth/ytd', '/high-growth-stocks/ytd'],
		['/high-growth-stocks/week', '/stocks-growth/week'],
	])('%s leads to %s', (from, to) => {
		expect(publicAlias(from)).toBe(to);
	});

	it('lead nowhere else, and a sibling leads to a page', () => {
		const part = fc.constantFrom(
			'',
			'hourly',
			'4h',
			'today',
			'premarket',
			'after-hours',
			'ytd',
			'6m',
			'month',
			'week',
			'x',
			'__proto__',
			'..',
		);
		const stem = fc.constantFrom('/stock-gainers', '/stock-losers', '/stock-dip-today', '/stocks-growth', '/top-losers-stock', '/x', '');
		fc.assert(
			fc.property(stem, part, (first, last) => {
				const path = `${first}/${last}`;
				const alias = publicAlias(path);
				if (alias === undefined) return;
				expect(publicPage(path)).toBeUndefined();
				expect(publicPage(alias.split('#')[0] ?? '')).toBeDefined();
			}),
		);
		for (const { path } of PUBLIC_PAGES) expect(publicAlias(path)).toBeUndefined();
	});

	it('name the family of an unknown variant', () => {
		expect(meantFamily('/stock-gainers/yearly')).toBe('gainers');
		expect(meantFamily('/stock-dip-today/')).toBe('dips');
		expect(meantFamily('/most-active-stocks')).toBe('active');
		expect(meantFamily('/nowhere/hourly')).toBeUndefined();
	});
});
