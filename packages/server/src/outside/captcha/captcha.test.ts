import { describe, expect, it } from 'vitest';
import { type CaptchaConfig, type CaptchaVendor, createCaptcha } from './captcha.ts';

function config(vendor: CaptchaVendor, secret = 'the real secret'): CaptchaConfig {
	return { vendor, siteKey: 'site', secret };
}

const hostname = 'signals.example.test';

/** A vendor that answers this, and what it was asked. */
function vendor(answer: unknown, status = 200) {
	const requests: { url: string; body: string }[] = [];
	const ask = (async (url: string, init: RequestInit) => {
		requests.push({ url, body: String(init.body) });
		return Response.json(answer, { status });
	}) as typeof fetch;
	return { requests, fetch: ask };
}

describe('captcha', () => {
	it('accepts every request where none is set up', async () => {
		expect(await createCaptcha(null, { hostname }).passes(undefined, 'login', '203.0.113.1')).toBe(true);
	});

	it.each([
		['turnstile', 'challenges.cloudflare.com'],
		['hcaptcha', 'api.hcaptcha.com'],
		['recaptcha', 'www.google.com'],
	] as const)('asks %s with secret, token and address', async (name, host) => {
		const { requests, fetch } = vendor({ success: true, hostname, score: 0.9, action: 'login' });
		expect(await createCaptcha(config(name), { hostname, fetch }).passes('tok en', 'login', '203.0.113.1')).toBe(true);
		expect(new URL(requests[0]?.url ?? '').host).toBe(host);
		expect(requests[0]?.body).toBe('secret=the+real+secret&response=tok+en&remoteip=203.0.113.1');
	});

	it.each([
		['a refusal', { success: false, 'error-codes': ['timeout-or-duplicate'] }],
		['another host', { success: true, hostname: 'evil.example' }],
		['another action', { success: true, hostname, action: 'signup' }],
		['a low score', { success: true, hostname, action: 'login', score: 0.4 }],
		['nonsense', null],
		['success that is no true', { success: 'true' }],
	])('refuses %s', async (_, answer) => {
		const { fetch } = vendor(answer);
		expect(await createCaptcha(config('recaptcha'), { hostname, fetch }).passes('token', 'login', '::1')).toBe(false);
	});

	it('refuses without asking when there is no token, or one that is none', async () => {
		const { requests, fetch } = vendor({ success: true });
		const captcha = createCaptcha(config('turnstile'), { hostname, fetch });
		for (const token of [undefined, '', 'x'.repeat(5_000)]) expect(await captcha.passes(token, 'login', '::1')).toBe(false);
		expect(requests).toEqual([]);
	});

	it('refuses when the vendor is away or does not answer', async () => {
		const down = (async () => {
			throw new TypeError('fetch failed');
		}) as typeof fetch;
		const silent = ((_: string, { signal }: RequestInit) =>
			new Promise((_answer, reject) => signal?.addEventListener('abort', () => reject(signal.reason)))) as typeof fetch;
		expect(await createCaptcha(config('turnstile'), { hostname, fetch: down }).passes('t', 'login', '::1')).toBe(false);
		expect(await createCaptcha(config('turnstile'), { hostname, fetch: silent, timeoutMs: 5 }).passes('t', 'login', '::1')).toBe(false);
	});

	it.each([
		['turnstile', '1x0000000000000000000000000000000AA'],
		['hcaptcha', '0x0000000000000000000000000000000000000000'],
		['recaptcha', '6LeIxAcTAAAAAGG-vFI1TnRWxMZNFuojJ4WifJWe'],
	] as const)("takes %s's key for trials on this machine alone", (name, secret) => {
		expect(() => createCaptcha(config(name, secret), { hostname })).toThrow("'s test key");
		expect(() => createCaptcha(config(name, secret), { hostname: 'localhost' })).not.toThrow();
	});
});
