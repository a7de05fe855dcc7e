import { useState } from 'react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { DEFAULT_STATE } from '../../entities/list-state/state.ts';
import type { Card } from '../../lib/api/types.ts';
import { show } from '../../testing/page.tsx';
import type { CardActions } from './card-actions.ts';
import { cardView } from './card-view.ts';
import { CardViewer } from './card-viewer.tsx';

const card = (ticker: string, ticker_id: number): Card => ({
	ticker,
	ticker_id,
	name: ticker,
	tab_type: 'extreme_rise',
	operation: 'short',
	marketcap: 'mega_cap',
	capitalization: 312e9,
	price: 41.2,
	price_change: null,
	sparkline: [],
	weighted_sum: 96,
	favorite: false,
	date: '2026-06-30T15:45:00Z',
	algo: 'reverse',
	sectors: [{ key: 'price_short', sector: 'price', operation: 'short', intersections: [3, 4, 4] }],
});
const CARDS = [card('AMD', 11), card('NVDA', 12)].map((one) => cardView(one, DEFAULT_STATE));

const actions = { star: vi.fn(), freeze: vi.fn(), view: vi.fn(), select: vi.fn() } satisfies CardActions;

const Page = () => {
	const [id, view] = useState<number>();
	const at = CARDS.findIndex((one) => one.id === id);
	const shown = CARDS[at];
	return (
		<>
			<button type="button" onClick={() => view(11)}>
				AMD
			</button>
			{shown ? (
				<CardViewer
					card={shown}
					search={{}}
					place={at + 1}
					total={2}
					actions={actions}
					previous={CARDS[at - 1]?.id}
					next={CARDS[at + 1]?.id}
					view={view}
				/>
			) : null}
		</>
	);
};

const viewer = page.getByRole('dialog', { name: 'Card viewer' });

beforeEach(async () => {
	vi.clearAllMocks();
	await show(<Page />);
	await page.getByRole('button', { name: 'AMD' }).click();
	await expect.element(viewer.getByRole('heading', { name: /^AMD/ })).toBeVisible();
});

describe('the viewer of cards', () => {
	it('steps to the next card and back, and not beyond the ends', async () => {
		await expect.element(viewer.getByRole('button', { name: 'Previous card' })).toBeDisabled();
		await viewer.getByRole('button', { name: 'Next card' }).click();
		await expect.element(viewer.getByRole('heading', { name: /^NVDA/ })).toBeVisible();
		await expect.element(viewer.getByText('2 of 2')).toBeVisible();
		await expect.element(viewer.getByRole('button', { name: 'Next card' })).toBeDisabled();
	});

	it('stars and freezes; what is frozen is not shown any longer', async () => {
		await viewer.getByRole('button', { name: 'Add AMD to favourites' }).click();
		expect(actions.star.mock.calls).toEqual([[11, true]]);
		await viewer.getByRole('button', { name: 'Freeze AMD' }).click();
		expect(actions.freeze.mock.calls).toEqual([[11]]);
		await expect.element(viewer).not.toBeInTheDocument();
	});

	it('closes by Escape, which gives the focus back', async () => {
		await userEvent.keyboard('{Escape}');
		await expect.element(viewer).not.toBeInTheDocument();
		await expect.element(page.getByRole('button', { name: 'AMD' })).toHaveFocus();
	});
});
