import { expect, it } from 'vitest';
import { createLastAnswers } from './answer-caches.ts';

it('reuses an answer while all that it depends on is the same, and only then', () => {
	const answers = createLastAnswers<string>(2);
	const [question, lists] = [{}, {}];
	expect(answers.get(question, [lists, 1])).toBeUndefined();
	expect(answers.store(question, [lists, 1], 'first')).toBe('first');
	expect(answers.get(question, [lists, 1])).toBe('first');
	for (const other of [
		[lists, 2],
		[{}, 1],
		[undefined, 1],
	])
		expect(answers.get(question, other)).toBeUndefined();
	expect(answers.get({}, [lists, 1])).toBeUndefined();
	answers.store(question, [lists, 2], 'second');
	expect([answers.get(question, [lists, 1]), answers.get(question, [lists, 2])]).toEqual([undefined, 'second']);
	for (const one of [{}, {}]) answers.store(one, [], 'later');
	expect(answers.get(question, [lists, 2])).toBeUndefined();
});
