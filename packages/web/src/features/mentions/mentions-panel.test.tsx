import { describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import type { Answers } from '../../testing/api.ts';
import { rejectCall } from '../../testing/api.ts';
import { createFollowedAnswer, createTickerMentions } from '../../testing/mentions.ts';
import { show } from '../../testing/page.tsx';
import { MentionsPanel } from './mentions-panel.tsx';

const NOT_COUNTED = {
	now: null,
	urgent: null,
	items: [{ ...(createTickerMentions().items[0] as never as object), source: 'twitter', counter: null } as never],
};

const answers: NonNullable<Answers['attention']> = {
	analyticsTicker: ({ query }) => createTickerMentions(query.source === 'twitter' ? NOT_COUNTED : {}),
	analyticsFollowed: () => createFollowedAnswer(),
};

describe('mentions of a ticker', () => {
	it('are listed by source, with error, age, authors and their own days; a source without counts says so', async () => {
		await show(<MentionsPanel ticker="AVLN" id={7} />, { attention: answers });
		await expect.element(page.getByRole('heading', { name: 'Reddit, simulated, 45 min old' })).toBeVisible();
		await expect
			.element(page.getByText(/for the current interval: ≈ 412 ± 38\. 30-day mean: 96 \(\+329\.00%\)\. 210 until 11:00 ET\. 87 authors/))
			.toBeVisible();
		await expect.element(page.getByText(/Last hour 60, above the 99\.5th percentile/)).toBeVisible();
		await expect.element(page.getByText('no data source')).toBeVisible();
	});

	it('say the same as a table, and with retweets when asked', async () => {
		const { calls } = await show(<MentionsPanel ticker="AVLN" id={7} />, { attention: answers });
		await page
			.getByText(/^Show as table/)
			.first()
			.click();
		await expect.element(page.getByRole('row', { name: '06/30/2026 00:00 ET 210 15 87 70–130' })).toBeVisible();
		await expect.element(page.getByRole('row', { name: '06/29/2026 00:00 ET n/a n/a n/a 70–130' })).toBeVisible();
		await page.getByLabelText('With retweets').click();
		await expect
			.poll(() => calls.some(({ input }) => (input as { query: { with_retweets?: boolean } }).query.with_retweets === true))
			.toBe(true);
	});

	it('say what followed when asked, with n, interval and base rate, and no share of few', async () => {
		await show(<MentionsPanel ticker="AVLN" id={7} />, { attention: answers });
		await page.getByRole('button', { name: 'What happened after mention spikes?' }).click();
		await expect
			.element(page.getByRole('row', { name: '1 session 34 rose further 44.1 % 29.0–60.0 % 45.0 % of 240 −4 bp −7 bp' }))
			.toBeVisible();
		await expect.element(page.getByRole('row', { name: '5 sessions 12 fell further n/a 47.0 % of 236 n/a n/a' })).toBeVisible();
		await expect.element(page.getByText(/No share is shown for fewer than 30 occurrences\. Results are hypothetical\.$/)).toBeVisible();
	});

	it("show that they couldn't be loaded, and retry", async () => {
		let fails = true;
		await show(<MentionsPanel ticker="AVLN" id={7} />, {
			attention: {
				analyticsTicker: (input) =>
					fails ? rejectCall(503, 'Not now') : (answers.analyticsTicker?.(input) as ReturnType<typeof createTickerMentions>),
			},
		});
		await expect.element(page.getByText('Couldn’t load mentions.').first()).toBeVisible();
		fails = false;
		await page.getByRole('link', { name: 'Try again' }).last().click();
		await expect.element(page.getByText(/for the current interval: ≈ 412/)).toBeVisible();
	});
});
