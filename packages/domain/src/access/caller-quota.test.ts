import { describe, expect, it } from 'vitest';
import { utcMs } from '../time/units.ts';
import { countCall, type Quota, secondsLeft } from './caller.ts';

function after(times: readonly number[]): Quota {
	return times.reduce<Quota | undefined>((last, time) => countCall(last, 3, 1_000, utcMs(time)), undefined) as Quota;
}

describe('a quota of calls', () => {
	it('counts down within a window and reports the first call over the limit', () => {
		expect([[0], [0, 1], [0, 1, 2], [0, 1, 2, 3], [0, 1, 2, 3, 4]].map((times) => after(times).left)).toEqual([2, 1, 0, -1, -1]);
	});

	it('restarts with the first call at or after the end of the window', () => {
		expect(after([0, 1, 2, 3, 999])).toMatchObject({ left: -1, endsAt: 1_000 });
		expect(after([0, 1, 2, 3, 1_000])).toEqual({ limit: 3, window: 1_000, left: 2, endsAt: 2_000 });
		expect(after([0, 5_500])).toMatchObject({ left: 2, endsAt: 6_500 });
	});

	it('says in how many seconds, never none', () => {
		expect([0, 1, 999, 1_000, 5_000].map((now) => secondsLeft(after([0]), utcMs(now)))).toEqual([1, 1, 1, 1, 1]);
		expect(secondsLeft(countCall(undefined, 3, 60_000, utcMs(0)), utcMs(500))).toBe(60);
		expect([58_999, 59_000, 59_001].map((now) => secondsLeft({ endsAt: utcMs(60_000) }, utcMs(now)))).toEqual([2, 1, 1]);
	});
});
