import { beforeEach, describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { type Answers, rejectCall } from '../../testing/api.ts';
import { createCard } from '../../testing/cards.ts';
import { createFilterList, createFilterSetting } from '../../testing/filters.ts';
import { show } from '../../testing/page.tsx';
import { type FreezeEntry, type FrozenList, FrozenPage } from './frozen-page.tsx';
import type { FrozenSearch } from './frozen-state.ts';

const SINCE = '2026-06-29T15:45:00Z';

function under(overrides: Partial<FreezeEntry> = {}): FreezeEntry {
	return {
		filter: null,
		tab: null,
		reason: '',
		since: SINCE,
		until: null,
		...overrides,
	};
}

/** AMD is hidden everywhere and under a filter, ORCL in a tab; a third is not in the report. */
const LIST: FrozenList = {
	report: null,
	time: null,
	timeframes: ['fifteen_minutes', 'thirty_minutes', 'one_hour'],
	measured_timeframes: ['fifteen_minutes', 'thirty_minutes', 'one_hour'],
	tab_type: 'extreme_rise',
	operation: 'short',
	filter: null,
	total_count: 2,
	missing: 1,
	items: [
		{ ...createCard('AMD', 11), frozen: [under({ reason: 'earnings', until: '2026-07-15T04:00:00Z' }), under({ filter: 7 })] },
		{ ...createCard('ORCL', 13), frozen: [under({ tab: 'free' })] },
	],
	frozen: {
		all: [11],
		tabs: [{ tab: 'free', tickers: [13] }],
		filters: [
			{ filter: 7, tickers: [11] },
			{ filter: 8, tickers: [99] },
		],
		black_list_count: 3,
	},
};
const THAWED = { changed: 1, all: [], filters: [], tabs: [], black_list_count: 2 };

async function open(search: FrozenSearch, list: NonNullable<Answers['signals']>['sectorChartBlackList']) {
	const shown = await show(<FrozenPage search={search} />, {
		signals: { ...(list ? { sectorChartBlackList: list } : {}) },
		filters: { filters: () => createFilterList(createFilterSetting()), thaw: () => THAWED },
	});
	const inputsOf = (call: string) => shown.calls.filter((one) => one.call === call).map((one) => one.input);
	return { ...shown, given: inputsOf };
}

const table = page.getByRole('region', { name: 'Frozen tickers' });

beforeEach(() => sessionStorage.clear());

describe('the frozen list', () => {
	it('says of each ticker where it is hidden, why and until when, and how many there are', async () => {
		await open({}, () => LIST);
		await expect.element(page.getByText('3 tickers frozen, 1 of them not in this report')).toBeVisible();
		const rows = table.getByRole('row');
		await expect.element(rows.filter({ hasText: 'earnings' })).toMatchTextContent(/AMD.*Everywhere.*07\/15\/2026/);
		await expect.element(rows.filter({ hasText: 'Loud rises' })).toMatchTextContent(/no end date/);
		await expect.element(rows.filter({ hasText: 'ORCL' })).toMatchTextContent(/Tab .*no end date/);
		const map = page.getByRole('list', { name: 'Frozen tickers by filter' });
		await expect.element(map).toMatchTextContent(/Everywhere 1.*Loud rises 1.*a deleted filter 1/);
	});

	it('calls no filter deleted while it is not known which there are', async () => {
		await show(<FrozenPage search={{}} />, {
			signals: { sectorChartBlackList: () => LIST },
			filters: { filters: () => rejectCall(503, 'The database is away') },
		});
		const map = page.getByRole('list', { name: 'Frozen tickers by filter' });
		await expect.element(map).toMatchTextContent(/Everywhere 1.*a filter 1.*a filter 1/);
		await expect.element(page.getByText('a deleted filter')).not.toBeInTheDocument();
	});

	it('unfreezes in the one place that the button names, and reads the list again', async () => {
		const { given } = await open({}, () => LIST);
		await table.getByRole('button', { name: /^Unfreeze ORCL: Tab / }).click();
		await expect.element(page.getByText('ORCL unfrozen.')).toBeVisible();
		expect(given('filters.thaw')).toEqual([{ query: { tickers: [13], tab: 'free' } }]);
		await expect.poll(() => given('signals.sectorChartBlackList').length).toBe(2);
		await table.getByRole('button', { name: 'Unfreeze AMD: Loud rises' }).click();
		await table.getByRole('button', { name: 'Unfreeze AMD everywhere' }).click();
		await expect
			.poll(() => given('filters.thaw').slice(1))
			.toEqual([{ query: { tickers: [11], filter: 7 } }, { query: { tickers: [11] } }]);
	});

	it('asks which filter before it shows what is frozen under one', async () => {
		const { getUrl } = await open({ scope: 'filter' }, () => LIST);
		await expect.element(page.getByText('Choose a filter to see the tickers frozen under it.')).toBeVisible();
		await expect.element(table).not.toBeInTheDocument();
		await page.getByRole('combobox', { name: 'Filter' }).selectOptions('Loud rises');
		await expect.poll(getUrl).toBe('/frozen-list?filterId=7&scope=filter');
	});

	it('asks for what its address says, page by page', async () => {
		const { getUrl, given } = await open({ scope: 'tab', tabType: 'free' }, () => ({ ...LIST, total_count: 40, missing: 0 }));
		await expect
			.element(page.getByRole('navigation', { name: 'Tab', exact: true }).getByRole('link', { name: /Free/i }))
			.toHaveAttribute('aria-current', 'true');
		expect(given('signals.sectorChartBlackList')).toMatchObject([{ query: { tab_type: 'free', scope: 'tab' } }]);
		await page.getByRole('link', { name: 'Next page' }).click();
		await expect.poll(getUrl).toMatch(/page=2/);
	});

	it('leads to the list where nothing is frozen', async () => {
		const none: FrozenList = {
			...LIST,
			total_count: 0,
			missing: 0,
			items: [],
			frozen: { all: [], tabs: [], filters: [], black_list_count: 0 },
		};
		const { getUrl } = await open({}, () => none);
		await page.getByRole('link', { name: 'Go to the list' }).click();
		await expect.poll(getUrl).toBe('/main');
	});

	it("shows that the list couldn't be loaded, and retries", async () => {
		let tries = 0;
		await open({}, () => (tries++ === 0 ? rejectCall(503, 'Not now') : LIST));
		await expect.element(page.getByText('Couldn’t load the frozen list.')).toBeVisible();
		await page.getByRole('link', { name: 'Try again' }).click();
		await expect.element(table).toBeVisible();
	});
});
