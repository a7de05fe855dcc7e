import { createMentionBlock } from '@sw/domain/prices/blocks';
import { HOUR, utcMs } from '@sw/domain/time/units';
import { expect, it } from 'vitest';
import { createMentionWindow } from './mention-window.ts';

const start = utcMs(Date.parse('2026-06-29T00:00:00Z'));

function at(hour: number) {
	return utcMs(start + hour * HOUR);
}

function block(rows: [tickerId: number, hour: number, mentions: number][]) {
	const made = createMentionBlock(rows.length);
	for (const [i, [tickerId, hour, mentions]] of rows.entries()) {
		made.tickerId[i] = tickerId;
		made.time[i] = at(hour) / 1000;
		made.mentions[i] = mentions;
		made.retweets[i] = 100;
	}
	made.count = rows.length;
	return made;
}

it('sums the 24 hours that have ended, without retweets', () => {
	const window = createMentionWindow(2, (id) => id - 1);
	window.add(block([[1, 0, 3], [1, 23, 4], [2, 24, 5]]), at(0), at(25)); // biome-ignore format: a table
	expect([...window.totalsAt(at(24))]).toEqual([7, 0]);
	expect([...window.totalsAt(at(24.5))]).toEqual([7, 0]);
	expect([...window.totalsAt(at(25))]).toEqual([4, 5]);
	expect(window.until).toBe(at(25));
});

it('does not know the sum while an hour is missing', () => {
	const window = createMentionWindow(1, () => 0);
	window.add(block([]), at(1), at(25));
	expect([...window.totalsAt(at(24))]).toEqual([-1]);
	expect([...window.totalsAt(at(25))]).toEqual([0]);
	expect([...window.totalsAt(at(26))]).toEqual([-1]);
});
