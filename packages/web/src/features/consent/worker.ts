/** The service worker, served as /sw.js: built files from its cache, an offline page, and push notifications. */
import { TAKE_OVER } from './register-worker.ts';
import { chooseSource, isCacheable } from './worker-cache.ts';
import { openUrl, parsePush, targetPath, type Windows } from './worker-push.ts';

/** The part of the worker's global scope used here; the DOM types don't include it. */
interface Worker {
	readonly registration: ServiceWorkerRegistration;
	readonly clients: Windows;
	skipWaiting(): Promise<void>;
	addEventListener(type: 'install' | 'activate', listen: (event: { waitUntil(work: Promise<unknown>): void }) => void): void;
	addEventListener(type: 'message', listen: (event: { readonly data: unknown }) => void): void;
	addEventListener(
		type: 'push',
		listen: (event: { readonly data: { text(): string } | null; waitUntil(work: Promise<unknown>): void }) => void,
	): void;
	addEventListener(
		type: 'notificationclick',
		listen: (event: { readonly notification: Notification; waitUntil(work: Promise<unknown>): void }) => void,
	): void;
	addEventListener(
		type: 'fetch',
		listen: (event: { readonly request: Request; respondWith(response: Promise<Response>): void }) => void,
	): void;
}

/** Identifies the build. The build script inserts the value. */
declare const EDITION: string;

const worker = globalThis as unknown as Worker;
/** Path of the site: '/', or for example '/signals/' if the site is below a path of the host. */
const ROOT = new URL(worker.registration.scope).pathname;
/** Distinguishes this site's caches from those of other sites on the same host. */
const CACHE_PREFIX = `signalwheel${ROOT === '/' ? '' : ROOT}-`;
const CACHE = CACHE_PREFIX + EDITION;
const OFFLINE_PAGE = `${ROOT}offline.html`;

async function fetchAsset(request: Request): Promise<Response> {
	const cache = await caches.open(CACHE);
	const cached = await cache.match(request);
	if (cached) return cached;
	const response = await fetch(request);
	if (isCacheable(response)) await cache.put(request, response.clone());
	return response;
}

async function fetchPage(request: Request): Promise<Response> {
	try {
		return await fetch(request);
	} catch (error) {
		const offline = await caches.match(OFFLINE_PAGE);
		if (offline) return offline;
		throw error;
	}
}

worker.addEventListener('install', (event) => event.waitUntil(caches.open(CACHE).then((cache) => cache.add(OFFLINE_PAGE))));

worker.addEventListener('activate', (event) =>
	event.waitUntil(
		caches
			.keys()
			.then((names) =>
				Promise.all(names.filter((name) => name.startsWith(CACHE_PREFIX) && name !== CACHE).map((name) => caches.delete(name))),
			),
	),
);

worker.addEventListener('message', ({ data }) => {
	if (data === TAKE_OVER) void worker.skipWaiting();
});

worker.addEventListener('fetch', (event) => {
	const { method, url, mode, headers } = event.request;
	const source = chooseSource({ method, url, mode, ranged: headers.has('range') }, worker.registration.scope);
	if (source === 'asset') event.respondWith(fetchAsset(event.request));
	if (source === 'page') event.respondWith(fetchPage(event.request));
});

worker.addEventListener('push', (event) => {
	const { title, ...options } = parsePush(event.data?.text());
	event.waitUntil(worker.registration.showNotification(title, options));
});

worker.addEventListener('notificationclick', (event) => {
	event.notification.close();
	event.waitUntil(openUrl(new URL(targetPath(event.notification.data).slice(1), worker.registration.scope).href, worker.clients));
});
