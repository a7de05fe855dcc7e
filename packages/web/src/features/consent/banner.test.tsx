import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import '../../styles/tokens.css';
import '../../styles/base.css';
import { chooseScheme } from '../../lib/storage/appearance.ts';
import { readCookie } from '../../lib/storage/cookies.ts';
import { showBanner } from './banner.ts';
import { type Consent, consentToAll, parseConsent } from './consent-rules.ts';
import { readAnswer } from './stored-answers.ts';

function button(name: string) {
	return page.getByRole('button', { name, exact: true });
}

function stored() {
	return JSON.parse(localStorage.getItem('cookiesPolicy') ?? 'null');
}

const saved = vi.fn<(consent: Consent) => void>();
const gone = vi.fn();

beforeEach(() => {
	localStorage.clear();
	sessionStorage.clear();
	saved.mockClear();
	gone.mockClear();
	document.body.innerHTML = '<button id="opener">Cookies of the footer</button>';
});
afterEach(async () => {
	vi.restoreAllMocks();
	await page.viewport(1280, 900);
});

function closed() {
	return expect.element(page.getByRole('region', { name: 'Cookies' })).not.toBeInTheDocument();
}

describe('the banner of cookies', () => {
	it('accepts all', async () => {
		showBanner('simple', { onSaved: saved, onClosed: gone });
		await expect.element(button('Ok')).not.toBeInTheDocument();
		await button('Accept All Cookies').click();
		await closed();
		expect(stored()).toEqual(consentToAll(true));
		expect([saved.mock.calls, gone.mock.calls.length]).toEqual([[[consentToAll(true)]], 1]);
	});

	it('says Ok on mobile widths', async () => {
		await page.viewport(390, 844);
		showBanner('simple', { onSaved: saved });
		await expect.element(button('Accept All Cookies')).not.toBeInTheDocument();
		await button('Ok').click();
		expect(stored()).toEqual(consentToAll(true));
	});

	it('has three toggles, all on at first; Reject All sets the three false and saves', async () => {
		showBanner('simple', { onSaved: saved });
		await button('Manage Cookies').click();
		for (const name of ['Security', 'Identification', 'Functional']) await expect.element(page.getByRole('switch', { name })).toBeChecked();
		await expect.element(page.getByRole('switch', { name: 'Security' })).toHaveFocus();
		await button('Reject All').click();
		await closed();
		expect(stored()).toEqual(consentToAll(false));
	});

	it('forgets how pages look, and keeps nothing of it any more, with Functional off', async () => {
		chooseScheme('light');
		expect(readCookie(document.cookie, 'theme')).toBe('light');
		showBanner('details', { onSaved: saved });
		await page.getByRole('switch', { name: 'Functional' }).click();
		await button('Confirm My Choices').click();
		expect(readCookie(document.cookie, 'theme')).toBeUndefined();
		chooseScheme('dark');
		expect(readCookie(document.cookie, 'theme')).toBeUndefined();
		expect(document.documentElement.dataset['scheme']).toBe('dark');
	});

	it('confirms what was chosen, by the keyboard, and shows it again', async () => {
		showBanner('details', { onSaved: saved });
		await userEvent.keyboard('{Tab} ');
		await button('Confirm My Choices').click();
		expect(stored()).toEqual({ security: true, identification: false, functional: true });
		chooseScheme('light');
		expect(readCookie(document.cookie, 'theme')).toBe('light');
		showBanner('details', { onSaved: saved });
		await expect.element(page.getByRole('switch', { name: 'Identification' })).not.toBeChecked();
		await button('Close').click();
	});

	it('is hidden by its close icon, and by Escape, without saving; the focus goes back', async () => {
		document.querySelector('button')?.focus();
		showBanner('details', { onSaved: saved, onClosed: gone });
		await page.getByRole('switch', { name: 'Security' }).click();
		await button('Close').click();
		await closed();
		await expect.element(button('Cookies of the footer')).toHaveFocus();
		showBanner('details', { onSaved: saved, onClosed: gone });
		await userEvent.keyboard('{Escape}');
		await closed();
		expect([stored(), saved.mock.calls.length, gone.mock.calls.length]).toEqual([null, 0, 2]);
	});

	it('stands once, however often it is opened', async () => {
		showBanner('simple', { onSaved: saved });
		showBanner('details', { onSaved: saved });
		await expect.element(page.getByRole('region', { name: 'Cookies' })).toBeVisible();
		await button('Reject All').click();
		await closed();
	});

	it('works for the visit where the browser refuses to store anything', async () => {
		vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
			throw new DOMException('refused', 'QuotaExceededError');
		});
		showBanner('simple', { onSaved: saved });
		await button('Accept All Cookies').click();
		await closed();
		expect(stored()).toBeNull();
		expect(readAnswer('cookiesPolicy', parseConsent)).toEqual(consentToAll(true));
	});
});
