import { describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { rejectCall } from '../../testing/api.ts';
import { createFilterList, createFilterSetting } from '../../testing/filters.ts';
import { show } from '../../testing/page.tsx';
import { type Decision, type Decisions, DecisionsPage, type OutcomeStats } from './decisions-page.tsx';

const NONE: OutcomeStats = {
	count: 0,
	open: 0,
	n: 0,
	hits: 0,
	hit_rate: null,
	interval: [0, 1],
	base_rate: null,
	detectable: null,
	mean: null,
	median: null,
};
const MANY: OutcomeStats = {
	...NONE,
	count: 41,
	open: 1,
	n: 40,
	hits: 24,
	hit_rate: 0.6,
	interval: [0.45, 0.74],
	base_rate: 0.5,
	detectable: { difference: 0.224, excess: 0.0078 },
	mean: 0.002,
	median: 0.001,
};
const FEW: OutcomeStats = { ...NONE, count: 4, n: 4, hits: 2, hit_rate: 0.5, base_rate: 0.48 };

const DECISION: Decision = {
	id: 3,
	ticker_id: 11,
	ticker: 'DELAR',
	decision: 'took',
	operation: 'long',
	timeframe: 'one_hour',
	horizon: 5,
	filter: 7,
	filter_name: 'Loud rises',
	tags: ['gap'],
	note: 'Loud, no news',
	made: '2026-06-30T15:45:00Z',
	entry: '2026-06-30T15:45:00Z',
	exit: '2026-07-01T15:30:00Z',
	state: 'closed',
	hit: true,
	excess: 0.0123,
	base_rate: 0.5,
};

function answer(overrides: Partial<Decisions> = {}): Decisions {
	return {
		total_count: 1,
		items: [DECISION],
		allowed: 1_000,
		deleted: 2,
		took: MANY,
		passed: FEW,
		watching: NONE,
		took_and_passed: { ...MANY, count: 45, n: 44 },
		tags: [{ tag: 'gap', took: FEW, passed: NONE, watching: NONE }],
		filters: [{ filter: 7, name: 'Loud rises', took: FEW, passed: NONE, watching: NONE }],
		hypothetical: true,
		...overrides,
	};
}

describe('the page of decisions', () => {
	it('shows took beside passed with n, interval and base, and no rate where there are too few', async () => {
		await show(<DecisionsPage initialValues={{}} page={1} />, {
			research: { decisions: () => answer() },
			filters: { filters: () => createFilterList(createFilterSetting()) },
		});
		const record = page.getByRole('region', { name: 'Outcomes' }).first();
		const took = record.getByRole('row', { name: /^Took / });
		await expect.element(took).toMatchTextContent(/41.*40 detects 22\.4 points.*60\.0.*45\.0–74\.0/);
		await expect.element(record.getByRole('row', { name: /^Passed / })).toMatchTextContent(/n\/a, 4 of at least 30/);
		await expect.element(record.getByText(/2 deleted decisions aren’t counted/)).toBeVisible();
		await expect.element(record.getByText('If you had taken the trades you passed on')).toBeVisible();
		await expect.element(record.getByRole('row', { name: /^gap: Took/ })).toBeVisible();
		await expect.element(record.getByRole('row', { name: /^gap: Passed/ })).not.toBeInTheDocument();
		await expect.element(page.getByText('hit, +123 bp')).toBeVisible();
	});

	it('notes a decision, and deletes one', async () => {
		let total = 1;
		const { calls } = await show(<DecisionsPage initialValues={{ ticker: 'DELAR', operation: 'short', filter: '7' }} page={1} />, {
			prices: { tickers: () => ({ total_count: 1, items: [{ ticker_id: 11, ticker: 'DELAR' }] }) as never },
			research: {
				decisions: () => answer(total === 0 ? { total_count: 0, items: [] } : {}),
				addDecision: () => DECISION,
				deleteDecision: () => {
					total = 0;
				},
			},
			filters: { filters: () => createFilterList(createFilterSetting()) },
		});
		await page.getByLabelText('Decision', { exact: true }).selectOptions('Passed');
		await expect.element(page.getByLabelText('Found by')).toHaveValue('7');
		await page.getByLabelText('Tags').fill('gap, earnings');
		await page.getByRole('button', { name: 'Log decision' }).click();
		await expect.element(page.getByText('Decision logged.')).toBeVisible();
		expect(calls.find(({ call }) => call === 'research.addDecision')?.input).toMatchObject({
			body: { ticker_id: 11, decision: 'passed', operation: 'short', horizon: 5, filter: 7, tags: ['gap', 'earnings'], note: '' },
		});
		await page.getByRole('button', { name: 'Delete decision: DELAR, Took, to rise' }).click();
		await expect.element(page.getByText('No decisions logged yet.')).toBeVisible();
	});

	it('says that decisions could not be loaded', async () => {
		await show(<DecisionsPage initialValues={{}} page={1} />, {
			research: { decisions: () => rejectCall(503, 'Unavailable') },
			filters: { filters: () => createFilterList() },
		});
		await expect.element(page.getByText('Couldn’t load your decisions.')).toBeVisible();
	});
});
