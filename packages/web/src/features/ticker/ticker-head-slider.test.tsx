import { describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { DEFAULT_STATE } from '../../entities/list-state/state.ts';
import { homeLink } from '../../entities/ticker/links.ts';
import { createTickerState } from '../../entities/ticker/ticker-state.ts';
import { show } from '../../testing/page.tsx';
import { findNeighbours } from './neighbours.ts';
import { Slider } from './ticker-head.tsx';

const ROWS = [7, 8].map((id) => ({ ticker_id: id, ticker: `T${id}` }));

function opened(order: number) {
	const state = createTickerState(DEFAULT_STATE, { order, fromTop: true, top: { category: 'gainers', interval: 'week', cap: 'all' } });
	const neighbours = findNeighbours(ROWS, 6 + order, order);
	return show(<Slider view="signals" state={state} neighbours={neighbours} back={homeLink(state)} />, {});
}

describe('a ticker that was opened from a top table', () => {
	it('leads before the first to the top page', async () => {
		const { getUrl } = await opened(1);
		await page.getByRole('link', { name: 'Back to the list' }).click();
		await expect.poll(getUrl).toBe('/top');
	});

	it('leads to its neighbours in the table', async () => {
		const { getUrl } = await opened(1);
		await page.getByRole('link', { name: 'Next ticker, T8' }).click();
		await expect.poll(getUrl).toMatch(/^\/ticker\/8\?.*topTable=gainers&topInterval=week/);
	});
});
