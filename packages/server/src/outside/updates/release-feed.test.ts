import { describe, expect, it } from 'vitest';
import { findNewerRelease, readReleaseFeed } from './release-feed.ts';

function answering(body: string, status = 200) {
	const requests: unknown[] = [];
	const fetch = async (...words: unknown[]): Promise<Response> => {
		requests.push(words);
		return new Response(body, { status });
	};
	return { requests, fetch: fetch as typeof globalThis.fetch };
}

describe('a release feed', () => {
	it('states the newest release, and is sent nothing but the request', async () => {
		const { requests, fetch } = answering('{"version":"0.3.0","notes":"https://example.com/notes","more":1}');
		expect(await readReleaseFeed('https://example.com/feed', fetch)).toEqual({ version: '0.3.0', notes: 'https://example.com/notes' });
		expect(requests).toEqual([['https://example.com/feed', { signal: expect.any(AbortSignal), headers: { accept: 'application/json' } }]]);
	});

	it.each([
		['not JSON', 200],
		['{"version":"newest"}', 200],
		['{"version":"0.3.0","notes":"javascript:alert(1)"}', 200],
		[`{"version":"0.3.0","more":"${'x'.repeat(100_001)}"}`, 200],
		['{"version":"0.3.0"}', 500],
	])('is refused: %#', async (body, status) => {
		await expect(readReleaseFeed('https://example.com/feed', answering(body, status).fetch)).rejects.toThrow();
	});
});

it('an answer without end is cut off, and the fault is named', async () => {
	let sent = 0;
	const body = new ReadableStream({
		pull: (to) => {
			sent += 10_000;
			// Without a limit the reader would go on.
			if (sent > 1e6) to.close();
			else to.enqueue(new TextEncoder().encode(' '.repeat(10_000)));
		},
	});
	const fetch = async (): Promise<Response> => new Response(body);
	await expect(readReleaseFeed('https://example.com/feed', fetch as typeof globalThis.fetch)).rejects.toThrow('more than 100 kB');
	expect(sent).toBeLessThan(300_000);
});

it('a release is newer than the version that runs, or none is known', () => {
	expect(findNewerRelease('0.2.0', { version: '0.3.0' })).toEqual({ version: '0.3.0', notes: null });
	expect(findNewerRelease('0.3.0', { version: '0.3.0' })).toBeUndefined();
	expect(findNewerRelease('0.10.0', { version: '0.9.0' })).toBeUndefined();
	expect(findNewerRelease('0.2.0', undefined)).toBeUndefined();
});
