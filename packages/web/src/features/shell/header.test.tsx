import { describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { createProfile } from '../../testing/accounts.ts';
import { type Answers, rejectCall } from '../../testing/api.ts';
import { show } from '../../testing/page.tsx';
import { Header } from './header.tsx';

const menu = page.getByRole('navigation', { name: 'Menu' });

function shown(accounts: NonNullable<Answers['accounts']>) {
	return show(<Header openSearch={() => {}} prefetchSearch={() => {}} />, { accounts });
}

function items() {
	return menu
		.getByRole('link')
		.elements()
		.map((link) => [link.textContent, link.getAttribute('href')]);
}

describe('the bell', () => {
	it('leads to the messages and says how many are unread; a visitor has none', async () => {
		await show(<Header openSearch={() => {}} prefetchSearch={() => {}} />, {
			accounts: { profile: () => createProfile({ license: null }) },
			inbox: { unreadMessages: () => ({ count: 3 }) },
		});
		await expect.element(page.getByRole('link', { name: 'Messages, 3 unread' })).toHaveAttribute('href', '/messages');
		const { calls } = await shown({ profile: () => rejectCall(401, 'No authorization information has been supplied') });
		await expect.element(page.getByRole('link', { name: 'Sign in' })).toBeVisible();
		expect(calls.map(({ call }) => call)).not.toContain('inbox.unreadMessages');
	});
});

describe('signing out', () => {
	const signedIn = () => ({ profile: () => createProfile() });
	const signOut = page.getByRole('link', { name: 'Sign out' });

	it('leads home; where the session was over already, too', async () => {
		for (const logoff of [() => undefined, () => rejectCall(401, 'No authorization information has been supplied')]) {
			const { getUrl } = await show(<Header openSearch={() => {}} prefetchSearch={() => {}} />, { accounts: { ...signedIn(), logoff } });
			await page.getByRole('button', { name: 'Sign out' }).click();
			await signOut.click();
			await expect.poll(getUrl).toBe('/');
		}
	});

	it('says that it did not happen, and stays', async () => {
		const { getUrl } = await shown({ ...signedIn(), logoff: () => rejectCall(503, 'The database is away') });
		await page.getByRole('button', { name: 'Sign out' }).click();
		await signOut.click();
		await expect.element(page.getByRole('alert').filter({ hasText: 'You are still signed in' })).toMatchTextContent(/The database is away/);
		expect(getUrl()).toBe('/here');
		await expect.element(signOut).toBeVisible();
	});
});

describe('the menu', () => {
	it('of a visitor leads to Main, Top and About Service', async () => {
		await shown({ profile: () => rejectCall(401, 'No authorization information has been supplied') });
		await expect.element(page.getByRole('link', { name: 'Sign in' })).toBeVisible();
		expect(items()).toEqual([
			['Main', '/main'],
			['Top', '/top'],
			['About Service', '/about'],
		]);
	});

	it('of who is signed in leads to Main, Filters, Top, Favourites, Frozen List and About Service', async () => {
		await shown({ profile: () => createProfile({ license: null }) });
		await expect.element(page.getByRole('button', { name: 'Sign out' })).toBeVisible();
		expect(items()).toEqual([
			['Main', '/main'],
			['Filters', '/filter-settings-list'],
			['Top', '/top'],
			['Favourites', '/favourites'],
			['Frozen List', '/frozen-list'],
			['About Service', '/about'],
		]);
	});
});
