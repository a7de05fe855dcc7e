import { afterEach, describe, expect, it } from 'vitest';
import {
	type Answer,
	createErrorResponse,
	createHtmlResponse,
	createRateLimitResponse,
	type FakeVendor,
	startFakeVendor,
} from '../testing/fake-vendor.ts';
import { createImmediateClock } from '../testing/immediate-clock.ts';
import { createOutbound, type OutboundOptions } from './outbound.ts';

let vendor: FakeVendor;
afterEach(() => vendor?.close());

async function open(answer: Answer, { timeout = 60_000, ...options }: Partial<OutboundOptions> = {}) {
	const wall = createImmediateClock(0, { timeoutFrom: timeout, calm: true });
	vendor = await startFakeVendor(() => ('silent' in answer ? { ...answer, onReceived: wall.leaveUnanswered } : answer));
	const outbound = createOutbound({ vendor: 'fake', wall, random: () => 0.5, perMinute: 600, timeout, ...options });
	return { wall, outbound, get: () => outbound.text('bars', new URL('/bars', vendor.url)) };
}

const limit: Answer = { json: { message: 'too many requests' }, status: 429 };
const ok: Answer = { json: { a: 1 } };

describe('a request', () => {
	it('waits as long as a 429 says, and grows patient with 500s and cut connections', async () => {
		const { get, wall } = await open(ok);
		vendor.faults.push(createRateLimitResponse(7), createErrorResponse(), { cut: '{"a"' });
		expect(await get()).toBe('{"a":1}');
		expect(wall.waits).toEqual([7_000, 500, 1_000]);
	});

	it('gives up after some tries, in words that name vendor and call', async () => {
		const { get } = await open(createErrorResponse(503), { tries: 3 });
		await expect(get()).rejects.toMatchObject({ vendor: 'fake', call: 'bars', fault: 'outage', status: 503 });
		expect(vendor.requests.length).toBe(3);
	});

	it('is not retried when it is refused, and its error contains no HTML page', async () => {
		const { get } = await open(createHtmlResponse(403));
		await expect(get()).rejects.toThrow(/fake, bars: request rejected\. HTTP 403\.$/);
		expect(vendor.requests.length).toBe(1);
	});

	it('times out by its own clock without a response', async () => {
		const { get } = await open({ silent: true }, { tries: 1 });
		await expect(get()).rejects.toThrow(/No response within 60 s/);
	});

	it('leaves a vendor alone that fails again and again, and comes back by itself', async () => {
		const { get, outbound, wall } = await open(ok, { tries: 1 });
		vendor.faults.push(createErrorResponse(), createErrorResponse(), createErrorResponse(), createErrorResponse(), createErrorResponse());
		for (let i = 0; i < 5; i++) await expect(get()).rejects.toMatchObject({ fault: 'outage' });
		await expect(get()).rejects.toThrow(/requests are paused/);
		expect(outbound.sent).toBe(5);
		wall.leap(60_000);
		expect(await get()).toBe('{"a":1}');
	});

	it('stays within the rate', async () => {
		const { get, wall } = await open(ok, { perMinute: 62, burst: 2 });
		for (let i = 0; i < 5; i++) await get();
		expect(wall.waits).toEqual([1_000, 1_000, 1_000]);
	});

	it('waits a minute for a 429 without Retry-After, longer each time, all callers together and with one request that tries', async () => {
		const reported: string[] = [];
		const { get, wall, outbound } = await open(ok, {
			notify: (message) => reported.push(message),
			burst: 100,
			perMinute: 6_000,
			timeout: 900_000,
		});
		vendor.faults.push(...Array.from({ length: 10 }, () => limit), limit);
		const began = wall.now();
		expect(new Set(await Promise.all(Array.from({ length: 10 }, get)))).toEqual(new Set(['{"a":1}']));
		// Ten that were under way, one that tried after a minute, one after two more, and the nine others.
		expect(outbound.sent).toBe(10 + 1 + 10);
		expect(wall.now() - began).toBeGreaterThanOrEqual(180_000);
		expect(reported).toEqual([
			expect.stringMatching(/^fake, bars: rate limit reached\. HTTP 429.*Retry in 60 s/),
			expect.stringMatching(/^fake, bars: available again after \d+ s\.$/),
		]);
	});

	it('goes on immediately after a 429 that asks for no pause', async () => {
		const { get, wall } = await open(ok, { notify: () => {} });
		vendor.faults.push(createRateLimitResponse(0));
		expect(await get()).toBe('{"a":1}');
		expect(wall.waits).toEqual([]);
	});

	it('is not sent to a vendor that wants a long pause, and all callers get the error', async () => {
		const { get, outbound, wall } = await open(ok);
		vendor.faults.push(createRateLimitResponse(900));
		await expect(get()).rejects.toMatchObject({ fault: 'limit', retryAfter: 900_000 });
		await expect(get()).rejects.toMatchObject({ fault: 'limit', status: 429 });
		expect(outbound.sent).toBe(1);
		wall.leap(900_000);
		expect(await get()).toBe('{"a":1}');
	});

	it('lets the others wait for the one that tries a vendor which was away', async () => {
		const { get, wall } = await open(ok, { tries: 1 });
		vendor.faults.push(createErrorResponse(), createErrorResponse(), createErrorResponse(), createErrorResponse(), createErrorResponse());
		for (let i = 0; i < 5; i++) await expect(get()).rejects.toMatchObject({ fault: 'outage' });
		wall.leap(30_000);
		expect(await Promise.all([get(), get(), get()])).toEqual(Array(3).fill('{"a":1}'));
	});

	it('treats a vendor as unavailable after two timeouts, within a minute', async () => {
		const reported: string[] = [];
		const { get } = await open({ silent: true }, { timeout: 50_000, notify: (message) => reported.push(message) });
		await expect(get()).rejects.toMatchObject({ fault: 'outage' });
		expect(reported).toEqual([expect.stringMatching(/unreachable.*No response within 50 s.*Retry in 20 s/)]);
		expect(vendor.requests.length).toBe(2);
	});

	it('ends at once when the product does', async () => {
		const ending = new AbortController();
		const { get } = await open(createRateLimitResponse(30), { signal: ending.signal });
		const response = get();
		ending.abort(new Error('stopping'));
		await expect(response).rejects.toThrow('stopping');
	});

	it('hands back refusals to connect as outages', async () => {
		const { outbound } = await open(ok, { tries: 2 });
		await expect(outbound.text('bars', new URL('http://127.0.0.1:9'))).rejects.toMatchObject({ fault: 'outage' });
	});
});
