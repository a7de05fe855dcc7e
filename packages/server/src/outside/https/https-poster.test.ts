import { Agent as PlainAgent } from 'node:http';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createFakeWallClock } from '../../platform/clocks/testing/fake-wall-clock.ts';
import { createHttpsPoster, type HttpsPoster } from './https-poster.ts';
import { createPublicAgent, createPublicPlainAgent, NotPublic, resolvePublicAddresses } from './public-agent.ts';
import { createLoopbackAgent } from './testing/loopback-agent.ts';
import { type Receiver, startReceiver } from './testing/receiver.ts';

let wall: ReturnType<typeof createFakeWallClock>;
beforeEach(() => {
	wall = createFakeWallClock();
});
const POSTED = { url: 'https://hooks.example.test/in', headers: { 'content-type': 'application/json', 'x-a': 1 }, body: '{"a":1}' };

describe('a post', () => {
	let receiver: Receiver;
	let post: HttpsPoster;
	beforeAll(async () => {
		receiver = await startReceiver();
	});
	beforeEach(() => {
		receiver.received.length = 0;
		receiver.respond = (response) => void response.writeHead(204).end();
		post = createHttpsPoster({ agent: createLoopbackAgent(receiver.port), wall });
	});
	afterAll(() => receiver[Symbol.asyncDispose]());

	it('brings what was given, and the status back', async () => {
		expect(await post(POSTED)).toEqual({ status: 204, retryAfter: undefined });
		expect(receiver.received).toMatchObject([
			{ method: 'POST', path: '/in', headers: { host: 'hooks.example.test', 'content-type': 'application/json', 'x-a': '1' } },
		]);
		expect(String(receiver.received[0]?.body)).toBe(POSTED.body);
	});

	it('follows no redirect', async () => {
		receiver.respond = (response) => void response.writeHead(307, { location: 'https://hooks.example.test/other' }).end();
		expect(await post(POSTED)).toMatchObject({ status: 307 });
		expect(receiver.received).toHaveLength(1);
	});

	it('returns the requested retry delay', async () => {
		receiver.respond = (response) => void response.writeHead(429, { 'retry-after': '120' }).end();
		expect(await post(POSTED)).toEqual({ status: 429, retryAfter: 120_000 });
		receiver.respond = (response) => void response.writeHead(503, { 'retry-after': new Date(wall.now() + 60_000).toUTCString() }).end();
		expect(await post(POSTED)).toEqual({ status: 503, retryAfter: 60_000 });
	});

	it('cuts off an answer that does not end', async () => {
		receiver.respond = (response) => {
			response.writeHead(200);
			const more = (): void => void (!response.destroyed && response.write('x'.repeat(16_384), more));
			more();
		};
		expect(await post(POSTED)).toMatchObject({ status: 200 });
	});

	it('returns the body where it is wanted, complete and within its size', async () => {
		receiver.respond = (response) => void response.writeHead(200).end('an answer');
		const wanted = { ...POSTED, method: 'GET', body: '', maxBytes: 9 } as const;
		expect(await post(wanted)).toEqual({ status: 200, retryAfter: undefined, body: Buffer.from('an answer') });
		expect(receiver.received[0]?.method).toBe('GET');
		expect(await post({ ...wanted, maxBytes: 8 })).toEqual({ status: null, why: 'unreachable' });
		receiver.respond = (response) => {
			response.writeHead(200, { 'content-length': 9 });
			response.write('an', () => response.destroy());
		};
		expect(await post(wanted)).toEqual({ status: null, why: 'unreachable' });
	});

	it('waits for no answer longer than it may', async () => {
		const requestArrived = Promise.withResolvers<void>();
		receiver.respond = () => requestArrived.resolve();
		const answered = post(POSTED);
		await requestArrived.promise;
		await wall.advance(15_000);
		expect(await answered).toEqual({ status: null, why: 'slow' });
	});

	it('has its answer though the body never ends', async () => {
		const answering = Promise.withResolvers<void>();
		receiver.respond = (response) => {
			response.writeHead(202).write('x');
			answering.resolve();
		};
		const answered = post(POSTED);
		await answering.promise;
		// A turn in which the head arrives.
		await wall.advance(1);
		await wall.advance(15_000);
		expect(await answered).toMatchObject({ status: 202 });
	});

	it('ends when it is aborted', async () => {
		const requestArrived = Promise.withResolvers<void>();
		receiver.respond = () => requestArrived.resolve();
		const ending = new AbortController();
		const answered = post(POSTED, ending.signal);
		await requestArrived.promise;
		ending.abort();
		expect(await answered).toEqual({ status: null, why: 'stopped' });
		expect(await post(POSTED, ending.signal)).toEqual({ status: null, why: 'stopped' });
		expect(receiver.received).toHaveLength(1);
	});

	it('goes over plain http only where an agent for it is given', async () => {
		const url = 'http://tsa.example.test/in';
		expect(await post({ ...POSTED, url })).toEqual({ status: null, why: 'unreachable' });
		const lookup = (_: string, __: object, found: (error: null, all: { address: string; family: number }[]) => void): void =>
			found(null, [{ address: '127.0.0.1', family: 4 }]);
		const plain = new PlainAgent({ lookup: lookup as never });
		const both = createHttpsPoster({ agent: createLoopbackAgent(receiver.port), httpAgent: plain, wall });
		expect(await both({ ...POSTED, url: `http://tsa.example.test:${receiver.port}/in` })).toMatchObject({ status: 204 });
		expect(receiver.received).toMatchObject([{ method: 'POST', path: '/in', headers: { host: `tsa.example.test:${receiver.port}` } }]);
	});

	it('says when the line is cut', async () => {
		receiver.respond = (response) => void response.destroy();
		expect(await post(POSTED)).toEqual({ status: null, why: 'unreachable' });
	});
});

