import { describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { DEFAULT_STATE } from '../../entities/list-state/state.ts';
import { createTickerState } from '../../entities/ticker/ticker-state.ts';
import type { Answers } from '../../testing/api.ts';
import { show } from '../../testing/page.tsx';
import { createValidation } from '../../testing/validations.ts';
import { Occurrences } from './occurrences.tsx';
import type { Question } from './queries.ts';

const QUESTION: Question = {
	kind: 'multiple',
	body: {
		tab: 'free',
		timeframes: ['fifteen_minutes', 'thirty_minutes', 'one_hour'],
		filters: [{ sector: 'volume', timeframe: 'one_hour', value: 1 }],
		filter: 7,
	},
};
type OccurrencesCall = Parameters<NonNullable<NonNullable<Answers['research']>['validationOccurrences']>>[0];

function open() {
	return show(<Occurrences id={3} question={QUESTION} validation={createValidation()} state={createTickerState(DEFAULT_STATE)} />, {
		research: {
			validationOccurrences: ({ query }: OccurrencesCall) => {
				const total = query?.outcome === 'losers' ? 195 : 403;
				const items = query?.outcome === 'losers' ? [one(2, false)] : [one(1, true), one(2, false), one(3, null), one(4, null)];
				return { total_count: total, counts: { all: 403, hits: 205, losers: 195, open: 3 }, horizon: 5, items };
			},
		},
	});
}

function one(i: number, hit: boolean | null) {
	return {
		ticker_id: i,
		ticker: `T${i}`,
		time: '2026-06-29T15:45:00Z',
		rate: 12,
		hit,
		excess: hit === null ? null : hit ? 0.0123 : -0.0456,
		entry: '2026-06-29T16:00:00Z',
		entry_price: hit === null ? null : 101.5,
		// The newest report is of 2026-06-30: one that ends later is open, an earlier one could not be measured.
		exit: i === 3 ? '2026-07-01T15:30:00Z' : '2026-06-30T15:30:00Z',
		exit_price: hit === null ? null : 99.25,
		own_return: hit === null ? null : -0.0224,
		peer_return: hit === null ? null : 0.001,
		cost: hit === null ? null : 0.0005,
		cost_source: hit === null ? null : ('edge' as const),
		best: hit === null ? null : 0.031,
		worst: hit === null ? null : -0.008,
		reconstructed: i === 1,
		since_saved: false,
	};
}

function last(calls: readonly { input: unknown }[]) {
	return (calls[calls.length - 1] as { input: { query: object } }).input.query;
}

describe('the occurrences of a record', () => {
	it('are counted over all pages, name losers as such and never hide the excess', async () => {
		await open();
		for (const label of ['All 403', 'Hits 205', 'Losers 195', 'Open 3'])
			await expect.element(page.getByRole('button', { name: label })).toBeVisible();
		await expect.element(page.getByRole('row', { name: /^T1 / })).toMatchTextContent(/hit\s*rebuilt.*\+1\.23%/);
		await expect.element(page.getByRole('row', { name: /^T2 / })).toMatchTextContent(/loser.*−4\.56%/);
		await expect.element(page.getByRole('row', { name: /^T3 / })).toMatchTextContent(/open.*n\/a/);
		await expect.element(page.getByRole('row', { name: /^T4 / })).toMatchTextContent(/not measurable.*n\/a/);
	});

	it('show entry and exit, the return of ticker and peers, cost, best and worst; n/a where unknown, never 0', async () => {
		await open();
		await expect
			.element(page.getByRole('row', { name: /^T1 / }))
			.toMatchTextContent(
				/entry \$101\.50\s*06\/29\/2026 12:00 ET\s*exit \$99\.25\s*06\/30\/2026 11:30 ET\s*−2\.24%\s*peers \+0\.10%\s*cost 5 bp.*best \+3\.10%\s*worst −0\.80%/,
			);
		await expect
			.element(page.getByRole('row', { name: /^T3 / }))
			.toMatchTextContent(/entry n\/a.*exit n\/a.*n\/a\s*peers n\/a\s*cost n\/a\s*n\/a\s*best n\/a\s*worst n\/a$/);
		const table = page.getByRole('table').element();
		expect(table.scrollWidth).toBeLessThanOrEqual(table.parentElement?.clientWidth ?? 0);
	});

	it('are paged, sorted and chosen among by keyboard, and begin at the first page again', async () => {
		const { calls } = await open();
		await expect.element(page.getByText('1–25 of 403')).toBeVisible();
		await page.getByRole('button', { name: 'Next page' }).click();
		await expect.element(page.getByText('26–50 of 403')).toBeVisible();
		expect(last(calls)).toMatchObject({ skip: 25, max: 25, filter: 7, conditions: ['volume.one_hour.1'] });
		page.getByRole('button', { name: 'excess' }).element().focus();
		await userEvent.keyboard('{Enter}');
		await expect.element(page.getByRole('columnheader', { name: /excess/ })).toHaveAttribute('aria-sort', 'descending');
		await userEvent.keyboard('{Enter}');
		await expect.element(page.getByRole('columnheader', { name: /excess/ })).toHaveAttribute('aria-sort', 'ascending');
		expect(last(calls)).toMatchObject({ skip: 0, sort_by: 'excess', sort_dir: 'asc' });
		await page.getByRole('button', { name: /^Losers/ }).click();
		await expect.element(page.getByText('1–25 of 195')).toBeVisible();
		await page.getByRole('button', { name: 'Since saving' }).click();
		await expect.poll(() => last(calls)).toMatchObject({ outcome: 'losers', part: 'since' });
	});

	it('are taken away as they are chosen', async () => {
		await open();
		const link = page.getByRole('link', { name: 'CSV' });
		await expect.element(link).toBeVisible();
		const url = new URL((link.element() as HTMLAnchorElement).href);
		expect(url.pathname).toBe('/api/indicators/validate/occurrences/export');
		expect(Object.fromEntries(url.searchParams)).toMatchObject({
			format: 'csv',
			filter: '7',
			conditions: 'volume.one_hour.1',
			outcome: 'all',
		});
	});
});
