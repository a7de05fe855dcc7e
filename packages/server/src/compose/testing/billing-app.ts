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
	/** Processes the waiting payment notifications, as the job does. */
	runJobs(): Promise<void>;
	/** Advances time, then runs the every-minute check. */
	advance(ms: number): Promise<void>;
	/** A job queue that can be down, with the payloads of the submitted jobs. */
	jobs: { requests: object[]; isDown: boolean };
	/** A mail server that can be down. */
	mail: { isDown: boolean };
	/** Errors of background work. */
	errors: string[];
	/** Posts a form as the provider does. */
	send(hook: 'webhook' | 'webhook/test', fields: Readonly<Record<string, string>>): Promise<number>;
	admin: Browser;
	/** The plan for sale with that licence. Default: billed monthly. */
	findPlan(license: string, period?: string): Promise<Plan>;
}

const CONTEXT = { progress: () => {}, printLine: () => {}, signal: new AbortController().signal, isLastTry: false };

/** Ends waits below a minute immediately; tests end longer ones themselves. */
const skipShortWaits: WallClock['after'] = (ms, callback) => {
	if (ms < MINUTE) callback();
	return () => {};
};

/** Payments behind the real HTTP layer, on a separate database; the test controls the clock and when jobs run. */
export async function billingApp(payments: PaymentsConfig | null, providerUrl?: string): Promise<BillingApp> {
	const errors: string[] = [];
	const jobs: BillingApp['jobs'] = { requests: [], isDown: false };
	const mail: BillingApp['mail'] = { isDown: false };
	const opened: { billing?: Billing; app?: AccountApp['app']; boundJobs: BoundJob[] } = { boundJobs: [] };
	let jobFinished = Promise.withResolvers<never>();
	const baseApp = await accountApp({
		createAreas: ({ accounts, records, clock }) => {
			const { context } = accounts;
			const deliver: typeof context.backgroundMail.deliver = async (content) => {
				if (mail.isDown) throw new Error('The mail server is unavailable.');
				await context.backgroundMail.deliver(content);
			};
			const billing = openBilling({
				records,
				accounts: { ...accounts, context: { ...context, backgroundMail: { ...context.backgroundMail, deliver } } },
				config: { origin: 'http://localhost:8080', payments },
				wall: { now: clock.now, after: skipShortWaits },
				audit: createAuditLog(accounts),
				jobs: {
					submit: async (_definition, payload) => {
						if (jobs.isDown) throw new Error('The jobs are away.');
						jobs.requests.push(payload);
						return {} as never;
					},
					follow: () => jobFinished.promise,
					runLane: async (_lane, laneJobs) => {
						opened.boundJobs.push(...laneJobs);
					},
				},
				post: (form) => postToWebhook(opened.app as AccountApp['app'], form),
				baseUrl: providerUrl,
				onError: (message, error) => errors.push(`${message}: ${error instanceof Error ? error.message : error}`),
			});
			opened.billing = billing;
			return [billing.area];
		},
		createExtensions: () => opened.billing?.routes ?? [],
	});
	opened.app = baseApp.app;
	const billing = opened.billing as Billing;
	await billing.begin();
	const { browser: admin } = await baseApp.createSignedInUser({ role: 'admin', email: 'admin@example.test' });
	const runJobs = async (): Promise<void> => {
		await opened.boundJobs.find(({ definition }) => definition === PROCESS_NOTIFICATIONS)?.run({ upTo: 1 }, CONTEXT);
		jobFinished.resolve(undefined as never);
		jobFinished = Promise.withResolvers();
	};
	return {
		...baseApp,
		billing,
		admin,
		jobs,
		mail,
		errors,
		runJobs,
		findPlan: async (license, period = 'month') => {
			const { items } = await read<{ items: Plan[] }>(admin, '/api/products');
			return items.find((one) => one.license === license && one.period === period && one.is_active) as Plan;
		},
		advance: async (ms) => {
			baseApp.clock.forward(ms);
			await runJobs();
			await billing.runCheck();
		},
		send: async (hook, fields) => {
			const headers = { 'content-type': 'application/x-www-form-urlencoded' };
			const payload = new URLSearchParams(fields).toString();
			return (await baseApp.app.inject({ method: 'POST', url: `/api/payproglobal/${hook}`, headers, payload })).statusCode;
		},
	};
}
