import { randomBytes } from 'node:crypto';
import { billing as billingArea } from '@sw/contract/billing/billing';
import { amountText } from '@sw/domain/billing/currency';
import { amountOf, BILLING_PERIODS, examplePrice } from '@sw/domain/billing/plan';
import { LICENCES } from '@sw/domain/reports/licence';
import { MINUTE } from '@sw/domain/time/units';
import type { Records } from '@sw/store/postgres/records';
import { userById } from '@sw/store/postgres/records/accounts/users';
import * as licenceStates from '@sw/store/postgres/records/billing/licence-states';
import * as mails from '@sw/store/postgres/records/billing/mails';
import * as notifications from '@sw/store/postgres/records/billing/notifications';
import * as orders from '@sw/store/postgres/records/billing/orders';
import * as products from '@sw/store/postgres/records/billing/products';
import { addFirstProducts } from '@sw/store/postgres/records/billing/products';
import * as subscriptions from '@sw/store/postgres/records/billing/subscriptions';
import { bindTransactionalQueries } from '@sw/store/postgres/records/bind-queries';
import { sendMessages } from '@sw/store/postgres/records/inbox/messages';
import { changeSetting } from '@sw/store/postgres/records/settings';
import type { FastifyInstance } from 'fastify';
import type { Accounts } from '../../areas/accounts/create.ts';
import type { AuditAct } from '../../areas/audit-act.ts';
import { cleanUpBilling } from '../../areas/billing/clean-up-billing.ts';
import { billingHandlers } from '../../areas/billing/handlers.ts';
import { createIntake, createIntakePriority } from '../../areas/billing/intake.ts';
import { createBillingMails, createMailSender } from '../../areas/billing/mails.ts';
import { createOrders, createRefunds } from '../../areas/billing/orders.ts';
import type { BillingRecords } from '../../areas/billing/ports.ts';
import { createNotificationProcessor, PROCESS_NOTIFICATIONS } from '../../areas/billing/process-notifications.ts';
import { createSubscriptions } from '../../areas/billing/subscriptions.ts';
import { requireAccount } from '../../areas/guard.ts';
import { type Implementation, implement } from '../../areas/handlers.ts';
import type { Config } from '../../config/config.ts';
import { simulatedCheckout } from '../../http/pages/simulated-checkout.ts';
import { type Payments, PaymentsError } from '../../outside/payments/payments.ts';
import { createPayPro } from '../../outside/payments/paypro-global.ts';
import {
	createSimulatedPayments,
	EMPTY_BOOK,
	SIMULATED_ACTS,
	type SimulatedAct,
	type SimulatedBook,
	type SimulatedPayments,
} from '../../outside/payments/simulated.ts';
import { clockOf, type WallClock } from '../../platform/clocks/wall-clock.ts';
import { notFound } from '../../platform/errors.ts';
import { type BoundJob, bindJob } from '../../platform/jobs/definition.ts';
import type { Jobs } from '../../platform/jobs/jobs.ts';
import { PRODUCT_NAME } from '../core/audit.ts';

/** Interval of checks for expired licences and failed notifications. */
const LOOK_EVERY = MINUTE;
const PLANS_OFFERED = 'first_plans';

export interface BillingWiring extends Omit<PaymentsWiring, 'wall' | 'records'> {
	records: Records;
	accounts: Accounts;
	wall: WallClock;
	audit: AuditAct;
	jobs: Pick<Jobs, 'submit' | 'follow' | 'begin'>;
	onError(message: string, error: unknown): void;
}

export interface Billing {
	area: Implementation;
	/** The checkout page of the simulated provider, if enabled. */
	routes: ((app: FastifyInstance) => void)[];
	job: BoundJob;
	/** Adds the first plans, starts processing notifications, and checks for expired licences every minute. */
	begin(): Promise<void>;
	/** Runs the every-minute check once. */
	look(): Promise<void>;
	/** To be called once a day. */
	sweep(): Promise<void>;
	stop(): void;
}

