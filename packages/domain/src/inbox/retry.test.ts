import { assert, constantFrom, double, integer, property } from 'fast-check';
import { describe, expect, it } from 'vitest';
import { HOUR, MINUTE, SECOND, utcMs } from '../time/units.ts';
import { CHANNELS } from './delivery.ts';
import { isAbandoned, MAX_REQUESTED_PAUSE, nextAttempt, RETRY_POLICIES } from './retry.ts';

const NOW = utcMs(Date.UTC(2026, 5, 30, 15));

describe('what could not be delivered', () => {
	it('is tried again after twice the pause each time, and given up in the end', () => {
		const pauses = [1, 2, 3, 4].map((attempts) => (nextAttempt('webhook', { attempts, now: NOW }, 0) ?? 0) - NOW);
		expect(pauses).toEqual([15, 30, 60, 120].map((seconds) => seconds * SECOND));
		expect(nextAttempt('webhook', { attempts: 11, now: NOW }, 0)).toBe(NOW + HOUR);
		expect(nextAttempt('webhook', { attempts: 12, now: NOW }, 0)).toBeUndefined();
	});

	it.each([
		['mail', [60, 120, 240, 480, 960, 1920, 3600, 3600], 20],
		['push', [15, 30, 60, 120, 240, 480, 900, 900], 9],
		['webhook', [15, 30, 60, 120, 240, 480, 960, 1920], 12],
	] as const)('by %s is tried after %j seconds, so many times: %i', (channel, seconds, tries) => {
		const pause = (attempts: number) => (nextAttempt(channel, { attempts, now: NOW }, 0) ?? Number.NaN) - NOW;
		expect(seconds.map((_, i) => pause(i + 1) / SECOND)).toEqual(seconds);
		expect([pause(tries - 1) > 0, pause(tries)]).toEqual([true, Number.NaN]);
		// An attempt that was never made waits like the first.
		expect(pause(0)).toBe(pause(1));
	});

	it('comes back by chance up to a quarter later', () => {
		expect(nextAttempt('mail', { attempts: 1, now: NOW }, 1)).toBe(NOW + 75 * SECOND);
		expect(nextAttempt('mail', { attempts: 1, now: NOW }, 0.5)).toBe(NOW + 67.5 * SECOND);
		expect(nextAttempt('webhook', { attempts: 1, now: NOW }, 1 / 30_000)).toBe(NOW + 15_000);
		expect(nextAttempt('webhook', { attempts: 1, now: NOW }, 1 / 5_000)).toBe(NOW + 15_001);
		// Up to that quarter longer than the longest pause.
		expect(nextAttempt('push', { attempts: 8, now: NOW }, 1)).toBe(NOW + 18.75 * MINUTE);
	});

	it('waits as long as the receiver asks for, for a day at most', () => {
		expect(nextAttempt('push', { attempts: 1, wait: 10 * MINUTE, now: NOW }, 0)).toBe(NOW + 10 * MINUTE);
		expect(nextAttempt('push', { attempts: 1, wait: 1, now: NOW }, 0)).toBe(NOW + 15 * SECOND);
		expect(nextAttempt('mail', { attempts: 1, wait: 1e12, now: NOW }, 0)).toBe(NOW + MAX_REQUESTED_PAUSE);
		expect(MAX_REQUESTED_PAUSE).toBe(24 * HOUR);
	});

	it('never comes sooner than its pause nor later than a quarter more', () => {
		assert(
			property(
				constantFrom(...CHANNELS),
				integer({ min: 0, max: 30 }),
				double({ min: 0, max: 0.999, noNaN: true }),
				(channel, attempts, random) => {
					const plain = nextAttempt(channel, { attempts, now: NOW }, 0);
					const spread = nextAttempt(channel, { attempts, now: NOW }, random);
					if (plain === undefined || spread === undefined) {
						expect([plain, spread, attempts >= RETRY_POLICIES[channel].maxAttempts]).toEqual([undefined, undefined, true]);
						return;
					}
					expect(spread).toBeGreaterThanOrEqual(plain);
					expect(spread - NOW).toBeLessThanOrEqual((plain - NOW) * 1.25 + 1);
					expect(plain - NOW).toBeLessThanOrEqual(RETRY_POLICIES[channel].longestPauseMs);
				},
			),
		);
	});
});

it('a webhook is given up when it has failed often and for long, not for one of them', () => {
	const since = utcMs(NOW - 3 * HOUR);
	expect(isAbandoned({ failures: 20, failingSince: since }, NOW)).toBe(true);
	expect(isAbandoned({ failures: 19, failingSince: since }, NOW)).toBe(false);
	expect(isAbandoned({ failures: 500, failingSince: utcMs(since + 1) }, NOW)).toBe(false);
	expect(isAbandoned({ failures: 20, failingSince: null }, NOW)).toBe(false);
});
