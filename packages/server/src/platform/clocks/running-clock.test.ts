import { nyse } from '@sw/domain/time/calendar';
import { HOUR, MINUTE, SECOND, type UtcMs, utcMs } from '@sw/domain/time/units';
import { describe, expect, it } from 'vitest';
import { ClockStopped } from './market-clock.ts';
import { createSteadyPace } from './pace.ts';
import { createRunningClock } from './running-clock.ts';
import { createFakeWallClock } from './testing/fake-wall-clock.ts';

function at(iso: string): UtcMs {
	return utcMs(Date.parse(iso));
}

const START = at('2026-06-30T15:45:00Z');

function running(speed = 60, start = START) {
	const wall = createFakeWallClock();
	const progress: UtcMs[] = [];
	const clock = createRunningClock({ start, pace: createSteadyPace(speed), wall, calendar: nyse, onProgress: (now) => progress.push(now) });
	return { wall, clock, progress };
}

describe('running clock', () => {
	it('runs at its speed while the market is open', async () => {
		const { wall, clock } = running();
		expect(clock.now()).toBe(START);
		await wall.advance(15 * SECOND);
		expect(clock.now()).toBe(at('2026-06-30T16:00:00Z'));
	});

	it('goes five minutes past the close, then to the next open, over weekends and holidays', async () => {
		const { wall, clock } = running(60, at('2026-07-02T19:59:00Z'));
		await wall.advance(5 * SECOND + 999);
		expect(clock.now()).toBeLessThan(at('2026-07-02T20:05:00Z'));
		await wall.advance(1);
		// 3 July 2026 is a holiday (Independence Day falls on Saturday), then a weekend.
		expect(clock.now()).toBe(at('2026-07-06T13:30:00Z'));
		await wall.advance(SECOND);
		expect(clock.now()).toBe(at('2026-07-06T13:31:00Z'));
	});

	it('starts at the next open when it was stopped in closed hours', () => {
		expect(running(60, at('2026-07-04T12:00:00Z')).clock.now()).toBe(at('2026-07-06T13:30:00Z'));
	});

	it('ends early on early closes', async () => {
		const { wall, clock } = running(60, at('2026-11-27T18:04:30Z'));
		await wall.advance(500);
		expect(clock.now()).toBe(at('2026-11-30T14:30:00Z'));
	});

	it('releases waits in order, at their instant, and those in closed hours at the jump', async () => {
		const { wall, clock } = running();
		const seen: string[] = [];
		const wait = (iso: string) => clock.waitUntil(at(iso)).then(() => seen.push(`${iso} ${new Date(clock.now()).toISOString()}`));
		void wait('2026-06-30T23:00:00Z');
		void wait('2026-06-30T16:00:00Z');
		void wait('2026-06-30T15:45:00Z');
		await wall.advance(15 * SECOND);
		expect(seen).toEqual(['2026-06-30T15:45:00Z 2026-06-30T15:45:00.000Z', '2026-06-30T16:00:00Z 2026-06-30T16:00:00.000Z']);
		await wall.advance((4 * HOUR + 5 * MINUTE) / 60);
		expect(seen[2]).toBe('2026-06-30T23:00:00Z 2026-07-01T13:30:00.000Z');
	});

	it('lets a wait be given up, and rejects waits when stopped', async () => {
		const { wall, clock } = running();
		const controller = new AbortController();
		const waiting = clock.waitUntil(at('2026-06-30T16:00:00Z'), controller.signal);
		const kept = clock.waitUntil(at('2026-06-30T17:00:00Z'));
		controller.abort(new Error('enough'));
		await expect(waiting).rejects.toThrow('enough');
		clock.stop();
		clock.stop();
		await expect(kept).rejects.toBeInstanceOf(ClockStopped);
		await expect(clock.waitUntil(at('2026-06-30T17:00:00Z'))).rejects.toBeInstanceOf(ClockStopped);
		expect(wall.countPending()).toBe(0);
	});

	it('reports its time, and resumes there', async () => {
		const { wall, clock, progress } = running();
		await wall.advance(2500);
		expect(progress.length).toBe(2);
		clock.stop();
		await wall.advance(HOUR);
		expect(clock.now()).toBe(at('2026-06-30T15:47:30Z'));
		expect(progress.at(-1)).toBe(clock.now());
		expect(running(60, clock.now()).clock.now()).toBe(clock.now());
	});

	it('waits for a sleeping machine and never goes back with wall-clock time', async () => {
		const { wall, clock } = running(1);
		wall.leap(8 * HOUR);
		expect(clock.now()).toBe(START + 10 * SECOND);
		wall.leap(-HOUR);
		expect(clock.now()).toBe(START + 10 * SECOND);
		await wall.advance(3 * SECOND);
		expect(clock.now()).toBe(START + 13 * SECOND);
	});

	it('keeps time at fractional and great speeds', async () => {
		const slow = running(0.5);
		await slow.wall.advance(3 * SECOND);
		expect(slow.clock.now()).toBe(START + 1.5 * SECOND);
		const fast = running(100_000);
		await fast.wall.advance(6 * SECOND);
		expect(fast.clock.now()).toBeGreaterThan(START + 24 * HOUR);
		expect(() => running(0)).toThrow(RangeError);
	});

	it('leaves the last slot five wall-clock seconds after the close, at any speed', async () => {
		const { wall, clock } = running(600, at('2026-06-30T19:50:00Z'));
		const close = at('2026-06-30T20:00:00Z');
		await wall.advance(SECOND);
		expect(clock.now()).toBe(close);
		await wall.advance(4 * SECOND + 999);
		expect(clock.now()).toBeLessThan(close + 5 * MINUTE);
		await wall.advance(2);
		expect(clock.now()).toBe(at('2026-07-01T13:30:00Z') + 600);
		expect(clock.reachedAt(close)).toBe(wall.now() - 5 * SECOND - 1);
	});

	it('gives the wall-clock time of an instant it reached, through closed hours, a sleep and changes of speed', async () => {
		const { wall, clock } = running(60, at('2026-06-30T19:58:00Z'));
		const from = wall.now();
		await wall.advance(20 * SECOND);
		expect(clock.reachedAt(at('2026-06-30T19:59:30Z'))).toBe(from + 1_500);
		expect(clock.reachedAt(at('2026-06-30T20:00:00Z'))).toBe(from + 2 * SECOND);
		expect(clock.reachedAt(at('2026-07-01T13:31:00Z'))).toBe(from + 8 * SECOND);
		expect(clock.reachedAt(at('2026-06-30T19:57:00Z'))).toBeUndefined();
		expect(clock.reachedAt(at('2026-07-01T20:00:00Z'))).toBeUndefined();
		const before = clock.now();
		wall.leap(HOUR);
		await wall.advance(SECOND);
		// Ten seconds of the hour count; which ones is unknown.
		expect(clock.reachedAt(utcMs(before + 11 * MINUTE))).toBe(wall.now());
	});
});
