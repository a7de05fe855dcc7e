import { describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { show } from '../../testing/page.tsx';
import { Curve } from './curve.tsx';

const POINTS = [
	{ time: '2026-01-05T21:00:00Z', n: 10, sum: 0.02, low: -0.01, high: 0.05 },
	{ time: '2026-06-30T20:00:00Z', n: 400, sum: 0.36, low: -0.12, high: 0.84 },
];

describe('the curve of excess', () => {
	it('says its end and what that is per occurrence, with the band', async () => {
		await show(<Curve curve={POINTS} effectiveSize={200} />, {});
		const sentence = 'Sum of excess from 01/05/2026 16:00 ET to 06/30/2026 16:00 ET: +36.00%, 95 % band −12.00% to +84.00%.';
		await expect.element(page.getByRole('img', { name: sentence })).toBeVisible();
		await expect.element(page.getByText(/Per occurrence \+9 bp, 95 % interval −3 bp to \+21 bp\./)).toBeVisible();
	});

	it('is a sentence for too small a sample', async () => {
		await show(<Curve curve={null} effectiveSize={6.2} />, {});
		await expect.element(page.getByText('No curve yet: effective sample 6.2 of at least 10.')).toBeVisible();
		expect(page.getByRole('img').elements()).toEqual([]);
	});
});
