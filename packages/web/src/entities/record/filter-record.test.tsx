import { describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { rejectCall } from '../../testing/api.ts';
import { createFilterSetting } from '../../testing/filters.ts';
import { show } from '../../testing/page.tsx';
import { createStatistics, createValidation } from '../../testing/validations.ts';
import { FilterRecord } from './filter-record.tsx';
import { licenceNote } from './verdict.ts';

const ask = page.getByRole('button', { name: 'What happened next?' });

function row(name: string) {
	return page.getByRole('row', { name: new RegExp(`^${name} `) });
}

describe('the record of a saved filter', () => {
	it('is requested only by a click, and has two parts with n, interval and base rate', async () => {
		const { calls } = await show(<FilterRecord setting={createFilterSetting()} />, {
			research: { validateMultiple: () => createValidation() },
		});
		await expect.element(ask).toBeVisible();
		expect(calls).toEqual([]);
		await ask.click();
		await expect
			.element(row('before'))
			.toMatchTextContent(/before\s*400\s*detects 9\.9 points\s*51\.2 %\s*44\.4–58\.1 %\s*50\.0 %\s*\+9 bp\s*−7 bp/);
		await expect.element(row('since')).toMatchTextContent(/since\s*0\s*n\/a/);
		await expect.element(page.getByText(/^Saved 06\/29\/2026 11:45 ET\./)).toBeVisible();
		await expect.element(page.getByText(/No live report since then\. Before: 25\.0 % from reports rebuilt/)).toBeVisible();
		await expect.element(page.getByText(/Hypothetical/)).toBeVisible();
		expect(calls.map(({ input }) => input)).toMatchObject([{ body: { filter: 7, tab: 'extreme_rise' } }]);
	});

	it('says that it restarts with edited conditions, and gives no rate for few occurrences since', async () => {
		const saved = createValidation().saved;
		const since = { reports: 12, occurrences: 6, result: createStatistics({ n: 6, hits: 5, hit_rate: 0.83, reconstructed: 0 }) };
		await show(<FilterRecord setting={createFilterSetting()} />, {
			research: { validateMultiple: () => createValidation({ saved: saved && { ...saved, begins: 'changed', since } }) },
		});
		await ask.click();
		await expect.element(page.getByText(/^Conditions changed .*; the “since” record starts there\./)).toBeVisible();
		await expect.element(page.getByText(/Since: 12 live reports only/)).toBeVisible();
		await expect.element(row('since')).toMatchTextContent(/since\s*6\s*n\/a/);
	});

	it('is split by filings where they are known', async () => {
		const part = (n: number, hit_rate: number) => ({ occurrences: n, result: createStatistics({ n, hits: n * hit_rate, hit_rate }) });
		const information = { with: part(40, 0.6), without: part(300, 0.45), unknown: part(60, 0.5) };
		await show(<FilterRecord setting={createFilterSetting()} />, {
			research: { validateMultiple: () => createValidation({ information }) },
		});
		await ask.click();
		await expect.element(row('filing')).toMatchTextContent(/filing\s*40.*60\.0 %/);
		await expect.element(row('no filing')).toMatchTextContent(/no filing\s*300.*45\.0 %/);
		await expect.element(row('not known')).toMatchTextContent(/not known\s*60.*50\.0 %/);
		await expect.element(page.getByText(/had filed something with the SEC/)).toBeVisible();
	});

	it('names the licence on which n depends, unless it opens every report', async () => {
		const { question } = createValidation();
		await show(<FilterRecord setting={createFilterSetting()} />, {
			research: { validateMultiple: () => createValidation({ question: { ...question, licence: 'basic' } }) },
		});
		await ask.click();
		await expect
			.element(page.getByText('Counts only reports included in basic; a higher licence gives different numbers.', { exact: false }))
			.toBeVisible();
		expect(licenceNote({ licence: 'pro' })).toBe('');
	});

	it('marks tickers that were chosen afterwards', async () => {
		const { universe } = createValidation();
		await show(<FilterRecord setting={createFilterSetting()} />, {
			research: { validateMultiple: () => createValidation({ universe: { ...universe, hindsight: true } }) },
		});
		await ask.click();
		await expect.element(page.getByText('Tickers chosen afterwards.', { exact: false })).toBeVisible();
	});

	it('says what went wrong and asks again', async () => {
		let times = 0;
		await show(<FilterRecord setting={createFilterSetting()} />, {
			research: { validateMultiple: () => (times++ === 0 ? rejectCall(500, 'Internal Server Error') : createValidation()) },
		});
		await ask.click();
		await expect.element(page.getByText('Couldn’t load the record.')).toBeVisible();
		await ask.click();
		await expect.element(row('before')).toBeVisible();
	});
});
