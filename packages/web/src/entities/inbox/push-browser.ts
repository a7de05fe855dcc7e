import type { InputOf } from '@sw/contract/base/define';
import type { Contract } from '@sw/contract/index';
import type { Api } from '../../lib/api/client.ts';

/** State of push messages in this browser. 'outdated': subscribed with a key that the service has replaced. */
export type PushState = 'unsupported' | 'denied' | 'off' | 'on' | 'outdated';
export type Subscription = InputOf<Contract['inbox']['addPushBrowser']>['body'];

export interface PushBrowser {
	/** Returns the current state. `key`: the service's current public key, in base64url. */
	state(key: string): Promise<PushState>;
	/** Subscribes to push messages. Resolves to undefined if the reader or the browser refuses. */
	subscribe(key: string): Promise<Subscription | undefined>;
	/** Returns the URL of the push subscription; undefined if not subscribed. */
	endpoint(): Promise<string | undefined>;
	/** Ends the subscription, also at its push service. */
	unsubscribe(): Promise<void>;
}

function bytesOf(key: string): Uint8Array<ArrayBuffer> {
	const text = atob(key.replaceAll('-', '+').replaceAll('_', '/'));
	return Uint8Array.from(text, (character) => character.charCodeAt(0));
}

function sameBytes(one: ArrayBuffer | null, other: Uint8Array): boolean {
	return one !== null && one.byteLength === other.length && new Uint8Array(one).every((byte, at) => byte === other[at]);
}

async function registration(): Promise<ServiceWorkerRegistration | undefined> {
	if (!('Notification' in globalThis) || !('PushManager' in globalThis)) return undefined;
	return navigator.serviceWorker?.getRegistration('/');
}

async function subscription(): Promise<PushSubscription | null | undefined> {
	return (await registration())?.pushManager.getSubscription();
}

/** The implementation for real browsers. */
export const pushBrowser: PushBrowser = {
	state: async (key) => {
		const worker = await registration();
		if (!worker) return 'unsupported';
		if (Notification.permission === 'denied') return 'denied';
		const existing = await worker.pushManager.getSubscription();
		if (!existing) return 'off';
		return sameBytes(existing.options.applicationServerKey, bytesOf(key)) ? 'on' : 'outdated';
	},
	subscribe: async (key) => {
		const worker = await registration();
		if (!worker || (await Notification.requestPermission()) !== 'granted') return undefined;
		const wanted = bytesOf(key);
		const before = await worker.pushManager.getSubscription();
		// The push service would refuse a subscription made with another key.
		if (before && !sameBytes(before.options.applicationServerKey, wanted)) await before.unsubscribe();
		const { endpoint, expirationTime, keys } = (
			await worker.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: wanted })
		).toJSON();
		const { p256dh, auth } = keys ?? {};
		if (!endpoint || !p256dh || !auth) return undefined;
		return { endpoint, keys: { p256dh, auth }, expirationTime: expirationTime ?? null };
	},
	endpoint: async () => (await subscription())?.endpoint,
	unsubscribe: async () => void (await (await subscription())?.unsubscribe()),
};

/** Removes this browser's subscription from the service. The reader must still be signed in. Failures are ignored. */
export async function removeThisPushBrowser(api: Api, browser: PushBrowser = pushBrowser): Promise<void> {
	const endpoint = await browser.endpoint();
	if (endpoint !== undefined) await api.inbox.removePushBrowser({ body: { endpoint } }).catch(() => undefined);
}
