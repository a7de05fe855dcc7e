import { expect, it } from 'vitest';
import type { Api } from '../../lib/api/client.ts';
import { forgetPushBrowserHere, type PushBrowser } from './push-browser.ts';

const ENDPOINT = 'https://push.example.com/1';

function browserAt(endpoint: string | undefined): PushBrowser {
	return {
		state: async () => 'on',
		subscribe: async () => undefined,
		endpoint: async () => endpoint,
		unsubscribe: async () => {},
	};
}

it('a browser that takes pushes is forgotten by the service by its endpoint, and one that takes none costs no call', async () => {
	const asked: unknown[] = [];
	const removePushBrowser = async (given: unknown) => void asked.push(given);
	const api = { inbox: { removePushBrowser } } as unknown as Api;
	await forgetPushBrowserHere(api, browserAt(undefined));
	await forgetPushBrowserHere(api, browserAt(ENDPOINT));
	expect(asked).toEqual([{ body: { endpoint: ENDPOINT } }]);
	const refusing = { inbox: { removePushBrowser: () => Promise.reject(new Error('Browser not found')) } } as unknown as Api;
	await expect(forgetPushBrowserHere(refusing, browserAt(ENDPOINT))).resolves.toBeUndefined();
});