describe('to the public internet alone', () => {
	const answersBy = (...addresses: string[]) =>
		createPublicAgent(async () => addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })));

	it.each([
		['127.0.0.1'],
		['10.0.0.1'],
		['169.254.169.254'],
		['100.64.0.7'],
		['::1'],
		['::ffff:127.0.0.1'],
		['fe80::1'],
		['1.1.1.1', '127.0.0.1'],
	])('a name that leads to %s is not connected to', async (...addresses) => {
		const post = createHttpsPoster({ agent: answersBy(...addresses), wall });
		expect(await post(POSTED)).toEqual({ status: null, why: 'private' });
	});

	it.each([
		'https://127.0.0.1/',
		'https://[::1]/',
		'https://[::ffff:10.0.0.1]/',
		'https://2130706433/',
		'https://0x7f.1/',
		'https://169.254.169.254/latest',
	])('%s is not connected to, and its name is not looked up', async (url) => {
		const post = createHttpsPoster({ agent: createPublicAgent(async () => expect.unreachable()), wall });
		expect(await post({ ...POSTED, url })).toEqual({ status: null, why: 'private' });
	});

	it.each([['127.0.0.1'], ['10.0.0.1'], ['::1'], ['1.1.1.1', '127.0.0.1']])('nor over plain http: %s', async (...addresses) => {
		const plain = createPublicPlainAgent(async () => addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })));
		const post = createHttpsPoster({ agent: answersBy('1.1.1.1'), httpAgent: plain, wall });
		expect(await post({ ...POSTED, url: 'http://tsa.example.test/' })).toEqual({ status: null, why: 'private' });
		expect(await post({ ...POSTED, url: 'http://[::1]/' })).toEqual({ status: null, why: 'private' });
		expect(await post({ ...POSTED, url: 'http://0x7f.1/' })).toEqual({ status: null, why: 'private' });
	});

	it('gives the addresses that were judged to who connects', async () => {
		const found = [
			{ address: '1.1.1.1', family: 4 },
			{ address: '2606:4700::1111', family: 6 },
		];
		expect(await resolvePublicAddresses('one.example.test', async () => found)).toBe(found);
		await expect(resolvePublicAddresses('two.example.test', async () => [...found, { address: '::1', family: 6 }])).rejects.toBeInstanceOf(
			NotPublic,
		);
	});

	it('says that there is no such host', async () => {
		const agent = createPublicAgent(async () => {
			throw Object.assign(new Error('no'), { code: 'ENOTFOUND' });
		});
		expect(await createHttpsPoster({ agent, wall })(POSTED)).toEqual({ status: null, why: 'unknown host' });
	});
});
