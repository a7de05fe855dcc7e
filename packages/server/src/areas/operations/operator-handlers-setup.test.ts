import { setupCalls } from '@sw/contract/operations/setup';
import type { FastifyInstance } from 'fastify';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { implement } from '../handlers.ts';
import { type CallerKind, headersOf } from '../testing/callers.ts';
import { guardedApp } from '../testing/workspace-app.ts';
import { createSetupHandlers } from './operator-handlers.ts';

let app: FastifyInstance;
const acts: unknown[][] = [];
const mails: object[] = [];
const STATE = {
	needed: true,
	provider: 'files',
	label: 'Imported files',
	phase: 'Ready',
	waits: null,
	origin: 'https://x.test',
	mails: false,
};

// One for each test: six trials a minute are all that one takes.
beforeEach(async () => {
	acts.length = 0;
	mails.length = 0;
	app = await guardedApp([
		implement(
			setupCalls,
			createSetupHandlers({
				state: () => STATE,
				tryProvider: async () => ({ outcome: 'refused', lines: ['tickers: NO'] }),
				tryMail: async (request) => {
					mails.push(request);
					return { sent: true, line: 'Taken.', host: 'mail.example.test' };
				},
				emailOf: async () => 'ann@example.test',
				audit: async (_caller, ...act) => void acts.push(act),
			}),
		),
	]);
});
afterEach(() => app.close());

function post(step: string, payload: object, kind: CallerKind = 'admin') {
	return app.inject({ method: 'POST', url: `/api/setup/${step}`, payload, headers: headersOf(kind) });
}

const PROVIDER = { provider: 'alpaca', key: 'PKtyped', secret: 'hidden' };
const MAIL = { url: 'smtp://user:hidden@mail.example.test', from: 'us@example.test' };

it('shows start-up progress to an administrator and to no other user', async () => {
	expect((await app.inject({ url: '/api/setup', headers: headersOf('admin') })).json()).toEqual({ ...STATE, email: 'ann@example.test' });
	expect((await app.inject({ url: '/api/setup', headers: headersOf('pro') })).statusCode).toBe(403);
	expect((await post('try-provider', PROVIDER, 'pro')).statusCode).toBe(403);
	expect((await post('try-mail', MAIL, 'visitor')).statusCode).toBe(401);
	expect([acts, mails]).toEqual([[], []]);
});

it('writes down that there was a trial and how it ended, with no key and no password', async () => {
	expect((await post('try-provider', PROVIDER)).json()).toEqual({ outcome: 'refused', lines: ['tickers: NO'] });
	expect((await post('try-mail', MAIL)).json()).toEqual({ sent: true, line: 'Taken.' });
	expect(acts).toEqual([
		['setup.try_provider', 'alpaca', { outcome: 'refused' }],
		['setup.try_mail', 'mail.example.test', { outcome: 'sent' }],
	]);
	expect(JSON.stringify(acts)).not.toMatch(/hidden|PKtyped/);
});

it('sends a trial mail to the caller alone', async () => {
	expect((await post('try-mail', { ...MAIL, to: 'else@example.test' })).statusCode).toBe(400);
	await post('try-mail', MAIL);
	expect(mails.at(-1)).toMatchObject({ to: 'ann@example.test' });
});

it.each([{ provider: 'simulated' }, { provider: 'http://10.0.0.1' }, {}])('tries known vendors alone, not %j', async (body) => {
	expect((await post('try-provider', body)).statusCode).toBe(400);
	expect(acts).toEqual([]);
});

it('makes six trials a minute and no more', async () => {
	let answer = await post('try-mail', MAIL);
	for (let i = 0; i < 6 && answer.statusCode !== 429; i++) answer = await post('try-mail', MAIL);
	expect(answer.statusCode).toBe(429);
});
