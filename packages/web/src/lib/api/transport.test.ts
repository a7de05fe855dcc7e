import { afterEach, describe, expect, it, vi } from 'vitest';
import { toFormData } from './form-data.ts';
import { fetchTransport } from './transport.ts';

afterEach(() => vi.restoreAllMocks());

describe('the browser’s transport', () => {
	it('waits sixty seconds for an answer, and says when none came', async () => {
		const timeout = vi.spyOn(AbortSignal, 'timeout');
		vi.spyOn(globalThis, 'fetch').mockRejectedValue(new TypeError('Failed to fetch'));
		await expect(fetchTransport({ method: 'GET', url: '/api/health' })).rejects.toMatchObject({
			status: 0,
			message: 'Can’t reach the server. Check your connection and try again.',
		});
		expect(timeout).toHaveBeenCalledWith(60_000);
		vi.mocked(fetch).mockRejectedValue(new DOMException('signal timed out', 'TimeoutError'));
		await expect(fetchTransport({ method: 'GET', url: '/api/health' })).rejects.toMatchObject({
			status: 0,
			message: 'The server took too long to respond. Try again.',
		});
	});

	it.each([
		'/api/sector-charts/history/7',
		'/api/sector-charts/history/dates',
		'/api/indicators/validate/single',
		'/api/indicators/validate/multiple',
		'/api/charts?ticker_id=7',
		'/api/charts/forecast',
		'/api/landing/table',
		'/api/landing/charts?size=15',
		'/api/landing/sector-charts/7',
	])('waits for %s as long as it takes', async (url) => {
		const timeout = vi.spyOn(AbortSignal, 'timeout');
		const fetched = vi.spyOn(globalThis, 'fetch').mockImplementation(async () => new Response(null, { status: 204 }));
		await fetchTransport({ method: 'GET', url });
		expect(timeout).not.toHaveBeenCalled();
		expect(fetched.mock.calls[0]?.[1]?.signal).toBeNull();
	});

	it.each([
		'/api/sector-charts?filter=7',
		'/api/sector-charts/history?date=2026-06-30T15:45:00Z',
		'/api/sector-charts/7',
		'/api/sector-charts/date',
		'/api/filters?next=/api/charts',
	])('waits sixty seconds for %s', async (url) => {
		const timeout = vi.spyOn(AbortSignal, 'timeout');
		vi.spyOn(globalThis, 'fetch').mockImplementation(async () => new Response(null, { status: 204 }));
		await fetchTransport({ method: 'GET', url });
		expect(timeout).toHaveBeenCalledWith(60_000);
	});

	it.each([
		['/api/landing/table', true],
		['/api/landing/charts?size=15', true],
		['/api/landing/sector-charts/7/outline', true],
		['/api/charts?ticker_id=7', false],
		['/api/sector-charts/history/7', false],
		['/api/me', false],
	])('asks %s past every cache: %s', async (url, past) => {
		const fetched = vi.spyOn(globalThis, 'fetch').mockImplementation(async () => new Response(null, { status: 204 }));
		await fetchTransport({ method: 'GET', url });
		const sent = new Headers(fetched.mock.calls[0]?.[1]?.headers);
		expect([sent.get('cache-control'), sent.get('pragma')]).toEqual(past ? ['no-cache', 'no-cache'] : [null, null]);
	});

	it('carries a small change on when its page is left, and no large one', async () => {
		const fetched = vi.spyOn(globalThis, 'fetch').mockImplementation(async () => new Response(null, { status: 204 }));
		await fetchTransport({ method: 'POST', url: '/api/x', body: { b: 2 } });
		await fetchTransport({ method: 'POST', url: '/api/x', body: 'x'.repeat(20_000) });
		expect(fetched.mock.calls.map(([, init]) => init?.keepalive)).toEqual([true, false]);
	});

	it('sends a body with a file as a form, whose type the browser writes', async () => {
		const fetched = vi.spyOn(globalThis, 'fetch').mockImplementation(async () => new Response(null, { status: 201 }));
		const file = new File(['x'], 'a.png', { type: 'image/png' });
		await fetchTransport({ method: 'POST', url: '/api/preview', body: toFormData({ file }) });
		const init = fetched.mock.calls[0]?.[1] as { headers: unknown; body: FormData };
		expect(init.headers).toEqual([]);
		expect(init.body.get('file')).toBeInstanceOf(File);
	});

	it('hands over status, text, headers and parsed body of the answer', async () => {
		const problem = { status: 429, title: 'Too many', detail: 'Later.', errors: [] };
		const headers = { 'content-type': 'application/problem+json', 'retry-after': '60' };
		vi.spyOn(globalThis, 'fetch').mockResolvedValue(new Response(JSON.stringify(problem), { status: 429, headers }));
		const reply = await fetchTransport({ method: 'GET', url: '/api/me' });
		expect(reply).toMatchObject({ status: 429, text: JSON.stringify(problem), body: problem });
		expect(reply.headers?.get('retry-after')).toBe('60');
	});

	it('sends JSON with the site’s cookies, and refuses an answer that was cut off', async () => {
		const fetched = vi
			.spyOn(globalThis, 'fetch')
			.mockResolvedValue(new Response('{"a":1', { headers: { 'content-type': 'application/json' } }));
		await expect(fetchTransport({ method: 'POST', url: '/api/x', body: { b: 2 } })).rejects.toMatchObject({
			status: 200,
			message: 'The response was cut off.',
			text: '{"a":1',
			body: undefined,
		});
		// By default, fetch sends them to the page's own origin.
		expect(fetched.mock.calls[0]?.[1]?.credentials ?? 'same-origin').toBe('same-origin');
		expect(fetched).toHaveBeenCalledWith('/api/x', expect.objectContaining({ body: '{"b":2}' }));
	});
});
