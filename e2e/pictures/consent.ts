/** The consent banner and the install offer, in a browser that has answered before: it is asked again for one picture. */
import type { Page } from '@playwright/test';
import { waitUntilSettled } from '../open-screen.ts';
import type { Step } from './staged.ts';

/** Loads the page as if the reader hadn't answered; stored answers are restored once it is loaded. */
async function promptAgain(page: Page, key: string, opens: Step): Promise<void> {
	const answer = await page.evaluate((name) => {
		const kept = localStorage.getItem(name);
		localStorage.setItem(name, 'null');
		return kept;
	}, key);
	await page.reload();
	await waitUntilSettled(page);
	await opens(page);
	await page.evaluate(([name, kept]) => localStorage.setItem(name, kept), [key, answer ?? ''] as const);
}

export const showConsentBanner: Step = (page) =>
	promptAgain(page, 'cookiesPolicy', () => page.getByRole('region', { name: 'Cookies' }).waitFor());

export const showInstallOffer: Step = (page) =>
	promptAgain(page, 'hideToastPWA', async () => {
		// Its footer is complete once it accepts input, including offers.
		await page.getByRole('button', { name: 'Contact', exact: true }).waitFor();
		await page.evaluate(() => dispatchEvent(Object.assign(new Event('beforeinstallprompt'), { prompt: () => {} })));
		await page.getByRole('region', { name: 'Install the app' }).waitFor();
	});
