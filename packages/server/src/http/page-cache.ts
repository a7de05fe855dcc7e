import { LRUCache } from 'lru-cache';

/** A finished page. `body` is cut where the nonce belongs, so that each reader gets one of their own. */
export interface Page {
	status: number;
	headers: readonly (readonly [string, string])[];
	body: readonly string[];
	/** False when the page depends on who asked: it is shown once and not kept. */
	shared: boolean;
}

interface Kept {
	page: Page;
	until: number;
}

/** Keeps pages for a while and lets readers who ask for the same page at the same time wait for one rendering. */
export const createPageCache = (capacity: number, keepMs: number, now: () => number) => {
	const kept = new LRUCache<string, Kept>({ max: capacity });
	const underway = new Map<string, Promise<Page>>();
	return {
		async get(key: string, render: () => Promise<Page>): Promise<Page> {
			const found = kept.get(key);
			if (found && found.until > now()) return found.page;
			const other = underway.get(key);
			if (other) {
				const page = await other;
				return page.shared ? page : render();
			}
			const rendering = render();
			underway.set(key, rendering);
			try {
				const page = await rendering;
				if (page.shared && page.status === 200) kept.set(key, { page, until: now() + keepMs });
				return page;
			} finally {
				underway.delete(key);
			}
		},
	};
};
