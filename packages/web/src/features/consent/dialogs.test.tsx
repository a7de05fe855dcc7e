import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import '../../styles/tokens.css';
import '../../styles/base.css';
import { showContactForm } from './contact.ts';
import { showWaitList } from './wait-list.ts';

function button(name: string) {
	return page.getByRole('button', { name, exact: true });
}

const email = page.getByLabelText('E-mail address');

function noDialog() {
	return expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
}

interface Call {
	url: string;
	body: unknown;
	captcha: string | null;
}
const calls: Call[] = [];

/** The server's answer to anything that changes data. */
function answers(status: number, body: object): void {
	vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
		if (init.method === 'GET') return Response.json({ captcha: null, site_key: null });
		calls.push({ url, body: JSON.parse(String(init.body)), captcha: new Headers(init.headers).get('captcha') });
		return Response.json(body, { status, headers: { 'content-type': 'application/json' } });
	});
}

beforeEach(() => {
	calls.length = 0;
	document.body.innerHTML = '<button id="opener">Opener</button>';
	document.querySelector('button')?.focus();
});
afterEach(() => {
	vi.unstubAllGlobals();
	for (const dialog of document.querySelectorAll('dialog')) dialog.close();
});

describe('the popup of the wait-list', () => {
	it('sends nothing while the address is empty or invalid, says so, and thanks', async () => {
		answers(201, {});
		history.replaceState(null, '', `${location.pathname}?grl=true`);
		showWaitList({ source: 'girls' });
		await expect.element(email).toHaveFocus();
		await expect.element(button('Send')).toBeDisabled();
		await email.fill('ann@');
		await userEvent.keyboard('{Tab}');
		await expect.element(page.getByText('Invalid email address')).toBeVisible();
		await expect.element(button('Send')).toBeDisabled();
		await email.fill('ann@example.com');
		expect(location.search).toBe('?grl=true');
		await button('Send').click();
		await expect.element(page.getByRole('heading', { name: 'Thank you' })).toBeVisible();
		expect(calls).toEqual([{ url: '/api/wait-list', body: { email: 'ann@example.com', source: 'girls' }, captcha: null }]);
		await page.getByRole('dialog').getByText('Close', { exact: true }).click();
		await noDialog();
		// The address changes once the browser has reported that the dialog is closed.
		await expect.poll(() => location.search).toBe('');
		await expect.element(button('Opener')).toHaveFocus();
	});

	it('says that an address is on the list already', async () => {
		answers(409, { status: 409, title: 'Conflict', detail: 'Taken', errors: [] });
		showWaitList({ source: 'hunter' });
		await email.fill('ann@example.com');
		await userEvent.keyboard('{Enter}');
		await expect.element(page.getByText('This address is already on the list')).toBeVisible();
		await userEvent.keyboard('{Escape}');
		await noDialog();
		await expect.element(button('Opener')).toHaveFocus();
	});

	it('reports an unknown invitation', async () => {
		showWaitList({ unknown: 'maybe' });
		await expect.element(page.getByText('The link has grl=maybe; only true or false are valid.')).toBeVisible();
	});
});

describe('the letter to the operator', () => {
	it('is sent once its address and message are there', async () => {
		answers(200, {});
		showContactForm();
		await button('Send').click();
		await expect.element(email).toHaveFocus();
		expect(page.getByText('Required to fill in').elements().length).toBe(2);
		await email.fill('ann@example.com');
		await page.getByLabelText('Message').fill('When does it begin?');
		await button('Send').click();
		await expect.element(page.getByText('Message sent.')).toBeVisible();
		expect(calls[0]).toEqual({
			url: '/api/contact-us',
			body: { email: 'ann@example.com', name: '', subject: '', message: 'When does it begin?' },
			captcha: null,
		});
	});

	it('stands with what was written where it is refused', async () => {
		answers(429, { status: 429, title: 'x', detail: 'Too many requests, try again in 60 s', errors: [] });
		showContactForm();
		await email.fill('ann@example.com');
		await page.getByLabelText('Message').fill('Hello');
		await button('Send').click();
		await expect.element(page.getByText('Too many requests, try again in 60 s')).toBeVisible();
		await expect.element(page.getByLabelText('Message')).toHaveValue('Hello');
	});

	it('shows at a field what the answer says of it', async () => {
		answers(400, { status: 400, title: 'x', detail: 'y', errors: [{ field: 'email', message: 'Not this one' }] });
		showContactForm();
		await email.fill('ann@example.com');
		await page.getByLabelText('Message').fill('Hello');
		await button('Send').click();
		await expect.element(page.getByText('Not this one')).toBeVisible();
		await expect.element(email).toHaveFocus();
	});
});
