/** The page of proofs: a page of its own without scripts, so the walk over all screens doesn't include it. */
import type { Page } from '@playwright/test';
import { utcMs } from '@sw/domain/time/units';
import { PROOF_POLICY, renderProofPage } from '@sw/server/http/proof-page';
import { findSmallTargets, findUnmarkedScrollers, findViolations } from '../accessibility-rules.ts';
import { expect, test } from '../fixtures.ts';
import { measureSidewaysScroll } from '../open-screen.ts';

const TIME = utcMs(Date.UTC(2026, 10, 27, 21, 5));
const LOOKS = [
	{ theme: 'dark', width: 1440 },
	{ theme: 'light', width: 1440 },
	{ theme: 'dark', width: 390 },
	{ theme: 'light', width: 390 },
] as const;

/** Two stamped days, one of which waits for its block. */
async function stamped(page: Page, language: 'en' | 'de'): Promise<void> {
	const head = { reports: 1_234, link: 'a1'.repeat(32), readAt: TIME };
	const anchors = [
		{ head, proofs: [{ source: 'https://a.pool.opentimestamps.org', block: null, provenAt: null }] },
		{
			head,
			proofs: [
				{ source: 'https://freetsa.org/tsr', block: null, provenAt: TIME },
				{ source: 'https://a.pool.opentimestamps.org', block: 925_000, provenAt: TIME },
			],
		},
	];
	const body = renderProofPage({ language, stampedSince: TIME, anchors });
	await page.route('**/proof', (route) =>
		route.fulfill({ body, contentType: 'text/html; charset=utf-8', headers: { 'content-security-policy': PROOF_POLICY } }),
	);
}

async function look(page: Page): Promise<void> {
	await page.goto('/proof');
	for (const { theme, width } of LOOKS) {
		const label = `${theme} at ${width} px`;
		await page.emulateMedia({ colorScheme: theme });
		await page.setViewportSize({ width, height: 900 });
		if (process.env['PICTURES'])
			await page.screenshot({ path: `${process.env['PICTURES']}/proof-${theme}-${width}-${await page.locator('td').count()}.png` });
		expect(await findViolations(page), label).toEqual([]);
		expect(await measureSidewaysScroll(page), label).toBe(0);
		expect(await findUnmarkedScrollers(page), label).toEqual([]);
		expect(await findSmallTargets(page, 44), label).toEqual([]);
	}
}

test('the page of proofs is accessible in both themes and widths, with stamps and without', async ({ page }) => {
	await look(page);
	await expect(page.getByText('Witnesses are turned off on this server.')).toBeVisible();
	await stamped(page, 'en');
	await look(page);
	await expect(page.getByRole('cell', { name: 'Bitcoin block 925000' })).toBeVisible();
	await page.unrouteAll();
	await stamped(page, 'de');
	await look(page);
	await expect(page.locator('html')).toHaveAttribute('lang', 'de');
});

test('the page of proofs offers the verifier, the key and the stamped heads', async ({ page }) => {
	await page.goto('/proof');
	for (const [name, content] of [
		['verify.py', 'Verifies a Signalwheel proof'],
		['heads.txt', '# reports link seals root time signature'],
		['public key', 'BEGIN PUBLIC KEY'],
	] as const) {
		const address = await page.getByRole('link', { name }).getAttribute('href');
		expect(await (await page.request.get(address ?? '')).text()).toContain(content);
	}
});
