import { afterEach, describe, expect, it, vi } from 'vitest';
import type { Api } from '../../lib/api/client.ts';
import { type PushBrowser, pushBrowser, removeThisPushBrowser } from './push-browser.ts';

const ENDPOINT = 'https://push.example.com/1';

function browserAt(endpoint: string | undefined): PushBrowser {
	return {
		getState: async () => 'on',
		subscribe: async () => undefined,
		getEndpoint: async () => endpoint,
		unsubscribe: async () => {},
	};
}

it('a browser that takes pushes is forgotten by the service by its endpoint, and one that takes none costs no call', async () => {
	const requests: unknown[] = [];
	const removePushBrowser = async (input: unknown) => void requests.push(input);
	const api = { inbox: { removePushBrowser } } as unknown as Api;
	await removeThisPushBrowser(api, browserAt(undefined));
	await removeThisPushBrowser(api, browserAt(ENDPOINT));
	expect(requests).toEqual([{ body: { endpoint: ENDPOINT } }]);
	const refusing = { inbox: { removePushBrowser: () => Promise.reject(new Error('Browser not found')) } } as unknown as Api;
	await expect(removeThisPushBrowser(refusing, browserAt(ENDPOINT))).resolves.toBeUndefined();
});

describe('push in a browser', () => {
	const KEY = 'AQID';
	const KEYS = { p256dh: 'p', auth: 'a' };

	afterEach(() => vi.unstubAllGlobals());

	/** A browser with a service worker. `made`: its subscription's key, null without one; `unsubscribed` counts the ended ones. */
	function install({ permission = 'granted', made = null as number[] | null, keys = KEYS as Partial<typeof KEYS> } = {}) {
		const state = { unsubscribed: 0, subscribed: [] as PushSubscriptionOptionsInit[] };
		const current = made && {
			endpoint: ENDPOINT,
			options: { applicationServerKey: new Uint8Array(made).buffer },
			unsubscribe: async () => Boolean(++state.unsubscribed),
		};
		const pushManager = {
			getSubscription: async () => current,
			subscribe: async (options: PushSubscriptionOptionsInit) => {
				state.subscribed.push(options);
				return { toJSON: () => ({ endpoint: ENDPOINT, expirationTime: null, keys }) };
			},
		};
		vi.stubGlobal('Notification', { permission, requestPermission: async () => permission });
		vi.stubGlobal('PushManager', class {});
		vi.stubGlobal('navigator', { serviceWorker: { getRegistration: async () => ({ pushManager }) } });
		return state;
	}

	it('is unsupported without notifications, push or a service worker', async () => {
		expect(await pushBrowser.getState(KEY)).toBe('unsupported');
		expect(await pushBrowser.subscribe(KEY)).toBeUndefined();
		install();
		vi.stubGlobal('navigator', {});
		expect(await pushBrowser.getState(KEY)).toBe('unsupported');
	});

	it.each([
		['denied', { permission: 'denied', made: [1, 2, 3] }],
		['off', {}],
		['on', { made: [1, 2, 3] }],
		['outdated', { made: [1, 2, 4] }],
		['outdated', { made: [1, 2] }],
	] as const)('is %s', async (state, browser) => {
		install({ ...browser, made: 'made' in browser ? [...browser.made] : null });
		expect(await pushBrowser.getState(KEY)).toBe(state);
	});

	it('subscribes visibly with the key of the service, where the reader permits it', async () => {
		const refused = install({ permission: 'denied' });
		expect(await pushBrowser.subscribe(KEY)).toBeUndefined();
		expect(refused.subscribed).toEqual([]);
		const { subscribed } = install();
		expect(await pushBrowser.subscribe(KEY)).toEqual({ endpoint: ENDPOINT, keys: KEYS, expirationTime: null });
		expect(subscribed).toEqual([{ userVisibleOnly: true, applicationServerKey: new Uint8Array([1, 2, 3]) }]);
		install({ keys: { auth: 'a' } });
		expect(await pushBrowser.subscribe(KEY)).toBeUndefined();
	});

	it('ends a subscription with another key before it makes one, and no other', async () => {
		const other = install({ made: [9] });
		await pushBrowser.subscribe(KEY);
		expect(other.unsubscribed).toBe(1);
		const same = install({ made: [1, 2, 3] });
		await pushBrowser.subscribe(KEY);
		expect(same.unsubscribed).toBe(0);
		expect(await pushBrowser.getEndpoint()).toBe(ENDPOINT);
		await pushBrowser.unsubscribe();
		expect(same.unsubscribed).toBe(1);
	});
});
