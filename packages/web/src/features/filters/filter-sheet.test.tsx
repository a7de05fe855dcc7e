import { useState } from 'react';
import { describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { DEFAULT_STATE, type ListState } from '../../entities/list-state/state.ts';
import { profile } from '../../testing/accounts.ts';
import { filterList, filterSetting } from '../../testing/filters.ts';
import { show } from '../../testing/page.tsx';
import { FilterButton } from './filter-sheet.tsx';

const states: ListState[] = [];

const Page = () => {
	const [state, setState] = useState(DEFAULT_STATE);
	const go = (next: ListState): void => {
		states.push(next);
		setState(next);
	};
	return <FilterButton state={state} go={go} />;
};

const sheet = page.getByRole('dialog', { name: 'Filter and order' });

const open = async () => {
	states.length = 0;
	await show(<Page />, {
		accounts: { profile: () => profile() },
		filters: {
			filters: () => filterList(filterSetting(), filterSetting({ id: 1, name: 'House rises', is_branded: true })),
			countFilter: () => ({ report: null, now: 37, frozen: 0, tickers: [], past: null }),
		},
	});
	await page.getByRole('button', { name: 'Filter' }).click();
	await expect.element(sheet).toBeVisible();
};

describe('the filter sheet', () => {
	it('narrows the list with each choice, and its button counts them', async () => {
		await open();
		const big = sheet.getByRole('button', { name: '$200bln and more' });
		await big.click();
		await expect.element(big).toHaveAttribute('aria-pressed', 'true');
		await sheet.getByRole('button', { name: 'Favourites' }).click();
		expect(states.at(-1)?.choice).toMatchObject({ marketcap: ['mega_cap'], favorite: true });
		await userEvent.keyboard('{Escape}');
		await expect.element(page.getByRole('button', { name: 'Filter · 2' })).toHaveFocus();
	});

	it('puts a saved filter over the list, with its conditions in the editor', async () => {
		await open();
		await sheet.getByRole('combobox', { name: 'Saved filter' }).selectOptions('Loud rises');
		expect(states.at(-1)).toMatchObject({ filter: 7, page: 1 });
		await expect.element(sheet.getByRole('spinbutton', { name: 'Price, short on 1h, rings' })).toHaveValue(3);
		await expect.element(sheet.getByLabelText('Name')).toHaveValue('Loud rises');
	});

	it('clears the choices', async () => {
		await open();
		await sheet.getByRole('button', { name: '$200bln and more' }).click();
		await sheet.getByRole('button', { name: 'Clear choices' }).click();
		expect(states.at(-1)?.choice.marketcap).toEqual([]);
	});
});
