import { useState } from 'react';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { FilterList } from '../../entities/filters/saved-filters.ts';
import { pickListSearch, readListState } from '../../entities/list-state/search.ts';
import { DEFAULT_STATE, type ListState } from '../../entities/list-state/state.ts';
import { parseSearch } from '../../lib/address/search-params.ts';
import { createProfile } from '../../testing/accounts.ts';
import { createFilterList, createFilterSetting } from '../../testing/filters.ts';
import { show } from '../../testing/page.tsx';
import { snack } from '../../ui/snackbars/snack.ts';
import { FilterButton } from './filter-sheet.tsx';
import { words } from './words.ts';

const states: ListState[] = [];
/** The last body of a changed filter. */
let sent: unknown;

const sheet = page.getByRole('dialog', { name: 'Filter and sort' });
const savedTab = sheet.getByRole('tab', { name: 'Saved filter' });
const link = sheet.getByRole('button', { name: 'Copy link to “Loud rises”' });

async function open(start: ListState = DEFAULT_STATE, limits: Partial<FilterList> = {}) {
	states.length = 0;
	await show(<Page start={start} />, {
		accounts: { profile: () => createProfile() },
		filters: {
			createFilter: () => createFilterSetting({ id: 9 }),
			changeFilter: ({ body }) => {
				sent = body;
				return createFilterSetting({ version: 2, groups: [{ match: 'all', filters: [{ information: 'with' }], groups: [] }] });
			},
			filters: () => ({
				...createFilterList(createFilterSetting(), createFilterSetting({ id: 1, name: 'House rises', is_branded: true })),
				...limits,
			}),
			countFilter: ({ body }) => ({
				...{ report: null, now: 37, frozen: 0, tickers: [], past: null },
				history: body.history ? { licence: 'pro', from: '2016-01-04T14:45:00Z', reports: 65_000, matched: 4_321, matches: 12_345 } : null,
			}),
		},
	});
	await page.getByRole('button', { name: /^Filter/ }).click();
	await expect.element(sheet).toBeVisible();
}

function Page({ start }: { start: ListState }) {
	const [state, setState] = useState(start);
	const go = (next: ListState): void => {
		states.push(next);
		setState(next);
	};
	return <FilterButton state={state} go={go} />;
}

