import { describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { Answers } from '../../testing/api.ts';
import { show } from '../../testing/page.tsx';
import { AdminData } from './page/data.tsx';
import type { Job } from './queries.ts';

const NEXT = '0197b3a2-0000-7000-8000-000000000002';

function job(overrides: Partial<Job>): Job {
	return {
		id: NEXT,
		kind: 'splits',
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

async function open(search: Record<string, string>, operations: NonNullable<Answers['operations']>, prices: Answers['prices'] = {}) {
	const shown = await show(<AdminData search={search} />, { operations, prices });
	const inputsOf = (call: string) => shown.calls.filter((one) => one.call === `operations.${call}`).map((one) => one.input);
	return { ...shown, given: inputsOf };
}

const sure = page.getByRole('dialog').getByRole('button', { name: 'Confirm' });

describe('a split', () => {
	const KAL = {
		ticker: 'KAL',
		ticker_id: 7,
		name: 'Kalium',
		type: 'stocks' as const,
		industry: null,
		shares: null,
		marketcap: 'all' as const,
		capitalization: null,
		listed: null,
		delisted: null,
	};
	const NO_JOBS = { jobs: () => ({ items: [], total_count: 0, is_more: false }), job: () => job({ id: NEXT, kind: 'splits' }) };

	it('that no jump shows is entered by ticker and date', async () => {
		const { given } = await open(
			{ view: 'splits' },
			{ ...NO_JOBS, splits: () => job({ id: NEXT, kind: 'splits', state: 'queued' }) },
			{ tickers: ({ query }) => ({ items: query?.part === 'KAL' ? [KAL] : [], total_count: 1 }) },
		);
		const enter = page.getByRole('button', { name: 'Enter split' });
		await expect.element(enter).toBeDisabled();
		await page.getByLabelText('Ticker of a split').fill('none');
		await page.getByLabelText('First session after the split').fill('2026-05-04');
		await enter.click();
		await expect.element(page.getByText('Unknown ticker NONE.')).toBeVisible();
		await page.getByLabelText('Ticker of a split').fill('kal');
		await enter.click();
		const decision = page.getByRole('dialog', { name: 'KAL, 05/04/2026' });
		await expect.element(decision.getByRole('button', { name: 'Apply split' })).toBeDisabled();
		await decision.getByLabelText('New shares per old share').fill('1.25');
		await decision.getByRole('button', { name: 'Apply split' }).click();
		await sure.click();
		await expect.poll(() => given('splits')).toEqual([{ body: { apply: [{ ticker_id: 7, date: '2026-05-04', ratio: 1.25 }] } }]);
	});

	it('and dividends come as a file, whose rows are checked before they are applied', async () => {
		const row = { line: 2, ticker: 'KAL', date: '2026-05-04', type: 'split' as const, value: 1.25, replaces: null, reason: null };
		const refused = { ...row, line: 3, ticker: 'NONE', reason: "There is no ticker 'NONE'." };
		const { given, getUrl } = await open(
			{ view: 'splits' },
			{
				...NO_JOBS,
				corporateActions: ({ body }) => ({
					rows: [row, refused],
					accepted: 1,
					refused: 1,
					job: body?.dry_run ? null : job({ id: NEXT, kind: 'corporate_actions', state: 'queued' }),
				}),
			},
		);
		const csv = 'ticker,date,type,value\nKAL,2026-05-04,split,1.25\nNONE,2026-05-04,split,1.25\n';
		await userEvent.upload(page.getByLabelText('File of splits and dividends'), new File([csv], 'actions.csv', { type: 'text/csv' }));
		await expect.element(page.getByText('actions.csv: 1 valid row, 1 rejected row.')).toBeVisible();
		await expect.element(page.getByText("rejected: There is no ticker 'NONE'.")).toBeVisible();
		await page.getByRole('button', { name: 'Apply valid rows' }).click();
		await sure.click();
		await expect.poll(getUrl).toBe(`/admin/data?view=splits&act=${NEXT}`);
		expect(given('corporateActions')).toEqual([{ body: { csv, dry_run: true } }, { body: { csv, dry_run: false } }]);
	});
});
