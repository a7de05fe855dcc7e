import { useState } from 'react';
import { expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { DEFAULT_STATE, type ListState } from '../../../entities/list-state/state.ts';
import { createTickerState } from '../../../entities/ticker/ticker-state.ts';
import type { ListedCard } from '../../../lib/api/types.ts';
import { show } from '../../../testing/page.tsx';
import { ListTable } from './list-table.tsx';

function item(id: number, ticker: string, over: Partial<ListedCard> = {}): ListedCard {
	return {
		ticker,
		ticker_id: id,
		name: `${ticker} Company`,
		tab_type: 'extreme_rise',
		operation: 'short',
		marketcap: 'mega_cap',
		capitalization: 3e11,
		price: 12.5,
		price_change: 0.0848,
		sparkline: [1, 2, 3],
		weighted_sum: 80,
		rate_scale: { highest: 140, share: 0.0042 },
		favorite: false,
		date: '2026-06-30T15:45:00Z',
		algo: 'reverse',
		information: { state: 'unknown', look_back: 'previous_close', filing: null },
		sectors: [{ key: 'price_short', sector: 'price', operation: 'short', intersections: [5, 4, 3, 2, 1] }],
		row: {
			mentions: 52,
			dollar_volume: 21_000_000,
			industry: 'Software',
			timeframe: 'one_hour',
			move: 4.1,
			volume: 4,
			options: -2,
			listed: '2026-06-30T14:30:00Z',
			before: { time: '2026-06-30T15:30:00Z', weighted_sum: 74 },
		},
		...over,
	};
}

const ITEMS = [
	item(1, 'LON', {
		information: {
			state: 'yes',
			look_back: 'previous_close',
			filing: { form: '8-K', items: ['2.02'], accepted_at: '2026-06-30T13:05:00Z' },
		},
	}),
	item(2, 'HOE', {
		favorite: true,
		information: { state: 'no', look_back: 'previous_close', filing: null },
		row: {
			mentions: null,
			dollar_volume: null,
			industry: null,
			timeframe: 'one_hour',
			move: null,
			volume: null,
			options: null,
			listed: '2026-06-30T15:45:00Z',
			before: { time: '2026-06-30T15:30:00Z', weighted_sum: null },
		},
	}),
];
const TABLE: ListState = { ...DEFAULT_STATE, view: 'table' };

async function shown({ selected, ...over }: { selected?: ReadonlySet<number> } & Partial<ListState> = {}) {
	const actions = { star: vi.fn(), freeze: vi.fn(), decide: vi.fn(), select: vi.fn() };
	const went: ListState[] = [];
	const Page = () => {
		const [state, setState] = useState<ListState>({ ...TABLE, ...over });
		return (
			<ListTable
				{...(selected ? { selected } : {})}
				items={ITEMS}
				from={11}
				linkState={createTickerState(state, {})}
				home="/main"
				state={state}
				go={(next) => {
					went.push(next);
					setState(next);
				}}
				remember={() => {}}
				actions={actions}
				view={() => {}}
				prefetchViewer={() => {}}
			/>
		);
	};
	await page.viewport(1440, 900);
	const industries = () => ({ items: [{ industry: 'Oil & Gas', ticker_count: 7 }] });
	return { ...(await show(<Page />, { prices: { industries } })), actions, went };
}

it('shows a row for each ticker, numbers as its columns say, and what is not known as such', async () => {
	await shown();
	const [first, second] = [page.getByRole('row', { name: /LON/ }), page.getByRole('row', { name: /HOE/ })];
	for (const text of ['11', '80', 'LON Company', '▲+6', '$12.50', '▲+8.48%', '4.0', '−2.0', '52', '$300B', '10:30'])
		await expect.element(first.getByText(text, { exact: true })).toBeVisible();
	await expect.element(second.getByText('new')).toBeVisible();
	await expect.element(page.getByRole('columnheader', { name: 'since 11:30' })).toBeVisible();
});

it('is ordered by its heads, which say so', async () => {
	const { went } = await shown();
	const head = (name: string) => page.getByRole('columnheader', { name });
	await expect.element(head('rate of 140')).toHaveAttribute('aria-sort', 'descending');
	await page.getByRole('button', { name: 'price' }).click();
	await expect.element(head('price')).toHaveAttribute('aria-sort', 'descending');
	await expect.element(head('rate of 140')).toHaveAttribute('aria-sort', 'none');
	await page.getByRole('button', { name: 'price' }).click();
	await expect.element(head('price')).toHaveAttribute('aria-sort', 'ascending');
	expect(went.map(({ choice }) => [choice.column, choice.dir])).toEqual([
		['price', 'desc'],
		['price', 'asc'],
	]);
});

it('is walked, starred, frozen and opened by keys as cards are', async () => {
	const { actions, getUrl } = await shown();
	await userEvent.keyboard('j');
	await expect.element(page.getByRole('link', { name: 'LON' })).toHaveFocus();
	await userEvent.keyboard('{ArrowDown}f');
	expect(actions.star).toHaveBeenCalledWith(2, false);
	await userEvent.keyboard('x');
	expect(actions.freeze).toHaveBeenCalledWith(2);
	await userEvent.keyboard('d');
	expect(actions.decide).toHaveBeenLastCalledWith(expect.objectContaining({ ticker: 'HOE', side: 'short' }));
	await page.getByRole('button', { name: 'Log a decision on LON' }).click();
	expect(actions.decide).toHaveBeenLastCalledWith(expect.objectContaining({ ticker: 'LON' }));
	page.getByRole('link', { name: 'HOE' }).element().focus();
	await userEvent.keyboard('k{Enter}');
	expect(getUrl()).toMatch(/^\/ticker\/1\?.*order=11/);
});

it('opens the links of a row by its button, and of the focused row by a key', async () => {
	await shown();
	const links = (ticker: string) => page.getByRole('dialog', { name: `${ticker} on other sites` });
	await page.getByRole('row', { name: /LON/ }).getByRole('button', { name: 'LON on other sites' }).click();
	await expect.element(links('LON').getByRole('link', { name: 'Finviz' })).toBeVisible();
	await userEvent.keyboard('{Escape}');
	await expect.element(links('LON')).not.toBeInTheDocument();
	await page.getByRole('link', { name: 'LON', exact: true }).element().focus();
	await userEvent.keyboard('jo');
	await expect.element(links('HOE').getByRole('link', { name: 'Finviz' })).toHaveAttribute('href', 'https://finviz.com/quote.ashx?t=HOE');
	const { right } = links('HOE').element().getBoundingClientRect();
	expect(right).toBeLessThanOrEqual(1440);
	await userEvent.keyboard('{Escape}');
	await expect.element(page.getByRole('row', { name: /HOE/ }).getByRole('button', { name: 'HOE on other sites' })).toHaveFocus();
});

it('shows the columns that are chosen, in their order', async () => {
	const { went } = await shown();
	await page.getByRole('button', { name: 'Columns', exact: true }).click();
	await page.getByRole('checkbox', { name: 'company' }).click();
	expect(went.at(-1)?.columns).not.toContain('name');
	await expect.element(page.getByText('LON Company')).not.toBeInTheDocument();
	await page.getByRole('button', { name: 'Move since left' }).click();
	expect(went.at(-1)?.columns.slice(0, 2)).toEqual(['since', 'wheel']);
	await page.getByRole('button', { name: 'Reset columns' }).click();
	expect(went.at(-1)?.columns).toEqual(DEFAULT_STATE.columns);
});

it('keeps ranges of numeric columns in the address, beside its other groups', async () => {
	const others = 'any(volume.one_hour.3,price.10-)';
	const { went } = await shown({ unsaved: { name: 'Mine', entries: [], groups: others } });
	const open = () => page.getByRole('button', { name: 'Filter columns' }).click();
	const bound = (name: string) => page.getByRole('textbox', { name });
	await open();
	await bound('Change of the day, %: from').fill('-5.5');
	await bound('Change of the day, %: up to').fill('-7');
	await expect.element(page.getByText(/^The lower bound must not exceed/)).toBeVisible();
	await expect.element(page.getByRole('button', { name: 'Apply filters' })).toBeDisabled();
	await bound('Change of the day, %: up to').fill('-2');
	await bound('Dollar volume, $ million: from').fill('20');
	await bound('Price move, z: from').fill('-2.25');
	await bound('Volume, z: from').fill('3');
	await userEvent.keyboard('{Enter}');
	const ranges = 'all(change.-5.5--2,dollar_volume.20000000-,price_z.-2.25-,volume_z.3-)';
	expect(went.at(-1)).toMatchObject({ page: 1, unsaved: { name: 'Mine', entries: [], groups: `${ranges},${others}` } });
	await open();
	await expect.element(bound('Dollar volume, $ million: from')).toHaveValue('20');
	await page.getByRole('button', { name: 'Clear filters' }).click();
	expect(went.at(-1)?.unsaved).toEqual({ name: 'Mine', entries: [], groups: others });
});

it('has a range of the time in the list', async () => {
	const { went } = await shown();
	const minutes = page.getByRole('textbox', { name: 'Time in the list, min: up to' });
	await page.getByRole('button', { name: 'Filter columns' }).click();
	await minutes.fill('30');
	await userEvent.keyboard('{Enter}');
	expect(went.at(-1)?.unsaved?.groups).toBe('all(minutes_in_list.-30)');
});

it('has no range of the time in the list in the free list, which has no members', async () => {
	await shown({ tab: 'free' });
	await page.getByRole('button', { name: 'Filter columns' }).click();
	await expect.element(page.getByRole('textbox', { name: 'Mentions in 24 h: from' })).toBeVisible();
	await expect.element(page.getByRole('textbox', { name: /^Time in the list/ })).not.toBeInTheDocument();
});

it('keeps an industry in the address, in the group of the ranges', async () => {
	const { went } = await shown({ unsaved: { name: '', entries: [], groups: 'all(price.10-)' } });
	const open = () => page.getByRole('button', { name: 'Filter columns' }).click();
	const industry = page.getByRole('combobox', { name: 'Industry' });
	await open();
	await expect.element(industry).toHaveDisplayValue('Any industry');
	await industry.selectOptions('Oil & Gas');
	await page.getByRole('button', { name: 'Apply filters' }).click();
	expect(went.at(-1)?.unsaved?.groups).toBe('all(industry.Oil%20%26%20Gas,price.10-)');
	await open();
	await expect.element(industry).toHaveDisplayValue('Oil & Gas');
	await industry.selectOptions('Any industry');
	await page.getByRole('button', { name: 'Apply filters' }).click();
	expect(went.at(-1)?.unsaved?.groups).toBe('all(price.10-)');
});

it('leaves the ranges of a saved filter to its editor', async () => {
	await shown({ filter: 7 });
	await page.getByRole('button', { name: 'Filter columns' }).click();
	await expect.element(page.getByText(/^This list shows a saved filter/)).toBeVisible();
});

it('shows the dollar volume in a column that is chosen', async () => {
	await shown();
	await page.getByRole('button', { name: 'Columns', exact: true }).click();
	await page.getByRole('checkbox', { name: 'dollar volume' }).click();
	await expect.element(page.getByRole('row', { name: /LON/ }).getByText('$21M', { exact: true })).toBeVisible();
	await expect.element(page.getByRole('button', { name: 'dollar volume', exact: true })).toBeVisible();
});

it('shows the last filing in a column that is chosen, and sorts by it', async () => {
	const { went } = await shown();
	await page.getByRole('button', { name: 'Columns', exact: true }).click();
	await page.getByRole('checkbox', { name: 'last filing' }).click();
	await expect.element(page.getByRole('row', { name: /LON/ }).getByText('8-K 09:05', { exact: true })).toBeVisible();
	await expect.element(page.getByRole('row', { name: /HOE/ }).getByText('none', { exact: true })).toBeVisible();
	await userEvent.keyboard('{Escape}');
	await page.getByRole('button', { name: 'last filing', exact: true }).click();
	expect(went.at(-1)?.choice).toMatchObject({ column: 'filing', dir: 'desc' });
});

it('says what a rate is out of, and names the rings of its wheels', async () => {
	await shown();
	await expect.element(page.getByRole('columnheader', { name: 'rate of 140' })).toBeVisible();
	await expect.element(page.getByRole('cell', { name: '80 of 140, top 1 %' }).first()).toBeVisible();
	await expect.element(page.getByText('Rings of the wheels, from the inside: 15m·30m·1h')).toBeVisible();
	await expect
		.element(page.getByRole('link', { name: 'LON', exact: true }))
		.toHaveAttribute('title', 'LON Company, candidate to fall back, rate 80 of 140, top 1 %');
});

it('names no rings without wheels', async () => {
	await shown({ columns: ['price'] });
	await expect.element(page.getByRole('cell', { name: '$12.50' }).first()).toBeVisible();
	await expect.element(page.getByText(/^Rings/)).not.toBeInTheDocument();
});

it('draws z below 0 to the left of the middle, with a minus sign', async () => {
	await shown();
	const [above, below] = ['4.0', '−2.0'].map((z) => {
		const bar = page.getByRole('cell', { name: z, exact: true }).element().querySelector('[aria-hidden]') as HTMLElement;
		const [track, fill] = [bar.getBoundingClientRect(), (bar.firstElementChild as HTMLElement).getBoundingClientRect()];
		const middle = track.left + track.width / 2;
		return [fill.left - middle, fill.right - middle].map((x) => (Math.abs(x) < 0.1 ? 0 : x));
	});
	expect([above?.[0], below?.[1]]).toEqual([0, 0]);
	expect(above?.[1]).toBeGreaterThan(5);
	expect(below?.[0]).toBeLessThan(-2);
});

it('drops columns as the screen narrows, never ticker and rate', async () => {
	await shown();
	const heads = () =>
		page
			.getByRole('columnheader')
			.elements()
			.filter((head) => head.checkVisibility())
			.map((head) => head.textContent.replace(/[▲▼]/, ''));
	expect(heads()).toContain('session');
	await page.viewport(1300, 900);
	expect(heads()).not.toContain('session');
	expect(heads()).toContain('mentions');
	await page.viewport(1150, 900);
	expect(heads()).not.toContain('mentions');
	expect(heads()).toContain('company');
	await page.viewport(390, 844);
	expect(heads()).not.toContain('company');
	expect(heads().slice(0, 3)).toEqual(['#', 'ticker', 'rate of 140']);
	const { width } = page.getByRole('button', { name: 'LON on other sites' }).element().getBoundingClientRect();
	expect(width).toBe(44);
});

it('is ticked in selection mode', async () => {
	const { actions } = await shown({ selected: new Set([2]) });
	await expect.element(page.getByRole('checkbox', { name: /HOE/ })).toBeChecked();
	await page.getByText('LON', { exact: true }).click();
	expect(actions.select).toHaveBeenCalledWith(1);
});
