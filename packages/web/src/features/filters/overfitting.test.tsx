import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { rejectCall } from '../../testing/api.ts';
import { show } from '../../testing/page.tsx';
import { Overfitting } from './overfitting.tsx';

const ASK = 'How will your best filter do next time?';
const FOUND = { filters: 7, least: 5, sessions: 60, probability: 0.47, hypothetical: true } as const;

it('measures only when asked, and says what the chance means', async () => {
	const { calls } = await show(<Overfitting />, { research: { filterOverfitting: () => FOUND } });
	expect(calls).toEqual([]);
	await page.getByRole('button', { name: ASK }).click();
	await expect.element(page.getByText('below your median filter next time: 47.0 %', { exact: false })).toBeVisible();
	await expect.element(page.getByText('7 filters over 60 sessions', { exact: false })).toBeVisible();
});

it('says what is missing', async () => {
	await show(<Overfitting />, { research: { filterOverfitting: () => ({ ...FOUND, filters: 4, probability: null }) } });
	await page.getByRole('button', { name: ASK }).click();
	await expect.element(page.getByText('this needs 5 filters', { exact: false })).toBeVisible();
});

it('can be tried again after a failure', async () => {
	let works = false;
	await show(<Overfitting />, { research: { filterOverfitting: () => (works ? FOUND : rejectCall(500, 'Down.')) } });
	await page.getByRole('button', { name: ASK }).click();
	await expect.element(page.getByText('Couldn’t measure your filters.')).toBeVisible();
	works = true;
	await page.getByRole('link', { name: 'Try again' }).click();
	await expect.element(page.getByText('47.0 %', { exact: false })).toBeVisible();
});
