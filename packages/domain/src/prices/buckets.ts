/** Market cap tiers, largest first. 'undefined' contains tickers with an unknown market cap; 'all' is a choice, not a tier. */
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
/** The group of a ticker: a tier, or 'undefined'. */
export type CapGroup = Exclude<CapBucket, 'all'>;

export const CAP_BUCKETS = CAPS.map((c) => c.name) as readonly CapBucket[];

/** Dollars: lower bound of tier 0, exclusive. */
const MEGA_ABOVE = 200e9;
/** Dollars: lower bounds of tiers 1 to 4, inclusive. */
const LOWER_BOUNDS = [10e9, 2e9, 300e6, 50e6];

/** Returns the tier, from 0 (above 200 billion dollars) to 5 (below 50 million); null when the market cap is null or NaN. */
export function capTier(cap: number | null): 0 | 1 | 2 | 3 | 4 | 5 | null {
	if (cap === null || Number.isNaN(cap)) return null;
	if (cap > MEGA_ABOVE) return 0;
	const at = LOWER_BOUNDS.findIndex((bound) => cap >= bound);
	return (at === -1 ? 5 : at + 1) as 1 | 2 | 3 | 4 | 5;
}

/** Computes the market cap in whole dollars; null when the shares or the price are unknown. */
export function marketCap(shares: number, price: number): number | null {
	const cap = shares * price;
	return Number.isFinite(cap) ? Math.round(cap) : null;
}

/**
 * Computes the market cap at the displayed price. The number of shares is recovered from `cap`, because the report computed `cap` with the same price in
 * 32-bit precision.
 */
export function displayedCap(cap: number, price: number): number | null {
	return price > 0 ? marketCap(Math.round(cap / Math.fround(price)), price) : marketCap(cap, 1);
}

export function capGroup(cap: number | null): CapGroup {
	const tier = capTier(cap);
	return tier === null ? 'undefined' : (CAPS[tier].name as CapGroup);
}

/** Whether a market cap is in one of the tiers; an empty list means no restriction. */
export function isInCapBuckets(cap: number | null, buckets: readonly CapBucket[]): boolean {
	return buckets.length === 0 || buckets.includes('all') || buckets.includes(capGroup(cap));
}

/** Buckets of the mentions in the last 24 hours; `upTo` is inclusive. The names are from the specification, which sometimes calls these buckets P/E. */
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

/** Returns the bucket of a count. `count` is null or -1 if no source covered the ticker; the result is null in this case. */
export function mentionBucket(count: number | null): MentionBucket | null {
	return count === null || count < 0 ? null : (MENTION_BUCKETS.find((bucket) => count <= bucket.upTo)?.name ?? null);
}

/** Whether a count is in one of the buckets; an empty list means no restriction. */
export function isInMentionBuckets(count: number | null, buckets: readonly MentionBucket[]): boolean {
	if (buckets.length === 0) return true;
	const bucket = mentionBucket(count);
	return bucket !== null && buckets.includes(bucket);
}
