import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { createProfile } from '../testing/accounts.ts';
import { show } from '../testing/page.tsx';
import { AdminPage, adminPage } from './admin-page.tsx';

it('shows nothing to other users', async () => {
	const { calls } = await show(<AdminPage name="users" search={{}} />, { accounts: { profile: () => createProfile() } });
	await expect.element(page.getByText('This page is for administrators only.')).toBeVisible();
	expect(calls.map(({ call }) => call)).toEqual(['accounts.profile']);
});

it('leads from page to page, each at its own address', async () => {
	await show(<AdminPage name="audit" search={{}} />, {
		accounts: { profile: () => createProfile({ role: 'admin' }), audit: () => ({ items: [], total_count: 0, is_more: false }) },
	});
	const ways = page.getByRole('navigation', { name: 'Administration' });
	await expect.element(ways.getByRole('link', { name: 'Audit log' })).toHaveAttribute('aria-current', 'page');
	await expect.element(ways.getByRole('link', { name: 'Outbox' })).toHaveAttribute('href', '/admin/outbox');
	await expect.element(page.getByRole('heading', { name: 'Audit log' })).toBeVisible();
});

it('has its pages in five groups, each under its name', async () => {
	await show(<AdminPage name="audit" search={{}} />, {
		accounts: { profile: () => createProfile({ role: 'admin' }), audit: () => ({ items: [], total_count: 0, is_more: false }) },
	});
	const menu = page.getByRole('navigation', { name: 'Administration' });
	await expect.element(menu.getByRole('list', { name: 'Market' })).toBeVisible();
	const groups = menu.getByRole('list').elements();
	expect(groups.map((list) => list.parentElement?.firstElementChild?.textContent)).toEqual([
		'Market',
		'People',
		'Money',
		'Content',
		'System',
	]);
	expect(
		menu
			.getByRole('list', { name: 'Money' })
			.getByRole('link')
			.elements()
			.map(({ textContent }) => textContent),
	).toEqual(['Plans', 'Orders', 'Subscriptions', 'Payment notifications']);
	expect(menu.getByRole('link').elements()).toHaveLength(24);
});

it('knows its pages and no other', () => {
	expect(adminPage(undefined)).toBe(adminPage(''));
	expect(adminPage(undefined)?.label).toBe('Health');
	expect(adminPage('audit')?.label).toBe('Audit log');
	expect(adminPage('nowhere')).toBeUndefined();
});
