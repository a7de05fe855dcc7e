/** The service worker, served as /sw.js: built files from its cache, an offline page, and push notifications. */
import { TAKE_OVER } from './register-worker.ts';
import { goTo, pathOf, shownOf, type Windows } from './worker-push.ts';

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
		listen: (event: { readonly request: Request; respondWith(answer: Promise<Response>): void }) => void,
	): void;
}

/** Inserted by the build; different in every build. */
declare const EDITION: string;

const worker = globalThis as unknown as Worker;
/** '/', or '/signals/' where the site is below a path of its host. */
const ROOT = new URL(worker.registration.scope).pathname;
/** A host's other sites, whose caches this worker sees, too, have other names. */
const CACHES = `signalwheel${ROOT === '/' ? '' : ROOT}-`;
const CACHE = CACHES + EDITION;
const OFFLINE = `${ROOT}offline.html`;

async function asset(request: Request): Promise<Response> {
	const cache = await caches.open(CACHE);
	const found = await cache.match(request);
	if (found) return found;
	const answer = await fetch(request);
	if (isKept(answer)) await cache.put(request, answer.clone());
	return answer;
}

async function page(request: Request): Promise<Response> {
	try {
		return await fetch(request);
	} catch (error) {
		const offline = await caches.match(OFFLINE);
		if (offline) return offline;
		throw error;
	}
}

worker.addEventListener('install', (event) => event.waitUntil(caches.open(CACHE).then((cache) => cache.add(OFFLINE))));

worker.addEventListener('activate', (event) =>
	event.waitUntil(
		caches
			.keys()
			.then((names) => Promise.all(names.filter((name) => name.startsWith(CACHES) && name !== CACHE).map((name) => caches.delete(name)))),
	),
);

worker.addEventListener('message', ({ data }) => {
	if (data === TAKE_OVER) void worker.skipWaiting();
});

worker.addEventListener('fetch', (event) => {
	const { method, url, mode, headers } = event.request;
	const who = responseSource({ method, url, mode, ranged: headers.has('range') }, worker.registration.scope);
	if (who === 'asset') event.respondWith(asset(event.request));
	if (who === 'page') event.respondWith(page(event.request));
});

worker.addEventListener('push', (event) => {
	const { title, ...options } = shownOf(event.data?.text());
	event.waitUntil(worker.registration.showNotification(title, options));
});

worker.addEventListener('notificationclick', (event) => {
	event.notification.close();
	event.waitUntil(goTo(new URL(pathOf(event.notification.data).slice(1), worker.registration.scope).href, worker.clients));
});

/** What the service worker may cache and serve. */

type Answering = 'asset' | 'page' | 'network';

interface FetchRequest {
	readonly method: string;
	readonly url: string;
	/** 'navigate' when a page is opened. */
	readonly mode: string;
	/** Whether only a byte range is requested. */
	readonly ranged: boolean;
}

/**
 * Where responses come from: built files, whose names change with their content, from the cache; pages from the network, or an offline page. `scope`: the
 * site's address.
 */
export function responseSource({ method, url, mode, ranged }: FetchRequest, scope: string): Answering {
	const path = url.startsWith(scope) ? url.slice(scope.length) : undefined;
	if (method !== 'GET' || path === undefined || ranged || path.startsWith('api/')) return 'network';
	if (mode === 'navigate') return 'page';
	return path.startsWith('assets/') ? 'asset' : 'network';
}

/** Only complete responses of this site are cached: no ranges (206), errors or other sites' responses. */
export function isKept({ status, type }: Pick<Response, 'status' | 'type'>): boolean {
	return status === 200 && type === 'basic';
}
