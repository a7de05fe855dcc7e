import type { FilterEntry } from '@sw/domain/filters/entries';
import { useState } from 'react';
import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { show } from '../../testing/page.tsx';
import { ConditionsSentence } from './conditions-sentence.tsx';

const stored: FilterEntry[][] = [];

function Form({ start }: { start: readonly FilterEntry[] }) {
	const [entries, change] = useState(start);
	return (
		<>
			<ConditionsSentence
				entries={entries}
				change={(next) => {
					stored.push([...next]);
					change(next);
				}}
			/>
			<button type="button" onClick={() => change([{ sector: 'price_long', timeframe: 'day', value: 5 }])}>
				Other
			</button>
		</>
	);
}

const condition = (n: number) => page.getByRole('listitem').nth(n - 1);

it('keeps the order of its rows while the stored conditions are ordered by cell', async () => {
	await show(<Form start={[{ sector: 'price_short', timeframe: 'one_hour', value: 4 }]} />);
	await page.getByRole('button', { name: 'Add condition' }).click();
	await condition(2).getByLabelText('Timeframe').selectOptions('15m');
	await condition(1).getByLabelText('Sector').selectOptions('Call-heavy');
	expect(stored.at(-1)).toEqual([
		{ sector: 'volume', timeframe: 'fifteen_minutes', value: 2 },
		{ sector: 'call_without_put_short', timeframe: 'one_hour', value: 4 },
	]);
	await expect.element(condition(1).getByLabelText('Sector')).toHaveDisplayValue('Call-heavy');
	await page.getByRole('button', { name: 'Remove condition 1' }).click();
	await expect.element(page.getByRole('button', { name: 'Add condition' })).toHaveFocus();
	expect(stored.at(-1)).toEqual([{ sector: 'volume', timeframe: 'fifteen_minutes', value: 2 }]);
});

it('adds conditions on cells that have none', async () => {
	await show(<Form start={[{ sector: 'volume', timeframe: 'one_hour', value: 3 }]} />);
	await page.getByRole('button', { name: 'Add condition' }).click();
	expect(stored.at(-1)).toHaveLength(2);
});

it('follows conditions that are changed elsewhere', async () => {
	await show(<Form start={[{ sector: 'volume', timeframe: 'one_hour', value: 3 }]} />);
	await page.getByRole('button', { name: 'Other' }).click();
	await expect.element(condition(1).getByLabelText('Sector')).toHaveDisplayValue('Fell');
	await expect.element(condition(1).getByLabelText('Minimum depth')).toHaveDisplayValue('≥ 5');
});
