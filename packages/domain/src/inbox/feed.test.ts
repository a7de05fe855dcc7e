import { expect, it } from 'vitest';
import { utcMs } from '../time/units.ts';
import { createFeedItem, FEED_ITEMS } from './feed.ts';

function reported(entered: number[], left: number[]) {
	const message = { id: 7, subject: 'Loud rises', createdAt: utcMs(5), notice: { entered, left } };
	return createFeedItem(message as unknown as Parameters<typeof createFeedItem>[0], (id) => ['AAA', 'BBB', 'CCC'][id] ?? '', '10:15');
}

it('names who entered and who left, by the alphabet, and says nothing of what did not happen', () => {
	expect(reported([2, 0], [1])).toMatchObject({ id: 7, at: 5, text: 'Entered: AAA, CCC. Left: BBB.' });
	expect(reported([1], []).text).toBe('Entered: BBB.');
	expect(reported([], [1, 0]).text).toBe('Left: AAA, BBB.');
	expect(reported([1, 0], [2]).title).toBe('Loud rises: 2 entered, 1 left at 10:15');
	expect(reported([1], []).title).toBe('Loud rises: 1 entered at 10:15');
	expect(reported([], []).text).toBe('');
});

it('a feed holds the fifty newest notices', () => {
	expect(FEED_ITEMS).toBe(50);
});
