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
