import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { show } from '../../testing/page.tsx';
import { createValidation } from '../../testing/validations.ts';
import { Headline } from './headline.tsx';

it('has the interval of draws of sessions behind one click, where there is one', async () => {
	await show(<Headline validation={createValidation({ bootstrap: [0.412, 0.605] })} />);
	await page.getByText('How sure is this?').click();
	await expect.element(page.getByText('Bootstrap of sessions, all tickers together: 41.2–60.5 %', { exact: false })).toBeVisible();
});

it('has none without occurrences', async () => {
	await show(<Headline validation={createValidation({ bootstrap: null })} />);
	await page.getByText('How sure is this?').click();
	await expect.element(page.getByText('Bootstrap', { exact: false })).not.toBeInTheDocument();
});
