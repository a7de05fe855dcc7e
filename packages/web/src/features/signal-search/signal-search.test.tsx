import { describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { type Answers, rejectCall } from '../../testing/api.ts';
import { show } from '../../testing/page.tsx';
import { createStatistics, createValidation } from '../../testing/validations.ts';
import type { FullTask } from './queries.ts';
import { SignalSearch } from './signal-search.tsx';

const { question, notice, universe } = createValidation();

function task(overrides: Partial<FullTask> = {}): FullTask {
	return {
		id: 12,
		name: 'Loud hours',
		state: 'done',
		progress: 1,
		note: '',
		question,
		scanned_until: '2026-06-30T15:45:00Z',
		created: '2026-06-29T15:45:00Z',
		updated: '2026-06-29T15:45:00Z',
		finished: '2026-06-29T15:46:00Z',
		main: 0,
		results: [createStatistics()],
		tickers: [],
		evidence: null,
		notice,
		universe,
		...overrides,
	};
}

const PART = {
	id: 5,
	task: 12,
	ticker_id: 3,
	ticker: 'AMD',
	time: '2026-06-26T15:45:00Z',
	entry: '2026-06-26T15:45:00Z',
	rate: 20,
	sectors: [],
	timeframes: [],
	reconstructed: true,
	outcomes: [{ horizon: 5, exit: '2026-06-29T15:45:00Z', closed: true, hit: true, excess: 0.0123 }],
	hypothetical: true,
} as const;

function open(search: Record<string, string>, answers: NonNullable<Answers['research']> = {}) {
	return show(<SignalSearch search={search} conditions={() => null} save={() => {}} />, {
		research: {
			searchTasks: () => ({ total_count: 1, items: [task()] }),
			searchTask: () => task(),
			searchParts: () => ({ total_count: 1, items: [{ ...PART, sectors: [], timeframes: [], outcomes: [...PART.outcomes] }] }),
			...answers,
		},
	});
}

describe('signal searches', () => {
	it('are started with what is stated, and open where they are', async () => {
		const { calls, getUrl } = await open(
			{ conditions: 'volume.one_hour.2', from: '2026-03-02', sectors: 'volume' },
			{ createSearchTask: ({ body }) => task({ id: 13, name: body.name ?? 'Search', state: 'waiting' }) },
		);
		await page.getByLabelText('Name').fill('Loud hours');
		await page.getByRole('button', { name: 'Start search' }).click();
		await expect.poll(() => getUrl()).toContain('task=13');
		expect(calls.find(({ call }) => call === 'research.createSearchTask')?.input).toMatchObject({
			body: {
				name: 'Loud hours',
				filters: [{ sector: 'volume', timeframe: 'one_hour', value: 2 }],
				from: '2026-03-02T05:00:00Z',
				to: null,
			},
		});
	});

	it('say at the button what was refused', async () => {
		await open({}, { createSearchTask: () => rejectCall(403, 'An account can keep at most 50 searches: delete one first.') });
		await page.getByRole('button', { name: 'Start search' }).click();
		await expect.element(page.getByRole('alert').filter({ hasText: 'at most 50 searches' })).toBeVisible();
	});

	it('show how far they are, and are cancelled', async () => {
		const { calls } = await open(
			{ task: '12' },
			{
				searchTask: () => task({ state: 'running', progress: 0.4, results: [] }),
				changeSearchTask: () => task({ state: 'canceled' }),
			},
		);
		await expect.element(page.getByText('Reading past reports: 40 %')).toBeVisible();
		await page.getByRole('button', { name: 'Cancel' }).click();
		await expect.poll(() => calls.some(({ call }) => call === 'research.changeSearchTask')).toBe(true);
		expect(calls.find(({ call }) => call === 'research.changeSearchTask')?.input).toMatchObject({
			params: { id: 12 },
			body: { state: 'canceled' },
		});
	});

	it('say that a question is asked already where nothing was changed', async () => {
		await open({ task: '12' }, { changeSearchTask: () => undefined });
		await page.getByRole('button', { name: 'Restart search' }).click();
		await expect.element(page.getByText('The search already has these conditions.')).toBeVisible();
	});

	it('list what they found, each with what came after it', async () => {
		await open(
			{ task: '12', part: '5' },
			{
				searchPart: () => ({
					...PART,
					sectors: [],
					timeframes: [],
					outcomes: [...PART.outcomes],
					path: [{ time: '2026-06-26T16:45:00Z', excess: -0.004 }],
				}),
			},
		);
		await expect.element(page.getByRole('row', { name: /^AMD / })).toMatchTextContent(/hit\s*rebuilt.*\+1\.23%/);
		const path = page.getByRole('table', { name: /^Path of AMD/ });
		await expect.element(path.getByRole('row', { name: /^1 / })).toMatchTextContent(/−0\.40%/);
		const link = page.getByRole('link', { name: 'CSV' }).element() as HTMLAnchorElement;
		expect(new URL(link.href).search).toBe('?task=12&format=csv');
	});

	it('that are gone or failed say so', async () => {
		await open({ task: '12' }, { searchTask: () => rejectCall(404, 'Search not found.') });
		await expect.element(page.getByRole('heading', { name: 'Search not found' })).toBeVisible();
	});

	it('that failed say why and run again', async () => {
		await open({ task: '12' }, { searchTask: () => task({ state: 'failed', note: 'More than 300000 occurrences', results: [] }) });
		await expect.element(page.getByText(/More than 300000 occurrences/)).toBeVisible();
		await expect.element(page.getByRole('button', { name: 'Resume' })).toBeVisible();
	});
});
