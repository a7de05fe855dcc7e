import { describe, expect, it } from 'vitest';
import { hatchPattern, hatchPatterns } from './hatch.ts';
import { MAX_DEPTH, TONES } from './model.ts';

function idsIn(patterns: string): string[] {
	return [...patterns.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id ?? '');
}

describe('hatch patterns', () => {
	it('exist for each tone and depth, for large and small wheels', () => {
		const ids = idsIn(hatchPatterns());
		expect(ids).toHaveLength(2 * TONES.length * MAX_DEPTH);
		expect(new Set(ids).size).toBe(ids.length);
		expect(ids).toEqual(expect.arrayContaining(['hatch-short-1', 'hatch-sum-5', 'small-hatch-short-1', 'small-hatch-sum-5']));
	});

	it('of small wheels have the lines of the large ones', () => {
		const patterns = hatchPatterns();
		const ids = new Set(idsIn(patterns));
		const inherited = [...patterns.matchAll(/href="#([^"]+)"/g)].map(([, id]) => id ?? '');
		expect(inherited).toHaveLength(TONES.length * MAX_DEPTH);
		expect(inherited.filter((id) => !ids.has(id))).toEqual([]);
	});

	it('have denser lines for deeper cells', () => {
		const steps = [1, 2, 3, 4, 5].map((depth) => Number(/ width="([\d.]+)"/.exec(hatchPattern({ tone: 'short', depth }))?.[1]));
		expect(steps).toEqual([...steps].sort((a, b) => b - a));
		expect(new Set(steps).size).toBe(MAX_DEPTH);
	});
});
