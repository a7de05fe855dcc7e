import { expect, it } from 'vitest';
import { tookText } from './took-text.ts';

it.each([
	[null, null, ''],
	['2026-06-30T15:45:00Z', null, ''],
	['2026-06-30T15:45:00Z', '2026-06-30T15:45:00Z', '0 s'],
	['2026-06-30T15:45:00Z', '2026-06-30T15:45:59Z', '59 s'],
	['2026-06-30T15:45:00Z', '2026-06-30T15:46:05Z', '1 min 5 s'],
	['2026-06-30T15:45:00Z', '2026-06-30T18:47:05Z', '3 h 2 min'],
])('from %s to %s took %s', (started, finished, text) => {
	expect(tookText({ started, finished })).toBe(text);
});
