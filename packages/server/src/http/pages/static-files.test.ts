import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import fastify from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { serveFiles } from './static-files.ts';

describe('built files', () => {
	const folder = mkdtempSync(join(tmpdir(), 'files-'));
	const app = fastify();
	beforeAll(async () => {
		mkdirSync(join(folder, 'assets'));
		for (const name of ['sw.js', 'site.js', 'favicon.svg', 'assets/main-abc.js']) writeFileSync(join(folder, name), '//');
		writeFileSync(join(folder, 'site-de.js'), '//');
		writeFileSync(join(folder, 'site-de.js.br'), brotliCompressSync('//'));
		writeFileSync(join(folder, 'manifest.webmanifest'), JSON.stringify({ id: '/', start_url: 'main' }));
		await serveFiles(app, folder);
	});
	afterAll(async () => {
		await app.close();
		rmSync(folder, { recursive: true });
	});

	it.each([
		['/sw.js', 'no-cache'],
		['/site.js', 'no-cache'],
		['/favicon.svg', 'public, max-age=3600'],
		['/assets/main-abc.js', 'public, max-age=31536000, immutable'],
	])('are kept as long as their name says: %s, %s', async (path, caching) => {
		const answer = await app.inject(path);
		expect([answer.statusCode, answer.headers['cache-control']]).toEqual([200, caching]);
	});

	it('are kept as long whether they are packed or not', async () => {
		for (const encoding of ['br', 'identity']) {
			const { headers } = await app.inject({ url: '/site-de.js', headers: { 'accept-encoding': encoding } });
			expect([headers['content-encoding'], headers['cache-control']]).toEqual([encoding === 'br' ? 'br' : undefined, 'no-cache']);
		}
	});

	it('have a manifest of their own below a path of the host', async () => {
		const below = fastify();
		await serveFiles(below, folder, '/signals');
		const manifest = async (server: typeof app) => (await server.inject('/manifest.webmanifest')).json();
		expect([await manifest(app), await manifest(below)]).toEqual([
			{ id: '/', start_url: 'main' },
			{ id: '/signals/', start_url: 'main' },
		]);
		expect((await below.inject('/sw.js')).statusCode).toBe(200);
		await below.close();
	});

	it('come as scripts, from the root, so that the worker has the whole site', async () => {
		expect((await app.inject('/sw.js')).headers['content-type']).toMatch(/^(?:text|application)\/javascript/);
	});
});
