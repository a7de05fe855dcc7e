import { expect, it, onTestFinished, vi } from 'vitest';
import { page } from 'vitest/browser';
import type { Answers } from '../../testing/api.ts';
import { rejectCall } from '../../testing/api.ts';
import { show } from '../../testing/page.tsx';
import { AdminHealth } from './health.tsx';
import { formatBytes } from './lists.tsx';
import { type Detail, type Freshness, type Job, REFETCH_MS } from './queries.ts';

function process(overrides: Partial<Detail['processes'][number]> = {}): Detail['processes'][number] {
	return {
		name: 'harbour',
		number: 1,
		roles: ['market', 'api', 'jobs'],
		version: '1.0.0',
		address: 'http://10.0.0.5:8080',
		leads_since: null,
		behind: 0,
		state: 'lives',
		seen: 2,
		...overrides,
	};
}

function detail(overrides: Partial<Detail> = {}): Detail {
	return {
		now: '2026-06-30T16:16:04Z',
		degraded: [],
		behind: { slots: 0, minutes: 0, since: null, detail: 'The latest report is up to date.' },
		today: {
			date: '2026-06-30',
			late_after: 120,
			slots: [
				{ date: '2026-06-30T15:15:00Z', state: 'in_time', seconds: 41, why: null },
				{ date: '2026-06-30T15:30:00Z', state: 'missed', seconds: null, why: 'absent' },
				{ date: '2026-06-30T15:45:00Z', state: 'late', seconds: 212, why: null },
				{ date: '2026-06-30T16:30:00Z', state: 'to_come', seconds: null, why: null },
			],
		},
		coverage: { tickers: 200, measured: 198, timeframes: [{ timeframe: 'fifteen_minutes', measured: 190 }] },
		sources: [{ name: 'alpaca', per_minute: 180, sent: 1_200, state: 'open', why: 'limit', wait: 20 }],
		stores: { parts: [{ name: 'bars', bytes: 31.6e9, by_day: 0.4e9 }], disk: { free: 200e9, total: 400e9 } },
		processes: [process()],
		backup: { made: '2026-06-30T06:00:07Z', bytes: 1.2e9 },
		update: { version: '1.2.0', notes: 'https://example.com/notes' },
		mails_waiting: 0,
		history: [{ date: '2026-06-30', in_time: 1, late: 1, missed: 1, p50: 41, p95: 212, worst: 212 }],
		...overrides,
	};
}

function freshness(overrides: Partial<Freshness> = {}): Freshness {
	return {
		provider: 'Alpaca',
		simulated: false,
		now: '2026-06-30T16:16:04Z',
		session: 'regular',
		as_of: '2026-06-30T16:15:00Z',
		delay: 64,
		vendor_delay: null,
		punctuality: { sessions: 20, reports: 300, p50: 40, p95: 60, worst: 212, missed: 1 },
		gaps: { reports: 0, bars: 0, looked: null, fetches: true },
		quarantined: 0,
		event_loop: { p50: 1, p99: 4, max: 20 },
		memory: { resident: 1.9e9, heap: 0.4e9 },
		hub: { connections: 214, held_polls: 200 },
		...overrides,
	};
}

function job(overrides: Partial<Job> = {}): Job {
	return {
		id: '0197b3a2-0000-7000-8000-000000000001',
		kind: 'gaps',
		state: 'running',
		phase: 'Fetching 06/12',
		progress: 0.62,
		by: 'admin@example.com',
		created: '2026-06-30T16:00:00Z',
		started: '2026-06-30T16:00:01Z',
		finished: null,
		error: null,
		request: {},
		result: null,
		...overrides,
	};
}

const VERSIONS = { product: '1.0.0', engine: '3', parameters: '1', node: '24' };

async function open(answers: NonNullable<Answers['operations']> = {}) {
	const shown = await show(<AdminHealth search={{}} />, {
		operations: {
			healthDetail: () => detail(),
			freshness: () => freshness(),
			jobs: () => ({ items: [job()], total_count: 1, is_more: false }),
			health: () => ({
				status: 'ready',
				phase: 'Ready',
				progress: null,
				degraded: [],
				versions: VERSIONS,
				provider: { name: 'alpaca', label: 'Alpaca', simulated: false, public: false },
				now: '2026-06-30T16:16:04Z',
				speed: 1,
				last_report: null,
				reports: 0,
				behind: null,
			}),
			...answers,
		},
	});
	const inputsOf = (call: string) => shown.calls.filter((one) => one.call === `operations.${call}`).map((one) => one.input);
	return { ...shown, given: inputsOf };
}

