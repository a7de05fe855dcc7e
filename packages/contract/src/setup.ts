import { z } from 'zod';
import { only, text } from './common.ts';
import type { Area } from './define.ts';

/** Real markets that can be tried before the server is started with them. */
export const TRIED_PROVIDERS = ['yahoo', 'alpaca', 'massive'] as const;

const setup = z
	.object({
		/** Whether the market is a real one of which nothing can be read yet. */
		needed: z.boolean(),
		/** Key of the market that the server was started with. */
		provider: z.string(),
		label: z.string(),
		/** What the start is doing, in words. */
		phase: z.string(),
		/** Why the market does not go on; null while it does. */
		waits: z.string().nullable(),
		/** The address in force that users type. */
		origin: z.string(),
		/** Whether mails go to a server; otherwise they lie in the outbox. */
		mails: z.boolean(),
		/** Where a trial mail goes: the caller's own address. */
		email: z.string(),
	})
	.meta({ id: 'Setup' });

const providerTrial = z
	.object({
		/** All that was asked for came, some of it, or nothing. */
		outcome: z.enum(['good', 'partly', 'refused']),
		/** What came back of each kind of call, in words. */
		lines: z.array(z.string()),
	})
	.meta({ id: 'ProviderTrial' });

const mailTrial = z.object({ sent: z.boolean(), line: z.string() }).meta({ id: 'MailTrial' });

/** Each asks others outside: six a minute are more than a person types. */
const TRIALS = 6;

/** The guide of a first start: what is typed is tried, and nothing of it is kept. */
export const setupCalls = {
	setup: {
		method: 'GET',
		path: '/api/setup',
		access: 'admin',
		summary: 'Whether market data can be read, and the start-up configuration',
		answers: { 200: setup },
		errors: [401, 403],
	},
	tryProvider: {
		method: 'POST',
		path: '/api/setup/try-provider',
		access: 'admin',
		summary: 'Test a vendor key with one request of each kind; stops if the key is refused. Nothing is stored',
		body: only({
			provider: z.enum(TRIED_PROVIDERS),
			key: text(200).optional(),
			secret: text(200).optional(),
			symbols: z.string().max(2_000).optional(),
		}),
		answers: { 200: providerTrial },
		errors: [400, 401, 403],
		rate: TRIALS,
	},
	tryMail: {
		method: 'POST',
		path: '/api/setup/try-mail',
		access: 'admin',
		summary: "Send a test mail to the caller's own address through the given server. Nothing is stored",
		body: only({ url: text(500), from: text(200) }),
		answers: { 200: mailTrial },
		errors: [400, 401, 403],
		rate: TRIALS,
	},
} as const satisfies Area;
