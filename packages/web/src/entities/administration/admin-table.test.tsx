import { describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { show } from '../../testing/page.tsx';
import { AdminTable } from './admin-table.tsx';
import { PAGE_SIZE, readTable, type TableRules } from './table-state.ts';

interface Row {
	id: number;
	email: string;
	orders: number;
}

const RULES: TableRules<'email', never> = { page: 'users', sortable: ['email'], sortBy: 'email', sortDir: 'asc', filters: {} };
const COLUMNS = [
	{ key: 'email', label: 'Email', cell: ({ email }: Row) => email },
	{ key: 'orders', label: 'Orders', isNumber: true, cell: ({ orders }: Row) => orders },
	{ key: 'note', label: 'Note', tooltip: () => 'all of a long note', cell: () => 'all of a …' },
	{ key: 'act', label: 'Actions', cell: () => 'Remove' },
] as const;

async function open(count: number, search: Record<string, string> = {}, isMore = false) {
	const items = Array.from({ length: Math.min(count, PAGE_SIZE) }, (_, id) => ({ id, email: `${id}@example.com`, orders: id }));
	return await show(
		<AdminTable
			label="Accounts"
			rules={RULES}
			state={readTable(RULES, search)}
			columns={COLUMNS}
			idOf={({ id }) => id}
			data={{ items, total_count: count, is_more: isMore }}
			isError={false}
			retry={() => {}}
			empty={{ detail: 'No user has signed up.' }}
		/>,
	);
}

describe('a table of the administration', () => {
	it('labels the cells of a card, except for actions, and gives truncated texts in full', async () => {
		await open(1);
		const cells = page.getByRole('cell').elements();
		expect(cells.map((cell) => cell.getAttribute('data-label'))).toEqual(['Orders', 'Note', null]);
		expect(cells.map((cell) => cell.getAttribute('title'))).toEqual([null, 'all of a long note', null]);
		expect(cells.map((cell) => cell.hasAttribute('class'))).toEqual([true, true, false]);
		await expect.element(page.getByRole('rowheader')).toMatchTextContent('0@example.com');
		await expect.element(page.getByRole('columnheader', { name: /^Email/ })).toHaveAttribute('aria-sort', 'ascending');
	});

	it('has no pages for one page, and links to those before and after the open one', async () => {
		await open(PAGE_SIZE);
		await expect.element(page.getByRole('table')).toBeVisible();
		expect(page.getByRole('navigation').elements()).toEqual([]);
		await open(3 * PAGE_SIZE, { page: '2' });
		await expect.element(page.getByText(`${PAGE_SIZE + 1}–${2 * PAGE_SIZE} of ${3 * PAGE_SIZE}`)).toBeVisible();
		const [previous, next] = page
			.getByRole('navigation')
			.getByRole('link')
			.elements()
			.map((link) => (link as HTMLAnchorElement).href);
		expect(new URL(previous ?? '').search).toBe('');
		expect(new URL(next ?? '').search).toBe('?page=3');
	});

	it('says when there are more than were counted', async () => {
		await open(3 * PAGE_SIZE, {}, true);
		await expect.element(page.getByText(`1–${PAGE_SIZE} of more than ${3 * PAGE_SIZE}`)).toBeVisible();
	});

	it('says what is missing', async () => {
		await open(0);
		await expect.element(page.getByText('No user has signed up.')).toBeVisible();
	});
});
