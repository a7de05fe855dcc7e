import { LRUCache } from 'lru-cache';

type Options<K extends {}, V extends {}> = LRUCache.Options<K, V, unknown>;

const caches = new Set<WeakRef<{ clear(): void }>>();
let emptied = 0;

/** A bounded cache of what is computed from stored data: `emptyAnswerCaches` forgets it. Caches that only save reading a text again are plain ones. */
export function createAnswerCache<K extends {}, V extends {}>(options: Options<K, V>): LRUCache<K, V> {
	const cache = new LRUCache<K, V>(options);
	caches.add(new WeakRef(cache));
	return cache;
}

/** Forgets all that this process keeps of answers. What is being computed meanwhile is answered and not kept (see createSharedRuns). */
export function emptyAnswerCaches(): void {
	emptied++;
	for (const reference of caches) {
		const cache = reference.deref();
		if (cache) cache.clear();
		else caches.delete(reference);
	}
}

/** Rises with each emptying. */
export function timesEmptied(): number {
	return emptied;
}
