import { describe, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { FilterSetting } from '../../entities/filters/saved-filters.ts';
import { createProfile } from '../../testing/accounts.ts';
import { type Answers, rejectCall } from '../../testing/api.ts';
import { createFilterList, createFilterSetting } from '../../testing/filters.ts';
import { show } from '../../testing/page.tsx';
import { FilterListPage } from './filter-list.tsx';

const BUILT_IN = createFilterSetting({ id: 1, name: 'House rises', is_branded: true });

async function open(answers: NonNullable<Answers['filters']> = {}, differs: Parameters<typeof createProfile>[0] = {}) {
	let stored: FilterSetting[] = [createFilterSetting(), BUILT_IN];
	const shown = await show(<FilterListPage />, {
		accounts: { profile: () => createProfile(differs) },
		filters: {
			filters: () => createFilterList(...stored),
			countFilter: () => ({ report: null, now: 37, frozen: 0, tickers: ['AMD', 'NVDA'], past: null, history: null }),
			createFilter: ({ body }) => {
				const made = createFilterSetting({ id: 8, name: body.name, comment: body.comment ?? '' });
				stored = [...stored, made];
				return made;
			},
			deleteFilter: ({ params }) => {
				stored = stored.filter(({ id }) => id !== Number(params.id));
				return undefined;
			},
			...answers,
		},
	});
	await expect.element(page.getByText('Loud rises')).toBeVisible();
	const inputsOf = (call: string) => shown.calls.filter((one) => one.call === `filters.${call}`).map((one) => one.input);
	return { ...shown, given: inputsOf };
}

const editor = page.getByRole('dialog');
const name = editor.getByLabelText('Name');
const save = editor.getByRole('button', { name: 'Save', exact: true });
const cell = editor.getByRole('spinbutton', { name: 'Rose on 1h, depth' });

function alertWith(text: string) {
	return page.getByRole('alert').filter({ hasText: text });
}

async function begin(): Promise<void> {
	await page.getByRole('button', { name: 'New filter' }).first().click();
	await expect.element(editor).toBeVisible();
}

it("shows for a filter that its matches couldn't be counted", async () => {
	await open({ countFilter: () => rejectCall(503, 'The database is away') });
	await expect.element(page.getByText('Couldn’t load the count.').first()).toBeVisible();
});

it.each([
	[{ favorite: true, dislike: false }, { is_favorite: true }],
	[{ favorite: false, dislike: true }, { is_favorite: false }],
	[{ favorite: true, dislike: true }, {}],
	[{ favorite: false, dislike: false }, {}],
])('asks for the filters of the address: %j', async (alerts, sent) => {
	const { calls } = await show(<FilterListPage narrowing={{ tab: 'free', timeframes: 'second', ...alerts }} />, {
		accounts: { profile: () => createProfile() },
		filters: {
			filters: () => createFilterList(createFilterSetting()),
			countFilter: () => ({ report: null, now: 37, frozen: 0, tickers: [], past: null, history: null }),
		},
	});
	await expect.element(page.getByText('Loud rises')).toBeVisible();
	const asks = calls.filter(({ call }) => call === 'filters.filters').map(({ input }) => input);
	expect(asks).toContainEqual({ query: { tab: 'free', timeframes: ['fifteen_minutes', 'one_hour', 'four_hours'], ...sent } });
	await expect.element(page.getByRole('combobox', { name: 'Tab' })).toHaveValue('free');
});

describe('an allowance that is used up', () => {
	const filters = () => ({ ...createFilterList(createFilterSetting()), allowed: 1 });

	it('leads to the plans', async () => {
		await open({ filters }, { license: 'basic' });
		await expect.element(page.getByText('1 of 1 filter used')).toBeVisible();
		await expect.element(page.getByRole('link', { name: 'change license' })).toHaveAttribute('href', '/prices');
	});

	it('leads nowhere where no plan has a larger one', async () => {
		await open({ filters }, { license: 'pro' });
		await expect.element(page.getByText('1 of 1 filter used')).toBeVisible();
		await expect.element(page.getByRole('link', { name: 'change license' })).not.toBeInTheDocument();
	});
});

it('offers the address of each filter', async () => {
	const write = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
	await open();
	await page.getByRole('button', { name: 'Copy link to “Loud rises”' }).click();
	await expect.element(page.getByText('Copied.')).toBeVisible();
	expect(write.mock.lastCall?.[0]).toMatch(/\/main\?tabType=extreme_rise&.*filter\.conditions=price_short\.one_hour\.3$/);
});

describe('the editor of filters', () => {
	it('raises a condition by clicks and sets it by keys, counts what would match, and saves by Enter', async () => {
		const { given } = await open();
		await begin();
		await cell.click();
		await cell.click();
		await expect.element(cell).toHaveValue(2);
		await userEvent.keyboard('4');
		await expect.element(cell).toHaveValue(4);
		await expect.element(editor.getByRole('status')).toMatchTextContent(/matches 37 now: AMD, NVDA/);
		await name.fill('Quiet rises');
		await editor.getByLabelText('Comment').fill('for mornings');
		await name.click();
		await userEvent.keyboard('{Enter}');
		await expect.element(alertWith('Filter saved')).toBeVisible();
		await expect.element(page.getByText('Quiet rises').first()).toBeVisible();
		expect(given('createFilter')).toEqual([
			{
				body: {
					tab: 'extreme_rise',
					timeframes: ['fifteen_minutes', 'thirty_minutes', 'one_hour'],
					filters: [{ sector: 'price_short', timeframe: 'one_hour', value: 4 }],
					name: 'Quiet rises',
					operation: null,
					comment: 'for mornings',
				},
			},
		]);
	});

	it('asks for a name at its field', async () => {
		const { given } = await open();
		await begin();
		await cell.click();
		await save.click();
		await expect.element(name).toHaveFocus();
		await expect.element(name).toHaveAccessibleDescription('Required to fill in');
		expect(given('createFilter')).toEqual([]);
	});

	it('says at the name that it is taken, until it is changed; what was chosen stays', async () => {
		await open({ createFilter: () => rejectCall(409, 'Conflict', [{ field: 'name', message: 'Another filter has this name' }]) });
		await begin();
		await cell.click();
		await name.fill('Loud rises');
		await save.click();
		await expect.element(name).toHaveFocus();
		await expect.element(name).toHaveAccessibleDescription('Another filter has this name');
		await expect.element(cell).toHaveValue(1);
		await name.fill('Louder rises');
		await expect.element(name).toBeValid();
	});

	it('shows in a snackbar, within reach, that the licence allows no more', async () => {
		await open({ createFilter: () => rejectCall(403, 'Your licence allows 20 filters') });
		await begin();
		await cell.click();
		await name.fill('One more');
		await save.click();
		await alertWith('Your licence allows 20 filters').getByRole('button', { name: 'Close' }).click();
		await expect.element(name).toHaveValue('One more');
	});

	it('saves once however often it is clicked', async () => {
		let answer: (() => void) | undefined;
		const { given } = await open({ createFilter: () => new Promise((done) => (answer = () => done(createFilterSetting({ id: 8 })))) });
		await begin();
		await cell.click();
		await name.fill('Quiet rises');
		(save.element() as HTMLButtonElement).click();
		(save.element() as HTMLButtonElement).click();
		await expect.element(save).toBeDisabled();
		expect(given('createFilter')).toHaveLength(1);
		answer?.();
		await expect.element(editor).not.toBeInTheDocument();
	});

	it('closes by Escape without a word to the server, and gives the focus back', async () => {
		const { given } = await open();
		await begin();
		await name.fill('Never mind');
		await userEvent.keyboard('{Escape}');
		await expect.element(editor).not.toBeInTheDocument();
		await expect.element(page.getByRole('button', { name: 'New filter' }).first()).toHaveFocus();
		expect(given('createFilter')).toEqual([]);
	});

	it('shows a built-in filter as read-only', async () => {
		await open();
		await page.getByRole('button', { name: 'View' }).click();
		await expect.element(editor.getByText('Built-in filters can be used but not changed.')).toBeVisible();
		await expect.element(name).toHaveAttribute('readonly');
		await expect.element(save).not.toBeInTheDocument();
		await cell.click();
		await expect.element(cell).toHaveValue(3);
	});
});

describe('deleting a filter', () => {
	const sure = page.getByRole('dialog', { name: 'Delete “Loud rises”?' });

	it('asks first, and says when it is gone', async () => {
		const { given } = await open();
		await page.getByRole('button', { name: 'Delete' }).click();
		await sure.getByRole('button', { name: 'Cancel' }).click();
		expect(given('deleteFilter')).toEqual([]);
		await page.getByRole('button', { name: 'Delete' }).click();
		await sure.getByRole('button', { name: 'Delete' }).click();
		await expect.element(alertWith('Filter deleted')).toBeVisible();
		await expect.element(sure).not.toBeInTheDocument();
		await expect.element(page.getByRole('listitem').filter({ hasText: 'Loud rises' })).not.toBeInTheDocument();
		expect(given('deleteFilter')).toEqual([{ params: { id: 7 } }]);
	});

	it('says what went wrong, and leaves the filter where it is', async () => {
		await open({ deleteFilter: () => rejectCall(503, 'The store is being read') });
		await page.getByRole('button', { name: 'Delete' }).click();
		await sure.getByRole('button', { name: 'Delete' }).click();
		await expect.element(alertWith('The store is being read')).toBeVisible();
		await expect.element(page.getByRole('listitem').filter({ hasText: 'Loud rises' })).toBeVisible();
	});
});
