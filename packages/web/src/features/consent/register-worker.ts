import { sitePath } from '../../lib/address/site-path.ts';
import { isIos } from './consent-rules.ts';

/** Message that activates a waiting worker. */
export const TAKE_OVER = 'take-over';

export function isStandalone(): boolean {
	return matchMedia('(display-mode: standalone)').matches || (navigator as { standalone?: boolean }).standalone === true;
}

/** Activates a new worker when the page becomes visible. Installed apps on iOS are hardly ever closed, so the worker would wait forever. */
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
		// Only reads this browser's push subscription, and doesn't send it anywhere.
		await registration.pushManager?.getSubscription();
	} catch (error) {
		console.warn('Couldn’t register the service worker.', error);
	}
}
