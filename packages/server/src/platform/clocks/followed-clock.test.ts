import { nyse } from '@sw/domain/time/calendar';
import { MINUTE, SECOND, type UtcMs, utcMs } from '@sw/domain/time/units';
import { expect, it } from 'vitest';
import { createFollowedClock } from './followed-clock.ts';
import { createFakeWallClock } from './testing/fake-wall-clock.ts';

const START = utcMs(Date.parse('2026-06-30T15:45:00Z'));

function open() {
	const wall = createFakeWallClock();
	return { wall, clock: createFollowedClock({ start: START, wall, calendar: nyse }) };
}

function after(minutes: number): UtcMs {
	return utcMs(START + minutes * MINUTE);
}

it("stops until it gets the other clock's time, then runs at its speed", async () => {
	const { wall, clock } = open();
	await wall.advance(SECOND);
	expect([clock.now(), clock.speed()]).toEqual([START, 0]);
	clock.applyReading({ at: after(1), ageMs: 500, speed: 60 });
	expect([clock.now(), clock.speed()]).toEqual([after(1.5), 60]);
	await wall.advance(SECOND);
	expect(clock.now()).toBe(after(2.5));
	expect(clock.reachedAt(after(2))).toBe(wall.now() - SECOND / 2);
});

it('is never between two milliseconds, whatever the age of the received time', async () => {
	const { wall, clock } = open();
	clock.applyReading({ at: after(1), ageMs: 500.0703, speed: 60 });
	expect(clock.now()).toBe(after(1.5) + 4);
	await wall.advance(SECOND);
	expect(Number.isInteger(clock.now())).toBe(true);
});

it('never goes back, and stops when the other clock is silent', async () => {
	const { wall, clock } = open();
	clock.applyReading({ at: after(10), ageMs: 0, speed: 60 });
	clock.applyReading({ at: after(5), ageMs: 0, speed: 60 });
	expect(clock.now()).toBe(after(10));
	await wall.advance(MINUTE);
	expect([clock.now(), clock.speed()]).toEqual([after(10), 0]);
	clock.applyReading({ at: after(9), ageMs: MINUTE, speed: 60 });
	expect([clock.now(), clock.speed()]).toEqual([after(12), 0]);
});

it('skips closed hours as the other does', () => {
	const { clock } = open();
	const close = nyse.lastOpened(START)?.close as UtcMs;
	clock.applyReading({ at: utcMs(close + 5 * MINUTE - 1), ageMs: SECOND, speed: 60 });
	expect(clock.now()).toBeGreaterThan(close + 12 * 60 * MINUTE);
});
