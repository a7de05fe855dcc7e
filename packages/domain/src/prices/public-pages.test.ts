import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { canonicalAddress, FAMILIES, familyOfPath, isPublicPath, PUBLIC_PAGES, pagesOf, publicPage } from './public-pages.ts';

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
		['/after-hours-losers', '/after-hours-movers#losers'],
		['/stock-losers/premarket', '/premarket-movers#losers'],
		['/top-losers-stock/after-hours', '/after-hours-movers#losers'],
		['/stock-losers/today', '/top-losing-stocks-today'],
		['/stock-gainers/after-hours', '/after-hours-movers'],
		['/stock-losers/after-hours', '/after-hours-movers#losers'],
		['/most-active-stocks/today', '/most-active-stocks-today'],
		['/stocks-growth/ytd', '/high-growth-stocks/ytd'],
		['/high-growth-stocks/week', '/stocks-growth/week'],
	])('%s leads to %s', (from, to) => {
		expect(canonicalAddress(from)).toBe(to);
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
				const alias = canonicalAddress(path);
				if (alias === undefined) return;
				expect(publicPage(path)).toBeUndefined();
				expect(publicPage(alias.split('#')[0] ?? '')).toBeDefined();
			}),
		);
		for (const { path } of PUBLIC_PAGES) expect(canonicalAddress(path)).toBeUndefined();
	});

	it('show what moves outside of regular hours in two tables, gainers first, and all others one', () => {
		const two = PUBLIC_PAGES.filter(({ tables }) => tables.length !== 1);
		expect(two.map(({ path, title, tables }) => [path, title, tables])).toEqual([
			[
				'/premarket-movers',
				'Premarket movers',
				[
					{ category: 'gainers', interval: 'premarket' },
					{ category: 'losers', interval: 'premarket', anchor: 'losers' },
				],
			],
			[
				'/after-hours-movers',
				'After-hours movers',
				[
					{ category: 'gainers', interval: 'after_hours' },
					{ category: 'losers', interval: 'after_hours', anchor: 'losers' },
				],
			],
		]);
		for (const { tables } of PUBLIC_PAGES) expect(tables[0].anchor).toBeUndefined();
	});

	it('are listed with the others of their family, nearness to a yearly low or high last', () => {
		expect(pagesOf('dips').map(({ variant }) => variant)).toEqual(['Year to date', '6 months', 'Month', 'Week', '52-week low']);
		expect(pagesOf('highs').map(({ variant }) => variant)).toEqual(['Year to date', '6 months', 'Month', 'Week', '52-week high']);
		expect(pagesOf('losers').map(({ title }) => title)).toEqual([
			'Top losing stocks, last hour',
			'Top losing stocks, last 4 hours',
			'Top losing stocks, today',
		]);
		for (const { name } of FAMILIES) for (const page of pagesOf(name)) expect(page.family).toBe(name);
	});

	it('answer at their own paths and wherever one of their family was meant, nowhere else', () => {
		for (const { path } of PUBLIC_PAGES) expect([path, isPublicPath(path)]).toEqual([path, true]);
		expect(['/stock-gainers/yearly', '/stock-gainers', '/stock-losers/premarket'].every(isPublicPath)).toBe(true);
		expect(['/', '/faq', '/nowhere', '/nowhere/hourly', '/stock-gainers/a/b'].some(isPublicPath)).toBe(false);
	});

	it('name the family of an unknown variant', () => {
		expect(familyOfPath('/stock-gainers/yearly')).toBe('gainers');
		expect(familyOfPath('/stock-dip-today/')).toBe('dips');
		expect(familyOfPath('/most-active-stocks')).toBe('active');
		expect(familyOfPath('/nowhere/hourly')).toBeUndefined();
	});
});