const dialog = page.getByRole('dialog');

it('says what is wrong, and how everything stands', async () => {
	await open();
	await expect.element(page.getByText('11:30 ET was missed.')).toBeVisible();
	await expect.element(page.getByText(/No report for this slot/)).toBeVisible();
	await expect.element(page.getByText('2 of 3')).toBeVisible();
	await expect.element(page.getByText('1 missed, 1 late')).toBeVisible();
	await expect.element(page.getByText('11:45 ET: late, 212 s')).toBeInTheDocument();
	await expect.element(page.getByText('198 of 200 tickers')).toBeVisible();
	await expect.element(page.getByText(/paused, retry in 20 s/)).toBeVisible();
	await expect.element(page.getByText(/200.0 GB of 400.0 GB free on disk. Enough for 500 days at this rate./)).toBeVisible();
	await expect.element(page.getByText('1.0.0, 3, 1, 24')).toBeVisible();
	await expect.element(page.getByText(/02:00 ET, 1.2 GB/)).toBeVisible();
	await expect
		.element(page.getByRole('link', { name: 'Version 1.2.0 is available.' }))
		.toHaveAttribute('href', 'https://example.com/notes');
});

it('rebuilds a missed report after a sentence on what that does, and shows the result', async () => {
	const { given } = await open({ buildReport: () => job({ kind: 'reports', state: 'queued' }) });
	await page.getByRole('button', { name: 'Rebuild: 11:30 ET' }).click();
	await expect.element(dialog.getByText(/the old version is kept/)).toBeVisible();
	expect(given('buildReport')).toEqual([]);
	await dialog.getByRole('button', { name: 'Confirm' }).click();
	await expect.element(page.getByRole('alert').filter({ hasText: 'Rebuild reports: job queued' })).toBeVisible();
	expect(given('buildReport')).toEqual([{ body: { date: '2026-06-30T15:30:00Z' } }]);
	await expect.element(dialog).not.toBeInTheDocument();
});

it('shows why an action was refused, and keeps the question', async () => {
	await open({
		healthDetail: () => detail({ today: { date: null, late_after: 120, slots: [] } }),
		freshness: () => freshness({ quarantined: 2 }),
		checkSplits: () => rejectCall(403, 'Not you'),
	});
	await page.getByRole('button', { name: 'Check splits' }).click();
	await dialog.getByRole('button', { name: 'Confirm' }).click();
	await expect.element(dialog.getByText('Not you')).toBeVisible();
});

it('ends a job that runs', async () => {
	const { given } = await open({ cancelJob: () => job({ state: 'canceled' }) });
	await page.getByRole('button', { name: 'Cancel: Find gaps' }).click();
	await dialog.getByRole('button', { name: 'Confirm' }).click();
	await expect.element(page.getByRole('alert').filter({ hasText: 'Canceling Find gaps...' })).toBeVisible();
	expect(given('cancelJob')).toEqual([{ params: { id: job().id } }]);
});

it('says that all is well, with the usual fix for anything degraded', async () => {
	await open({ healthDetail: () => detail({ today: { date: null, late_after: 120, slots: [] } }) });
	await expect.element(page.getByText('No problems.')).toBeVisible();
	await open({ healthDetail: () => detail({ degraded: [{ reason: 'disk', since: null, detail: 'The disk has 90 MB left.' }] }) });
	await expect.element(page.getByText('The disk has 90 MB left.')).toBeVisible();
	await expect.element(page.getByText(/Free disk space/)).toBeVisible();
});

it('fails with a way to try again', async () => {
	await open({ healthDetail: () => rejectCall(500, 'Broken') });
	await expect.element(page.getByRole('button', { name: 'Try again' })).toBeVisible();
});

