import { describe, expect, it } from 'vitest';
import { DAY, utcMs } from '../time/units.ts';
import { ANNOUNCEMENT_LENGTH, AUDIENCES, announcementEndError, MAX_ANNOUNCEMENT_LIFE } from './announcement.ts';
import { MESSAGE_LIFE, UNDO_LIFE } from './message.ts';

const NOW = utcMs(1_780_000_000_000);

function reported(after: number) {
	return announcementEndError(NOW, utcMs(NOW + after));
}

describe('a site announcement', () => {
	it('ends later than now, and within 89 days', () => {
		expect([-DAY, -1, 0].map(reported)).toEqual(new Array(3).fill('The end is in the past: give a later one.'));
		expect([1, DAY, 89 * DAY - 1, 89 * DAY].map(reported)).toEqual(new Array(4).fill(undefined));
		expect([89 * DAY + 1, 900 * DAY].map(reported)).toEqual(new Array(2).fill('The end must be within 89 days.'));
	});

	it('ends before its messages are forgotten, which is after 90 days', () => {
		expect(MESSAGE_LIFE).toBe(90 * DAY);
		expect(MAX_ANNOUNCEMENT_LIFE).toBeLessThan(MESSAGE_LIFE);
	});

	it('addresses all users or one licence, with a subject of 120 characters and a text of 4,000', () => {
		expect(AUDIENCES).toEqual(['everybody', 'basic', 'premium', 'pro']);
		expect(ANNOUNCEMENT_LENGTH).toEqual({ subject: 120, text: 4_000 });
	});
});

it('a message that its owner deleted can be brought back for a day', () => {
	expect(UNDO_LIFE).toBe(DAY);
});