/** Plans, orders, subscriptions and the payment provider's notifications. */
export function openBilling(wiring: BillingWiring): Billing {
	const { records: stored, accounts, config, wall, audit, jobs, onError } = wiring;
	const clock = clockOf(wall);
	const { payments, simulated } = openPayments(wiring);
	const records = simulated === null ? billingRecords(stored) : withExamplePrices(billingRecords(stored));
	const { context } = accounts;

	let newest = 0;
	let [isWanted, isAsking, isStopped] = [false, false, false];
	const ask = async (): Promise<void> => {
		try {
			while (isWanted) {
				isWanted = false;
				const { id } = await jobs.submit(PROCESS_NOTIFICATIONS, { upTo: newest }, PRODUCT_NAME);
				await jobs.follow(id);
			}
		} catch (error) {
			if (!isStopped) onError('failed to queue payment notifications', error);
		}
		isAsking = false;
	};
	/** Runs one job at a time: it also processes notifications that arrive while it runs, and a follow-up job those that it just missed. */
	const wake = (number: number): void => {
		newest = Math.max(newest, number);
		isWanted = true;
		if (isAsking) return;
		isAsking = true;
		void ask();
	};
	const parts = {
		records,
		payments,
		clock,
		randomSource: context.randomSource,
		post: context.post,
		origin: config.origin,
		audit,
		wake,
		accountChanged: (userId: string) => accounts.sessions.forget(userId),
		onError,
	};
	const rightOfWay = createIntakePriority((ms) => new Promise((resolve) => wall.after(ms, resolve)));
	const intake = createIntake({ ...parts, rightOfWay });
	const sender = createMailSender(parts);
	const work = createNotificationProcessor({ ...parts, mails: createBillingMails(config.origin), sender, rightOfWay });
	const subscriptions = createSubscriptions({ ...parts, work });
	const orders = createOrders(parts);
	const refunds = createRefunds({ ...parts, orders, work });
	const job = bindJob(PROCESS_NOTIFICATIONS, async (_payload, { signal }) => {
		const notices = await work.drain(signal);
		await subscriptions.finishIdle();
		return { notices };
	});

	const look = async (): Promise<void> => {
		await intake.flush();
		const [due] = await records.dueNotifications(clock.now(), 1);
		if (due) wake(due.number);
		sender.soon();
		while ((await work.lookAtAccounts()) > 0);
		await subscriptions.finishIdle();
	};
	let cancel = (): void => {};
	const lookOften = (): void => {
		cancel = wall.after(LOOK_EVERY, () => {
			void look()
				.catch((error) => onError('failed to check licences and payment notifications', error))
				.finally(lookOften);
		});
	};

	/** Runs once per installation, so that deleted plans do not return. The plans have no prices: only an administrator can set them. */
	const offerFirstPlans = async (): Promise<void> => {
		const now = clock.now();
		const first = LICENCES.flatMap((license) =>
			BILLING_PERIODS.map(({ name: period }) => ({
				id: context.randomSource.uuid(),
				name: `${license.charAt(0).toUpperCase()}${license.slice(1)}`,
				license,
				period,
				providerProductId: null,
				trialDays: 0,
				isActive: true,
				createdAt: now,
				updatedAt: now,
			})),
		);
		await stored.db.transaction(async (tx) => {
			let isOffered = false;
			// If several processes start together, the others wait here until one has added the plans.
			await changeSetting(tx, PLANS_OFFERED, (offered) => {
				isOffered = offered !== undefined;
				return true;
			});
			if (!isOffered) await addFirstProducts(tx, first);
		});
	};

	const routes =
		simulated === null
			? []
			: [
					simulatedCheckout({
						origin: config.origin,
						guard: accounts.guard,
						page: async (code, caller) => {
							const order = await orders.one(code, requireAccount({ caller }));
							const acts = (await simulated.offers(order.code)).map((name) => ({ name, label: SIMULATED_ACTS[name] }));
							return {
								code: order.code,
								name: order.productName,
								sum: amountText(amountOf(order.cents), order.currency),
								state: (await simulated.stateOf(order.code)) ?? order.state,
								acts,
							};
						},
						act: async (code, act, caller) => {
							const order = await orders.one(code, requireAccount({ caller }));
							if (!Object.hasOwn(SIMULATED_ACTS, act)) throw notFound('Unknown action');
							await simulated.act(order, act as SimulatedAct);
						},
					}),
				];

	return {
		area: implement(billingArea, billingHandlers({ ...parts, intake, subscriptions, orders, refunds })),
		routes,
		job,
		begin: async () => {
			await offerFirstPlans();
			await jobs.begin(PROCESS_NOTIFICATIONS.lane, [job]);
			await look();
			lookOften();
		},
		look,
		sweep: () => cleanUpBilling(parts),
		stop: () => {
			isStopped = true;
			cancel();
		},
	};
}

