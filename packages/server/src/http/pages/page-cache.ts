import { createAnswerCache } from '../../platform/cache/answer-caches.ts';
import { createSemaphore, type RunLimited } from '../../platform/concurrency/semaphore.ts';
import { createSingleFlight } from '../../platform/concurrency/single-flight.ts';
import { Problem } from '../../platform/errors.ts';

/** A rendered page. `body` is split where the nonce belongs, so that each reader gets a new one. */
export interface Page {
	status: number;
	headers: readonly (readonly [string, string])[];
	body: readonly string[];
	/** False if the page depends on the reader; it is then sent once and not cached. */
	shared: boolean;
}

interface CachedPage {
	page: Page;
	expiresAt: number;
}

/** Caches up to `capacity` pages for `keepMs` milliseconds. Concurrent requests for the same page share one rendering. */
export function createPageCache(capacity: number, keepMs: number, now: () => number) {
	const cache = createAnswerCache<string, CachedPage>({ max: capacity });
	const renderOnce = createSingleFlight<string, Page>();
	return {
		async get(key: string, render: () => Promise<Page>): Promise<Page> {
			const cached = cache.get(key);
			if (cached && cached.expiresAt > now()) return cached.page;
			let hasRendered = false;
			const page = await renderOnce(key, () => {
				hasRendered = true;
				return render();
			});
			if (!hasRendered) return page.shared ? page : render();
			if (page.shared && page.status === 200) cache.set(key, { page, expiresAt: now() + keepMs });
			return page;
		},
	};
}

/** Runs at most `maxConcurrent` renderings concurrently and queues others in order. 503 if `maxQueued` renderings are waiting already. */
export function createRenderGate(maxConcurrent: number, maxQueued: number): RunLimited {
	return createSemaphore({
		maxConcurrent,
		maxQueued,
		createRefusal: () => new Problem('unavailable', { detail: 'The server is busy.', headers: { 'retry-after': '1' } }),
	});
}
