/** Text pages that an operator has written in Markdown. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findViolations } from '../accessibility-rules.ts';
import { expect, FEW_TICKERS, startProduct, testWithOwnProduct as test } from '../fixtures.ts';
import { measureSidewaysScroll } from '../open-screen.ts';

const TERMS = `# Terms of *Example*

These terms hold between you & Example Ltd, for <script>document.title = 'taken'</script> all.

# Second part

- See [the law](https://law.example/terms) and [our questions](/faq).

| What | How long |
|---|---|
| A_name_that_is_as_long_as_no_other_name_on_this_page_and_does_not_end_soon | a year |
`;

test('what an operator has written takes the place of a page of words, as text alone', async ({ browser }) => {
	const folder = mkdtempSync(join(tmpdir(), 'own-pages-'));
	writeFileSync(join(folder, 'terms-of-use.md'), TERMS);
	const running = await startProduct({ SIGNALWHEEL_PAGES: folder }, undefined, { tickers: FEW_TICKERS });
	const context = await browser.newContext({ baseURL: running.url, viewport: { width: 390, height: 844 } });
	const page = await context.newPage();
	await page.goto('/terms-of-use');
	await expect(page.getByRole('heading', { level: 1 })).toHaveText('Terms of Example');
	await expect(page).toHaveTitle('Terms of Example · Signalwheel');
	const description = page.locator('meta[name="description"]');
	const text = "These terms hold between you & Example Ltd, for <script>document.title = 'taken'</script> all.";
	await expect(description).toHaveAttribute('content', text);
	await expect(page.getByText(text)).toBeVisible();
	await expect(page.getByRole('heading', { level: 2, name: 'Second part' })).toBeVisible();
	await expect(page.getByRole('link', { name: 'the law' })).toHaveAttribute('rel', 'external noreferrer');
	await expect(page.getByRole('link', { name: 'our questions' })).not.toHaveAttribute('rel');
	await expect(page.getByRole('button', { name: 'Contact the operator' })).toBeVisible();
	await expect(page.getByText('hasn’t added their name')).toHaveCount(0);
	for (const colorScheme of ['dark', 'light'] as const) {
		await page.emulateMedia({ colorScheme });
		expect(await findViolations(page)).toEqual([]);
	}
	expect(await measureSidewaysScroll(page)).toBe(0);
	// The others are the product's.
	await page.goto('/faq');
	await expect(page.getByRole('heading', { level: 1 })).toHaveText('Questions and answers');
	await context.close();
	await running.close();
	rmSync(folder, { recursive: true });
});
