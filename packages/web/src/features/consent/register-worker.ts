import { sitePath } from '../../lib/address/site-path.ts';
import { isIos } from './consent-rules.ts';

/** The message that activates the new worker; the same as in `worker.ts`. */
export const TAKE_OVER = 'take-over';

export function isStandalone(): boolean {
	return matchMedia('(display-mode: standalone)').matches || (navigator as { standalone?: boolean }).standalone === true;
}

/** An installed app on iOS is hardly ever closed: without this, a new worker would wait forever. */
export function activateWhenVisible(registration: Pick<ServiceWorkerRegistration, 'waiting'>, page: Document = document): void {
	page.addEventListener('visibilitychange', () => {
		if (page.visibilityState === 'visible') registration.waiting?.postMessage(TAKE_OVER);
	});
}

/** Registers the service worker. A failure is only logged: the page works without it. */
export async function registerWorker(workers: ServiceWorkerContainer | undefined = navigator.serviceWorker): Promise<void> {
	if (!workers) return;
	try {
		const registration = await workers.register(sitePath('/sw.js'), { scope: sitePath('/') });
		if (isIos(navigator) && isStandalone()) activateWhenVisible(registration);
		// The permission for push is only read and stored on the page; it isn't sent anywhere.
		await registration.pushManager?.getSubscription();
	} catch (error) {
		console.warn('Couldn’t register the service worker.', error);
	}
}
