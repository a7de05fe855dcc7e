import { expect, it } from 'vitest';
import { createSingleFlight } from '../concurrency/single-flight.ts';
import { clearAnswerCaches, createAnswerCache, createLastAnswers } from './answer-caches.ts';

it('empties every cache of answers at once', async () => {
	const [one, other] = [createAnswerCache<string, number>({ max: 2 }), createAnswerCache<string, number>({ max: 2 })];
	const last = createLastAnswers<number>(2);
	const share = createSingleFlight<string, number>({ maxCached: 2 });
	const question = {};
	one.set('a', 1);
	other.set('b', 2);
	last.store(question, [], 3);
	await share('c', async () => 4);
	clearAnswerCaches();
	expect([one.get('a'), other.get('b'), last.get(question, []), await share('c', async () => 5)]).toEqual([
		undefined,
		undefined,
		undefined,
		5,
	]);
});

it('keeps nothing that was begun before it was emptied, and lets no later question join that work', async () => {
	const share = createSingleFlight<string, number>({ maxCached: 2 });
	const begun = Promise.withResolvers<number>();
	const before = share('a', () => begun.promise);
	clearAnswerCaches();
	const after = share('a', async () => 2);
	begun.resolve(1);
	expect([await before, await after, await share('a', async () => 3)]).toEqual([1, 2, 2]);
});
