import { describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { profile } from '../../testing/accounts.ts';
import { type Answers, refuse } from '../../testing/api.ts';
import { show } from '../../testing/page.tsx';
import { Header } from './header.tsx';

const menu = page.getByRole('navigation', { name: 'Menu' });
const shown = (accounts: NonNullable<Answers['accounts']>) => show(<Header openSearch={() => {}} soonSearch={() => {}} />, { accounts });
const items = () =>
	menu
		.getByRole('link')
		.elements()
		.map((link) => [link.textContent, link.getAttribute('href')]);

describe('the bell', () => {
	it('leads to the messages and says how many are unread; a visitor has none', async () => {
		await show(<Header openSearch={() => {}} soonSearch={() => {}} />, {
			accounts: { profile: () => profile({ license: null }) },
			inbox: { unreadMessages: () => ({ count: 3 }) },
		});
		await expect.element(page.getByRole('link', { name: 'Messages, 3 unread' })).toHaveAttribute('href', '/messages');
		const { asked } = await shown({ profile: () => refuse(401, 'No authorization information has been supplied') });
		await expect.element(page.getByRole('link', { name: 'Sign in' })).toBeVisible();
		expect(asked.map(({ call }) => call)).not.toContain('inbox.unreadMessages');
	});
});

describe('the menu', () => {
	it('of a visitor leads to Main, Top and About Service', async () => {
		await shown({ profile: () => refuse(401, 'No authorization information has been supplied') });
		await expect.element(page.getByRole('link', { name: 'Sign in' })).toBeVisible();
		expect(items()).toEqual([
			['Main', '/main'],
			['Top', '/top'],
			['About Service', '/about'],
		]);
	});

	it('of who is signed in leads to Main, Filters, Top, Favourites, Frozen List and About Service', async () => {
		await shown({ profile: () => profile({ license: null }) });
		await expect.element(page.getByRole('link', { name: 'Sign out' })).toBeVisible();
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
