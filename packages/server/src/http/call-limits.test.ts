import { MINUTE, type UtcMs, utcMs } from '@sw/domain/time/units';
import fastify from 'fastify';
import { expect, it } from 'vitest';
import { type CreateSharedCounter, createSharedCounter } from '../platform/call-count.ts';
import { mapMaybePromise } from '../platform/concurrency/maybe-promise.ts';
import { IN_PROCESS, limitCalls } from './call-limits.ts';
import { createProblemSender } from './problems.ts';

function appAt(now: () => number, shared?: CreateSharedCounter) {
	const app = fastify();
	const send = createProblemSender({ isOutage: () => false, isStopping: () => false });
	app.setErrorHandler(send);
	const count = limitCalls(app, { max: 3, now, shared });
	app.setNotFoundHandler((request, reply) => {
		return mapMaybePromise(count(request, reply), () => reply.code(404).send());
	});
	const answer = () => 'well';
	app.get('/shared', answer);
	app.post('/shared', answer);
	app.get('/few', { config: { calls: { max: 1 } } }, answer);
	app.get('/some', { config: { calls: { isExempt: ({ query }) => (query as { free?: string }).free === 'yes' } } }, answer);
	app.get('/uncounted', { config: { calls: 'uncounted' } }, answer);
	app.get('/assets/one.js', answer);
	return async (url: string, { method = 'GET' as 'GET' | 'HEAD' | 'POST', from = '10.0.0.1', headers = {} } = {}) => {
		const { statusCode, headers: reported } = await app.inject({ url, method, remoteAddress: from, headers });
		return reported['retry-after'] === undefined ? statusCode : `${statusCode} for ${reported['retry-after']} s`;
	};
}

it('counts all routes together by address, and lets an address in again when its minute is over', async () => {
	let now = 1_000_000;
	const call = appAt(() => now);
	expect([await call('/shared'), await call('/shared', { method: 'POST' }), await call('/nowhere')]).toEqual([200, 200, 404]);
	now += 20_500;
	expect([await call('/shared'), await call('/nowhere'), await call('/shared', { method: 'HEAD' })]).toEqual(
		new Array(3).fill('429 for 40 s'),
	);
	expect(await call('/shared', { from: '10.0.0.2' })).toBe(200);
	now = 1_000_000 + MINUTE - 1;
	expect(await call('/shared')).toBe('429 for 1 s');
	now++;
	expect(await call('/shared')).toBe(200);
});

it('counts a route with a limit of its own by itself, its HEAD with its GET', async () => {
	const call = appAt(() => 0);
	expect([await call('/few'), await call('/few'), await call('/few', { method: 'HEAD' })]).toEqual([200, '429 for 60 s', '429 for 60 s']);
	for (let i = 0; i < 3; i++) expect(await call('/shared')).toBe(200);
	for (let i = 0; i < 3; i++) expect(await call('/some')).toBe(200);
	expect([await call('/shared'), await call('/some')]).toEqual(['429 for 60 s', '429 for 60 s']);
});

it('does not count what is free: calls that a route names, uncounted ones, files of pages, and what the process asks itself', async () => {
	const call = appAt(() => 0);
	for (let i = 0; i < 5; i++) {
		expect(await call('/some?free=yes')).toBe(200);
		expect(await call('/uncounted')).toBe(200);
		expect(await call('/assets/one.js')).toBe(200);
		expect(await call('/shared', { headers: IN_PROCESS })).toBe(200);
	}
	for (let i = 0; i < 3; i++) expect(await call('/shared')).toBe(200);
	expect(await call('/shared')).toBe('429 for 60 s');
});

it('counts with other processes, the calls of a route with a limit of its own apart from the others', async () => {
	const rows = new Map<string, { count: number; endsAt: UtcMs }>();
	const shared: CreateSharedCounter = (name, _limit, window) =>
		createSharedCounter({
			windowMs: window,
			maxUnreported: 1,
			now: () => utcMs(0),
			addCounts: async (counts) =>
				counts.map(({ key, increment }) => {
					const row = { count: (rows.get(`${name} ${key}`)?.count ?? 0) + increment, endsAt: utcMs(MINUTE) };
					rows.set(`${name} ${key}`, row);
					return { key, ...row };
				}),
			onError: (error) => {
				throw error;
			},
		});
	const [one, other] = [appAt(() => 0, shared), appAt(() => 0, shared)];
	expect([await one('/shared'), await other('/shared'), await one('/nowhere'), await other('/shared')]).toEqual([
		200,
		200,
		404,
		'429 for 60 s',
	]);
	expect([await one('/few'), await other('/few'), await one('/some'), await other('/some')]).toEqual([200, '429 for 60 s', 200, 200]);
});
