import { exchangeDate } from '@sw/domain/time/units';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { spreadRollingSum } from '../mentions/apewisdom.ts';
import { createDayVolumes } from '../vendors/option-readings.ts';
import { DEFAULT_COVERAGE, decideCoverage } from '../vendors/slot-poll.ts';
import { computeBackoffMs, computeRateLimitDelayMs, parseRetryAfter } from './backoff.ts';
import { createCircuitBreaker } from './circuit-breaker.ts';
import { createMinuteBucket, createTokenBucket } from './outbound.ts';

describe('token bucket', () => {
	it('never lets more through in any stretch of time than it holds and fills', () => {
		fc.assert(
			fc.property(fc.array(fc.nat(400), { minLength: 1, maxLength: 200 }), fc.integer({ min: 1, max: 5 }), (steps, capacity) => {
				const bucket = createTokenBucket({ capacity, perSecond: 4 });
				let now = 1_000_000;
				const sent = steps.map((step) => {
					now += step;
					return now + bucket.take(now);
				});
				for (const from of sent) {
					const inSecond = sent.filter((at) => at >= from && at < from + 1000).length;
					expect(inSecond).toBeLessThanOrEqual(capacity + 4 + 1);
				}
			}),
		);
	});

	it('never lets more through in any minute than the limit', () => {
		fc.assert(
			fc.property(fc.array(fc.nat(4_000), { minLength: 1, maxLength: 300 }), fc.constantFrom(5, 60, 200), (steps, perMinute) => {
				const bucket = createMinuteBucket(perMinute, 4);
				let now = 1_000_000;
				const sent = steps.map((step) => {
					now += step;
					return now + bucket.take(now);
				});
				for (const from of sent) expect(sent.filter((at) => at >= from && at < from + 60_000).length).toBeLessThanOrEqual(perMinute);
			}),
		);
	});

	it('lets what is saved go at once', () => {
		const bucket = createTokenBucket({ capacity: 2, perSecond: 1 });
		expect([bucket.take(0), bucket.take(0), bucket.take(0), bucket.take(5_000)]).toEqual([0, 0, 1_000, 0]);
	});
});

describe('waiting', () => {
	it('doubles, within its bounds, by chance', () => {
		expect([0, 1, 2, 20].map((tries) => computeBackoffMs(tries, () => 1))).toEqual([500, 1_000, 2_000, 30_000]);
		expect(computeBackoffMs(5, () => 0)).toBe(0);
	});

	it('reads Retry-After in seconds and as a date', () => {
		const now = Date.parse('2026-11-21T10:00:00Z');
		expect(['3', '1.5', 'Sat, 21 Nov 2026 10:01:00 GMT', 'Sat, 21 Nov 2026 09:00:00 GMT', '', 'soon', null].map((h) => parseRetryAfter(h, now))).toEqual([
			3_000, 1_500, 60_000, 0, undefined, undefined, undefined,
		]); // biome-ignore format: pairs
	});

	it('reads when a limit is free again, as each vendor states it', () => {
		const now = Date.parse('2026-11-21T10:00:00Z');
		const pauseOf = (headers: Record<string, string>) => computeRateLimitDelayMs(new Headers(headers), now);
		expect(pauseOf({ 'retry-after': '3', 'x-ratelimit-reset': '90' })).toBe(3_000);
		expect(pauseOf({ 'X-RateLimit-Reset': String(now / 1000 + 12) })).toBe(12_000);
		expect(pauseOf({ 'x-rate-limit-reset': String(now / 1000 - 5) })).toBe(1_000);
		expect(pauseOf({ 'X-Ratelimit-Reset': '34.5' })).toBe(34_500);
		expect([pauseOf({}), pauseOf({ 'x-ratelimit-reset': 'soon' })]).toEqual([undefined, undefined]);
	});

	it('stops after failures in a row and lets one try after a while', () => {
		const breaker = createCircuitBreaker({ failures: 2, coolDown: 1_000 });
		breaker.recordFailure(0);
		breaker.recordSuccess();
		breaker.recordFailure(0);
		expect(breaker.wait(0)).toBe(0);
		breaker.recordFailure(0);
		expect([breaker.state, breaker.wait(400)]).toEqual(['open', 600]);
		expect([breaker.wait(1_000), breaker.state, breaker.wait(1_001) > 0]).toEqual([0, 'trying', true]);
		breaker.recordFailure(1_100);
		expect(breaker.wait(2_000)).toBe(100);
		expect(breaker.wait(2_100)).toBe(0);
		breaker.recordSuccess();
		expect([breaker.state, breaker.wait(2_101)]).toEqual(['closed', 0]);
	});
});

