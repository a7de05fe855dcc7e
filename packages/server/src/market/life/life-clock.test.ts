import { nyse } from '@sw/domain/time/calendar';
import { MINUTE, SECOND, type UtcMs, utcMs } from '@sw/domain/time/units';
import { describe, expect, it } from 'vitest';
import { ClockStopped } from '../../platform/clocks/market-clock.ts';
import { createSteadyPace } from '../../platform/clocks/pace.ts';
import { createRunningClock } from '../../platform/clocks/running-clock.ts';
import { createFakeWallClock } from '../../platform/clocks/testing/fake-wall-clock.ts';
import { createPausableClock } from './life-clock.ts';

const START = utcMs(Date.parse('2026-06-30T15:45:00Z'));

function open() {
	const wall = createFakeWallClock();
	const clock = createPausableClock(START, (start) => createRunningClock({ start, pace: createSteadyPace(60), wall, calendar: nyse }));
	return { wall, clock };
}

describe('the clock of a market through its starts', () => {
	it('is stopped until it runs, and goes on from where it was', async () => {
		const { wall, clock } = open();
		await wall.advance(MINUTE);
		expect(clock.now()).toBe(START);
		clock.run();
		await wall.advance(2 * SECOND);
		expect(clock.now()).toBe(START + 2 * MINUTE);
		clock.pause();
		await wall.advance(MINUTE);
		expect(clock.now()).toBe(START + 2 * MINUTE);
		clock.run();
		await wall.advance(SECOND);
		expect(clock.now()).toBe(START + 3 * MINUTE);
	});

	it('rejects pending waits when it is stopped', async () => {
		const { wall, clock } = open();
		const waited = clock.run().waitUntil(utcMs(START + MINUTE));
		clock.pause();
		await expect(waited).rejects.toBeInstanceOf(ClockStopped);
		expect(wall.countPending()).toBe(0);
	});

	it('stops where the data end', () => {
		const { clock } = open();
		clock.pause((START + MINUTE) as UtcMs);
		expect(clock.now()).toBe(START + MINUTE);
	});

	it('says where it was when it is stopped, if it ran', async () => {
		const { wall, clock } = open();
		expect(clock.stop()).toBeUndefined();
		clock.run();
		await wall.advance(SECOND);
		expect(clock.stop()).toBe(START + MINUTE);
		await wall.advance(SECOND);
		expect(clock.now()).toBe(START + MINUTE);
		expect(wall.countPending()).toBe(0);
	});
});
