import { describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { type Answers, rejectCall } from '../../testing/api.ts';
import { show } from '../../testing/page.tsx';
import type { Day, Job, Report, Verdict } from './queries.ts';
import { AdminReports } from './reports.tsx';

const DATE = '2026-06-30';
const AT = '2026-06-30T13:45:00Z';
const ID = '0197b3a2-0000-7000-8000-000000000002';
const PUBLISHED = { at: AT, version: 2, tickers: 144, reconstructed: false, hash: 'abcdef0123456789'.repeat(4), parameters_version: 3 };

function verdict(overrides: Partial<Verdict> = {}): Verdict {
	return {
		state: 'done',
		date: AT,
		version: 2,
		identical: true,
		recomputed: true,
		same_inputs: true,
		same_engine: true,
		content_hash: '',
		stored_hash: '',
		recomputed_hash: '',
		faults: [],
		witnesses: [],
		difference_count: 0,
		differences: [],
		...overrides,
	};
}

function job(overrides: Partial<Job> = {}): Job {
	return {
		id: ID,
		kind: 'reports',
		state: 'queued',
		phase: '',
		progress: null,
		by: 'admin@example.com',
		request: {},
		result: null,
		error: null,
		created: AT,
		started: null,
		finished: null,
		...overrides,
	};
}

function open(
	search: Record<string, string>,
	operations: NonNullable<Answers['operations']> = {},
	research: NonNullable<Answers['research']> = {},
) {
	return show(<AdminReports search={search} />, {
		operations: {
			health: () => ({ now: '2026-06-30T15:45:00Z' }) as never,
			reportDays: () => ({ items: [day(), day({ date: '2026-06-29', slots: [], reports: 28, corrected: 0 })] }),
			dayReports: () => ({
				date: DATE,
				items: [report(), report({ date: '2026-06-30T14:00:00Z', state: 'missed', seconds: null, published: null })],
			}),
			...operations,
		},
		research,
	});
}

function report(overrides: Partial<Report> = {}): Report {
	return {
		date: AT,
		algo: 'reverse',
		report: 'basic',
		state: 'in_time',
		seconds: 2.4,
		published: PUBLISHED,
		...overrides,
	};
}

function day(overrides: Partial<Day> = {}): Day {
	return {
		date: DATE,
		slots: [
			{ date: AT, algo: 'reverse', state: 'in_time' },
			{ date: '2026-06-30T14:00:00Z', algo: 'reverse', state: 'missed' },
		],
		reports: 1,
		corrected: 1,
		...overrides,
	};
}

function inputsOf({ calls }: Awaited<ReturnType<typeof open>>, call: string) {
	return calls.filter((one) => one.call === call).map((one) => one.input);
}

async function sure(name: string): Promise<void> {
	await page.getByRole('button', { name, exact: true }).click();
	await page.getByRole('dialog', { name }).getByRole('button', { name: 'Confirm' }).click();
}

describe('the calendar of reports', () => {
	it('says of each day how many came, were missed and corrected, and leads to it', async () => {
		const shown = await open({ month: '2026-06' });
		await expect
			.element(page.getByRole('link', { name: /^06\/30\/2026 *1 report *1 missed *1 corrected$/ }))
			.toHaveAttribute('href', '/admin/reports?date=2026-06-30');
		await expect.element(page.getByRole('link', { name: /^06\/29\/2026 *28 reports$/ })).toBeVisible();
		// Unknown days count as closed.
		await expect.element(page.getByText('closed').first()).toBeVisible();
		expect(inputsOf(shown, 'operations.reportDays')[0]).toEqual({ query: { from: '2026-06-01', to: '2026-06-30' } });
		await expect.element(page.getByRole('link', { name: 'Previous page' })).toHaveAttribute('href', '/admin/reports?month=2026-05');
	});

	it('can be asked for again', async () => {
		await open({ month: '2026-06' }, { reportDays: () => rejectCall(503, 'away') });
		await expect.element(page.getByRole('button', { name: 'Try again' })).toBeVisible();
	});
});

describe('the reports of a day', () => {
	it('stand with version, set and hash; one that was missed too', async () => {
		await open({ date: DATE });
		const row = page.getByRole('row', { name: /^09:45/ });
		await expect.element(row.getByText('2 · live')).toBeVisible();
		await expect.element(row.getByText('on time after 2.4 s')).toBeVisible();
		await expect.element(row.getByText('abcdef012345')).toBeVisible();
		await expect.element(row.getByTitle('abcdef0123456789'.repeat(4))).toBeVisible();
		const missed = page.getByRole('row', { name: /^10:00/ });
		await expect.element(missed.getByText('missed')).toBeVisible();
		await expect.element(missed.getByRole('button', { name: /^Verify/ })).not.toBeInTheDocument();
	});

	it('are verified: first how far, then that nothing differs', async () => {
		let requests = 0;
		const shown = await open(
			{ date: DATE },
			{},
			{ verifyReport: () => (requests++ === 0 ? ({ state: 'running', progress: 0.3 } as never) : verdict()) },
		);
		await page.getByRole('button', { name: /^Verify report 09:45/ }).click();
		await expect.element(page.getByText('is identical', { exact: false })).toBeVisible();
		expect(inputsOf(shown, 'research.verifyReport')).toEqual(Array(2).fill({ body: { date: AT, version: 2 } }));
	});

	it('that do not come out the same name the cells', async () => {
		const differences = [{ ticker_id: 1, ticker: 'AZO', cell: 'volume 1h', stored: '3', recomputed: '2' }];
		await open({ date: DATE }, {}, { verifyReport: () => verdict({ identical: false, difference_count: 1, differences }) });
		await page.getByRole('button', { name: /^Verify report 09:45/ }).click();
		await expect.element(page.getByText('AZO, volume 1h: 3 stored, 2 recalculated')).toBeVisible();
	});

	it('are built again one by one, and the address names the job', async () => {
		const shown = await open({ date: DATE }, { buildReport: () => job() });
		await page.getByRole('button', { name: /^Rebuild: report 09:45/ }).click();
		const question = page.getByRole('dialog');
		await expect.element(question.getByText('Reports that differ become new versions', { exact: false })).toBeVisible();
		await question.getByRole('button', { name: 'Confirm' }).click();
		await expect.poll(shown.getUrl).toBe(`/admin/reports?date=${DATE}&job=${ID}`);
		expect(inputsOf(shown, 'operations.buildReport')).toEqual([{ body: { date: AT } }]);
	});

	it('are built again for a span of dates', async () => {
		const shown = await open({ date: DATE }, { reschedule: () => job() });
		await sure('Rebuild dates');
		await expect.poll(() => inputsOf(shown, 'operations.reschedule')).toEqual([{ body: { from: DATE, to: DATE } }]);
	});

	it('that were built again are said to be', async () => {
		await open({ date: DATE, job: ID }, { job: () => job({ state: 'done', result: { looked: 28, changed: 2 } }) });
		await expect.element(page.getByText('28 reports checked, 2 new versions')).toBeVisible();
		await open({ date: DATE, job: ID }, { job: () => job({ state: 'failed', error: 'No report stands on stored bars of that time.' }) });
		await expect.element(page.getByText('failed: No report stands on stored bars of that time.')).toBeVisible();
	});

	it('are none where nothing is stored', async () => {
		await open({ date: '2026-06-28' }, { dayReports: () => ({ date: '2026-06-28', items: [] }) });
		await expect.element(page.getByText('No reports', { exact: true })).toBeVisible();
	});
});
