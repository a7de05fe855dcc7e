import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from 'node:zlib';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createApp } from '../app.ts';
import { HTTP_DEFAULTS } from '../config.ts';
import { createPublicPages } from './public-pages.ts';
import type { PublicAnswer } from './web-entry.ts';

const HTML = '<p>å 株</p>'.repeat(200);
const ENCODINGS = [
	['gzip, deflate, br, zstd', 'br', brotliDecompressSync],
	['gzip', 'gzip', gunzipSync],
	['zstd', 'zstd', zstdDecompressSync],
	['identity', undefined, (bytes: Buffer) => bytes],
	[undefined, undefined, (bytes: Buffer) => bytes],
] as const;

/** One page under every address. */
async function open(parts: { landing?: boolean; status?: PublicAnswer['status'] } = {}) {
	const state = { renders: 0 };
	const config = { ...HTTP_DEFAULTS, origin: 'https://signals.example' };
	const page = createPublicPages({
		render: async () => {
			state.renders++;
			return { status: parts.status ?? 200, html: HTML, noindex: false, scripts: [], styles: [] };
		},
		origin: config.origin,
		edition: () => 'r1',
		now: () => 0,
		landing: parts.landing ?? false,
	});
	const app = await createApp({
		config,
		areas: [],
		version: '0',
		extensions: [
			(scope) =>
				void scope.route({
					method: ['GET', 'HEAD'],
					url: '/*',
					exposeHeadRoute: false,
					handler: async (request, reply) => page(request, reply, async () => ({ status: 200, body: {} }), false),
				}),
		],
	});
	onTestFinished(() => app.close());
	return {
		state,
		get: (accepted?: string, headers: Record<string, string | undefined> = {}, method: 'GET' | 'HEAD' = 'GET') =>
			app.inject({ url: '/x', method, headers: { ...(accepted ? { 'accept-encoding': accepted } : {}), ...headers } }),
	};
}

describe('a page with the same bytes for all readers', () => {
	it.each(ENCODINGS)('goes to those who take %s packed as %s, with a tag of its own for caches', async (accepted, encoding, unpack) => {
		const { get, state } = await open();
		const plain = await get();
		for (let time = 0; time < 2; time++) {
			const { headers, rawPayload, statusCode } = await get(accepted);
			expect([statusCode, headers['content-encoding'], headers['vary']]).toEqual([200, encoding, 'accept-encoding']);
			expect(headers['content-length']).toBe(String(rawPayload.length));
			expect(unpack(rawPayload).toString()).toBe(HTML);
			expect(headers['etag'] === plain.headers['etag']).toBe(encoding === undefined);
			expect(headers['cache-control']).toBe(plain.headers['cache-control']);
		}
		expect(state.renders).toBe(1);
	});

	it.each(ENCODINGS)('answers HEAD without a body for clients that accept %s', async (accepted, encoding) => {
		const { get } = await open();
		const page = await get(accepted);
		const head = await get(accepted, {}, 'HEAD');
		expect(head.rawPayload).toHaveLength(0);
		for (const name of ['etag', 'vary', 'content-type', 'content-encoding', 'content-length'])
			expect(head.headers[name], name).toBe(page.headers[name]);
		const known = await get(accepted, { 'if-none-match': page.headers['etag'] });
		expect([known.statusCode, known.rawPayload.length, known.headers['content-encoding']]).toEqual([304, 0, undefined]);
		expect([known.headers['etag'], known.headers['vary']]).toEqual([page.headers['etag'], 'accept-encoding']);
		// Who has it in another encoding does not have these bytes.
		const other = encoding === 'gzip' ? 'br' : 'gzip';
		expect((await get(other, { 'if-none-match': page.headers['etag'] })).statusCode).toBe(200);
	});

	it('is shared by no cache where who has a session reads another', async () => {
		const { get } = await open({ landing: true });
		const { headers } = await get('br');
		expect([headers['vary'], headers['cache-control']]).toEqual(['accept-encoding, cookie', 'no-cache']);
	});

	it('is not cached if a part of it failed', async () => {
		const { get, state } = await open({ status: 503 });
		const { headers, statusCode } = await get('br');
		expect([statusCode, headers['cache-control'], headers['retry-after'], headers['content-encoding']]).toEqual([
			503,
			'no-store',
			'2',
			'br',
		]);
		await get('br');
		expect(state.renders).toBe(2);
	});
});
