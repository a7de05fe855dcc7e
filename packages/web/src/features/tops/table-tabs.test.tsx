import { useState } from 'react';
import { afterEach, describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { show } from '../../testing/page.tsx';
import css from './full-rows.module.css';
import { findNextTab, TableTabs } from './table-tabs.tsx';
import { OPTIONAL_TABLES, type TableName, TOP_TABLES } from './tables.ts';

const ALL: readonly TableName[] = [...TOP_TABLES, ...OPTIONAL_TABLES];

afterEach(() => page.viewport(1280, 900));

/** Tables in each row as laid out, and the share of the width that the last row fills. */
function rows(): { counts: number[]; filled: number } {
	const boxes = [...document.querySelectorAll('[role="tabpanel"]')].map((panel) => panel.getBoundingClientRect());
	const tops = [...new Set(boxes.map(({ top }) => Math.round(top)))];
	const last = boxes.filter(({ top }) => Math.round(top) === tops.at(-1));
	const left = Math.min(...boxes.map((box) => box.left));
	const width = Math.max(...boxes.map(({ right }) => right)) - left;
	return {
		counts: tops.map((top) => boxes.filter((box) => Math.round(box.top) === top).length),
		filled: (Math.max(...last.map(({ right }) => right)) - left) / width,
	};
}

describe('the top tables side by side', () => {
	it.each([
		[1440, 4, [4]],
		[1440, 5, [3, 2]],
		[1440, 6, [3, 3]],
		[1440, 7, [4, 3]],
		[1440, 8, [4, 4]],
		[1920, 9, [3, 3, 3]],
		[1000, 9, [2, 2, 2, 2, 1]],
	])('on %i px fill each row: %i', async (width, count, expected) => {
		await page.viewport(width, 900);
		await show(
			<div className={css['rows']}>
				<TableTabs categories={ALL.slice(0, count)}>{(name) => <p>{name}</p>}</TableTabs>
			</div>,
		);
		const { counts, filled } = rows();
		expect(counts).toEqual(expected);
		expect(filled).toBeCloseTo(1);
	});
});

describe('one table at a time', () => {
	const tab = (name: string) => page.getByRole('tab', { name });
	const Page = ({ opensAdded }: { opensAdded: boolean }) => {
		const [count, setCount] = useState(4);
		return (
			<>
				<button type="button" onClick={() => setCount(5)}>
					Add
				</button>
				<TableTabs categories={ALL.slice(0, count)} opensAdded={opensAdded}>
					{(name) => <p>{name}</p>}
				</TableTabs>
			</>
		);
	};

	it.each([
		['is the added one if the reader added it', true, 'Near high'],
		['stays where another one appears by itself', false, 'Active'],
	])('%s', async (_, opensAdded, selected) => {
		await page.viewport(390, 844);
		await show(<Page opensAdded={opensAdded} />);
		await page.getByRole('button', { name: 'Add' }).click();
		await expect.element(tab('Near high')).toBeVisible();
		await expect.element(tab(selected)).toHaveAttribute('aria-selected', 'true');
	});
});

describe('keys of a row of tabs', () => {
	it('walk it round, and to its ends', () => {
		expect([0, 1, 3].map((at) => findNextTab('ArrowRight', at, 4))).toEqual([1, 2, 0]);
		expect([0, 1, 3].map((at) => findNextTab('ArrowLeft', at, 4))).toEqual([3, 0, 2]);
		expect([findNextTab('Home', 2, 4), findNextTab('End', 1, 4)]).toEqual([0, 3]);
	});

	it('are no others', () => {
		for (const key of ['ArrowDown', 'ArrowUp', 'Enter', 'j']) expect(findNextTab(key, 1, 4)).toBeUndefined();
	});
});
