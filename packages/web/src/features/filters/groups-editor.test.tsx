import type { FilterGroup } from '@sw/domain/filters/groups';
import { useState } from 'react';
import { describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { show } from '../../testing/page.tsx';
import { GroupsEditor } from './groups-editor.tsx';

let last: readonly FilterGroup[] = [];

const INDUSTRIES = ['Oil, Gas & Coal (US)', 'Software'];
const VOLUME = { sector: 'volume', timeframe: 'one_hour', value: 2 } as const;

async function open(start: readonly FilterGroup[], readOnly = false) {
	last = start;
	await show(<Editor start={start} readOnly={readOnly} />, {
		prices: { industries: () => ({ items: INDUSTRIES.map((industry) => ({ industry, ticker_count: 2 })) }) },
	});
}

function Editor({ start, readOnly }: { start: readonly FilterGroup[]; readOnly: boolean }) {
	const [groups, setGroups] = useState(start);
	const change = (next: FilterGroup[]): void => {
		last = next;
		setGroups(next);
	};
	return <GroupsEditor groups={groups} change={readOnly ? undefined : change} />;
}

const add = page.getByRole('button', { name: 'Add condition' });
const besides = page.getByText(/^In addition to the conditions above/);

describe('the editor of groups', () => {
	it('adds and changes conditions and ranges by keyboard, and reads as one sentence', async () => {
		await open([{ match: 'any', filters: [VOLUME], groups: [] }]);
		await add.click();
		await page.getByRole('combobox', { name: 'Sector' }).nth(1).selectOptions('Rose');
		await page.getByRole('combobox', { name: 'Minimum depth' }).nth(1).selectOptions('≥ 4');
		await page.getByRole('button', { name: 'Add range' }).click();
		await page.getByRole('textbox', { name: 'Price, $: from' }).fill('10.');
		await userEvent.keyboard('5');
		await page.getByRole('textbox', { name: 'Price, $: up to' }).fill('50');
		expect(last).toEqual([
			{
				match: 'any',
				filters: [VOLUME, { ...VOLUME, sector: 'price_short', value: 4 }, { measure: 'price', from: 10.5, to: 50 }],
				groups: [],
			},
		]);
		await expect
			.element(besides)
			.toHaveTextContent('In addition to the conditions above: any of: Rose 4+ on 1h, Volume busy 2+ on 1h, Price $10.5 to $50.');
	});

	it('takes a market cap in millions, and says what is wrong with a range', async () => {
		await open([{ match: 'none', filters: [{ measure: 'price', from: null, to: null }], groups: [] }]);
		await page.getByRole('combobox', { name: 'Number' }).selectOptions('Market cap, $ million');
		await page.getByRole('textbox', { name: 'Market cap, $ million: from' }).fill('2000');
		expect(last[0]?.filters).toEqual([{ measure: 'cap', from: 2e9, to: null }]);
		await page.getByRole('textbox', { name: 'Market cap, $ million: up to' }).fill('1');
		await expect.element(page.getByText(/^The lower bound must not exceed/)).toBeVisible();
		await expect.element(page.getByRole('textbox', { name: 'Market cap, $ million: up to' })).toHaveAttribute('aria-invalid', 'true');
	});

	it('chooses public information', async () => {
		await open([{ match: 'any', filters: [VOLUME], groups: [] }]);
		await page.getByRole('button', { name: 'Add filings' }).click();
		await page.getByRole('combobox', { name: 'Public information' }).selectOptions('No filing');
		expect(last[0]?.filters).toEqual([VOLUME, { information: 'without' }]);
		await expect.element(besides).toHaveTextContent('In addition to the conditions above: any of: Volume busy 2+ on 1h, No filing.');
	});

	it('chooses an industry of the market, and keeps one that no ticker has', async () => {
		await open([{ match: 'any', filters: [VOLUME, { industry: 'SOFTWARE' }, { industry: 'Railroads' }], groups: [] }]);
		await page.getByRole('button', { name: 'Add industry' }).click();
		const choice = page.getByRole('combobox', { name: 'Industry' });
		await expect.element(choice.nth(0)).toHaveDisplayValue('Software');
		await expect.element(choice.nth(1)).toHaveDisplayValue('Railroads');
		await expect.element(choice.nth(2)).toHaveDisplayValue('Choose an industry');
		await expect
			.element(besides)
			.toHaveTextContent('In addition to the conditions above: any of: Volume busy 2+ on 1h, Industry: Railroads, Industry: SOFTWARE.');
		await expect.element(page.getByText('Industries are those of today, also for past reports.')).toBeVisible();
		await choice.nth(2).selectOptions('Oil, Gas & Coal (US)');
		expect(last[0]?.filters.slice(1)).toEqual([{ industry: 'SOFTWARE' }, { industry: 'Railroads' }, { industry: 'Oil, Gas & Coal (US)' }]);
		await choice.nth(1).selectOptions('Software');
		expect(last[0]?.filters[2]).toEqual({ industry: 'Software' });
	});

	it('holds groups inside groups, and removes tests and groups', async () => {
		await open([{ match: 'any', filters: [VOLUME], groups: [] }]);
		await page.getByRole('button', { name: 'Add nested group' }).click();
		expect(last[0]?.groups).toEqual([{ match: 'all', filters: [VOLUME] }]);
		await page.getByRole('combobox', { name: 'Match rule of group 1.1' }).selectOptions('None of');
		expect(last[0]?.groups[0]?.match).toBe('none');
		await page.getByRole('button', { name: 'Remove condition 1 of group 1.1' }).click();
		await expect.element(add.first()).toHaveFocus();
		await page.getByRole('button', { name: 'Remove group 1.1' }).click();
		await page.getByRole('button', { name: 'Add another group' }).click();
		expect(last).toHaveLength(2);
		await page.getByRole('button', { name: 'Remove group 1', exact: true }).click();
		expect(last).toEqual([{ match: 'any', filters: [VOLUME], groups: [] }]);
	});

	it('changes nothing in a filter that is read-only', async () => {
		await open([{ match: 'any', filters: [VOLUME], groups: [] }], true);
		await expect.element(page.getByRole('combobox', { name: 'Sector' })).toBeDisabled();
		await expect.element(page.getByRole('button')).not.toBeInTheDocument();
	});
});
