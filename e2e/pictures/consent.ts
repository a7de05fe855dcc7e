/** The consent banner and the install offer, in a browser that has answered before: they are shown again for one picture. */
import type { Page } from '@playwright/test';
import { waitUntilSettled } from '../open-screen.ts';
import type { Step } from './staged.ts';

/** Loads the page as if the reader hadn't answered; stored answers are restored once it is loaded. */
async function promptAgain(page: Page, key: string, waitForPrompt: Step): Promise<void> {
	const storedAnswer = await page.evaluate((name) => {
		const stored = localStorage.getItem(name);
		localStorage.setItem(name, 'null');
		return stored;
	}, key);
	await page.reload();
	await waitUntilSettled(page);
	await waitForPrompt(page);
	await page.evaluate(([name, stored]) => localStorage.setItem(name, stored), [key, storedAnswer ?? ''] as const);
}

export const showConsentBanner: Step = (page) =>
	promptAgain(page, 'cookiesPolicy', () => page.getByRole('region', { name: 'Cookies' }).waitFor());

export const showInstallOffer: Step = (page) =>
	promptAgain(page, 'hideToastPWA', async () => {
		// Once this button works, the page also accepts install offers.
		await page.getByRole('button', { name: 'Contact', exact: true }).waitFor();
		await page.evaluate(() => dispatchEvent(Object.assign(new Event('beforeinstallprompt'), { prompt: () => {} })));
		await page.getByRole('region', { name: 'Install the app' }).waitFor();
	});