describe('a vendor that is asked too often', () => {
	it('is left alone for a minute, and twice as long each time, until it has been quiet for a while', () => {
		const breaker = createCircuitBreaker();
		breaker.recordRateLimit(0);
		// Those that were under way complain of the same.
		breaker.recordRateLimit(10);
		breaker.recordSuccess();
		expect([breaker.state, breaker.why, breaker.wait(20)]).toEqual(['open', 'limit', 59_980]);
		expect(breaker.wait(60_000)).toBe(0);
		breaker.recordRateLimit(60_100);
		expect(breaker.wait(60_100)).toBe(120_000);
		expect(breaker.wait(180_100)).toBe(0);
		breaker.recordSuccess();
		breaker.recordRateLimit(200_000);
		expect(breaker.wait(200_000)).toBe(240_000);
		expect(breaker.wait(440_000)).toBe(0);
		breaker.recordSuccess();
		breaker.recordRateLimit(2_000_000);
		expect(breaker.wait(2_000_000)).toBe(60_000);
	});

	it('is believed when it says how long', () => {
		const breaker = createCircuitBreaker();
		breaker.recordRateLimit(0, 3_000);
		breaker.recordRateLimit(1_000, 7_000);
		expect(breaker.wait(1_000)).toBe(7_000);
	});
});

describe('coverage', () => {
	it.each([
		[100, 95, 0, 'publish'],
		[100, 94, 0, 'wait'],
		[100, 94, 240_000, 'warn'],
		[100, 49, 240_000, 'outage'],
		[100, 0, 3_600_000, 'warn'],
		[0, 0, 0, 'publish'],
	])('%d expected, %d there, %d ms after: %s', (expected, covered, waited, verdict) => {
		expect(decideCoverage(expected, covered, waited, DEFAULT_COVERAGE)).toBe(verdict);
	});
});

describe('option volumes of a day', () => {
	const [monday, tuesday] = [exchangeDate('2025-01-06'), exchangeDate('2025-01-07')];
	const read = (volumes: ReturnType<typeof createDayVolumes>, date: typeof monday, slot: number, calls: number) =>
		volumes.recordSlot(date, slot, 7, { calls, puts: 2 * calls }).calls;

	it('become slots by difference, unknown after a gap or a correction downwards', () => {
		const volumes = createDayVolumes();
		expect([0, 1, 2].map((slot) => read(volumes, monday, slot, [5, 8, 8][slot] ?? 0))).toEqual([5, 3, 0]);
		expect(read(volumes, monday, 4, 20)).toBeNaN();
		expect(read(volumes, monday, 5, 25)).toBe(5);
		expect(read(volumes, monday, 6, 24)).toBeNaN();
		expect(read(volumes, tuesday, 3, 30)).toBeNaN();
		expect(read(volumes, tuesday, 4, 31)).toBe(1);
	});
});

describe('mentions of a rolling day', () => {
	it('keep what is known and add up to what the source says', () => {
		expect(spreadRollingSum([undefined, undefined, undefined], 7)).toEqual([2, 3, 2]);
		expect(spreadRollingSum([4, 0, undefined], 9)).toEqual([4, 0, 5]);
		expect(spreadRollingSum([4, 5, undefined], 3)).toEqual([4, 5, 0]);
		fc.assert(
			fc.property(fc.array(fc.option(fc.nat(50), { nil: undefined }), { minLength: 1, maxLength: 24 }), fc.nat(5000), (known, sum) => {
				const hours = spreadRollingSum(known, sum);
				const minimum = known.reduce<number>((total, n) => total + (n ?? 0), 0);
				if (known.includes(undefined)) expect(hours.reduce((a, b) => a + b, 0)).toBe(Math.max(sum, minimum));
				for (const [i, n] of known.entries()) expect(hours[i]).toBe(n ?? hours[i]);
				expect(hours.every((n) => Number.isInteger(n) && n >= 0)).toBe(true);
			}),
		);
	});
});
