import { createAnswerCache } from '../platform/answer-caches.ts';
import { createSharedRuns } from '../platform/turns.ts';

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
	const kept = createAnswerCache<string, Kept>({ max: capacity });
	const share = createSharedRuns<string, Page>();
	return {
		async get(key: string, render: () => Promise<Page>): Promise<Page> {
			const found = kept.get(key);
			if (found && found.until > now()) return found.page;
			let isOwn = false;
			const page = await share(key, () => {
				isOwn = true;
				return render();
			});
			if (!isOwn) return page.shared ? page : render();
			if (page.shared && page.status === 200) kept.set(key, { page, until: now() + keepMs });
			return page;
		},
	};
};
