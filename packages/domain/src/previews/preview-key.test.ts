import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { CAP_BUCKETS } from '../prices/buckets.ts';
import { TOP_INTERVALS, TOPS } from '../prices/top-lists.ts';
import { hostOf, normalizePreviewKey, serializeKey, subjectOf } from './preview-key.ts';

const HOME = 'signals.example';
const pageRequest = fc.record(
	{
		host: fc.constantFrom('a.example', 'B.example:8080', null),
		category: fc.constantFrom(...TOPS.map(({ name }) => name), null),
		interval: fc.constantFrom(...TOP_INTERVALS, null),
		ticker: fc.constantFrom('azo', 'BRK.B', null),
		marketcap: fc.subarray([...CAP_BUCKETS]),
		video: fc.boolean(),
	},
	{ requiredKeys: [] },
);

describe('the key of a preview', () => {
	it('defaults to the home page of the site', () => {
		expect(normalizePreviewKey({}, HOME)).toEqual({
			host: HOME,
			category: null,
			interval: null,
			ticker: null,
			marketcap: [],
			video: false,
		});
		expect(hostOf('https://Signals.Example:8443/')).toBe('signals.example:8443');
	});

	it('is the same however it is written: letters, order and repetition do not count', () => {
		fc.assert(
			fc.property(pageRequest, (one) => {
				const key = normalizePreviewKey(one, HOME);
				const written = {
					...one,
					host: key.host.toUpperCase(),
					ticker: key.ticker?.toLowerCase() ?? null,
					marketcap: [...key.marketcap].reverse().flatMap((bucket) => [bucket, bucket]),
				};
				expect(serializeKey(normalizePreviewKey(written, HOME))).toBe(serializeKey(key));
				expect(normalizePreviewKey(key, 'elsewhere.example')).toEqual(key);
			}),
		);
	});

	it('is of all companies where all are named', () => {
		expect(normalizePreviewKey({ marketcap: ['mega_cap', 'all'] }, HOME).marketcap).toEqual([]);
	});

	it('differs where a part of it does', () => {
		const lines = [{}, { host: 'x.example' }, { category: 'losers' }, { interval: 'hour' }, { ticker: 'AZO' }, { video: true }].map((one) =>
			serializeKey(normalizePreviewKey(one as Parameters<typeof normalizePreviewKey>[0], HOME)),
		);
		expect(new Set(lines).size).toBe(lines.length);
	});
});

describe('what is drawn for a key', () => {
	const subject = (one: Parameters<typeof normalizePreviewKey>[0]) => subjectOf(normalizePreviewKey(one, HOME));

	it('is the landing page, a table with what it leaves open, or a ticker', () => {
		expect(subject({})).toEqual({ kind: 'landing' });
		expect(subject({ category: 'losers' })).toEqual({ kind: 'table', category: 'losers', interval: 'day', marketcap: [] });
		expect(subject({ category: 'high' })).toMatchObject({ interval: 'ytd' });
		expect(subject({ interval: 'hour', marketcap: ['mega_cap'] })).toEqual({
			kind: 'table',
			category: 'active',
			interval: 'hour',
			marketcap: ['mega_cap'],
		});
		expect(subject({ ticker: 'azo' })).toEqual({ kind: 'ticker', symbol: 'AZO' });
	});

	it('is a table if any of its parts is given, even a single bucket', () => {
		expect(subject({ marketcap: ['mega_cap'] })).toEqual({ kind: 'table', category: 'active', interval: 'day', marketcap: ['mega_cap'] });
		expect(subject({ interval: 'hour' })).toMatchObject({ kind: 'table', category: 'active', interval: 'hour' });
		expect(subject({ category: 'low' })).toMatchObject({ kind: 'table', category: 'low', interval: 'ytd' });
		for (const part of [{ marketcap: ['mega_cap'] }, { interval: 'hour' }, { category: 'low' }] as const)
			expect(subject({ ticker: 'AZO', ...part })).toBeUndefined();
	});

	it('is nothing for videos, and for a ticker of a table', () => {
		expect([subject({ video: true }), subject({ ticker: 'AZO', category: 'losers' }), subject({ ticker: 'AZO', video: true })]).toEqual([
			undefined,
			undefined,
			undefined,
		]);
	});
});
