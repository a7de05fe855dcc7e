/** The consent banner and the offer to install, in a browser that has answered before: it is asked again for one picture. */
import type { Page } from '@playwright/test';
import { settled } from '../open-screen.ts';
import type { Step } from './staged.ts';

/** Loads the page as if the reader had not answered; what is kept is as before as soon as it stands. */
const askedAgain = async (page: Page, key: string, stands: Step): Promise<void> => {
	const answer = await page.evaluate((name) => {
		const kept = localStorage.getItem(name);
		localStorage.setItem(name, 'null');
		return kept;
	}, key);
	await page.reload();
	await settled(page);
	await stands(page);
	await page.evaluate(([name, kept]) => localStorage.setItem(name, kept), [key, answer ?? ''] as const);
};

export const banner: Step = (page) => askedAgain(page, 'cookiesPolicy', () => page.getByRole('region', { name: 'Cookies' }).waitFor());

export const installing: Step = (page) =>
	askedAgain(page, 'hideToastPWA', async () => {
		// Its footer is complete when it hears offers, too.
		await page.getByRole('button', { name: 'Contact', exact: true }).waitFor();
		await page.evaluate(() => dispatchEvent(Object.assign(new Event('beforeinstallprompt'), { prompt: () => {} })));
		await page.getByRole('region', { name: 'Install the app' }).waitFor();
	});
