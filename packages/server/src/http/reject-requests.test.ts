/** What a stranger sends who does not speak HTTP as a browser does, over a real connection. */
import { type AddressInfo, connect } from 'node:net';
import { nonEmptyText, strictObject } from '@sw/contract/base/common';
import type { Area } from '@sw/contract/base/define';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { encodeAnswer } from '../areas/answer.ts';
import { visitorCaller } from '../areas/guard.ts';
import { implement } from '../areas/handlers.ts';
import { createApp } from './app.ts';
import { HTTP_DEFAULTS, type HttpConfig } from './config.ts';

const thing = z.object({ name: z.string() });
const area = {
	make: { method: 'POST', path: '/api/things', access: 'public', summary: 'Make', body: strictObject({ name: nonEmptyText(2_000) }), answers: { 200: thing }, errors: [] },
	seen: { method: 'GET', path: '/api/seen', access: 'public', summary: 'For all', answers: { 200: thing }, errors: [] },
	own: { method: 'GET', path: '/api/own', access: 'user', summary: 'For one', answers: { 200: thing }, errors: [401] },
} as const satisfies Area; // biome-ignore format: a table
const kept = encodeAnswer(thing, { name: 'kept' });

function start(change: Partial<HttpConfig>) {
	return createApp({
		config: { ...HTTP_DEFAULTS, origin: 'https://signals.example', ...change },
		version: 'test',
		areas: [implement(area, { make: ({ body }) => body, seen: () => kept, own: () => kept })],
		guard: (request) => visitorCaller(request),
	});
}

let app: Awaited<ReturnType<typeof start>>;
let port: number;
beforeAll(async () => {
	app = await start({ requestTimeout: 600, bodyPace: { checkInterval: 100, minBytes: 100 } });
	await app.listen({ port: 0, host: '127.0.0.1' });
	port = (app.server.address() as AddressInfo).port;
});
afterAll(() => app.close());

/** Everything that the server says until it hangs up; `drip` goes out again and again. */
function talk(opening: string, drip = '', everyMs = 20): Promise<string> {
	return new Promise((resolve) => {
		let received = '';
		let dripping: NodeJS.Timeout | undefined;
		const socket = connect(port, '127.0.0.1', () => {
			// What is written before the connection stands would go out ahead of the opening.
			socket.write(opening);
			if (drip !== '') dripping = setInterval(() => socket.write(drip), everyMs);
		});
		socket.on('data', (bytes) => {
			received += bytes.toString();
		});
		socket.on('error', () => {});
		socket.on('close', () => {
			clearInterval(dripping);
			resolve(received);
		});
	});
}

const POST = 'POST /api/things HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\n';

it('refuses a request with several Host headers', async () => {
	const response = await talk('GET /api/seen HTTP/1.1\r\nhost: a.example\r\nHost: b.example\r\nconnection: close\r\n\r\n');
	expect(response).toMatch(/^HTTP\/1\.1 400 /);
	expect(response).toContain('several Host headers');
});

it('reads forwarded addresses without their ports', async () => {
	const trusting = await start({ trustProxy: ['127.0.0.1', '10.0.0.1'] });
	const seen = async (forwarded: string) => {
		const answers = await Promise.all(
			Array.from({ length: HTTP_DEFAULTS.callsPerMinute + 1 }, (_, n) =>
				trusting.inject({ url: '/api/seen', headers: { 'x-forwarded-for': forwarded.replaceAll('PORT', String(1_000 + n)) } }),
			),
		);
		return answers.at(-1)?.statusCode;
	};
	expect(await seen('203.0.113.7:PORT, 10.0.0.1:443')).toBe(429);
	expect((await trusting.inject({ url: '/api/seen', headers: { 'x-forwarded-for': '203.0.113.7' } })).statusCode).toBe(429);
	expect(await seen('[2001:db8::1]:PORT')).toBe(429);
	expect((await trusting.inject({ url: '/api/seen', headers: { 'x-forwarded-for': '203.0.113.8:1000' } })).statusCode).toBe(200);
	await trusting.close();
});

describe('a request that comes too slowly', () => {
	it('is ended when its body drips', async () => {
		expect(await talk(`${POST}content-length: 100000\r\n\r\n{"name":"`, 'x')).toMatch(/^HTTP\/1\.1 408 /);
	});

	it('is ended when its body drips in chunks', async () => {
		expect(await talk(`${POST}transfer-encoding: chunked\r\n\r\n`, '1\r\nx\r\n')).toMatch(/^HTTP\/1\.1 408 /);
	});

	it('is ended when its body never comes', async () => {
		expect(await talk(`${POST}content-length: 10\r\n\r\n`)).toMatch(/^HTTP\/1\.1 408 /);
	});

	it('is ended when its headers drip, whatever the pace', async () => {
		expect(await talk('GET /api/seen HTTP/1.1\r\n', `x-${'y'.repeat(50)}: z\r\n`)).toMatch(/^HTTP\/1\.1 (408|431) /);
	});

	it('is answered when it comes in time', async () => {
		const body = JSON.stringify({ name: 'x'.repeat(1_000) });
		const response = await talk(`${POST}connection: close\r\ncontent-length: ${body.length}\r\n\r\n${body}`);
		expect(response).toMatch(/^HTTP\/1\.1 200 /);
	});
});

describe('every answer has the same headers', () => {
	it.each([
		['what is no HTTP', 'NONSENSE\r\n\r\n'],
		['a header that is none', 'GET / HTTP/1.1\r\nhost: x\r\nno header\r\n\r\n'],
		['headers without end', `GET / HTTP/1.1\r\nhost: x\r\nlong: ${'x'.repeat(20_000)}\r\n\r\n`],
		['a path that is none', 'GET /api/%zz HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n'],
		['a call that there is not', 'GET /api/nothing HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n'],
		['two lengths', `${POST}content-length: 2\r\ncontent-length: 3\r\n\r\n{}`],
	])('to %s', async (_, request) => {
		const response = (await talk(request)).toLowerCase();
		expect(response).toMatch(/^http\/1\.1 4\d\d /);
		for (const header of [
			'x-content-type-options: nosniff',
			'x-frame-options: deny',
			"content-security-policy: default-src 'none'",
			'cache-control: no-store',
			'content-type: application/problem+json',
			'strict-transport-security: max-age=31536000\r\n',
		])
			expect(response).toContain(header);
	});

	it('and speaks for the hosts below its own only when asked', async () => {
		const wide = await start({ hstsSubdomains: true });
		const { headers } = await wide.inject('/api/seen');
		expect(headers['strict-transport-security']).toBe('max-age=31536000; includeSubDomains');
		await wide.close();
	});
});

describe('what is kept on the way', () => {
	it("is nothing of a member's", async () => {
		expect((await app.inject('/api/own')).headers['cache-control']).toBe('private, no-store');
		expect((await app.inject('/api/seen')).headers['cache-control']).toBe('no-cache');
	});
});
