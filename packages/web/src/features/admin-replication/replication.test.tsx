import { beforeEach, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { rejectCall } from '../../testing/api.ts';
import { show } from '../../testing/page.tsx';
import { AdminReplication } from './replication.tsx';

const EFFECT = {
	effect: 'end_of_day',
	title: 'End-of-day reversal',
	study: 'Soebhag, Baltussen and Da 2024',
	published: 'losers of the day earn more in its last half-hour',
	unit: 'return',
	found: { value: 0.0012, low: 0.0004, high: 0.002, n: 240 },
	span: { from: '2025-07-01', to: '2026-06-30' },
	r_squared: null,
	verdict: 'agrees',
} as const;
const RESULTS = {
	measured: '2026-06-30T20:00:00Z',
	provider: 'Simulated market',
	simulated: true,
	tickers: 1200,
	sessions: 250,
	items: [EFFECT, { ...EFFECT, effect: 'put_call', found: null, span: null, verdict: 'not_measured' } as const],
	combinations: null,
};
const OLDER = { ...RESULTS, measured: '2026-06-29T20:00:00Z', published: '2026-06-29T21:00:00Z' };
let state: { latest: typeof RESULTS | null; published: typeof OLDER | null; job: null | Job };
interface Job {
	id: string;
	state: 'queued' | 'running' | 'done' | 'failed' | 'canceled';
	phase: string;
	progress: number | null;
	error: string | null;
}
const JOB: Job = { id: '0197b3a2-0000-7000-8000-000000000001', state: 'done', phase: '', progress: null, error: null };

beforeEach(() => {
	state = { latest: RESULTS, published: null, job: JOB };
});

function keep(next: typeof state) {
	state = next;
	return state;
}

function shown() {
	return show(<AdminReplication />, {
		research: {
			measuredReplication: () => state,
			measureReplication: () => keep({ ...state, job: { ...JOB, state: 'running', phase: 'Reading sessions', progress: 0.5 } }),
			publishReplication: ({ body }) =>
				body.measured === RESULTS.measured
					? keep({ ...state, published: { ...RESULTS, published: '2026-06-30T21:00:00Z' } })
					: rejectCall(409, 'These are not the latest results.'),
			withdrawReplication: () => keep({ ...state, published: null }),
		},
	});
}

it('shows each effect with its interval and verdict, those that can’t be measured included', async () => {
	await shown();
	await expect.element(page.getByText('Not published. Only administrators see these results.')).toBeVisible();
	const row = page.getByRole('row').filter({ hasText: 'End-of-day reversal' });
	await expect.element(row.getByText('12.0 bp (4.0 to 20.0 bp)')).toBeVisible();
	await expect.element(row.getByText('07/01/2025 to 06/30/2026')).toBeVisible();
	await expect
		.element(page.getByRole('row').filter({ hasText: 'Put/call ratio' }).getByText('can’t be measured with this data'))
		.toBeVisible();
	await expect.element(page.getByText('This market is simulated', { exact: false })).toBeVisible();
});

it('publishes what is shown after a question, and withdraws it', async () => {
	const { calls } = await shown();
	await page.getByRole('button', { name: 'Publish' }).click();
	await page.getByRole('dialog', { name: 'Publish' }).getByRole('button', { name: 'Confirm' }).click();
	await expect.element(page.getByText('Published on 06/30/2026', { exact: false })).toBeVisible();
	expect(calls.find(({ call }) => call === 'research.publishReplication')?.input).toEqual({ body: { measured: RESULTS.measured } });
	await expect.element(page.getByRole('link', { name: 'Open published page' })).toHaveAttribute('href', '/replication');
	await expect.element(page.getByRole('button', { name: 'Publish' })).not.toBeInTheDocument();
	await page.getByRole('button', { name: 'Withdraw' }).click();
	await page.getByRole('dialog', { name: 'Withdraw' }).getByRole('button', { name: 'Confirm' }).click();
	await expect.element(page.getByText('Not published.', { exact: false })).toBeVisible();
});

it('says that users see older results where these were measured since', async () => {
	keep({ ...state, published: OLDER });
	await shown();
	await expect.element(page.getByText('Users see the results measured on 06/29/2026', { exact: false })).toBeVisible();
	await expect.element(page.getByRole('button', { name: 'Publish' })).toBeVisible();
});

it('measures in the background, with progress, and not twice at once', async () => {
	keep({ latest: null, published: null, job: null });
	await shown();
	await expect.element(page.getByText('Nothing measured yet.')).toBeVisible();
	await page.getByRole('button', { name: 'Measure' }).click();
	await page.getByRole('dialog', { name: 'Measure' }).getByRole('button', { name: 'Confirm' }).click();
	await expect.element(page.getByText('Measuring: Reading sessions')).toBeVisible();
	await expect.element(page.getByRole('button', { name: 'Measure' })).toBeDisabled();
	keep({ ...state, job: { ...JOB, state: 'failed', error: 'The store is down.' } });
	await expect.element(page.getByText('The last measurement failed: The store is down.')).toBeVisible();
});
