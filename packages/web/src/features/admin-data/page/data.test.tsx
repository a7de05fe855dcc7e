import { describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { type Answers, rejectCall } from '../../../testing/api.ts';
import { show } from '../../../testing/page.tsx';
import type { Job, QuarantinedTicker } from '../queries.ts';
import { AdminData } from './data.tsx';

const LOOK = '0197b3a2-0000-7000-8000-000000000001';
const NEXT = '0197b3a2-0000-7000-8000-000000000002';

function job(overrides: Partial<Job>): Job {
	return {
		id: LOOK,
		kind: 'gaps',
		state: 'done',
		phase: '',
		progress: null,
		by: 'admin@example.com',
		request: {},
		result: null,
		error: null,
		created: '2026-06-30T15:45:00Z',
		started: '2026-06-30T15:45:00Z',
		finished: '2026-06-30T15:46:00Z',
		...overrides,
	};
}

const LOOKED = job({
	result: {
		from: '2026-06-01',
		to: '2026-06-30',
		bars: 4,
		gaps: [
			{ date: '2026-06-26', slots: [], tickers: [1], symbols: ['ZANE'], tickers_count: 1, bars: 4, reports: [] },
			{ date: '2026-06-29', slots: [3], tickers: [], symbols: [], tickers_count: 0, bars: 0, reports: ['2026-06-29T15:45:00Z'] },
		],
	},
});

const SPLIT = {
	ticker_id: 7,
	ticker: 'KAL',
	date: '2026-05-04',
	state: 'suspected',
	ratio: null,
	reported: null,
	source: null,
	jump: { before: 400, after: 101, candidates: [4] },
};
const CHECKED = job({ kind: 'splits_check', result: { from: '2025-09-01', to: '2026-06-30', items: [SPLIT], count: 1 } });

async function open(search: Record<string, string>, operations: NonNullable<Answers['operations']>, prices: Answers['prices'] = {}) {
	const shown = await show(<AdminData search={search} />, { operations, prices });
	await expect.element(page.getByRole('heading', { name: 'Data' })).toBeVisible();
	const inputsOf = (call: string) => shown.calls.filter((one) => one.call === `operations.${call}`).map((one) => one.input);
	return { ...shown, given: inputsOf };
}

const question = page.getByRole('dialog');
const sure = question.getByRole('button', { name: 'Confirm' });

describe('gaps', () => {
	it('are listed as of the last check, and one is fixed by keyboard, after a full description of what that does', async () => {
		const { given, getUrl } = await open(
			{},
			{
				jobs: ({ query }) => ({
					items: [CHECKED, LOOKED].filter(({ kind }) => query?.kind?.includes(kind)),
					total_count: 1,
					is_more: false,
				}),
				job: () => LOOKED,
				gaps: () => job({ id: NEXT, state: 'queued' }),
			},
		);
		const row = page.getByRole('row').filter({ hasText: '06/26/2026' });
		await expect.element(row.getByRole('cell', { name: 'ZANE' })).toBeVisible();
		await expect.element(page.getByText('2 sessions with gaps found.')).toBeVisible();
		row.getByRole('button', { name: 'Fix 06/26/2026' }).element().focus();
		await userEvent.keyboard('{Enter}');
		await expect.element(question.getByText('Fetches what the source still has for 06/26/2026', { exact: false })).toBeVisible();
		await sure.click();
		await expect.poll(() => given('gaps')).toEqual([{ body: { from: '2026-06-26', to: '2026-06-26', fetch: true } }]);
		await expect.poll(getUrl).toBe(`/admin/data?act=${NEXT}`);
	});

	it('are looked for between dates without anything being changed', async () => {
		const { given, getUrl } = await open(
			{},
			{
				jobs: () => ({ items: [], total_count: 0, is_more: false }),
				gaps: () => job({ id: NEXT, state: 'queued' }),
			},
		);
		await expect.element(page.getByText('Not checked yet')).toBeVisible();
		await page.getByLabelText('From').fill('2026-06-01');
		await page.getByRole('button', { name: 'Find gaps', exact: true }).click();
		await expect.poll(getUrl).toBe(`/admin/data?job=${NEXT}`);
		expect(given('gaps')).toEqual([{ body: { from: '2026-06-01', fetch: false } }]);
	});

	it('say how far the job is, and why it failed', async () => {
		let state: Job = job({ state: 'running', phase: 'Looking for gaps', progress: 0.5, finished: null });
		await open({ job: LOOK }, { job: () => state });
		await expect.element(page.getByText('Looking for gaps')).toBeVisible();
		await expect.element(page.getByRole('progressbar', { name: 'Progress: Find gaps' })).toBeVisible();
		state = job({ state: 'failed', error: 'The source doesn’t respond.' });
		await expect.element(page.getByText('failed: The source doesn’t respond.')).toBeVisible();
	});
});

describe('a span of dates', () => {
	it('is fetched again for tickers by their symbols, of which an unknown one is named', async () => {
		const zane = { ticker: 'ZANE', ticker_id: 5, name: 'Zane', type: 'stocks' as const, industry: null, shares: null };
		const ticker = { ...zane, marketcap: 'all' as const, capitalization: null, listed: null, delisted: null };
		const { given } = await open(
			{ view: 'history' },
			{ reUpload: () => job({ kind: 'history', state: 'queued' }) },
			{
				tickers: ({ query }) => ({ items: query?.part === 'ZANE' ? [ticker] : [], total_count: 1 }),
			},
		);
		const fetchAgain = page.getByRole('button', { name: 'Fetch again' });
		await expect.element(fetchAgain).toBeDisabled();
		await page.getByLabelText('From').fill('2026-06-01');
		await page.getByLabelText('To', { exact: true }).fill('2026-06-02');
		await page.getByLabelText('Tickers (symbols)').fill('zane, none');
		await fetchAgain.click();
		await sure.click();
		await expect.element(question.getByText('Unknown ticker NONE.')).toBeVisible();
		await userEvent.keyboard('{Escape}');
		await page.getByLabelText('Tickers (symbols)').fill('zane');
		await fetchAgain.click();
		await sure.click();
		await expect.poll(() => given('reUpload')).toEqual([{ body: { from: '2026-06-01', to: '2026-06-02', tickers: [5] } }]);
	});
});

describe('a split', () => {
	it.each([
		['Apply split', { apply: [{ ticker_id: 7, date: '2026-05-04', ratio: 4 }] }],
		['Mark as genuine', { dismiss: [{ ticker_id: 7, date: '2026-05-04' }] }],
	])('is decided beside its prices: %s', async (name, body) => {
		const { given, getUrl } = await open(
			{ view: 'splits' },
			{
				jobs: () => ({ items: [CHECKED], total_count: 1, is_more: false }),
				job: () => CHECKED,
				splits: () => job({ id: NEXT, kind: 'splits', state: 'queued' }),
			},
		);
		await expect.element(page.getByRole('cell', { name: 'unexplained jump' })).toBeVisible();
		await page.getByRole('button', { name: 'Decide: KAL, 05/04/2026' }).click();
		const decision = page.getByRole('dialog', { name: 'KAL, 05/04/2026' });
		await expect.element(decision.getByLabelText('New shares per old share')).toHaveValue('4');
		await expect.element(decision.getByRole('button', { name: 'Undo decision' })).not.toBeInTheDocument();
		await decision.getByRole('button', { name }).click();
		await page.getByRole('dialog', { name }).getByRole('button', { name: 'Confirm' }).click();
		await expect.poll(() => given('splits')).toEqual([{ body }]);
		await expect.poll(getUrl).toBe(`/admin/data?view=splits&act=${NEXT}`);
		await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
	});

	it('that is in force can be taken back', async () => {
		const inForce = { ...SPLIT, state: 'applied', ratio: 4, jump: null };
		const checked = job({ kind: 'splits_check', result: { items: [inForce] } });
		const { given } = await open(
			{ view: 'splits', job: LOOK },
			{
				job: () => checked,
				splits: () => job({ id: NEXT, kind: 'splits', state: 'queued' }),
			},
		);
		await page.getByRole('button', { name: 'Decide: KAL, 05/04/2026' }).click();
		await page.getByRole('button', { name: 'Undo decision' }).click();
		await page.getByRole('dialog', { name: 'Undo decision' }).getByRole('button', { name: 'Confirm' }).click();
		await expect.poll(() => given('splits')).toEqual([{ body: { revoke: [{ ticker_id: 7, date: '2026-05-04' }] } }]);
	});
});

it('names who is in quarantine and why, a page at a time', async () => {
	const one = (n: number): QuarantinedTicker => ({
		ticker: `T${n}`,
		ticker_id: n,
		name: '',
		date: n === 1 ? null : '2026-05-04',
		at: null,
		reason: 'Opened at 101 after 400: a jump that no split explains.',
		before: 400,
		after: 101,
		candidates: [4],
	});
	const { given } = await open(
		{ view: 'quarantine', page: '2' },
		{
			quarantine: () => ({ items: [one(1), one(2)], total_count: 22 }),
		},
	);
	await expect
		.element(page.getByRole('row').filter({ hasText: 'T2' }).getByText('Opened at 101 after 400', { exact: false }))
		.toBeVisible();
	await expect.element(page.getByRole('button', { name: 'Decide: T2, 05/04/2026' })).toBeVisible();
	await expect.element(page.getByText('21–22 of 22')).toBeVisible();
	expect(given('quarantine')).toEqual([{ query: { skip: 20, max: 20 } }]);
});

it('offers no split for a quarter hour that jumped within its session', async () => {
	const spike = {
		ticker: 'T2',
		ticker_id: 2,
		name: '',
		date: '2026-05-04',
		at: '2026-05-04T14:15:00Z',
		reason: '',
		before: 100,
		after: 1_011,
	};
	await open({ view: 'quarantine' }, { quarantine: () => ({ items: [{ ...spike, candidates: [] }], total_count: 1 }) });
	await page.getByRole('button', { name: 'Select all without a split ratio' }).click();
	await expect.element(page.getByRole('checkbox', { name: 'Select: T2, 05/04/2026' })).not.toBeChecked();
	await page.getByRole('button', { name: 'Select all within a session' }).click();
	await expect.element(page.getByRole('checkbox', { name: 'Select: T2, 05/04/2026' })).toBeChecked();
	await page.getByRole('button', { name: 'Decide: T2, 05/04/2026' }).click();
	await expect.element(page.getByText('If the bar is wrong', { exact: false })).toBeVisible();
	expect(page.getByRole('button', { name: 'Apply split' }).elements()).toEqual([]);
	await expect.element(page.getByRole('button', { name: 'Mark as genuine' })).toBeVisible();
});

describe('many jumps', () => {
	const one = (n: number, candidates: number[]): QuarantinedTicker => ({
		ticker: `T${n}`,
		ticker_id: n,
		name: '',
		date: n === 1 ? null : '2026-05-04',
		at: null,
		reason: '',
		before: 400,
		after: 101,
		candidates,
	});
	const all = [one(1, [4]), ...Array.from({ length: 119 }, (_, i) => one(i + 2, i % 2 === 0 ? [4, 5] : []))];
	const near = all.filter(({ date, candidates }) => date !== null && candidates.length > 0);
	const far = all.filter(({ candidates }) => candidates.length === 0);
	const answers = {
		quarantine: ({ query }: { query?: { skip?: number | undefined; max?: number | undefined } }) => ({
			items: all.slice(query?.skip ?? 0, (query?.skip ?? 0) + (query?.max ?? 10)),
			total_count: all.length,
		}),
		job: () => job({ id: NEXT, kind: 'splits' }),
		splits: () => job({ id: NEXT, kind: 'splits', state: 'queued' }),
	};
	const placeOf = ({ ticker_id, date }: QuarantinedTicker) => ({ ticker_id, date });

	it('of one cause are selected on every page and called genuine in one call', async () => {
		const { given, getUrl } = await open({ view: 'quarantine' }, answers);
		await page.getByRole('button', { name: 'Select all without a split ratio' }).click();
		await expect.element(page.getByRole('checkbox', { name: 'Select: T3, 05/04/2026' })).toBeChecked();
		await expect.element(page.getByRole('checkbox', { name: 'Select: T2, 05/04/2026' })).not.toBeChecked();
		await expect.element(page.getByRole('button', { name: `Splits: ${far.length} selected` })).toBeDisabled();
		await page.getByRole('button', { name: `Genuine: ${far.length} selected` }).click();
		await sure.click();
		await expect.poll(() => given('splits')).toEqual([{ body: { dismiss: far.map(placeOf) } }]);
		await expect.poll(getUrl).toBe(`/admin/data?view=quarantine&act=${NEXT}`);
	});

	it('near a ratio are applied as splits, but for one that is taken out of the selection', async () => {
		const { given } = await open({ view: 'quarantine' }, answers);
		await page.getByRole('button', { name: 'Select all without a split ratio' }).click();
		await page.getByRole('button', { name: 'Clear selection' }).click();
		await expect.element(page.getByRole('button', { name: 'Genuine: 0 selected' })).toBeDisabled();
		await page.getByRole('button', { name: 'Select all near a split ratio' }).click();
		await page.getByRole('checkbox', { name: 'Select: T2, 05/04/2026' }).click();
		const kept = near.filter(({ ticker_id }) => ticker_id !== 2);
		await page.getByRole('button', { name: `Splits: ${kept.length} selected` }).click();
		await sure.click();
		await expect.poll(() => given('splits')).toEqual([{ body: { apply: kept.map((each) => ({ ...placeOf(each), ratio: 4 })) } }]);
	});
});

describe('the ledger', () => {
	it('is asked where the bars of a ticker come from', async () => {
		const { given } = await open(
			{ view: 'ledger', ticker: 'ZANE', from: '2026-06-01', to: '2026-06-02', kind: 'bars' },
			{
				ledger: () => ({
					items: [
						{
							batch: 41,
							kind: 'bars',
							provider: 'files',
							state: 'committed',
							rows: 1_200,
							note: 'zane.csv',
							can_undo: true,
							created: '2026-06-30T15:45:00Z',
							committed: '2026-06-30T15:45:01Z',
						},
					],
					total_count: 1,
				}),
				job: () => job({ id: NEXT, kind: 'undo_import' }),
				undoImport: () => job({ id: NEXT, kind: 'undo_import', state: 'queued' }),
			},
		);
		await expect.element(page.getByRole('cell', { name: 'zane.csv' })).toBeVisible();
		expect(given('ledger')).toEqual([{ query: { skip: 0, max: 20, ticker: 'ZANE', from: '2026-06-01', to: '2026-06-02', kind: 'bars' } }]);
		await page.getByRole('button', { name: 'Undo import 41' }).click();
		await page.getByRole('dialog', { name: 'Undo import 41' }).getByRole('button', { name: 'Undo', exact: true }).click();
		await expect.poll(() => given('undoImport')).toEqual([{ params: { batch: 41 } }]);
	});

	it('says what is wrong with the question', async () => {
		await open(
			{ view: 'ledger', ticker: 'NONE' },
			{
				ledger: () => rejectCall(400, 'Malformed', [{ field: 'ticker', message: 'This ticker doesn’t exist.' }]),
			},
		);
		await expect.element(page.getByText('This ticker doesn’t exist.')).toBeVisible();
	});
});

describe('holidays', () => {
	const thanks = { date: '2026-11-26', type: 'full' as const, name: 'Thanksgiving' };
	const mourning = { date: '2026-11-25', type: 'full' as const, name: 'Mourning' };
	const closures = (value: (typeof mourning)[]) => ({
		items: [{ name: 'closures', value, fallback: [], about: '', bounds: null, choices: null, editable: true }],
	});
	const holidays = () => ({
		items: [mourning, thanks, { ...thanks, date: '2026-11-27', type: 'early-close' as const, name: 'Day after' }],
	});

	it('of a year and the adjacent ones are distinguished from those set here', async () => {
		const shown = await open({ view: 'holidays', year: '2026' }, { settings: () => closures([mourning]) }, { holidays });
		const row = (date: string) => page.getByRole('row').filter({ hasText: date });
		await expect.element(row('11/26/2026').getByText('is closed')).toBeVisible();
		await expect.element(row('11/26/2026').getByText('calendar')).toBeVisible();
		await expect.element(row('11/27/2026').getByText('closes at 13:00 ET')).toBeVisible();
		await expect.element(row('11/25/2026').getByText('added here')).toBeVisible();
		expect(shown.calls.find(({ call }) => call === 'prices.holidays')?.input).toEqual({ query: { from: '2026-01-01', to: '2026-12-31' } });
		await page.getByRole('link', { name: 'Next page' }).click();
		await expect.poll(shown.getUrl).toBe('/admin/data?view=holidays&year=2027');
	});

	it('are joined by a day that is set, beside those that were set meanwhile', async () => {
		const other = { ...mourning, date: '2026-12-01' };
		const shown = await open(
			{ view: 'holidays', year: '2026' },
			{ settings: () => closures([other]), saveSettings: () => closures([]) },
			{ holidays },
		);
		const add = page.getByRole('button', { name: 'Add closure' });
		await expect.element(add).toBeDisabled();
		await page.getByLabelText('Date', { exact: true }).fill('2027-01-06');
		await page.getByRole('combobox', { name: 'The exchange' }).selectOptions('closes at 13:00 ET');
		await page.getByLabelText('Reason').fill(' Storm ');
		await add.click();
		await expect.element(question.getByText(/^Reports on 01\/06\/2027 end at 13:00 ET/)).toBeVisible();
		await sure.click();
		await expect.element(page.getByText('The exchange closes at 13:00 ET on 01/06/2027.')).toBeVisible();
		expect(shown.given('saveSettings')).toEqual([
			{ body: { settings: { closures: [other, { date: '2027-01-06', type: 'early-close', name: 'Storm' }] } } },
		]);
		await expect.poll(shown.getUrl).toBe('/admin/data?view=holidays&year=2027');
	});

	it('that were set here are taken back, unless the day has begun', async () => {
		let begun = true;
		const shown = await open(
			{ view: 'holidays', year: '2026' },
			{
				settings: () => closures([mourning]),
				saveSettings: () => (begun ? rejectCall(400, '2026-11-25 has begun.') : closures([])),
			},
			{ holidays },
		);
		await page.getByRole('button', { name: 'Remove 11/25/2026' }).click();
		await sure.click();
		await expect.element(question.getByText('2026-11-25 has begun.')).toBeVisible();
		begun = false;
		await sure.click();
		await expect.element(page.getByText('11/25/2026 is a normal trading day.')).toBeVisible();
		expect(shown.given('saveSettings').at(-1)).toEqual({ body: { settings: { closures: [] } } });
	});
});
