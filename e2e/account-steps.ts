/** Steps shared by account journeys: mails, and pages with forms. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { expect } from './fixtures.ts';
import { waitUntilSettled } from './open-screen.ts';

export interface OutboxMail {
	to: string;
	subject: string;
	text: string;
}

/** Waits for a mail to a recipient with this subject, and returns the newest one. */
export async function waitForMail(folder: string, recipient: string, subject: string): Promise<OutboxMail> {
	const outbox = join(folder, 'outbox');
	const findMail = (): OutboxMail | undefined =>
		// The folder is created with the first mail.
		(existsSync(outbox) ? readdirSync(outbox) : [])
			.filter((name) => name.endsWith('.json'))
			.sort()
			.reverse()
			.map((name) => JSON.parse(readFileSync(join(outbox, name), 'utf8')) as OutboxMail)
			.find((mail) => mail.to === recipient && mail.subject === subject);
	await expect.poll(() => (findMail() ? 'there' : 'not yet')).toBe('there');
	return findMail() as OutboxMail;
}

/** The path of the first link in a mail. */
export function getLinkPath({ text }: OutboxMail): string {
	const { pathname, search } = new URL(/https?:\S+/.exec(text)?.[0] ?? '');
	return pathname + search;
}

/** Opens a page and waits until it is hydrated: keys typed into a form before that are lost. */
export async function openHydrated(page: Page, path: string): Promise<void> {
	await page.goto(path);
	await waitUntilSettled(page);
}

/** Fills in both fields of the current page's sign-in form, and submits it. */
export async function typeCredentials(page: Page, email: string, password: string): Promise<void> {
	await page.getByLabel('E-mail address').fill(email);
	await page.getByLabel('Password', { exact: true }).fill(password);
	await page.keyboard.press('Enter');
}
