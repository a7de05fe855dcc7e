import { describe, expect, it } from 'vitest';
import { isInMentionBuckets, MENTION_BUCKETS, mentionBucket } from './buckets.ts';

describe('mention buckets', () => {
	it('have inclusive upper bounds', () => {
		const counts = [0, 10, 11, 25, 26, 50, 51, 100, 101, 500, 501, 1000, 1001, null, -1];
		const names = MENTION_BUCKETS.map((b) => b.name);
		expect(counts.map(mentionBucket)).toEqual([...names.slice(0, 6).flatMap((n) => [n, n]), names[6], null, null]);
	});

	it('never take an unknown count', () => {
		const all = MENTION_BUCKETS.map((b) => b.name);
		expect(isInMentionBuckets(null, all)).toBe(false);
		expect(isInMentionBuckets(null, [])).toBe(true);
		expect(isInMentionBuckets(60, ['fifty', 'one_hundred'])).toBe(true);
		expect(isInMentionBuckets(60, ['fifty'])).toBe(false);
	});
});
