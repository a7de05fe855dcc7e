import { useState } from 'react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { DEFAULT_STATE } from '../../../entities/list-state/state.ts';
import { createTickerState } from '../../../entities/ticker/ticker-state.ts';
import { createCard } from '../../../testing/cards.ts';
import { show } from '../../../testing/page.tsx';
import { createPage } from '../shared/list-page.ts';
import { comparison } from '../testing/comparison.ts';
import type { CardActions } from './card-view.ts';
import { ListViewer } from './list-viewer.tsx';

const CARDS = [createCard('AMD', 11), createCard('NVDA', 12), createCard('ORCL', 13)];

const actions = { star: vi.fn(), freeze: vi.fn(), decide: vi.fn(), select: vi.fn() } satisfies Omit<CardActions, 'view'>;
const opened = createTickerState(DEFAULT_STATE);
/** The list at the first of its two pages, and once the next page has loaded. */
const PAGES = [
	{ ...createPage(CARDS.slice(0, 2), 3, 1), to: 2 },
	{ ...createPage(CARDS.slice(2), 3, 1), from: 3, to: 3 },
] as const;
const turn = vi.fn();

function Page() {
	const [place, view] = useState<number>();
	const [at, setAt] = useState<number | undefined>(0);
	return (
		<>
			<button type="button" data-card="11" onClick={() => view(1)}>
				AMD
			</button>
			{place === undefined ? null : (
				<ListViewer
					place={place}
					view={view}
					page={at === undefined ? undefined : PAGES[at]}
					showPage={(to) => {
						turn(to);
						setAt(undefined);
						arrive = () => setAt(place < 3 ? 1 : 0);
					}}
					linkState={opened}
					now={Date.parse('2026-06-30T15:50:00Z')}
					actions={actions}
				/>
			)}
		</>
	);
}

let arrive = (): void => {};

const viewer = page.getByRole('dialog', { name: 'Card viewer' });

beforeEach(async () => {
	vi.clearAllMocks();
	await show(<Page />, { signals: { landingComparison: () => comparison() } });
	await page.getByRole('button', { name: 'AMD' }).click();
	await expect.element(viewer.getByRole('heading', { name: /^AMD/ })).toBeVisible();
});

describe('the viewer of cards', () => {
	it('says of the card what its place in the list shows, and its sentence', () => {
		const text = viewer.element().textContent;
		for (const reported of ['rate 96 of 140', 'AMD · $41.20', '5 min ago', 'rate 96 of 140, top 1 %: Rose on 30m, 1h: depth 4 of 5.'])
			expect(text).toContain(reported);
	});

	it('steps through the whole list, across its pages, and not beyond the ends', async () => {
		const next = viewer.getByRole('button', { name: 'Next card' });
		await expect.element(viewer.getByRole('button', { name: 'Previous card' })).toBeDisabled();
		await next.click();
		await expect.element(viewer.getByRole('heading', { name: /^NVDA/ })).toBeVisible();
		await expect.element(viewer.getByText('2 of 3')).toBeVisible();
		expect(turn).not.toHaveBeenCalled();
		await next.click();
		expect(turn.mock.calls).toEqual([[1]]);
		await expect.element(viewer).toBeVisible();
		arrive();
		await expect.element(viewer.getByRole('heading', { name: /^ORCL/ })).toBeVisible();
		await expect.element(next).toBeDisabled();
		await viewer.getByRole('button', { name: 'Previous card' }).click();
		arrive();
		await expect.element(viewer.getByRole('heading', { name: /^NVDA/ })).toBeVisible();
	});

	it('closes to log a decision', async () => {
		await viewer.getByRole('button', { name: 'Log a decision on AMD' }).click();
		await expect.element(viewer).not.toBeInTheDocument();
		expect(actions.decide).toHaveBeenCalledWith(expect.objectContaining({ ticker: 'AMD', side: 'short' }));
	});

	it('stars and freezes; what is frozen is not shown any longer', async () => {
		await viewer.getByRole('button', { name: 'Add AMD to favourites' }).click();
		expect(actions.star.mock.calls).toEqual([[11, true]]);
		await viewer.getByRole('button', { name: 'Freeze AMD' }).click();
		expect(actions.freeze.mock.calls).toEqual([[11]]);
		await expect.element(viewer).not.toBeInTheDocument();
	});

	it('turns to the other side, and keeps that side for the next card', async () => {
		const turn = viewer.getByRole('button', { name: 'Flip card of AMD' });
		await turn.click();
		await expect.element(viewer.getByText('Why here: rate 96 of 140')).toBeVisible();
		await expect.element(viewer.getByRole('img', { name: /since the open on 06\/24/ })).toBeVisible();
		await expect.element(turn).toHaveFocus();
		await viewer.getByRole('button', { name: 'Next card' }).click();
		await expect.element(viewer.getByRole('button', { name: 'Flip card of NVDA' })).toHaveAttribute('aria-pressed', 'true');
		await expect.element(viewer.getByText('Why here: rate 96 of 140')).toBeVisible();
	});

	it('closes by Escape, which gives the focus back', async () => {
		await userEvent.keyboard('{Escape}');
		await expect.element(viewer).not.toBeInTheDocument();
		await expect.element(page.getByRole('button', { name: 'AMD' })).toHaveFocus();
	});
});
