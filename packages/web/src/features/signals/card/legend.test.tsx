import { describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { DEFAULT_STATE } from '../../../entities/list-state/state.ts';
import type { Card } from '../../../lib/api/types.ts';
import { show } from '../../../testing/page.tsx';
import { Legend } from './legend.tsx';

const REPORT = { algo: 'reverse', measured: 1_161, reconstructed: false } as const;
const SECTORS = [
	{ key: 'price_short', sector: 'price', operation: 'short', intersections: [2, 3, 4, 2, 1] },
	{ key: 'call_with_put', sector: 'call_with_put', operation: null, intersections: [2, 3, 3, 1, 0] },
	{ key: 'volume', sector: 'volume', operation: null, intersections: [1, 2, 2, 1, null] },
	{ key: 'call_without_put_short', sector: 'call_without_put', operation: 'short', intersections: [3, 3, 4, 2, 1] },
] as const;
const EXAMPLE: Card = {
	ticker: 'DELAR',
	ticker_id: 7,
	name: 'Alpha Mega',
	tab_type: 'extreme_rise',
	operation: 'short',
	marketcap: 'large_cap',
	capitalization: 11.6e9,
	price: 38.42,
	price_change: 0.0486,
	sparkline: [],
	weighted_sum: 82,
	rate_scale: { highest: 140, share: 0.0042 },
	favorite: false,
	date: '2026-06-30T15:45:00Z',
	algo: 'reverse',
	information: { state: 'unknown', look_back: 'previous_close', filing: null },
	sectors: SECTORS.map((sector) => ({ ...sector, intersections: [...sector.intersections] })),
};

const opener = page.getByRole('button', { name: 'How to read a wheel' });
const explained = page.getByRole('region', { name: 'How to read a wheel' });

describe('the legend', () => {
	it('opens to the wheel of the first card with each part explained, and closes', async () => {
		await show(<Legend count={18} report={REPORT} card={EXAMPLE} state={DEFAULT_STATE} />);
		await expect.element(page.getByText('Rose unusually far on two of 15m·30m·1h: candidates to fall back.')).toBeVisible();
		await expect.element(page.getByText(/short, may|rings:/)).not.toBeInTheDocument();
		await expect.element(opener).toHaveAttribute('aria-expanded', 'false');
		await opener.click();
		await expect
			.element(explained.getByRole('img', { name: /^DELAR, candidate to fall back, rate 82 of 140, top 1 %: .*Rose on .*1h/ }))
			.toBeVisible();
		for (const part of [/what happened to price/, /15m inside, 1d outside/, /no direction/, /1h counts most/])
			await expect.element(explained.getByText(part)).toBeVisible();
		await explained.getByRole('button', { name: 'Close' }).click();
		await expect.element(explained).not.toBeInTheDocument();
		await expect.element(opener).toHaveAttribute('aria-expanded', 'false');
	});

	it('points where the filter of the list leans', async () => {
		await show(<Legend count={18} report={REPORT} card={EXAMPLE} leaning="long" state={DEFAULT_STATE} />);
		await expect.element(page.getByText('Rose unusually far on two of 15m·30m·1h: candidates to rise further.')).toBeVisible();
		await opener.click();
		await expect.element(explained.getByText(/^DELAR, candidate to rise further, rate 82/)).toBeVisible();
	});

	it('says nothing of a tab on pages that are none’s, and explains nothing without a card', async () => {
		await show(<Legend count={0} report={REPORT} card={undefined} hideTab state={DEFAULT_STATE} />);
		await expect.element(page.getByText('0 of 1,161 tickers match')).toBeVisible();
		expect(page.getByText(/candidates to/).elements()).toEqual([]);
		expect(opener.elements()).toEqual([]);
	});
});
