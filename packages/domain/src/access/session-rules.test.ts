import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { DAY, MINUTE, SECOND, utcMs } from '../time/units.ts';
import { ACCESS_LIFE, BROWSER_LIFE, computeExpiries, REFRESH_AHEAD, REFRESH_LIFE, ROTATION_GRACE, SESSION_LIFE } from './session-rules.ts';

describe('a session', () => {
	it('gives each token its own life until the session ends, and none beyond', () => {
		const began = utcMs(1_780_000_000_000);
		fc.assert(
			fc.property(fc.integer({ min: 0, max: SESSION_LIFE }), (age) => {
				const now = utcMs(began + age);
				const left = 90 * DAY - age;
				expect(computeExpiries(began, now)).toEqual({
					access: now + Math.min(15 * MINUTE, left),
					refresh: now + Math.min(30 * DAY, left),
				});
			}),
		);
	});

	it('is refreshed before its token ends, soon enough for two tabs to get the same one', () => {
		expect(REFRESH_AHEAD).toBe(50 * SECOND);
		expect(ROTATION_GRACE).toBe(10 * SECOND);
		expect(ROTATION_GRACE).toBeLessThan(REFRESH_AHEAD);
		expect(REFRESH_AHEAD).toBeLessThan(ACCESS_LIFE);
		expect(ACCESS_LIFE).toBeLessThan(REFRESH_LIFE);
	});

	it('is known to its browser for a year, which is less than browsers keep a cookie', () => {
		expect(BROWSER_LIFE).toBe(365 * DAY);
		expect(BROWSER_LIFE).toBeLessThan(400 * DAY);
	});
});
