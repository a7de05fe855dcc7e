import { useQueryClient } from '@tanstack/react-query';
import { describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { FilterSetting } from '../../entities/filters/saved-filters.ts';
import { createProfile } from '../../testing/accounts.ts';
import { type Answers, rejectCall } from '../../testing/api.ts';
import { createCard } from '../../testing/cards.ts';
import { createFilterList, createFilterSetting } from '../../testing/filters.ts';
import { show } from '../../testing/page.tsx';
import { TargetBoard } from './target-board.tsx';
import { targetList } from './testing/target-list.ts';

const BUILT_IN = createFilterSetting({ id: 1, name: 'House rises', is_branded: true });
const QUIET = createFilterSetting({ id: 8, name: 'Quiet hours', filters: [{ sector: 'volume', timeframe: 'day', value: 1 }] });

const ANSWER = targetList({
	items: [createCard('NES', 1), createCard('ORT', 2), createCard('PO', 3)],
	entered: [1],
	left: [9],
	names: { entered: ['NES'], left: ['HELD'] },
	places: [null, 4, 2],
});

async function open({ filters = {}, signals = {} }: Pick<Answers, 'filters' | 'signals'> = {}) {
	let stored: FilterSetting[] = [BUILT_IN, createFilterSetting(), QUIET];
	const shown = await show(
		<>
			<TargetBoard />
			<ReportComes />
		</>,
		{
			accounts: { profile: () => createProfile() },
			filters: {
				filters: () => createFilterList(...stored),
				changeFilter: ({ params, body }) => {
					const changed = {
						...(stored.find(({ id }) => id === params.id) ?? BUILT_IN),
						filters: [...body.filters],
						operation: body.operation ?? null,
					};
					stored = stored.map((one) => (one.id === changed.id ? changed : one));
					return changed;
				},
				orderFilters: ({ body }) => {
					stored = body.filters.flatMap((id) => stored.filter((one) => one.id === id));
					return { items: stored.map(({ id }) => id) };
				},
				...filters,
			},
			signals: { sectorCharts: () => ANSWER.list, sectorChartChanges: () => ANSWER.changes, ...signals },
		},
	);
	const inputsOf = (call: string) => shown.calls.filter((one) => one.call === call).map((one) => one.input);
	return { ...shown, given: inputsOf };
}

/** Announces a new report, as the live connection does. */
function ReportComes() {
	const queryClient = useQueryClient();
	return (
		<button type="button" onClick={() => void queryClient.invalidateQueries({ queryKey: ['targets'] })}>
			A report comes
		</button>
	);
}

/** The pointer at the centre of an element. */
function centre(element: Element) {
	const { x, y, width, height } = element.getBoundingClientRect();
	return { clientX: x + width / 2, clientY: y + height / 2, bubbles: true, button: 0 };
}

function target(name: string) {
	return page.getByRole('article', { name, exact: true });
}

function names() {
	return page
		.getByRole('article')
		.elements()
		.map((element) => element.querySelector('h2')?.textContent);
}

describe('the target lists', () => {
	it('show every saved filter with its first matches, who came and left, and how far each moved', async () => {
		const { given } = await open();
		const one = target('Loud rises');
		await expect.element(one.getByText('1 entered, 1 left')).toBeVisible();
		await expect.element(one.getByText('in: NES · out: HELD')).toBeVisible();
		const rows = one.getByRole('list', { name: 'Loud rises' }).getByRole('listitem');
		await expect.element(rows.nth(0)).toMatchTextContent(/NES.*new.*96/);
		await expect.element(rows.nth(1)).toMatchTextContent(/ORT.*up 2 places/);
		await expect.element(rows.nth(2)).toMatchTextContent(/PO.*down 1 place/);
		await expect.element(one.getByText('no fourth match in this report')).toBeVisible();
		await expect
			.element(page.getByText('2 of 20 filters used · first five matches of each at 11:45 ET · changes since 11:30 ET'))
			.toBeVisible();
		await expect.element(target('House rises').getByText('built-in', { exact: true })).toBeVisible();
		await expect.element(one.getByRole('link', { name: 'Edit: Loud rises' })).toHaveAttribute('href', '/filter-settings-list?edit=7');
		expect(given('signals.sectorCharts')).toContainEqual({ query: { filter: 7, ticker_type: 'all', max: 5 } });
		expect(given('signals.sectorChartChanges')).toContainEqual({
			query: { filter: 7, ticker_type: 'all', first: 5, date: '2026-06-30T15:45:00Z' },
		});
	});

	it('are asked for again when a report comes; one that fails then stays as it was, and says so', async () => {
		let times = 0;
		const { given } = await open({ signals: { sectorCharts: () => (++times > 3 ? rejectCall(503, 'The store is away') : ANSWER.list) } });
		await expect.element(target('Loud rises').getByText('NES')).toBeVisible();
		await page.getByRole('button', { name: 'A report comes' }).click();
		await expect.element(page.getByRole('alert').filter({ hasText: 'Failed to Update Target List' }).first()).toBeVisible();
		await expect.element(target('Loud rises').getByText('NES')).toBeVisible();
		expect(given('signals.sectorCharts')).toHaveLength(6);
	});

	it("show which list couldn't be loaded, and request that one again", async () => {
		let fails = true;
		await open({
			signals: { sectorCharts: ({ query }) => (fails && query.filter === 7 ? rejectCall(503, 'The store is away') : ANSWER.list) },
		});
		const one = target('Loud rises');
		await expect.element(one.getByText('Failed to Get Target List')).toBeVisible();
		await expect.element(target('Quiet hours').getByText('NES')).toBeVisible();
		fails = false;
		await one.getByRole('link', { name: 'Try again' }).click();
		await expect.element(one.getByText('NES')).toBeVisible();
	});

	it('say that none arrived', async () => {
		await open({ filters: { filters: () => rejectCall(503, 'The store is away') } });
		await expect.element(page.getByRole('heading', { name: 'Failed to Get Target List' })).toBeVisible();
	});

	it('say what to do where there is no filter', async () => {
		await open({ filters: { filters: () => undefined } });
		await expect.element(page.getByRole('heading', { name: 'No results' })).toBeVisible();
		await expect.element(page.getByRole('link', { name: 'New filter' }).first()).toHaveAttribute('href', '/filter-settings-list?edit=new');
	});
});

describe('their order', () => {
	it('is changed by buttons, which keep the focus, and kept', async () => {
		const { given } = await open();
		const later = page.getByRole('button', { name: 'Move House rises down' });
		await later.click();
		await expect.poll(names).toEqual(['Loud rises', 'House rises', 'Quiet hours']);
		await expect.element(later).toHaveFocus();
		await expect.element(page.getByText('House rises is now at position 2 of 3.')).toBeInTheDocument();
		await userEvent.keyboard('{Enter}');
		await expect.poll(names).toEqual(['Loud rises', 'Quiet hours', 'House rises']);
		// At the end it moves no further: the focus stays with the list.
		await expect.element(page.getByRole('button', { name: 'Move House rises up' })).toHaveFocus();
		await expect.poll(() => given('filters.orderFilters')).toEqual([{ body: { filters: [7, 1, 8] } }, { body: { filters: [7, 8, 1] } }]);
	});

	it('is changed by dragging one over another', async () => {
		const { given } = await open();
		await expect.element(target('Quiet hours')).toBeVisible();
		const handle = target('House rises').element().querySelector('[title^="Drag"]') as Element;
		handle.dispatchEvent(new PointerEvent('pointerdown', centre(handle)));
		await expect.poll(() => document.querySelector('[data-dragged]')?.textContent).toContain('House rises');
		const over = target('Loud rises').element();
		over.scrollIntoView({ block: 'center' });
		window.dispatchEvent(new PointerEvent('pointermove', centre(over)));
		await expect.poll(() => document.querySelector<HTMLElement>('[data-dragged]')?.style.order).toBe('1');
		window.dispatchEvent(new PointerEvent('pointerup'));
		await expect.poll(names).toEqual(['Loud rises', 'House rises', 'Quiet hours']);
		expect(given('filters.orderFilters')).toEqual([{ body: { filters: [7, 1, 8] } }]);
	});

	it('is changed by a drag that ends before it was drawn', async () => {
		const { given } = await open();
		await expect.element(target('Quiet hours')).toBeVisible();
		const handle = target('House rises').element().querySelector('[title^="Drag"]') as Element;
		handle.dispatchEvent(new PointerEvent('pointerdown', centre(handle)));
		await expect.poll(() => document.querySelector('[data-dragged]')?.textContent).toContain('House rises');
		const over = target('Loud rises').element();
		over.scrollIntoView({ block: 'center' });
		window.dispatchEvent(new PointerEvent('pointermove', centre(over)));
		window.dispatchEvent(new PointerEvent('pointerup'));
		await expect.poll(names).toEqual(['Loud rises', 'House rises', 'Quiet hours']);
		expect(given('filters.orderFilters')).toEqual([{ body: { filters: [7, 1, 8] } }]);
	});

	it('is as it was where it could not be kept', async () => {
		await open({ filters: { orderFilters: () => rejectCall(503, 'The store is away') } });
		await page.getByRole('button', { name: 'Move House rises down' }).click();
		await expect.element(page.getByRole('alert').filter({ hasText: 'Couldn’t save the order.' })).toBeVisible();
		await expect.poll(names).toEqual(['House rises', 'Loud rises', 'Quiet hours']);
	});
});

describe('Apply to all targets', () => {
	const panel = page.getByRole('region', { name: 'Apply to all targets' });
	const press = (group: string, name: string) => panel.getByRole('group', { name: group }).getByRole('button', { name }).click();

	it('writes the chosen timeframe and direction to all of the reader’s lists, to no built-in one, and undoes it', async () => {
		const { given } = await open();
		await panel.getByRole('switch').click();
		const apply = panel.getByRole('button', { name: 'Apply' });
		await expect.element(apply).toBeDisabled();
		await press('Timeframe', '4h');
		await press('C−P', 'Put-heavy');
		await expect.element(panel.getByRole('status')).toMatchTextContent(/Changes 2 of your lists; built-in filters stay unchanged\./);
		await apply.click();
		const changed = { tab: 'extreme_rise', operation: 'long', timeframes: ['fifteen_minutes', 'thirty_minutes', 'one_hour'] };
		await expect
			.poll(() => given('filters.changeFilter'))
			.toMatchObject([
				{ params: { id: 7 }, body: { ...changed, filters: [{ sector: 'price_short', timeframe: 'four_hours', value: 3 }] } },
				{ params: { id: 8 }, body: { ...changed, filters: [{ sector: 'volume', timeframe: 'four_hours', value: 1 }] } },
			]);
		await expect.element(target('Loud rises').getByText('Rose 4h ≥ 3')).toBeVisible();
		await expect.element(panel.getByRole('status')).toMatchTextContent(/Changes none of your lists/);
		await panel.getByRole('button', { name: 'Undo' }).click();
		await expect.element(target('Loud rises').getByText('Rose 1h ≥ 3')).toBeVisible();
		expect(given('filters.changeFilter').slice(2)).toMatchObject([
			{ params: { id: 7 }, body: { operation: null, filters: [{ timeframe: 'one_hour' }] } },
			{ params: { id: 8 }, body: { operation: null, filters: [{ timeframe: 'day' }] } },
		]);
		await expect.element(panel.getByRole('button', { name: 'Undo' })).toBeDisabled();
	});

	it('says how far it came where one is refused', async () => {
		let times = 0;
		await open({ filters: { changeFilter: () => (++times > 1 ? rejectCall(503, 'The store is away') : createFilterSetting()) } });
		await panel.getByRole('switch').click();
		await press('Timeframe', '15m');
		await panel.getByRole('button', { name: 'Apply' }).click();
		await expect.element(page.getByRole('alert').filter({ hasText: '1 of 2 lists saved, then an error occurred.' })).toBeVisible();
		await expect.element(panel.getByRole('button', { name: 'Undo' })).toBeEnabled();
	});
});
