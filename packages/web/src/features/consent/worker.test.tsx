import { afterEach, describe, expect, it, vi } from 'vitest';
import { consentToAll } from './consent-rules.ts';
import { hideFromCrawlers, isTracked, startTracking, TRACKING_DELAY_MS, whenHydrated } from './main.ts';
import { activateWhenVisible, registerWorker, TAKE_OVER } from './register-worker.ts';

afterEach(() => {
	vi.useRealTimers();
	vi.restoreAllMocks();
	vi.unstubAllGlobals();
});

describe('the service worker', () => {
	it('is registered at /sw.js for the whole site, and a push subscription is read but not sent', async () => {
		const getSubscription = vi.fn(async () => null);
		const register = vi.fn(async () => ({ pushManager: { getSubscription } }));
		const sent = vi.fn();
		vi.stubGlobal('fetch', sent);
		await registerWorker({ register } as unknown as ServiceWorkerContainer);
		expect(register.mock.calls).toEqual([['/sw.js', { scope: '/' }]]);
		expect([getSubscription.mock.calls.length, sent.mock.calls.length]).toEqual([1, 0]);
	});

	it('that cannot be registered is only logged', async () => {
		const log = vi.spyOn(console, 'warn').mockImplementation(() => {});
		const failure = new Error('refused');
		await registerWorker({ register: () => Promise.reject(failure) } as unknown as ServiceWorkerContainer);
		expect(log.mock.calls).toEqual([['Couldn’t register the service worker.', failure]]);
	});

	it('that waits takes over when the page becomes visible', () => {
		const postMessage = vi.fn();
		const page = new Document();
		let visibilityState = 'hidden';
		Object.defineProperty(page, 'visibilityState', { get: () => visibilityState });
		const registration: { waiting: ServiceWorker | null } = { waiting: null };
		activateWhenVisible(registration, page);
		visibilityState = 'visible';
		page.dispatchEvent(new Event('visibilitychange'));
		registration.waiting = { postMessage } as unknown as ServiceWorker;
		visibilityState = 'hidden';
		page.dispatchEvent(new Event('visibilitychange'));
		expect(postMessage.mock.calls).toEqual([]);
		visibilityState = 'visible';
		page.dispatchEvent(new Event('visibilitychange'));
		expect(postMessage.mock.calls).toEqual([[TAKE_OVER]]);
	});
});

describe('tracking', () => {
	it('waits for consent to identification, and is never done on hosts that end in asia', () => {
		expect(isTracked(undefined, 'signals.example')).toBe(false);
		expect(isTracked({ ...consentToAll(true), identification: false }, 'signals.example')).toBe(false);
		expect(isTracked({ ...consentToAll(false), identification: true }, 'signals.example')).toBe(true);
		expect(isTracked(consentToAll(true), 'signals.asia')).toBe(false);
	});

	it('loads its script after 3000 ms, once, for who still consents then', async () => {
		vi.useFakeTimers();
		vi.stubGlobal('fetch', async () => Response.json({ tracking: `${location.origin}/count.js` }));
		const scripts: string[] = [];
		vi.spyOn(document.head, 'append').mockImplementation((node) => void scripts.push((node as HTMLScriptElement).src));
		expect(TRACKING_DELAY_MS).toBe(3_000);
		let consent = consentToAll(true);
		startTracking(() => consent);
		consent = consentToAll(false);
		await vi.advanceTimersByTimeAsync(3_000);
		expect(scripts).toEqual([]);
		consent = consentToAll(true);
		startTracking(() => consent);
		startTracking(() => consent);
		await vi.advanceTimersByTimeAsync(2_999);
		expect(scripts).toEqual([]);
		await vi.advanceTimersByTimeAsync(1);
		vi.useRealTimers();
		await expect.poll(() => scripts).toEqual([`${location.origin}/count.js`]);
	});
});

describe('what is shown over a page', () => {
	it('waits until the page hears its readers, and comes once', async () => {
		const root = document.createElement('html');
		const act = vi.fn();
		whenHydrated(act, root);
		root.dataset['scheme'] = 'dark';
		await Promise.resolve();
		expect(act).not.toHaveBeenCalled();
		root.dataset['hydrated'] = '';
		await expect.poll(() => act.mock.calls.length).toBe(1);
		root.dataset['hydrated'] = 'again';
		whenHydrated(act, root);
		await Promise.resolve();
		expect(act).toHaveBeenCalledTimes(2);
	});
});

describe('a host that ends in asia', () => {
	it('has a no-index meta on its pages, once, and no other host has', () => {
		const { head } = document.implementation.createHTMLDocument();
		const robots = () => [...head.querySelectorAll<HTMLMetaElement>('meta[name="robots"]')].map(({ content }) => content);
		hideFromCrawlers('signals.example', head);
		expect(robots()).toEqual([]);
		hideFromCrawlers('signals.asia', head);
		hideFromCrawlers('signals.asia', head);
		expect(robots()).toEqual(['noindex']);
	});
});
