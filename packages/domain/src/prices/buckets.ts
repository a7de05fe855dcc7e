/** Market cap tiers in dollars, in this order; 'undefined' contains unknown ones, 'all' is a choice, not a tier. */
export const CAPS = [
	{ name: 'mega_cap', label: '$200bln and more' },
	{ name: 'large_cap', label: '$10bln to $200bln' },
	{ name: 'mid_cap', label: '$2bln to $10bln' },
	{ name: 'small_cap', label: '$300mln to $2bln' },
	{ name: 'micro_cap', label: '$50mln to $300mln' },
	{ name: 'nano_cap', label: '0 to $50mln' },
	{ name: 'undefined', label: 'n/a' },
	{ name: 'all', label: 'All' },
] as const;

export type CapBucket = (typeof CAPS)[number]['name'];
/** Groups of a ticker: every tier but 'all'. */
export type CapPlace = Exclude<CapBucket, 'all'>;

export const CAP_BUCKETS = CAPS.map((c) => c.name) as readonly CapBucket[];

/** Lower bounds of tiers 1 to 4, inclusive; tier 0 is above 200 billion. */
const MEGA_ABOVE = 200e9;
const LOWER_BOUNDS = [10e9, 2e9, 300e6, 50e6];

/** 0 (above 200 billion) to 5 (below 50 million); null when the capitalisation is null or NaN. */
export function capTier(cap: number | null): 0 | 1 | 2 | 3 | 4 | 5 | null {
	if (cap === null || Number.isNaN(cap)) return null;
	if (cap > MEGA_ABOVE) return 0;
	const at = LOWER_BOUNDS.findIndex((bound) => cap >= bound);
	return (at === -1 ? 5 : at + 1) as 1 | 2 | 3 | 4 | 5;
}

/** Market cap in whole dollars; null when the shares or the price are unknown. */
export function marketCap(shares: number, price: number): number | null {
	const cap = shares * price;
	return Number.isFinite(cap) ? Math.round(cap) : null;
}

/** The market cap of a report's row at the row's price as shown; the report computed it at the same price with 32 bits. */
export function shownCap(cap: number, price: number): number | null {
	return price > 0 ? marketCap(Math.round(cap / Math.fround(price)), price) : marketCap(cap, 1);
}

export function capPlace(cap: number | null): CapPlace {
	const tier = capTier(cap);
	return tier === null ? 'undefined' : (CAPS[tier].name as CapPlace);
}

/** Whether a market cap belongs to any of the tiers; no tier means no restriction. */
export function inCapBuckets(cap: number | null, buckets: readonly CapBucket[]): boolean {
	return buckets.length === 0 || buckets.includes('all') || buckets.includes(capPlace(cap));
}

/** Buckets of the mention count of the last 24 hours, by inclusive upper bound. The names are the specification's, which also calls them P/E. */
export const MENTION_BUCKETS = [
	{ name: 'less_than_zero', upTo: 10, label: '0 - 10' },
	{ name: 'twenty_five', upTo: 25, label: '11 - 25' },
	{ name: 'fifty', upTo: 50, label: '26 - 50' },
	{ name: 'one_hundred', upTo: 100, label: '51 - 100' },
	{ name: 'five_hundred', upTo: 500, label: '101 - 500' },
	{ name: 'one_thousand', upTo: 1000, label: '501 - 1000' },
	{ name: 'more_than_one_thousand', upTo: Number.POSITIVE_INFINITY, label: '1000+' },
] as const;

export type MentionBucket = (typeof MENTION_BUCKETS)[number]['name'];

/** null if no source covered the ticker (null or -1): it falls into no bucket and matches no choice of buckets. */
export function mentionBucket(count: number | null): MentionBucket | null {
	return count === null || count < 0 ? null : (MENTION_BUCKETS.find((bucket) => count <= bucket.upTo)?.name ?? null);
}

/** Whether a count belongs to any of the buckets; no bucket means no restriction. */
export function inMentionBuckets(count: number | null, buckets: readonly MentionBucket[]): boolean {
	if (buckets.length === 0) return true;
	const bucket = mentionBucket(count);
	return bucket !== null && buckets.includes(bucket);
}
