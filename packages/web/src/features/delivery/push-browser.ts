import type { Given } from '@sw/contract/define';
import type { Contract } from '@sw/contract/index';

/** What this browser says of pushes. */
export type PushState = 'unsupported' | 'denied' | 'off' | 'on';
export type Subscription = Given<Contract['inbox']['addPushBrowser']>['body'];

export interface PushBrowser {
	state(): Promise<PushState>;
	/** What the service is to push to; undefined where the reader or the browser refuses. */
	subscribe(key: string): Promise<Subscription | undefined>;
	/** Ends it; the endpoint that it had. */
	unsubscribe(): Promise<string | undefined>;
}

const bytesOf = (key: string): Uint8Array<ArrayBuffer> => {
	const text = atob(key.replaceAll('-', '+').replaceAll('_', '/'));
	return Uint8Array.from(text, (letter) => letter.charCodeAt(0));
};

const sameBytes = (one: ArrayBuffer | null, other: Uint8Array): boolean =>
	one !== null && one.byteLength === other.length && new Uint8Array(one).every((byte, at) => byte === other[at]);

const registration = async (): Promise<ServiceWorkerRegistration | undefined> => {
	if (!('Notification' in globalThis) || !('PushManager' in globalThis)) return undefined;
	return navigator.serviceWorker?.getRegistration('/');
};

/** The browser's own. */
export const pushBrowser: PushBrowser = {
	state: async () => {
		const worker = await registration();
		if (!worker) return 'unsupported';
		if (Notification.permission === 'denied') return 'denied';
		return (await worker.pushManager.getSubscription()) === null ? 'off' : 'on';
	},
	subscribe: async (key) => {
		const worker = await registration();
		if (!worker || (await Notification.requestPermission()) !== 'granted') return undefined;
		const wanted = bytesOf(key);
		const before = await worker.pushManager.getSubscription();
		// Made for another key it would be refused by its push service.
		if (before && !sameBytes(before.options.applicationServerKey, wanted)) await before.unsubscribe();
		const { endpoint, expirationTime, keys } = (
			await worker.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: wanted })
		).toJSON();
		const { p256dh, auth } = keys ?? {};
		if (!endpoint || !p256dh || !auth) return undefined;
		return { endpoint, keys: { p256dh, auth }, expirationTime: expirationTime ?? null };
	},
	unsubscribe: async () => {
		const worker = await registration();
		const subscription = await worker?.pushManager.getSubscription();
		await subscription?.unsubscribe();
		return subscription?.endpoint;
	},
};
