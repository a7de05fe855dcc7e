import type { TopCategory, TopInterval } from './top-lists.ts';

/** A table on a public page. */
export interface PublicTable {
	readonly category: TopCategory;
	readonly interval: TopInterval;
	/** Fragment in the address of the page; absent for the first table. */
	readonly anchor?: string;
}

/** A public page of top tables, with its canonical address. */
export interface PublicPage {
	readonly path: string;
	readonly family: FamilyName;
	/** Label of the page's link among the other pages of the family. */
	readonly variant: string;
	/** Heading and title; also the text of links to the page. */
	readonly title: string;
	/** The main table first. */
	readonly tables: readonly [PublicTable, ...PublicTable[]];
}

export const FAMILIES = [
	{ name: 'gainers', label: 'Gainers' },
	{ name: 'losers', label: 'Losers' },
	{ name: 'active', label: 'Active' },
	{ name: 'unusual_volume', label: 'Unusual volume' },
	{ name: 'dips', label: 'Dips' },
	{ name: 'highs', label: 'Highs' },
] as const;
export type FamilyName = (typeof FAMILIES)[number]['name'];

const INTRADAY_VARIANTS = [
	{ interval: 'hour', segment: 'hourly', variant: 'Hourly', words: ', last hour' },
	{ interval: '4h', segment: '4h', variant: '4h', words: ', last 4 hours' },
	{ interval: 'day', segment: 'today', variant: 'Today', words: ', today' },
	{ interval: 'premarket', segment: 'premarket', variant: 'Premarket', words: ', premarket' },
	{ interval: 'after_hours', segment: 'after-hours', variant: 'After-hours', words: ', after hours' },
] as const;
const LONGER_VARIANTS = [
	{ interval: 'ytd', segment: 'ytd', variant: 'Year to date', words: ', year to date' },
	{ interval: '6m', segment: '6m', variant: '6 months', words: ', 6 months' },
	{ interval: 'month', segment: 'month', variant: 'Month', words: ', month' },
	{ interval: 'week', segment: 'week', variant: 'Week', words: ', week' },
] as const;

type Segment = (typeof INTRADAY_VARIANTS)[number]['segment'] | (typeof LONGER_VARIANTS)[number]['segment'];

interface Family {
	readonly name: FamilyName;
	readonly category: TopCategory;
	readonly heading: string;
	readonly variants: typeof INTRADAY_VARIANTS | typeof LONGER_VARIANTS;
	/** Path of each interval's page; absent for intervals shown on another page. */
	readonly paths: Partial<Record<Segment, string>>;
}

const FAMILY_DEFINITIONS: readonly Family[] = [
	{
		name: 'gainers',
		category: 'gainers',
		heading: 'Top gaining stocks',
		variants: INTRADAY_VARIANTS,
		paths: {
			hourly: '/top-gainers-stock/hourly',
			'4h': '/stock-gainers/4h',
			today: '/top-gaining-stocks-today',
			premarket: '/premarket-movers',
			'after-hours': '/after-hours-movers',
		},
	},
	{
		name: 'losers',
		category: 'losers',
		heading: 'Top losing stocks',
		variants: INTRADAY_VARIANTS,
		paths: { hourly: '/top-losers-stock/hourly', '4h': '/stock-losers/4h', today: '/top-losing-stocks-today' },
	},
	{
		name: 'active',
		category: 'active',
		heading: 'Most active stocks',
		variants: INTRADAY_VARIANTS,
		paths: {
			hourly: '/most-active-stocks/hourly',
			'4h': '/most-active-stocks/4h',
			today: '/most-active-stocks-today',
			premarket: '/most-active-stocks/premarket',
			'after-hours': '/most-active-stocks/after-hours',
		},
	},
	{
		name: 'unusual_volume',
		category: 'unusual_volume',
		heading: 'Stocks with unusual volume',
		variants: INTRADAY_VARIANTS,
		paths: {
			hourly: '/stock-unusual-volume/hourly',
			'4h': '/stock-unusual-volume/4h',
			today: '/stock-unusual-volume/today',
			premarket: '/stock-unusual-volume/premarket',
			'after-hours': '/stock-unusual-volume/after-hours',
		},
	},
	{
		name: 'dips',
		category: 'losers',
		heading: 'Stock dips',
		variants: LONGER_VARIANTS,
		paths: {
			ytd: '/stock-dip-today/ytd',
			'6m': '/stock-dip-today/6m',
			month: '/stock-dip-today/month',
			week: '/stock-dip-today/week',
		},
	},
	{
		name: 'highs',
		category: 'gainers',
		heading: 'High growth stocks',
		variants: LONGER_VARIANTS,
		paths: { ytd: '/high-growth-stocks/ytd', '6m': '/high-growth-stocks/6m', month: '/stocks-growth/month', week: '/stocks-growth/week' },
	},
];

