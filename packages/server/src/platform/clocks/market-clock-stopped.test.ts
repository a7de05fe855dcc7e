import { utcMs } from '@sw/domain/time/units';
import { describe, expect, it } from 'vitest';
import { ClockStopped, createStoppedClock } from './market-clock.ts';

describe('stopped clock', () => {
	it('is stopped until data come, and never goes back', async () => {
		const clock = createStoppedClock(utcMs(1000));
		let reached = false;
		const wait = clock.waitUntil(utcMs(2000)).then(() => {
			reached = true;
		});
		clock.moveTo(utcMs(1500));
		await clock.waitUntil(utcMs(1500));
		expect(reached).toBe(false);
		clock.moveTo(utcMs(2500));
		await wait;
		clock.moveTo(utcMs(100));
		expect(clock.now()).toBe(2500);
		const never = clock.waitUntil(utcMs(9000));
		clock.stop();
		await expect(never).rejects.toBeInstanceOf(ClockStopped);
	});
});
