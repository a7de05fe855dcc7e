import { LRUCache } from 'lru-cache';

type Options<K extends {}, V extends {}> = LRUCache.Options<K, V, unknown>;

const caches = new Set<WeakRef<{ clear(): void }>>();
let emptied = 0;

/** A bounded cache of values derived from stored data, cleared by `emptyAnswerCaches`. Caches that only avoid parsing a text again need no clearing. */
export function createAnswerCache<K extends {}, V extends {}>(options: Options<K, V>): LRUCache<K, V> {
	const cache = new LRUCache<K, V>(options);
	caches.add(new WeakRef(cache));
	return cache;
}

/** Clears all caches of answers in this process. Answers being computed are still returned, but not cached (see createSingleFlight). */
export function emptyAnswerCaches(): void {
	emptied++;
	for (const reference of caches) {
		const cache = reference.deref();
		if (cache) cache.clear();
		else caches.delete(reference);
	}
}

/** Increases each time the caches are cleared. */
export function timesEmptied(): number {
	return emptied;
}
