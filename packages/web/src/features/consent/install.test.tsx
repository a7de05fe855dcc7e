import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import '../../styles/tokens.css';
import '../../styles/base.css';
import { hideInstall, type InstallPromptEvent, showInstall } from './install.ts';

function button(name: string) {
	return page.getByRole('button', { name, exact: true });
}

const place = page.getByRole('region', { name: 'Install the app' });

function offer(outcome: 'accepted' | 'dismissed') {
	const prompt = vi.fn(async () => ({ outcome }));
	return Object.assign(new Event('beforeinstallprompt'), { prompt, userChoice: Promise.resolve({ outcome }) }) satisfies InstallPromptEvent;
}

beforeEach(() => {
	localStorage.clear();
	document.body.innerHTML = '';
});
afterEach(hideInstall);

describe('the offer to install', () => {
	it.each(['accepted', 'dismissed'] as const)('asks the browser and goes, and is no dismissal: %s', async (outcome) => {
		const offered = offer(outcome);
		showInstall(offered);
		showInstall(offered);
		await button('Install').click();
		await expect.element(place).not.toBeInTheDocument();
		expect([offered.prompt.mock.calls.length, localStorage.getItem('hideToastPWA')]).toEqual([1, null]);
	});

	it('remembers Cancel', async () => {
		showInstall(offer('accepted'));
		await button('Cancel').click();
		await expect.element(place).not.toBeInTheDocument();
		expect(localStorage.getItem('hideToastPWA')).toBe('true');
	});

	it('says how where the browser cannot be asked', async () => {
		showInstall(undefined);
		await expect.element(page.getByText("Tap Share, then 'Add to Home Screen'.")).toBeVisible();
		await expect.element(button('Install')).not.toBeInTheDocument();
		hideInstall();
		await expect.element(place).not.toBeInTheDocument();
	});
});
