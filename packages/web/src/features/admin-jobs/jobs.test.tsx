import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { type Answers, rejectCall } from '../../testing/api.ts';
import { show } from '../../testing/page.tsx';
import { AdminJobs, formatDuration, formatRequest } from './jobs.tsx';
import type { Job } from './queries.ts';

function job(overrides: Partial<Job> = {}): Job {
	return {
		id: '00000000-0000-4000-8000-000000000001',
		kind: 'gaps',
		state: 'failed',
		phase: 'Failed',
		progress: null,
		by: 'ann@example.com',
		created: '2026-06-30T15:45:00Z',
		started: '2026-06-30T15:45:01Z',
		finished: '2026-06-30T15:46:00Z',
		error: 'the source was away',
		request: { from: '2026-06-01', to: '2026-06-02' },
		result: null,
		...overrides,
	};
}

function open(items: Job[], answers: NonNullable<Answers['operations']> = {}, search: Record<string, string> = {}) {
	return show(<AdminJobs search={search} />, {
		operations: { jobs: () => ({ items, total_count: items.length, is_more: false }), ...answers },
	});
}

function inputOf({ calls }: Awaited<ReturnType<typeof open>>, call: string) {
	return calls.find((one) => one.call === call)?.input;
}

it('says of each job what it was for, how it ended and who asked', async () => {
	const shown = await open([job()], {}, { kind: 'gaps', state: 'failed', page: '2' });
	const row = page.getByRole('row', { name: /Find gaps/ });
	await expect.element(row.getByText('06/01/2026 to 06/02/2026')).toBeVisible();
	await expect.element(row.getByText('failed: the source was away')).toBeVisible();
	await expect.element(row.getByText('ann@example.com')).toBeVisible();
	await expect.element(row.getByRole('cell', { name: '59 s', exact: true })).toBeVisible();
	expect(inputOf(shown, 'operations.jobs')).toEqual({
		query: { kind: ['gaps'], state: 'failed', sort_by: 'created', sort_dir: 'desc', skip: 20, max: 20 },
	});
});

it('asks again for one that failed, after saying what that does', async () => {
	const shown = await open([job()], { retryJob: () => job({ state: 'queued', error: null }) });
	await page.getByRole('button', { name: 'Retry: Find gaps' }).click();
	const question = page.getByRole('dialog', { name: 'Retry: Find gaps' });
	await expect.element(question.getByText('repeating a job is safe', { exact: false })).toBeVisible();
	await question.getByRole('button', { name: 'Confirm' }).click();
	await expect.element(page.getByText('Find gaps: queued again.')).toBeVisible();
	expect(inputOf(shown, 'operations.retryJob')).toEqual({ params: { id: job().id } });
});

it('sorts by its columns, in the address, and says kinds and states in words', async () => {
	const shown = await open([job()], {}, { sort_by: 'took', state: 'failed' });
	await expect.element(page.getByText('Duration ▾')).toBeInTheDocument();
	expect(page.getByText('Duration ▾').element().closest('th')?.ariaSort).toBe('descending');
	expect(document.querySelector('thead a')?.getAttribute('href')).toBe('/admin/jobs?state=failed&sort_by=kind&sort_dir=asc');
	await expect.element(page.getByLabelText('Kind').getByRole('option', { name: 'Check the report chain' })).toBeInTheDocument();
	expect(inputOf(shown, 'operations.jobs')).toEqual({
		query: { state: 'failed', sort_by: 'took', sort_dir: 'desc', skip: 0, max: 20 },
	});
});

it.each([
	['import', 'To import the file, upload it again.'],
	['search', 'Only the user who created the search can start it again.'],
] as const)('says where to restart a failed %s', async (kind, text) => {
	await open([job({ kind, request: {} })]);
	await expect.element(page.getByText(text)).toBeVisible();
	await expect.element(page.getByRole('button', { name: /^Retry/ })).not.toBeInTheDocument();
});

it('says of the search of an account that it is canceled with its job', async () => {
	await open([job({ kind: 'search', state: 'queued', request: { id: 5, run: 1 }, error: null, finished: null })]);
	await page.getByRole('button', { name: 'Cancel: User’s signal search' }).click();
	await expect.element(page.getByRole('dialog').getByText('the user’s search', { exact: false })).toBeVisible();
});

