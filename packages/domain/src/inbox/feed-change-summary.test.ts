import { expect, it } from 'vitest';
import { changeSummary } from './feed.ts';

it.each([
	[3, 2, '3 entered, 2 left'],
	[1, 0, '1 entered'],
	[0, 1, '1 left'],
	[0, 0, ''],
])('%i in and %i out are summarized as "%3$s"', (entered, left, words) => {
	expect(changeSummary(entered, left)).toBe(words);
});
