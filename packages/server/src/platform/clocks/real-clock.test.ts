import { utcMs } from '@sw/domain/time/units';
import { describe, expect, it } from 'vitest';
import { createRealClock } from './real-clock.ts';
import { createFakeWallClock } from './testing/fake-wall-clock.ts';

describe('the clock of a real market', () => {
	it('is the wall clock less the delay, and never goes back', async () => {
		const wall = createFakeWallClock(1_000_000);
		const clock = createRealClock({ wall, delay: 60_000 });
		expect(clock.now()).toBe(940_000);
		wall.leap(-5_000);
		expect(clock.now()).toBe(940_000);
		wall.leap(6_000);
		expect(clock.now()).toBe(941_000);
	});

	it('releases who waits at the instant, also when the wall clock leaps', async () => {
		const wall = createFakeWallClock(0);
		const clock = createRealClock({ wall });
		const seen: string[] = [];
		const watch = (name: string, instant: number, signal?: AbortSignal): void =>
			void clock.waitUntil(utcMs(instant), signal).then(
				() => seen.push(name),
				() => seen.push(`${name} ended`),
			);
		const ending = new AbortController();
		watch('now', 0);
		watch('soon', 25_000);
		watch('late', 3_600_000);
		watch('aborted', 3_600_000, ending.signal);
		await wall.advance(24_999);
		expect(seen).toEqual(['now']);
		await wall.advance(1);
		wall.leap(3_600_000);
		ending.abort();
		await wall.advance(10_000);
		expect(seen).toEqual(['now', 'soon', 'aborted ended', 'late']);
		watch('never', 9e9);
		clock.stop();
		await wall.advance(1);
		expect(seen.at(-1)).toBe('never ended');
		expect(wall.countPending()).toBe(0);
	});
});