describe('the filter sheet', () => {
	it('narrows the list with each choice, and its button counts them', async () => {
		await open();
		const big = sheet.getByRole('button', { name: 'Mega ($200B and more)' });
		await big.click();
		await expect.element(big).toHaveAttribute('aria-pressed', 'true');
		await sheet.getByRole('button', { name: 'Favourites' }).click();
		expect(states.at(-1)?.choice).toMatchObject({ marketcap: ['mega_cap'], favorite: true });
		await userEvent.keyboard('{Escape}');
		await expect.element(page.getByRole('button', { name: 'Filter · 2' })).toHaveFocus();
	});

	it('has two tabs, walked by arrow keys, and keeps what was typed in the other', async () => {
		await open();
		const listTab = sheet.getByRole('tab', { name: 'This list' });
		await expect.element(listTab).toHaveAttribute('aria-selected', 'true');
		expect(
			sheet
				.getByLabelText('Name')
				.elements()
				.filter((input) => input.checkVisibility()),
		).toEqual([]);
		await listTab.click();
		await userEvent.keyboard('{ArrowRight}');
		await expect.element(savedTab).toHaveFocus();
		await sheet.getByRole('textbox', { name: 'Name' }).fill('Deep');
		await savedTab.click();
		await userEvent.keyboard('{Home}');
		await expect.element(sheet.getByRole('tabpanel', { name: 'This list' })).toBeVisible();
		await userEvent.keyboard('{End}');
		await expect.element(sheet.getByRole('textbox', { name: 'Name' })).toHaveValue('Deep');
	});

	it('opens on the saved filter where one is applied', async () => {
		await open({ ...DEFAULT_STATE, filter: 7 });
		await expect.element(savedTab).toHaveAttribute('aria-selected', 'true');
	});

	it('puts messages below its content on a phone, never over its buttons', async () => {
		await page.viewport(390, 700);
		onTestFinished(() => page.viewport(1280, 900));
		await open();
		snack.info('Saved', 'The filter is kept.');
		const message = sheet.getByRole('alert');
		await expect.element(message).toBeVisible();
		const body = (sheet.element().firstElementChild as HTMLElement).getBoundingClientRect();
		const { top, bottom } = message.element().getBoundingClientRect();
		expect(top).toBeGreaterThanOrEqual(body.bottom);
		expect(bottom).toBeLessThanOrEqual(700);
	});

	it('counts all past reports on request', async () => {
		await open({ ...DEFAULT_STATE, filter: 7 });
		await sheet.getByRole('button', { name: 'Count all past reports' }).click();
		await expect.element(sheet.getByText('since 01/04/2016: 12,345 matches in 4,321 of 65,000 reports')).toBeVisible();
	});

	it('names dislikes by what they are', async () => {
		await open();
		await sheet.getByRole('button', { name: 'Frozen tickers' }).click();
		expect(states.at(-1)?.choice).toMatchObject({ favorite: false, dislike: true });
		await expect.element(sheet.getByText('Dislike', { exact: false })).not.toBeInTheDocument();
	});

	it('puts a saved filter over the list, with its conditions in the editor', async () => {
		await open();
		await savedTab.click();
		await sheet.getByRole('combobox', { name: 'Saved filter' }).selectOptions('Loud rises');
		expect(states.at(-1)).toMatchObject({ filter: 7, page: 1 });
		await expect.element(sheet.getByRole('spinbutton', { name: 'Rose on 1h, depth' })).toHaveValue(3);
		await expect.element(sheet.getByLabelText('Name')).toHaveValue('Loud rises');
	});

	it('begins with the filter that the address holds, and saves it in its place', async () => {
		const conditions = { name: 'Deep', entries: [{ sector: 'price_short', timeframe: 'one_hour', value: 4 }] } as const;
		await open({ ...DEFAULT_STATE, unsaved: conditions });
		await expect.element(sheet.getByLabelText('Name')).toHaveValue('Deep');
		await expect.element(sheet.getByRole('spinbutton', { name: 'Rose on 1h, depth' })).toHaveValue(4);
		await sheet.getByRole('button', { name: 'Save', exact: true }).click();
		await expect.poll(() => states.at(-1)).toMatchObject({ filter: 9, unsaved: undefined });
	});

	it('saves a choice of public information with the filter, and shows it again', async () => {
		const groups = [{ match: 'all', filters: [{ information: 'with' }], groups: [] }];
		await open({ ...DEFAULT_STATE, filter: 7 });
		const filings = sheet.getByRole('combobox', { name: 'Filings' });
		await expect.element(filings).toHaveValue('');
		await filings.selectOptions('With a filing');
		await sheet.getByRole('button', { name: 'Update' }).click();
		await expect.poll(() => sent).toMatchObject({ version: 2, filters: createFilterSetting().filters, groups });
		await expect.element(filings).toHaveValue('with');
		const write = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
		await link.click();
		expect(new URL(write.mock.lastCall?.[0] ?? '').searchParams.get('filter.groups')).toBe('all(information.with)');
	});

	it('copies the address of what is in the editor', async () => {
		const write = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
		await open({ ...DEFAULT_STATE, filter: 7 });
		await link.click();
		await expect.element(page.getByText('Copied.')).toBeVisible();
		const { origin, pathname, search } = new URL(write.mock.lastCall?.[0] ?? '');
		expect([origin, pathname]).toEqual([location.origin, '/main']);
		const { state, refused } = readListState(pickListSearch(parseSearch(search)));
		expect([state, refused]).toEqual([{ ...DEFAULT_STATE, unsaved: { name: 'Loud rises', entries: createFilterSetting().filters } }, []]);
	});

	it('says the address where the browser copies nothing', async () => {
		const write = vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new Error('not allowed'));
		await open({ ...DEFAULT_STATE, filter: 7 });
		await link.click();
		await expect.element(page.getByText(words.linkNotCopied(write.mock.lastCall?.[0] ?? ''))).toBeVisible();
	});

	it('says that the limit is reached before anything is filled in', async () => {
		await open(DEFAULT_STATE, { limit: 20, allowed: 20 });
		await savedTab.click();
		await expect.element(sheet.getByText(/^Your licence allows 20 filters, and all are used\./)).toBeVisible();
	});

	it('clears the choices, the active timeframe among them', async () => {
		await open();
		await sheet.getByRole('button', { name: 'Mega ($200B and more)' }).click();
		await sheet.getByRole('button', { name: 'Clear' }).click();
		expect(states.at(-1)?.choice.marketcap).toEqual([]);
		await sheet.getByRole('button', { name: '15m', exact: true }).click();
		expect(states.at(-1)?.timeframe).toBe('fifteen_minutes');
		await sheet.getByRole('button', { name: 'Clear' }).click();
		expect(states.at(-1)?.timeframe).toBe('one_hour');
	});
});
