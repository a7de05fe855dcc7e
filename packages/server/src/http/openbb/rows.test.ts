import { expect, it } from 'vitest';
import { recordRows, type ValidationRecord } from './rows.ts';

it('a record has the least detectable difference beside n, and none without a base rate', () => {
	const found = { horizon: 5, n: 400, n_eff: 210.5, hit_rate: 0.53, interval: [0.47, 0.6], base_rate: 0.49, verdict: 'unseen' } as const;
	const results = [
		{ ...found, detectable: { difference: 0.0966, excess: 0.0035 } },
		{ ...found, base_rate: null, detectable: null },
	];
	const { interval, ...shown } = found;
	expect(recordRows({ results } as unknown as ValidationRecord)).toEqual([
		{ ...shown, low: 0.47, high: 0.6, detectable: 0.0966 },
		{ ...shown, low: 0.47, high: 0.6, base_rate: null, detectable: null },
	]);
});