it('tries all figures again, also if only the freshness failed at a refresh', async () => {
	vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
	onTestFinished(() => void vi.useRealTimers());
	let isFailing = false;
	await open({ freshness: () => (isFailing ? rejectCall(500, 'Broken') : freshness()) });
	await expect.element(page.getByText('2 of 3')).toBeVisible();
	const retry = page.getByRole('button', { name: 'Try again' });
	await expect.element(retry).not.toBeInTheDocument();
	isFailing = true;
	vi.advanceTimersByTime(REFETCH_MS);
	await expect.element(retry).toBeVisible();
	isFailing = false;
	await retry.click();
	await expect.element(retry).not.toBeInTheDocument();
});

it('links from each problem and each figure to where it is fixed', async () => {
	await open({
		freshness: () => freshness({ gaps: { reports: 3, bars: 0, looked: null, fetches: true }, quarantined: 2 }),
		jobs: () => ({ items: [], total_count: 0, is_more: false }),
	});
	const wrong = page.getByRole('region', { name: 'Problems' });
	await expect.element(wrong.getByRole('link', { name: 'View rebuilt reports' })).toHaveAttribute('href', '/admin/jobs?kind=reports');
	await expect.element(wrong.getByRole('link', { name: 'View gaps' })).toHaveAttribute('href', '/admin/data');
	await expect.element(wrong.getByRole('link', { name: 'View splits' })).toHaveAttribute('href', '/admin/data?view=splits');
	await expect
		.element(page.getByRole('link', { name: /^2 tickers without depths/ }))
		.toHaveAttribute('href', '/admin/data?view=quarantine');
	await expect.element(page.getByRole('link', { name: 'Failed jobs' })).toHaveAttribute('href', '/admin/jobs?state=failed');
});

it('says how far the latest report is behind, and nothing where none is due', async () => {
	await open();
	await expect.element(page.getByText('up to date', { exact: true })).toBeVisible();
	await expect.element(page.getByText('The latest report is up to date.')).not.toBeInTheDocument();
	const late = { slots: 3, minutes: 46, since: '2026-06-30T15:30:00Z', detail: 'The latest report is 3 slots (46 minutes) behind.' };
	await open({ healthDetail: () => detail({ behind: late }) });
	await expect.element(page.getByText('3 slots behind', { exact: true })).toBeVisible();
	await expect.element(page.getByText(late.detail)).toBeVisible();
	await open({ healthDetail: () => detail({ behind: null }) });
	await expect.element(page.getByText('no report is due')).toBeVisible();
});

it.each([
	['market', 'First steps', '/admin/setup'],
	['disk', 'View folder', '/admin/settings?q=SIGNALWHEEL_DATA'],
	['publishing', 'View gaps', '/admin/data'],
	['mails', 'View mail settings', '/admin/settings?q=mail'],
	['jobs', 'View queue', '/admin/jobs?state=queued'],
] as const)('leads from %s to where it is looked into', async (reason, name, href) => {
	await open({
		healthDetail: () =>
			detail({ degraded: [{ reason, since: null, detail: 'Something.' }], today: { date: null, late_after: 120, slots: [] } }),
	});
	await expect.element(page.getByRole('region', { name: 'Problems' }).getByRole('link', { name })).toHaveAttribute('href', href);
});

it('asks again for a job that failed, until the same was asked for again', async () => {
	const failed = job({ state: 'failed', error: 'the source was away.' });
	const newer = job({ id: '0197b3a2-0000-7000-8000-000000000002', state: 'done' });
	let items = [failed];
	const { given } = await open({
		jobs: () => ({ items, total_count: items.length, is_more: false }),
		retryJob: () => {
			items = [newer, failed];
			return newer;
		},
	});
	const wrong = page.getByRole('region', { name: 'Problems' });
	await expect.element(wrong.getByText('Find gaps failed: the source was away.')).toBeVisible();
	await expect.element(wrong.getByRole('link', { name: 'Failed jobs' })).toHaveAttribute('href', '/admin/jobs?state=failed');
	await wrong.getByRole('button', { name: 'Retry: Find gaps' }).click();
	await dialog.getByRole('button', { name: 'Confirm' }).click();
	await expect.element(wrong.getByText('Find gaps failed', { exact: false })).not.toBeInTheDocument();
	expect(given('retryJob')).toEqual([{ params: { id: failed.id } }]);
});

