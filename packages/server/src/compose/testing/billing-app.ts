import { MINUTE } from '@sw/domain/time/units';
import { expect } from 'vitest';
import { type AccountApp, accountApp, type Browser } from '../../areas/accounts/testing/account-app.ts';
import { PROCESS_NOTIFICATIONS } from '../../areas/billing/process-notifications.ts';
import type { PaymentsConfig } from '../../config/config.ts';
import type { WallClock } from '../../platform/clocks/wall-clock.ts';
import type { BoundJob } from '../../platform/jobs/definition.ts';
import { type Billing, openBilling, postToWebhook } from '../areas/billing.ts';
import { createAuditLog } from '../core/audit.ts';

export interface Plan {
	id: string;
	license: string;
	period: string;
	is_active: boolean;
	prices: { currency: string; amount: number }[];
}

/** Reads a URL in a browser; fails the test if the request fails. */
export async function read<T>(browser: Browser, url: string): Promise<T> {
	const { status, body } = await browser.send('GET', url);
	expect({ url, status }).toEqual({ url, status: 200 });
	return body as T;
}

export interface BillingApp extends AccountApp {
	billing: Billing;
	/** Runs the requested work, as the jobs do. */
	work(): Promise<void>;
	/** Advances time, then runs the every-minute check. */
	pass(ms: number): Promise<void>;
	/** Requested work of a job queue that can be down. */
	jobs: { requests: object[]; away: boolean };
	/** A mail server that can be down. */
	mail: { away: boolean };
	/** Errors of background work. */
	errors: string[];
	/** Posts a form as the provider does. */
	send(hook: 'webhook' | 'webhook/test', fields: Readonly<Record<string, string>>): Promise<number>;
	admin: Browser;
	/** The plan for sale with that licence. Default: billed monthly. */
	plan(license: string, period?: string): Promise<Plan>;
}

const CONTEXT = { progress: () => {}, printLine: () => {}, signal: new AbortController().signal, isLastTry: false };

/** Ends waits below a minute immediately; tests end longer ones themselves. */
const atOnce: WallClock['after'] = (ms, callback) => {
	if (ms < MINUTE) callback();
	return () => {};
};

/** Payments behind the real HTTP layer, on a separate database; the test controls the clock and when jobs run. */
export async function billingApp(payments: PaymentsConfig | null, address?: string): Promise<BillingApp> {
	const errors: string[] = [];
	const jobs: BillingApp['jobs'] = { requests: [], away: false };
	const mail: BillingApp['mail'] = { away: false };
	const opened: { billing?: Billing; app?: AccountApp['app']; handlers: BoundJob[] } = { handlers: [] };
	let done = Promise.withResolvers<never>();
	const made = await accountApp({
		areasOn: ({ accounts, records, clock }) => {
			const { context } = accounts;
			const deliver: typeof context.backgroundMail.deliver = async (content) => {
				if (mail.away) throw new Error('The mail server is unavailable.');
				await context.backgroundMail.deliver(content);
			};
			const billing = openBilling({
				records,
				accounts: { ...accounts, context: { ...context, backgroundMail: { ...context.backgroundMail, deliver } } },
				config: { origin: 'http://localhost:8080', payments },
				wall: { now: clock.now, after: atOnce },
				audit: createAuditLog(accounts),
				jobs: {
					submit: async (_definition, payload) => {
						if (jobs.away) throw new Error('The jobs are away.');
						jobs.requests.push(payload);
						return {} as never;
					},
					follow: () => done.promise,
					runLane: async (_lane, handlers) => {
						opened.handlers.push(...handlers);
					},
				},
				post: (form) => postToWebhook(opened.app as AccountApp['app'], form),
				baseUrl: address,
				onError: (message, error) => errors.push(`${message}: ${error instanceof Error ? error.message : error}`),
			});
			opened.billing = billing;
			return [billing.area];
		},
		extensionsOn: () => opened.billing?.routes ?? [],
	});
	opened.app = made.app;
	const billing = opened.billing as Billing;
	await billing.begin();
	const { browser: admin } = await made.signedIn({ role: 'admin', email: 'admin@example.test' });
	const work = async (): Promise<void> => {
		await opened.handlers.find(({ definition }) => definition === PROCESS_NOTIFICATIONS)?.run({ upTo: 1 }, CONTEXT);
		done.resolve(undefined as never);
		done = Promise.withResolvers();
	};
	return {
		...made,
		billing,
		admin,
		jobs,
		mail,
		errors,
		work,
		plan: async (license, period = 'month') => {
			const { items } = await read<{ items: Plan[] }>(admin, '/api/products');
			return items.find((one) => one.license === license && one.period === period && one.is_active) as Plan;
		},
		pass: async (ms) => {
			made.clock.forward(ms);
			await work();
			await billing.runCheck();
		},
		send: async (hook, fields) => {
			const headers = { 'content-type': 'application/x-www-form-urlencoded' };
			const payload = new URLSearchParams(fields).toString();
			return (await made.app.inject({ method: 'POST', url: `/api/payproglobal/${hook}`, headers, payload })).statusCode;
		},
	};
}
