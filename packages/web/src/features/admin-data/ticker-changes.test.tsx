import { describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import type { Answers } from '../../testing/api.ts';
import { show } from '../../testing/page.tsx';
import { AdminData } from './page/data.tsx';
import type { Job } from './queries.ts';

const ID = '0197b3a2-0000-7000-8000-000000000002';
const FLT = {
	ticker: 'FLT',
	ticker_id: 7,
	name: 'Fleetcor',
	type: 'stocks' as const,
	industry: null,
	shares: null,
	marketcap: 'all' as const,
};
const TICKER = { ...FLT, capitalization: null, listed: null, delisted: null };

function job(overrides: Partial<Job>): Job {
	return {
		id: ID,
		kind: 'remove_ticker',
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

type Operations = NonNullable<Answers['operations']>;

function provided(name: string, label: string): Operations {
	return {
		health: () => ({ provider: { name, label, simulated: false, public: false } }) as never,
	};
}

async function open(answers: Operations) {
	const operations = { ...provided('files', 'Imported files'), ...answers };
	const tickers: NonNullable<Answers['prices']>['tickers'] = ({ query }) => ({
		items: query?.part === 'FLT' ? [TICKER] : [],
		total_count: 1,
	});
	const shown = await show(<AdminData search={{ view: 'tickers' }} />, { operations, prices: { tickers } });
	const sent = (call: string) => shown.calls.filter((one) => one.call === `operations.${call}`).map((one) => one.input);
	return { ...shown, inputsOf: sent };
}

const question = page.getByRole('dialog');

describe('a ticker', () => {
	it('is removed only when its symbol is typed twice', async () => {
		const { inputsOf, getUrl } = await open({ removeTicker: () => job({ state: 'queued' }) });
		const remove = page.getByRole('button', { name: 'Remove ticker' });
		await page.getByLabelText('Ticker to remove').fill('flt');
		await expect.element(remove).toBeDisabled();
		await page.getByLabelText('Type the symbol again').fill('flx');
		await expect.element(remove).toBeDisabled();
		await page.getByLabelText('Type the symbol again').fill('flt');
		await remove.click();
		await expect.element(question.getByText('Removes FLT with all its rows', { exact: false })).toBeVisible();
		await question.getByRole('button', { name: 'Remove ticker' }).click();
		await expect.poll(() => inputsOf('removeTicker')).toEqual([{ params: { id: 7 }, body: { confirm: 'FLT' } }]);
		await expect.poll(getUrl).toBe(`/admin/data?view=tickers&act=${ID}`);
	});

	it('is renamed from a session on', async () => {
		const { inputsOf, getUrl } = await open({ renameTicker: () => job({ kind: 'rename_ticker', state: 'queued' }) });
		const rename = page.getByRole('button', { name: 'Rename ticker' });
		await page.getByLabelText('Old symbol').fill('flt');
		await page.getByLabelText('New symbol', { exact: true }).fill('cpay');
		await expect.element(rename).toBeDisabled();
		await page.getByLabelText('First session under the new symbol').fill('2024-03-25');
		await rename.click();
		await question.getByRole('button', { name: 'Confirm' }).click();
		await expect.poll(() => inputsOf('renameTicker')).toEqual([{ body: { from: 'FLT', to: 'CPAY', date: '2024-03-25' } }]);
		await expect.poll(getUrl).toBe(`/admin/data?view=tickers&act=${ID}`);
	});

	it('of a market with another source is neither renamed nor removed: the page says so and has no form', async () => {
		await open(provided('simulated', 'Simulated market'));
		await expect.element(page.getByText('They come from the list of Simulated market', { exact: false })).toBeVisible();
		await expect.element(page.getByRole('textbox')).not.toBeInTheDocument();
		await expect.element(page.getByRole('button', { name: 'ticker' })).not.toBeInTheDocument();
	});
});
