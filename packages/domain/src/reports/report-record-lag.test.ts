import { expect, it } from 'vitest';
import { utcMs } from '../time/units.ts';
import { publicationLagMs } from './report-record.ts';

const due = utcMs(1_780_000_000_000);

it.each([
	['after its slot', utcMs(due + 1_234), 1_234],
	['with the end of its slot', due, 0],
	['before it, by a clock that was set back', utcMs(due - 5), 0],
])('of a report that came out %s', (_, publishedWall, lag) => {
	expect(publicationLagMs({ dueWall: due, publishedWall })).toBe(lag);
});

it('is not known of a report whose times were not noted', () => {
	expect(publicationLagMs({ dueWall: null, publishedWall: due })).toBeNull();
	expect(publicationLagMs({ dueWall: due, publishedWall: null })).toBeNull();
});
