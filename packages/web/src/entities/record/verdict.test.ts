import { describe, expect, it } from 'vitest';
import { createStatistics } from '../../testing/validations.ts';
import { formatVerdict } from './verdict.ts';

describe('the verdict of a record', () => {
	const many = { n: 4_000, detectable: { difference: 0.024, excess: 0.0035 } };

	it('says by how much a rate is better or worse than chance: the interval less the base rate', () => {
		const better = createStatistics({
			...many,
			hit_rate: 0.535,
			interval: [0.52, 0.55],
			luck: { variants: 60, line: 0.53, better: true },
			verdict: 'better',
		});
		expect(formatVerdict(better)).toBe('Better than chance by 2.0–5.0 points.');
		expect(formatVerdict({ ...better, hit_rate: 0.465, interval: [0.45, 0.48], verdict: 'worse' })).toBe(
			'Worse than chance by 2.0–5.0 points.',
		);
	});

	it('says when the luckiest of the trials made would be as good', () => {
		const luck = { variants: 60, line: 0.54, better: false };
		expect(formatVerdict(createStatistics({ ...many, hit_rate: 0.535, interval: [0.52, 0.55], luck, verdict: 'lucky' }))).toBe(
			'Better than chance by 2.0–5.0 points, but no better than the luckiest of your 60 trials.',
		);
	});

	it('finds nothing only where enough could be seen', () => {
		expect(formatVerdict(createStatistics({ ...many, interval: [0.48, 0.53], verdict: 'none' }))).toBe(
			'No better than chance. Differences below 2.4 points, about 35 bp, can’t be detected.',
		);
		expect(formatVerdict(createStatistics())).toBe('Too few to say: differences below 9.9 points, about 40 bp, can’t be detected.');
		expect(formatVerdict(createStatistics({ detectable: { difference: 0.0991, excess: null } }))).toBe(
			'Too few to say: differences below 9.9 points can’t be detected.',
		);
		expect(formatVerdict(createStatistics({ detectable: { difference: 1.042, excess: 0.07 } }))).toBe('Too few to say.');
		expect(formatVerdict(createStatistics({ n: 12, verdict: 'few' }))).toBe('Too few to say: 12 of at least 30 occurrences.');
	});
});
