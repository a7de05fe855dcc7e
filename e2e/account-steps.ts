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

/** The newest mail to an address with the given subject, once it has arrived. */
export async function mailTo(folder: string, to: string, subject: string): Promise<OutboxMail> {
	const outbox = join(folder, 'outbox');
	const find = (): OutboxMail | undefined =>
		// Created with the first mail.
		(existsSync(outbox) ? readdirSync(outbox) : [])
			.filter((name) => name.endsWith('.json'))
			.sort()
			.reverse()
			.map((name) => JSON.parse(readFileSync(join(outbox, name), 'utf8')) as OutboxMail)
			.find((mail) => mail.to === to && mail.subject === subject);
	await expect.poll(() => (find() ? 'there' : 'not yet')).toBe('there');
	return find() as OutboxMail;
}

/** The path of the first link in a mail. */
export function linkIn({ text }: OutboxMail): string {
	const { pathname, search } = new URL(/https?:\S+/.exec(text)?.[0] ?? '');
	return pathname + search;
}

/** Keys typed into a form before hydration are lost. */
export async function openHydrated(page: Page, path: string): Promise<void> {
	await page.goto(path);
	await waitUntilSettled(page);
}

/** On a page with both fields. */
export async function typeCredentials(page: Page, email: string, password: string): Promise<void> {
	await page.getByLabel('E-mail address').fill(email);
	await page.getByLabel('Password', { exact: true }).fill(password);
	await page.keyboard.press('Enter');
}
