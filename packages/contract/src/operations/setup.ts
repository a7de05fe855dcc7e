import { z } from 'zod';
import { nonEmptyText, strictObject } from '../base/common.ts';
import type { Area } from '../base/define.ts';

/** Vendors that can be tested before the server starts with them. */
export const TESTABLE_PROVIDERS = ['yahoo', 'alpaca', 'massive'] as const;

const setup = z
	.object({
		needed: z.boolean().describe('Whether the market is a real one that has no readable data yet.'),
		provider: z.string().describe('Key of the provider that the server was started with.'),
		label: z.string(),
		phase: z.string().meta({ description: 'The current phase of the start, in plain language.', examples: ['Loading reports'] }),
		waits: z
			.string()
			.nullable()
			.meta({ description: 'Why the market is waiting; null while it is not.', examples: ['Waiting for the first bars'] }),
		origin: z.string().meta({ description: 'The address in force that users type.', examples: ['https://signals.example.com'] }),
		mails: z.boolean().describe('Whether mails are sent to a mail server; otherwise they are written to the outbox.'),
		email: z.string().describe("Recipient of a test mail: the caller's own address."),
	})
	.meta({ id: 'Setup' });

const providerTestResult = z
	.object({
		outcome: z.enum(['good', 'partly', 'refused']).describe('Whether all of the requested data arrived, some of it, or nothing.'),
		lines: z.array(z.string()).meta({ description: 'The result of each kind of call, in plain language.', examples: [['bars: 12 rows']] }),
	})
	.meta({ id: 'ProviderTrial' });

const mailTestResult = z.object({ sent: z.boolean(), line: z.string() }).meta({ id: 'MailTrial' });

/** Calls per minute. Each test calls external servers, and no user needs more to try out values by hand. */
const TESTS_PER_MINUTE = 6;

/** The first-start guide. It tests the values that are entered but stores none. */
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
		body: strictObject({
			provider: z.enum(TESTABLE_PROVIDERS),
			key: nonEmptyText(200).optional(),
			secret: nonEmptyText(200).optional(),
			symbols: z.string().max(2_000).optional(),
		}),
		answers: { 200: providerTestResult },
		errors: [400, 401, 403],
		rate: TESTS_PER_MINUTE,
	},
	tryMail: {
		method: 'POST',
		path: '/api/setup/try-mail',
		access: 'admin',
		summary: "Send a test mail to the caller's own address through the given server. Nothing is stored",
		body: strictObject({
			url: nonEmptyText(500),
			from: nonEmptyText(200).meta({ description: 'Sender of the mail.', examples: ['Signalwheel <no-reply@example.com>'] }),
		}),
		answers: { 200: mailTestResult },
		errors: [400, 401, 403],
		rate: TESTS_PER_MINUTE,
	},
} as const satisfies Area;
