import { describe, expect, it } from 'vitest';
import type { TrackRecord } from '../../lib/api/types.ts';
import { landingWords } from './words.ts';

const RECORD: TrackRecord = {
	tab_type: 'extreme_rise',
	operation: 'short',
	timeframe: 'one_hour',
	horizon: 5,
	n: 4120,
	hit_rate: 0.4301,
	interval: [0.4153, 0.4451],
	sequence: [0.401, 0.462],
	detectable: 0.0213,
	base_rate: 0.4204,
	reconstructed: 0.25,
	universe: {
		tickers: 150,
		ended: 0,
		open: 0,
		hindsight: false,
		cases: [0, 0.3, 1].map((loss) => ({ loss, rate: 0.4301, mean: 0.0012 })),
	},
	first: '2026-04-06T13:45:00Z',
	last: '2026-06-30T15:45:00Z',
	hypothetical: true,
};

describe('what happened after such cases', () => {
	it('stands with n, interval and base rate', () => {
		expect(landingWords.record(RECORD)).toBe(
			'Of 4,120 similar cases, 43 % fell further than the median stock of their size within 5 trading hours; of random stocks, 42 %.',
		);
		expect(landingWords.record({ ...RECORD, operation: 'long' })).toContain('43 % rose further');
		expect(landingWords.interval(RECORD)).toBe('95 % interval 41.5–44.5 %');
		expect(landingWords.sequence(RECORD)).toBe('holds however often you look: 40.1–46.2 %');
		expect(landingWords.rebuilt(RECORD.reconstructed)).toBe('25 % of reports rebuilt from stored bars');
		expect(landingWords.rebuilt(0)).toBe('');
	});

	it('say in words what it shows, and what it could not show', () => {
		expect(landingWords.verdict(RECORD)).toBe('no better than chance; differences below 2.1 points can’t be detected');
		expect(landingWords.verdict({ ...RECORD, interval: [0.4404, 0.4604] })).toBe('better than chance by 2.0–4.0 points');
		expect(landingWords.verdict({ ...RECORD, interval: [0.38, 0.41] })).toBe('worse than chance by 1.0–4.0 points');
		expect(landingWords.verdict({ ...RECORD, detectable: 0.081 })).toBe('too few to say: differences below 8.1 points can’t be detected');
		expect(landingWords.verdict({ ...RECORD, n: 12 })).toBe('');
	});

	it('says how many tickers have ended, and what that could mean at worst', () => {
		const { universe } = RECORD;
		const worst = [...universe.cases.slice(0, 2), { loss: 1, rate: 0.4112, mean: -0.01 }];
		expect(landingWords.ended(RECORD)).toBe('');
		expect(landingWords.ended({ ...RECORD, universe: { ...universe, ended: 3 } })).toBe('3 of 150 tickers delisted since');
		expect(landingWords.ended({ ...RECORD, universe: { ...universe, ended: 3, open: 2, cases: worst } })).toBe(
			'3 of 150 tickers delisted since; 41 % if those held had lost everything',
		);
		expect(landingWords.ended({ ...RECORD, n: 12, universe: { ...universe, ended: 3 } })).toBe('');
	});

	it('claims no rate of few cases, nor of none', () => {
		for (const few of [
			{ ...RECORD, n: 12 },
			{ ...RECORD, n: 0, hit_rate: null, base_rate: null },
		]) {
			expect(landingWords.record(few)).toBe(`Too few similar cases for a hit rate: ${few.n} of at least 30.`);
			expect([landingWords.interval(few), landingWords.sequence(few)]).toEqual(['', '']);
		}
	});
});
