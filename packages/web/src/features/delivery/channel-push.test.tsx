import { describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import type { PushBrowser, PushState } from '../../entities/inbox/push-browser.ts';
import { createDeliverySettings } from '../../testing/delivery.ts';
import { show } from '../../testing/page.tsx';
import { PushChannel } from './channel.tsx';
import type { PushBrowsers } from './use-delivery.ts';

const ITEM = {
	id: '0197b3a2-0000-7000-8000-000000000001',
	host: 'push.example.com',
	agent: 'Chromium',
	created: '2026-06-30T15:45:00Z',
	delivered: null,
};
const SUBSCRIPTION = { endpoint: 'https://push.example.com/1', keys: { p256dh: 'p', auth: 'a' }, expirationTime: null };

/** A browser in that state, which grants permission by default. */
function browserIn(begin: PushState, grants = true): PushBrowser & { keys: string[] } {
	let state = begin;
	const keys: string[] = [];
	return {
		keys,
		getState: () => Promise.resolve(state),
		subscribe: (key) => {
			keys.push(key);
			state = grants ? 'on' : 'denied';
			return Promise.resolve(grants ? SUBSCRIPTION : undefined);
		},
		getEndpoint: () => Promise.resolve(state === 'on' ? SUBSCRIPTION.endpoint : undefined),
		unsubscribe: () => {
			state = 'off';
			return Promise.resolve();
		},
	};
}

async function open(browser: PushBrowser, items: PushBrowsers['items'] = []) {
	let stored = items;
	const changes: unknown[] = [];
	const change = (wanted: unknown): Promise<void> => {
		changes.push(wanted);
		return Promise.resolve();
	};
	const shown = await show(
		<PushChannel settings={createDeliverySettings({ push: items.length > 0 })} change={change} browser={browser} />,
		{
			inbox: {
				pushBrowsers: () => ({ key: 'BKey', items: stored }),
				addPushBrowser: () => {
					stored = [ITEM];
					return ITEM;
				},
				removePushBrowser: () => {
					stored = [];
					return undefined;
				},
			},
		},
	);
	const inputsOf = (call: string) => shown.calls.filter((one) => one.call === `inbox.${call}`).map((one) => one.input);
	return { given: inputsOf, changes };
}

const own = page.getByRole('switch', { name: 'Push' });

describe('web push', () => {
	it('takes pushes in this browser by the service’s key, and gives them up again', async () => {
		const browser = browserIn('off');
		const { given } = await open(browser);
		await page.getByRole('button', { name: 'Turn on in this browser' }).click();
		await expect.element(page.getByText('this browser: on')).toBeVisible();
		expect(browser.keys).toEqual(['BKey']);
		expect(given('addPushBrowser')).toEqual([{ body: SUBSCRIPTION }]);
		await page.getByRole('button', { name: 'Turn off in this browser' }).click();
		await expect.element(page.getByText('this browser: off')).toBeVisible();
		expect(given('removePushBrowser')).toEqual([{ body: { endpoint: SUBSCRIPTION.endpoint } }]);
	});

	it('is renewed silently if the service has another key by now and the user wants push notifications', async () => {
		const browser = browserIn('outdated');
		const { given } = await open(browser, [ITEM]);
		await expect.element(page.getByText('this browser: on')).toBeVisible();
		expect([browser.keys, given('addPushBrowser')]).toEqual([['BKey'], [{ body: SUBSCRIPTION }]]);
	});

	it('is not renewed for a user who has switched it off, until requested', async () => {
		const browser = browserIn('outdated');
		await open(browser);
		await expect.element(page.getByText('this browser: add it again')).toBeVisible();
		expect(browser.keys).toEqual([]);
		await page.getByRole('button', { name: 'Turn on in this browser' }).click();
		await expect.element(page.getByText('this browser: on')).toBeVisible();
	});

	it('begins with this browser when it is switched on without any', async () => {
		const { given, changes } = await open(browserIn('off'));
		await own.click();
		await expect.poll(() => given('addPushBrowser')).toHaveLength(1);
		expect(changes).toEqual([]);
	});

	it('says that the browser was not allowed to', async () => {
		const { given } = await open(browserIn('off', false));
		await page.getByRole('button', { name: 'Turn on in this browser' }).click();
		await expect.element(page.getByText('The browser denied permission for push alerts.')).toBeVisible();
		await expect.element(page.getByText('this browser: blocked in its site settings')).toBeVisible();
		expect(given('addPushBrowser')).toEqual([]);
	});

	it('is off limits where the browser knows none, but other browsers can be forgotten there', async () => {
		await open(browserIn('unsupported'));
		await expect.element(page.getByText('not supported in this browser')).toBeVisible();
		await expect.element(own).toBeDisabled();
		const { given } = await open(browserIn('unsupported'), [ITEM]);
		await page.getByRole('button', { name: 'Remove Chromium' }).click();
		await expect.poll(() => given('removePushBrowser')).toEqual([{ body: { id: ITEM.id } }]);
	});
});