it('reports a source that does not answer, thin coverage and missing bars', async () => {
	await open({
		healthDetail: () =>
			detail({
				sources: [{ name: 'alpaca', per_minute: 180, sent: 1, state: 'open', why: 'outage', wait: 30 }],
				coverage: { tickers: 200, measured: 150, timeframes: [] },
				today: { date: null, late_after: 120, slots: [] },
			}),
		freshness: () => freshness({ gaps: { reports: 0, bars: 7, looked: null, fetches: true } }),
	});
	await expect.element(page.getByText('alpaca doesn’t respond.')).toBeVisible();
	await expect.element(page.getByText(/retry in 30 s/)).toBeVisible();
	await expect.element(page.getByText('Only 75 % of tickers in the latest report have depths.')).toBeVisible();
	await expect.element(page.getByText('7 bars were missing at the last check.')).toBeVisible();
});

it('offers no filling of gaps where the source has no past bars', async () => {
	await open({
		healthDetail: () => detail({ coverage: { tickers: 200, measured: 150, timeframes: [] } }),
		freshness: () => freshness({ gaps: { reports: 3, bars: 0, looked: null, fetches: false } }),
	});
	const wrong = page.getByRole('region', { name: 'Problems' });
	await expect.element(wrong.getByText('3 slots without a report in the last 20 sessions')).toBeVisible();
	await expect.element(wrong.getByText('Data can’t be fetched again from this source', { exact: false })).toBeVisible();
	await expect.element(wrong.getByRole('button', { name: 'Find and fix gaps' })).not.toBeInTheDocument();
});

it('shows of each process what it does, which one leads, and which are behind, silent or gone', async () => {
	await open({
		healthDetail: () =>
			detail({
				processes: [
					process({ number: 1, name: 'ash', roles: ['market'], leads_since: '2026-06-30T13:00:00Z' }),
					process({ number: 2, name: 'birch', roles: ['market'], state: 'silent', seen: 40 }),
					process({ number: 3, name: 'cedar', roles: ['api'], behind: 900 }),
					process({ number: 4, name: 'elm', roles: ['jobs'], state: 'gone', behind: null, address: null, seen: 7_200 }),
				],
			}),
	});
	const table = page.getByRole('region', { name: 'Processes' });
	const row = (name: RegExp) => table.getByRole('row', { name });
	await expect.element(row(/^ash .*running market leader since .* shown 2\.0 s ago 1\.0\.0$/)).toBeInTheDocument();
	await expect.element(row(/^birch .*not responding market standby shown 40 s ago/)).toBeInTheDocument();
	await expect.element(row(/^cedar .*running api 15 min behind/)).toBeInTheDocument();
	await expect.element(row(/^elm no address stopped jobs n\/a/)).toBeInTheDocument();
});

it('says with the processes that none of them leads', async () => {
	const lead = { reason: 'lead', since: '2026-06-30T13:00:00Z', detail: 'No process has led the market.' } as const;
	await open({ healthDetail: () => detail({ degraded: [lead], processes: [process({ roles: ['market'], state: 'silent', seen: 40 })] }) });
	await expect.element(page.getByText(lead.detail).nth(1)).toBeVisible();
	const wrong = page.getByRole('region', { name: 'Problems' });
	await expect.element(wrong.getByText('See the status of each process', { exact: false })).toBeVisible();
	await expect.element(page.getByRole('row', { name: /^harbour .*not responding market shown 40 s ago/ })).toBeInTheDocument();
});

it('says of a process that is alone neither that it leads nor that it stands by', async () => {
	await open();
	const table = page.getByRole('region', { name: 'Processes' });
	await expect.element(table.getByText('market, api, jobs')).toBeInTheDocument();
	await expect.element(table.getByText(/leader since|standby/)).not.toBeInTheDocument();
});

it('writes bytes with the unit that suits them', () => {
	expect([0, 999, 1_000, 48.2e9, -0.6e9, 3e15].map(formatBytes)).toEqual(['0 B', '999 B', '1.0 kB', '48.2 GB', '−600.0 MB', '3000.0 TB']);
});
