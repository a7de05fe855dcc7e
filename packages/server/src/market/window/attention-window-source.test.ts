import { expect, it } from 'vitest';
import { createAttentionSource } from './attention-window.ts';
import { COUNTED_UNTIL, createAttention } from './testing/mentions.ts';

const QUESTION = { timeframe: 'day', source: undefined, withRetweets: false } as const;

it('works a measure out once for all who ask, and lets others have their turn meanwhile', async () => {
	const source = createAttentionSource(createAttention(() => [{ row: 0, source: 'reddit', mentions: 1 }]));
	const [first, second] = [source.columns(QUESTION, COUNTED_UNTIL), source.columns(QUESTION, COUNTED_UNTIL)];
	expect(second).toBe(first);
	const other = new Promise((resolve) => setImmediate(resolve, 'other'));
	expect(await Promise.race([first, other])).toBe('other');
	const made = await first;
	expect(made.count[0]).toBe(11);
	// From then on it is there without waiting.
	expect(source.columns(QUESTION, COUNTED_UNTIL)).toBe(made);
});