/** For simulated payments: gives plans without a price an example price, so that all of billing can be tried. Example prices are never stored. */
function withExamplePrices(records: BillingRecords): BillingRecords {
	return {
		...records,
		pricesOf: async (ids) => {
			const prices = await records.pricesOf(ids);
			const without = (await records.listProducts()).filter(
				({ id }) => ids.includes(id) && !prices.some(({ productId }) => productId === id),
			);
			return [...prices, ...without.map(examplePrice)];
		},
	};
}

function billingRecords({ db }: Pick<Records, 'db'>): BillingRecords {
	return bindTransactionalQueries(
		{ ...products, ...orders, ...subscriptions, ...notifications, ...licenceStates, ...mails, userById, sendMessages },
		db,
	);
}

const HOOK = '/api/payproglobal/webhook';

/** Posts a form to this product's webhook as the payment provider does: authenticated only by its signature. Throws PaymentsError unless accepted. */
export async function postToHook(app: FastifyInstance, form: URLSearchParams): Promise<void> {
	const headers = { 'content-type': 'application/x-www-form-urlencoded' };
	const { statusCode } = await app.inject({ method: 'POST', url: HOOK, headers, payload: form.toString() });
	if (statusCode !== 200) throw new PaymentsError(`The payment notification endpoint answered ${statusCode}.`);
}

const BOOK = 'simulated_payments';

interface PaymentsWiring {
	records: Pick<Records, 'db'>;
	config: Pick<Config, 'payments' | 'origin'>;
	wall: { now(): number };
	/** Posts a form to this product's webhook. */
	post(form: URLSearchParams): Promise<void>;
	/** Base URL to use instead of the provider's, for tests. */
	address?: string | undefined;
}

/** `simulated` is the same provider as `payments`, with what its checkout page needs: this server hosts that page. */
function openPayments({ records, config, wall, post, address }: PaymentsWiring): {
	payments: Payments | null;
	simulated: SimulatedPayments | null;
} {
	if (config.payments === null) return { payments: null, simulated: null };
	if (config.payments.name === 'payproglobal') return { payments: createPayPro(config.payments, { address }), simulated: null };
	const simulated = createSimulatedPayments({
		// New keys at each start: only this process signs with them, and stored notifications are not verified again.
		keys: { validation: randomBytes(24).toString('hex'), secret: randomBytes(24).toString('hex') },
		origin: config.origin,
		now: wall.now,
		change: async <T>(work: (book: SimulatedBook) => T): Promise<T> => {
			const done: T[] = [];
			await changeSetting(records.db, BOOK, (kept) => {
				const book = structuredClone((kept ?? EMPTY_BOOK) as SimulatedBook);
				done.push(work(book));
				return book;
			});
			return done[0] as T;
		},
		post,
	});
	return { payments: simulated, simulated };
}
