import { afterEach, describe, expect, it } from 'vitest';
import { type Answer, broken, type FakeVendor, html, startFakeVendor, tooMany } from '../testing/fake-vendor.ts';
import { createHastyClock } from '../testing/hasty-clock.ts';
import { createOutbound, type OutboundOptions } from './outbound.ts';

let vendor: FakeVendor;
afterEach(() => vendor?.close());

const open = async (answer: Answer, options: Partial<OutboundOptions> = {}) => {
	vendor = await startFakeVendor(() => answer);
	const wall = createHastyClock(0, { timeoutFrom: 50_000, patience: 100 });
	const outbound = createOutbound({ vendor: 'fake', wall, random: () => 0.5, perMinute: 600, timeout: 60_000, ...options });
	return { wall, outbound, get: () => outbound.text('bars', new URL('/bars', vendor.url)) };
};
const ok: Answer = { json: { a: 1 } };

describe('a request', () => {
	it('waits as long as a 429 says, and grows patient with 500s and cut connections', async () => {
		const { get, wall } = await open(ok);
		vendor.faults.push(tooMany(7), broken(), { cut: '{"a"' });
		expect(await get()).toBe('{"a":1}');
		expect(wall.waits).toEqual([7_000, 500, 1_000]);
	});

	it('gives up after some tries, in words that name vendor and call', async () => {
		const { get } = await open(broken(503), { tries: 3 });
		await expect(get()).rejects.toMatchObject({ vendor: 'fake', call: 'bars', fault: 'outage', status: 503 });
		expect(vendor.asked.length).toBe(3);
	});

	it('is not tried again when it is refused, and does not tell pages of HTML', async () => {
		const { get } = await open(html(403));
		await expect(get()).rejects.toThrow(/fake, bars: it refuses the request\. HTTP 403\.$/);
		expect(vendor.asked.length).toBe(1);
	});

	it('ends by its own clock when nobody answers', async () => {
		const { get } = await open({ silent: true }, { tries: 1 });
		await expect(get()).rejects.toThrow(/No answer in 60 s/);
	});

	it('leaves a vendor alone that fails again and again, and comes back by itself', async () => {
		const { get, outbound, wall } = await open(ok, { tries: 1 });
		vendor.faults.push(broken(), broken(), broken(), broken(), broken());
		for (let i = 0; i < 5; i++) await expect(get()).rejects.toMatchObject({ fault: 'outage' });
		await expect(get()).rejects.toThrow(/left alone/);
		expect(outbound.sent).toBe(5);
		wall.leap(60_000);
		expect(await get()).toBe('{"a":1}');
	});

	it('stays within the rate', async () => {
		const { get, wall } = await open(ok, { perMinute: 60, atOnce: 2 });
		for (let i = 0; i < 5; i++) await get();
		expect(wall.waits).toEqual([1_000, 1_000, 1_000]);
	});

	it('ends at once when the product does', async () => {
		const ending = new AbortController();
		const { get } = await open(tooMany(30), { signal: ending.signal });
		const asked = get();
		ending.abort(new Error('stopping'));
		await expect(asked).rejects.toThrow('stopping');
	});

	it('hands back refusals to connect as outages', async () => {
		const { outbound } = await open(ok, { tries: 2 });
		await expect(outbound.text('bars', new URL('http://127.0.0.1:9'))).rejects.toMatchObject({ fault: 'outage' });
	});
});
