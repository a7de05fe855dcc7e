import { hash } from 'node:crypto';
import { LRUCache } from 'lru-cache';

type Options<K extends {}, V extends {}> = LRUCache.Options<K, V, unknown>;

const caches = new Set<WeakRef<{ clear(): void }>>();
let clearCount = 0;

/**
 * Creates a bounded cache of values derived from stored data, cleared by `clearAnswerCaches`.
 * Don't use this function for caches that only save parsing: such caches need no clearing.
 */
export function createAnswerCache<K extends {}, V extends {}>(options: Options<K, V>): LRUCache<K, V> {
	const cache = new LRUCache<K, V>(options);
	caches.add(new WeakRef(cache));
	return cache;
}

/** Clears all answer caches of this process. Answers being computed are still returned, but not cached (see createSingleFlight). */
export function clearAnswerCaches(): void {
	clearCount++;
	for (const reference of caches) {
		const cache = reference.deref();
		if (cache) cache.clear();
		else caches.delete(reference);
	}
}

/** Returns the number of times that the caches have been cleared. */
export function getCacheClearCount(): number {
	return clearCount;
}

/**
 * Caches the last answer to each question. Equal questions must be the same object, as queries are (see createQueryParser).
 * An answer is valid while every element of `dependsOn` is identical. These elements stay in memory, so represent large dependencies by a name.
 * Looking up an object is faster than building a key from its content.
 */
interface LastAnswers<A> {
	get(question: object, dependsOn: readonly unknown[]): A | undefined;
	store(question: object, dependsOn: readonly unknown[], answer: A): A;
}

/** Keeps answers to the `max` most recently used questions. */
export function createLastAnswers<A>(max: number): LastAnswers<A> {
	const cache = createAnswerCache<object, { dependsOn: readonly unknown[]; answer: A }>({ max });
	return {
		get(question, dependsOn) {
			const cached = cache.get(question);
			return cached?.dependsOn.every((part, at) => part === dependsOn[at]) ? cached.answer : undefined;
		},
		store(question, dependsOn, answer) {
			cache.set(question, { dependsOn, answer });
			return answer;
		},
	};
}

/** Computes a key of 22 characters for any JSON value. Short keys matter, because Map hashes a key at each lookup. */
export function hashKey(value: unknown): string {
	return hash('sha256', JSON.stringify(value), 'base64url').slice(0, 22);
}
