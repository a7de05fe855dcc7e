import { describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { show } from '../../testing/page.tsx';
import { ForecastLine, findLongestRecord, formatRatio, type HorizonRecord } from './forecast-line.tsx';

it.each([
	['history', 'No forecast: this ticker has too little price history.'],
	['unchanged', 'No forecast: the price of this ticker doesn’t change.'],
	['unmeasured', 'No forecast yet: its bands are measured after the close.'],
	[undefined, 'Loading forecast...'],
] as const)('a forecast that is missing gives its one reason: %s', async (data, text) => {
	await show(<ForecastLine query={{ data, isError: false }} />, {});
	await expect.element(page.getByText(text, { exact: true })).toBeVisible();
});

function measured(horizon: number, coverage_80: number | null, n = 100): HorizonRecord {
	return { horizon, coverage_80, n } as HorizonRecord;
}

describe('the record beside a forecast', () => {
	it('is that of the longest horizon that was measured', () => {
		expect(findLongestRecord({ measured: [measured(1, 0.79), measured(2, 0.81), measured(3, null)] })?.horizon).toBe(2);
		expect(findLongestRecord({ measured: [measured(1, null), measured(2, 0.8, 0)] })).toBeUndefined();
	});

	it('compares with the naive walk to two digits', () => {
		expect([formatRatio(0.9849), formatRatio(null)]).toEqual(['0.98', 'n/a']);
	});
});