it('shows how far one is, and ends it', async () => {
	await open([job({ state: 'running', phase: 'Reading bars', progress: 0.4, error: null, finished: null })], {
		cancelJob: () => rejectCall(404, 'Job not found'),
	});
	await expect.element(page.getByRole('progressbar', { name: 'Progress: Find gaps' })).toHaveAttribute('value', '0.4');
	await expect.element(page.getByRole('button', { name: /^Retry/ })).not.toBeInTheDocument();
	await page.getByRole('button', { name: 'Cancel: Find gaps' }).click();
	const question = page.getByRole('dialog', { name: 'Cancel: Find gaps' });
	await question.getByRole('button', { name: 'Confirm' }).click();
	await expect.element(question.getByRole('alert').filter({ hasText: 'Job not found' })).toBeVisible();
});

it('reads the log of one by pages', async () => {
	const shown = await open([job()], {
		jobLog: ({ query }) => ({
			items: [{ number: 1, line: query?.skip === 50 ? 'the end' : 'the beginning' }],
			total_count: 60,
		}),
	});
	await page.getByRole('button', { name: /^Log: Find gaps/ }).click();
	const log = page.getByRole('dialog', { name: /^Log: Find gaps/ });
	await expect.element(log.getByText('the beginning')).toBeVisible();
	await expect.element(log.getByRole('button', { name: 'Earlier' })).toBeDisabled();
	await log.getByRole('button', { name: 'Later' }).click();
	await expect.element(log.getByText('the end')).toBeVisible();
	await expect.element(log.getByRole('button', { name: 'Later' })).toBeDisabled();
	await log.getByRole('button', { name: 'Close' }).click();
	await expect.element(log).not.toBeInTheDocument();
	expect(inputOf(shown, 'operations.jobLog')).toMatchObject({ params: { id: job().id } });
});

it('says so where there is none, and where a log is empty', async () => {
	await open([]);
	await expect.element(page.getByText('No jobs match.')).toBeVisible();
	await open([job()], { jobLog: () => ({ items: [], total_count: 0 }) });
	await page.getByRole('button', { name: /^Log: Find gaps/ }).click();
	await expect.element(page.getByText('No log entries yet.')).toBeVisible();
});

it.each([
	[{}, ''],
	[{ fetch: true }, ''],
	[{ from: '2026-06-01', to: '2026-06-03' }, '06/01/2026 to 06/03/2026'],
	[{ from: '2026-06-01' }, 'from 06/01/2026'],
	[{ to: '2026-06-03' }, 'to 06/03/2026'],
	[{ date: '2026-06-30T15:45:00Z' }, '06/30/2026 11:45 AM ET'],
	[{ apply: [{ ticker_id: 10, date: '2020-08-31', ratio: 4 }], revoke: [], dismiss: [] }, 'apply ticker id 10, 08/31/2020, ratio 4'],
	[{ from: '2026-06-01', to: '2026-06-02', tickers: [7, 8] }, '06/01/2026 to 06/02/2026, tickers 7; 8'],
	[{ from: '2026-06-01', to: '2026-06-02', tickers: [1, 2, 3, 4, 5, 6, 7] }, '06/01/2026 to 06/02/2026, tickers 1; 2; 3; 4; 5; and 2 more'],
	[{ id: 5, run: 2 }, 'id 5, run 2'],
	[{ id: 5, report: Date.UTC(2026, 5, 30, 15, 45) }, 'id 5, report 06/30/2026 11:45 AM ET'],
])('says what %j asks for', (request, text) => {
	expect(formatRequest(request)).toBe(text);
});

it.each([
	[null, null, ''],
	['2026-06-30T15:45:00Z', null, ''],
	['2026-06-30T15:45:00Z', '2026-06-30T15:45:00Z', '0 s'],
	['2026-06-30T15:45:00Z', '2026-06-30T15:45:59Z', '59 s'],
	['2026-06-30T15:45:00Z', '2026-06-30T15:46:05Z', '1 min 5 s'],
	['2026-06-30T15:45:00Z', '2026-06-30T18:47:05Z', '3 h 2 min'],
])('from %s to %s took %s', (started, finished, text) => {
	expect(formatDuration({ started, finished })).toBe(text);
});
