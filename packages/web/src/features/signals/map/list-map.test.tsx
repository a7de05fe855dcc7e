import { expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { DEFAULT_STATE } from '../../../entities/list-state/state.ts';
import { createTickerState } from '../../../entities/ticker/ticker-state.ts';
import type { ListedCard } from '../../../lib/api/types.ts';
import { show } from '../../../testing/page.tsx';
import { ListMap } from './list-map.tsx';

function item(id: number, ticker: string, capitalization: number | null, change: number | null, industry: string | null): ListedCard {
	return {
		ticker,
		ticker_id: id,
		name: `${ticker} Company`,
		capitalization,
		price_change: change,
		weighted_sum: 57,
		rate_scale: { highest: 140, share: 0.01 },
		row: { industry },
	} as ListedCard;
}

it('is a link for each ticker by industry, walked by arrow keys', async () => {
	const close = vi.fn();
	const items = [item(1, 'LON', 3e11, 0.0848, 'Software'), item(2, 'HOE', null, null, null), item(3, 'ORT', 2e11, -0.021, 'Software')];
	await show(<ListMap items={items} from={11} linkState={createTickerState(DEFAULT_STATE)} close={close} />);
	const map = page.getByRole('dialog', { name: 'Map by industry' });
	await expect.element(map.getByText(/^3 tickers of this page\./)).toBeVisible();
	await expect.element(map.getByRole('heading', { name: 'Software' })).toBeVisible();
	await expect.element(map.getByRole('heading', { name: 'Industry unknown' })).toBeVisible();
	const largest = map.getByRole('link', { name: 'LON, LON Company: +8.48%, market cap $300B, rate 57 of 140, top 1 %' });
	await expect.element(largest).toHaveAttribute('data-direction', 'up');
	await expect
		.element(map.getByRole('link', { name: 'HOE, HOE Company: n/a, market cap n/a, rate 57 of 140, top 1 %' }))
		.toHaveAttribute('data-direction', 'none');
	await expect.element(map.getByRole('link', { name: /^ORT/ })).toHaveAttribute('data-direction', 'down');
	await expect.element(largest).toHaveAttribute('tabindex', '0');
	(largest.element() as HTMLElement).focus();
	await userEvent.keyboard('{ArrowRight}');
	expect(document.activeElement?.getAttribute('data-place')).not.toBe('0');
	await userEvent.keyboard('{ArrowLeft}');
	await expect.element(largest).toHaveFocus();
	await map.getByRole('button', { name: 'Close' }).click();
	expect(close).toHaveBeenCalled();
});
