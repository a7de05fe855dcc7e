import type { InputOf } from '@sw/contract/base/define';
import type { Contract } from '@sw/contract/index';
import type { Api } from '../../lib/api/client.ts';

/** State of push messages in this browser. 'outdated': subscribed with a key that the service has replaced. */
export type PushState = 'unsupported' | 'denied' | 'off' | 'on' | 'outdated';
export type Subscription = InputOf<Contract['inbox']['addPushBrowser']>['body'];

export interface PushBrowser {
	/** Returns the current state. `key`: the service's current public key, in base64url. */
	getState(key: string): Promise<PushState>;
	/** Subscribes to push messages. Resolves to undefined if the reader or the browser refuses. */
	subscribe(key: string): Promise<Subscription | undefined>;
	/** Returns the URL of the push subscription; undefined if not subscribed. */
	getEndpoint(): Promise<string | undefined>;
	/** Ends the subscription, also at its push service. */
	unsubscribe(): Promise<void>;
}

function decodeKey(key: string): Uint8Array<ArrayBuffer> {
	const text = atob(key.replaceAll('-', '+').replaceAll('_', '/'));
	return Uint8Array.from(text, (character) => character.charCodeAt(0));
}

function hasSameBytes(a: ArrayBuffer | null, b: Uint8Array): boolean {
	return a !== null && a.byteLength === b.length && new Uint8Array(a).every((byte, at) => byte === b[at]);
}

async function getRegistration(): Promise<ServiceWorkerRegistration | undefined> {
	if (!('Notification' in globalThis) || !('PushManager' in globalThis)) return undefined;
	return navigator.serviceWorker?.getRegistration('/');
}

async function getSubscription(): Promise<PushSubscription | null | undefined> {
	return (await getRegistration())?.pushManager.getSubscription();
}

/** The implementation for real browsers. */
export const pushBrowser: PushBrowser = {
	getState: async (key) => {
		const registration = await getRegistration();
		if (!registration) return 'unsupported';
		if (Notification.permission === 'denied') return 'denied';
		const existing = await registration.pushManager.getSubscription();
		if (!existing) return 'off';
		return hasSameBytes(existing.options.applicationServerKey, decodeKey(key)) ? 'on' : 'outdated';
	},
	subscribe: async (key) => {
		const registration = await getRegistration();
		if (!registration || (await Notification.requestPermission()) !== 'granted') return undefined;
		const serverKey = decodeKey(key);
		const existing = await registration.pushManager.getSubscription();
		// The push service would refuse a subscription made with another key.
		if (existing && !hasSameBytes(existing.options.applicationServerKey, serverKey)) await existing.unsubscribe();
		const { endpoint, expirationTime, keys } = (
			await registration.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: serverKey })
		).toJSON();
		const { p256dh, auth } = keys ?? {};
		if (!endpoint || !p256dh || !auth) return undefined;
		return { endpoint, keys: { p256dh, auth }, expirationTime: expirationTime ?? null };
	},
	getEndpoint: async () => (await getSubscription())?.endpoint,
	unsubscribe: async () => void (await (await getSubscription())?.unsubscribe()),
};

/** Removes this browser's subscription from the service. The reader must still be signed in. Failures are ignored. */
export async function removeThisPushBrowser(api: Api, browser: PushBrowser = pushBrowser): Promise<void> {
	const endpoint = await browser.getEndpoint();
	if (endpoint !== undefined) await api.inbox.removePushBrowser({ body: { endpoint } }).catch(() => undefined);
}
