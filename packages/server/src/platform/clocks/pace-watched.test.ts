import { nyse } from '@sw/domain/time/calendar';
import { SECOND, utcMs } from '@sw/domain/time/units';
import { describe, expect, it } from 'vitest';
import { createWatchedPace, UNWATCHED_SPEED, WATCH_TIMEOUT_MS, WATCHED_SPEED } from './pace.ts';
import { createRunningClock } from './running-clock.ts';
import { createFakeWallClock } from './testing/fake-wall-clock.ts';

const START = utcMs(Date.parse('2026-06-30T15:45:00Z'));

describe('the pace of a market that may have viewers', () => {
	it('is fast from a look on, as long as looks come once a minute, and slow again when they end', async () => {
		const wall = createFakeWallClock();
		const pace = createWatchedPace(wall);
		const changes: number[] = [];
		pace.onChange(() => changes.push(pace.speed()));
		expect(pace.speed()).toBe(UNWATCHED_SPEED);
		pace.recordWatching();
		for (let minute = 0; minute < 5; minute++) {
			await wall.advance(60 * SECOND);
			expect(pace.speed()).toBe(WATCHED_SPEED);
			pace.recordWatching();
		}
		await wall.advance(WATCH_TIMEOUT_MS - 1);
		expect(pace.speed()).toBe(WATCHED_SPEED);
		await wall.advance(1);
		expect(pace.speed()).toBe(UNWATCHED_SPEED);
		expect(changes).toEqual([20, 1]);
		expect(wall.countPending()).toBe(0);
	});

	it('has no timer once stopped, and no longer calls former listeners', () => {
		const wall = createFakeWallClock();
		const pace = createWatchedPace(wall);
		let reported = 0;
		pace.onChange(() => reported++)();
		pace.recordWatching();
		pace.stop();
		expect([reported, wall.countPending()]).toEqual([0, 0]);
	});

	it('moves a market clock that is already running, and the waits on it', async () => {
		const wall = createFakeWallClock();
		const pace = createWatchedPace(wall);
		const clock = createRunningClock({ start: START, pace, wall, calendar: nyse });
		const seen: number[] = [];
		void clock.waitUntil(utcMs(START + 100 * SECOND)).then(() => seen.push(wall.now()));
		const from = wall.now();
		await wall.advance(10_500);
		pace.recordWatching();
		expect(clock.now()).toBe(START + 10_500);
		await wall.advance(4_475);
		// 89.5 seconds of the market were left.
		expect(clock.now()).toBe(START + 100 * SECOND);
		expect(seen).toEqual([from + 14_975]);
		await wall.advance(WATCH_TIMEOUT_MS);
		const at = clock.now();
		await wall.advance(3 * SECOND);
		expect(clock.now()).toBe(at + 3 * SECOND);
		clock.stop();
		pace.stop();
		expect(wall.countPending()).toBe(0);
	});
});
