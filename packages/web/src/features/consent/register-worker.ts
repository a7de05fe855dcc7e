import { sitePath } from '../../lib/address/site-path.ts';
import { isIos } from './consent-rules.ts';

/** Message that makes a waiting worker take over. */
export const TAKE_OVER = 'take-over';

export function isStandalone(): boolean {
	return matchMedia('(display-mode: standalone)').matches || (navigator as { standalone?: boolean }).standalone === true;
}

/** An installed app on iOS is hardly ever closed, so a new worker would wait forever. It is activated when the page becomes visible. */
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
		// Only reads the push subscription of this browser; it isn't sent anywhere.
		await registration.pushManager?.getSubscription();
	} catch (error) {
		console.warn('Couldn’t register the service worker.', error);
	}
}