/** Fragment that addresses the losers' table on the movers' pages. */
export const LOSERS_ANCHOR = 'losers';
const MOVERS_TITLES = { premarket: 'Premarket movers', 'after-hours': 'After-hours movers' } as const;

function createPages({ name, category, heading, paths }: Family, { interval, segment, variant, words }: Family['variants'][number]) {
	const path = paths[segment];
	if (path === undefined) return [];
	const moversTitle = name === 'gainers' && (segment === 'premarket' || segment === 'after-hours') ? MOVERS_TITLES[segment] : undefined;
	const tables: PublicPage['tables'] = moversTitle
		? [
				{ category, interval },
				{ category: 'losers', interval, anchor: LOSERS_ANCHOR },
			]
		: [{ category, interval }];
	return [{ path, family: name, variant, title: moversTitle ?? `${heading}${words}`, tables }];
}

const YEAR_EXTREME_PAGES: readonly PublicPage[] = [
	{
		path: '/stocks-near-52-week-low',
		family: 'dips',
		variant: '52-week low',
		title: 'Stocks near their 52-week low',
		tables: [{ category: 'low', interval: '52w' }],
	},
	{
		path: '/stocks-near-52-week-high',
		family: 'highs',
		variant: '52-week high',
		title: 'Stocks near their 52-week high',
		tables: [{ category: 'high', interval: '52w' }],
	},
];

/** All public pages of top tables. Each table is on one page only. */
export const PUBLIC_PAGES: readonly PublicPage[] = FAMILY_DEFINITIONS.flatMap((definition) => [
	...definition.variants.flatMap((variant) => createPages(definition, variant)),
	...YEAR_EXTREME_PAGES.filter(({ family }) => family === definition.name),
]);

/** Families by path without the last segment. */
const FAMILY_BY_STEM: ReadonlyMap<string, FamilyName> = new Map([
	['/top-gainers-stock', 'gainers'],
	['/stock-gainers', 'gainers'],
	['/top-losers-stock', 'losers'],
	['/stock-losers', 'losers'],
	['/most-active-stocks', 'active'],
	['/stock-unusual-volume', 'unusual_volume'],
	['/stock-dip-today', 'dips'],
	['/high-growth-stocks', 'highs'],
	['/stocks-growth', 'highs'],
]);

/** Addresses of the losers tables in extended hours; these tables are on the movers' pages. */
const LOSERS_ADDRESSES = {
	premarket: `/premarket-movers#${LOSERS_ANCHOR}`,
	'after-hours': `/after-hours-movers#${LOSERS_ANCHOR}`,
} as const;

const PAGE_BY_PATH = new Map(PUBLIC_PAGES.map((page) => [page.path, page]));

/** Returns the family of a path, whether or not a page has that path. */
export function familyOfPath(path: string): FamilyName | undefined {
	return FAMILY_BY_STEM.get(splitPath(path).stem) ?? FAMILY_BY_STEM.get(path);
}

function splitPath(path: string): { stem: string; segment: string } {
	const at = path.lastIndexOf('/');
	return { stem: path.slice(0, at), segment: path.slice(at + 1) };
}

/** Returns the canonical address of a table whose path follows the pattern of related pages; undefined for canonical and unknown paths. */
export function canonicalAddress(path: string): string | undefined {
	if (PAGE_BY_PATH.has(path)) return undefined;
	if (path === '/premarket-losers') return LOSERS_ADDRESSES.premarket;
	if (path === '/after-hours-losers') return LOSERS_ADDRESSES['after-hours'];
	const { stem, segment } = splitPath(path);
	const family = FAMILY_DEFINITIONS.find(({ name }) => name === FAMILY_BY_STEM.get(stem));
	const variant = family?.variants.find((candidate) => candidate.segment === segment);
	if (!family || !variant) return undefined;
	if (family.name === 'losers' && (variant.segment === 'premarket' || variant.segment === 'after-hours'))
		return LOSERS_ADDRESSES[variant.segment];
	return family.paths[variant.segment];
}

/** Whether a path belongs to the public pages, even if its page only says that the table doesn't exist. */
export function isPublicPath(path: string): boolean {
	return PAGE_BY_PATH.has(path) || familyOfPath(path) !== undefined;
}

export function publicPage(path: string): PublicPage | undefined {
	return PAGE_BY_PATH.get(path);
}

/** Returns the pages of a family; they link to each other. */
export function pagesOf(family: FamilyName): readonly PublicPage[] {
	return PUBLIC_PAGES.filter((page) => page.family === family);
}
