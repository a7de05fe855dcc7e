import { describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { type Answers, rejectCall } from '../../testing/api.ts';
import { createFilterSetting } from '../../testing/filters.ts';
import { show } from '../../testing/page.tsx';
import { FilterProof } from './filter-proof.tsx';

type Witnessed = ReturnType<Extract<NonNullable<NonNullable<Answers['filters']>['filterWitnesses']>, (...args: never[]) => unknown>>;

const NONE = { active: true, witnesses: [], faults: [] };
const download = page.getByRole('link', { name: 'Download proof of Loud rises' });

function open(answer: () => Witnessed) {
	return show(<FilterProof setting={createFilterSetting()} />, { filters: { filterWitnesses: answer } });
}

describe('the proof of a saved filter', () => {
	it('says who proves since when the filter exists, and offers the file', async () => {
		await open(() => ({ ...NONE, witnesses: [{ by: 'Bitcoin block 925000', before: '2026-11-28T21:05:00Z' }] }));
		await expect.element(page.getByText('This definition existed before 2026-11-28 21:05:00 UTC, by Bitcoin block 925000.')).toBeVisible();
		await expect.element(download).toHaveAttribute('href', '/api/filters/7/proof');
		await expect.element(page.getByRole('link', { name: 'How to check it' })).toHaveAttribute('href', '/proof');
	});

	it('says that a filter is not stamped yet', async () => {
		await open(() => NONE);
		await expect.element(page.getByText(/^No outside witness has stamped this definition yet\./)).toBeVisible();
		await expect.element(download).toBeVisible();
	});

	it('says that witnesses are switched off', async () => {
		await open(() => ({ ...NONE, active: false }));
		await expect.element(page.getByText(/^Outside witnesses are turned off on this server/)).toBeVisible();
		await expect.element(download).toBeVisible();
	});

	it('names a stamp that is refused', async () => {
		await open(() => ({ ...NONE, faults: ["the first 3 record seals aren't the ones that witnesses stamped"] }));
		await expect.element(page.getByText(/^A stamp is invalid: the first 3 record seals/)).toBeVisible();
		await expect.element(page.getByText(/^No outside witness/)).not.toBeInTheDocument();
	});

	it("says that it couldn't be loaded, and asks again", async () => {
		let isAway = true;
		await open(() => (isAway ? rejectCall(503, 'The store is away') : NONE));
		await expect.element(page.getByText('Couldn’t load the stamps of this filter.')).toBeVisible();
		isAway = false;
		await page.getByRole('link', { name: 'Try again' }).click();
		await expect.element(download).toBeVisible();
	});
});
