import { isIos } from './rules.ts';

/** The message that makes the worker take over; as in `worker.ts`. */
export const TAKE_OVER = 'take-over';

export const isStandalone = (): boolean =>
	matchMedia('(display-mode: standalone)').matches || (navigator as { standalone?: boolean }).standalone === true;

/** An installed application on iOS is hardly ever closed: without this a new worker would wait for ever. */
export const takeOverWhenSeen = (registration: Pick<ServiceWorkerRegistration, 'waiting'>, page: Document = document): void => {
	page.addEventListener('visibilitychange', () => {
		if (page.visibilityState === 'visible') registration.waiting?.postMessage(TAKE_OVER);
	});
};

/** Registers the service worker. A failure is only logged: the page needs none. */
export const registerWorker = async (workers: ServiceWorkerContainer | undefined = navigator.serviceWorker): Promise<void> => {
	if (!workers) return;
	try {
		const registration = await workers.register('/sw.js', { scope: '/' });
		if (isIos(navigator) && isStandalone()) takeOverWhenSeen(registration);
		// Whether pushes are wanted is read and kept to the page: nothing sends it anywhere.
		await registration.pushManager?.getSubscription();
	} catch (error) {
		console.warn('Couldn’t register the service worker.', error);
	}
};
