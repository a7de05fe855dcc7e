import { randomBytes } from 'node:crypto';
import { billing as billingArea } from '@sw/contract/billing/billing';
import { formatAmount } from '@sw/domain/billing/currency';
import { amountOf, BILLING_PERIODS, createExamplePrice } from '@sw/domain/billing/plan';
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
import { createBillingHandlers } from '../../areas/billing/handlers.ts';
import { createIntake, createIntakePriority } from '../../areas/billing/intake.ts';
import { createBillingMails, createMailSender } from '../../areas/billing/mails.ts';
import { createOrders, createRefunds } from '../../areas/billing/orders.ts';
import type { BillingRecords } from '../../areas/billing/ports.ts';
import { createNotificationProcessor, PROCESS_NOTIFICATIONS } from '../../areas/billing/process-notifications.ts';
import { createSubscriptions } from '../../areas/billing/subscriptions.ts';
import { requireAccount } from '../../areas/guard.ts';
import { type Implementation, implement } from '../../areas/handlers.ts';
import type { Config } from '../../config/config.ts';
import { serveSimulatedCheckout } from '../../http/pages/simulated-checkout.ts';
import { type Payments, PaymentsError } from '../../outside/payments/payments.ts';
import { createPayPro } from '../../outside/payments/paypro-global.ts';
import {
	createSimulatedPayments,
	EMPTY_BOOK,
	SIMULATED_ACTIONS,
	type SimulatedAction,
	type SimulatedBook,
	type SimulatedPayments,
} from '../../outside/payments/simulated.ts';
import { toClock, type WallClock } from '../../platform/clocks/wall-clock.ts';
import { notFound } from '../../platform/errors.ts';
import { type BoundJob, bindJob } from '../../platform/jobs/definition.ts';
import type { Jobs } from '../../platform/jobs/jobs.ts';
import { PRODUCT_NAME } from '../core/audit.ts';

/** Interval of checks for expired licences and failed notifications. */
const CHECK_INTERVAL = MINUTE;
const FIRST_PLANS_KEY = 'first_plans';

export interface BillingWiring extends Omit<PaymentsWiring, 'wall' | 'records'> {
	records: Records;
	accounts: Accounts;
	wall: WallClock;
	audit: AuditAct;
	jobs: Pick<Jobs, 'submit' | 'follow' | 'runLane'>;
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
	runCheck(): Promise<void>;
	/** To be called once a day. */
	sweep(): Promise<void>;
	stop(): void;
}

/** Opens the billing area: plans, orders, subscriptions and the payment provider's notifications. */
export function openBilling(wiring: BillingWiring): Billing {
	const { records: storeRecords, accounts, config, wall, audit, jobs, onError } = wiring;
	const clock = toClock(wall);
	const { payments, simulated } = openPayments(wiring);
	const records = simulated === null ? bindBillingRecords(storeRecords) : addExamplePrices(bindBillingRecords(storeRecords));
	const { context } = accounts;

	let newestNumber = 0;
	let [hasNewNotifications, isQueueing, isStopped] = [false, false, false];
	const submitJobs = async (): Promise<void> => {
		try {
			while (hasNewNotifications) {
				hasNewNotifications = false;
				const { id } = await jobs.submit(PROCESS_NOTIFICATIONS, { upTo: newestNumber }, PRODUCT_NAME);
				await jobs.follow(id);
			}
		} catch (error) {
			if (!isStopped) onError('failed to queue payment notifications', error);
		}
		isQueueing = false;
	};
	/**
	 * Queues one job at a time for new notifications. A running job also processes notifications that arrive meanwhile; a follow-up job processes missed ones.
	 */
	const wake = (number: number): void => {
		newestNumber = Math.max(newestNumber, number);
		hasNewNotifications = true;
		if (isQueueing) return;
		isQueueing = true;
		void submitJobs();
	};
	const parts = {
		records,
		payments,
		clock,
		randomSource: context.randomSource,
		backgroundMail: context.backgroundMail,
		origin: config.origin,
		audit,
		wake,
		onAccountChanged: (userId: string) => accounts.sessions.forget(userId),
		onError,
	};
	const intakePriority = createIntakePriority((ms) => new Promise((resolve) => wall.after(ms, resolve)));
	const intake = createIntake({ ...parts, intakePriority });
	const sender = createMailSender(parts);
	const processor = createNotificationProcessor({ ...parts, mails: createBillingMails(config.origin), sender, intakePriority });
	const subscriptions = createSubscriptions({ ...parts, processor });
	const orders = createOrders(parts);
	const refunds = createRefunds({ ...parts, orders, processor });
	const job = bindJob(PROCESS_NOTIFICATIONS, async (_payload, { signal }) => {
		const processedCount = await processor.drain(signal);
		await subscriptions.finishUnneeded();
		return { notices: processedCount };
	});

	const checkDue = async (): Promise<void> => {
		await intake.flush();
		const [due] = await records.dueNotifications(clock.now(), 1);
		if (due) wake(due.number);
		sender.startSending();
		while ((await processor.updateDueLicences()) > 0);
		await subscriptions.finishUnneeded();
	};
	let cancel = (): void => {};
	const scheduleChecks = (): void => {
		cancel = wall.after(CHECK_INTERVAL, () => {
			void checkDue()
				.catch((error) => onError('failed to check licences and payment notifications', error))
				.finally(scheduleChecks);
		});
	};

	/** Runs once per installation, so that deleted plans do not return. The plans have no prices: only an administrator can set prices. */
	const addFirstPlans = async (): Promise<void> => {
		const now = clock.now();
		const plans = LICENCES.flatMap((license) =>
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
		await storeRecords.db.transaction(async (tx) => {
			let wereAdded = false;
			// If several processes start together, the others wait here until one has added the plans.
			await changeSetting(tx, FIRST_PLANS_KEY, (addedFlag) => {
				wereAdded = addedFlag !== undefined;
				return true;
			});
			if (!wereAdded) await addFirstProducts(tx, plans);
		});
	};

	const routes =
		simulated === null
			? []
			: [
					serveSimulatedCheckout({
						origin: config.origin,
						guard: accounts.guard,
						loadPage: async (code, caller) => {
							const order = await orders.requireOrder(code, requireAccount({ caller }));
							const actions = (await simulated.possibleActions(order.code)).map((name) => ({ name, label: SIMULATED_ACTIONS[name] }));
							return {
								code: order.code,
								name: order.productName,
								amount: formatAmount(amountOf(order.cents), order.currency),
								state: (await simulated.stateOf(order.code)) ?? order.state,
								actions,
							};
						},
						performAction: async (code, act, caller) => {
							const order = await orders.requireOrder(code, requireAccount({ caller }));
							if (!Object.hasOwn(SIMULATED_ACTIONS, act)) throw notFound('Unknown action');
							await simulated.act(order, act as SimulatedAction);
						},
					}),
				];

	return {
		area: implement(billingArea, createBillingHandlers({ ...parts, intake, subscriptions, orders, refunds })),
		routes,
		job,
		begin: async () => {
			await addFirstPlans();
			await jobs.runLane(PROCESS_NOTIFICATIONS.lane, [job]);
			await checkDue();
			scheduleChecks();
		},
		runCheck: checkDue,
		sweep: () => cleanUpBilling(parts),
		stop: () => {
			isStopped = true;
			cancel();
		},
	};
}

/** For simulated payments: gives plans without a price an example price, so that all of billing can be tried. Example prices are never stored. */
function addExamplePrices(records: BillingRecords): BillingRecords {
	return {
		...records,
		pricesOf: async (ids) => {
			const prices = await records.pricesOf(ids);
			const unpriced = (await records.listProducts()).filter(
				({ id }) => ids.includes(id) && !prices.some(({ productId }) => productId === id),
			);
			return [...prices, ...unpriced.map(createExamplePrice)];
		},
	};
}

function bindBillingRecords({ db }: Pick<Records, 'db'>): BillingRecords {
	return bindTransactionalQueries(
		{ ...products, ...orders, ...subscriptions, ...notifications, ...licenceStates, ...mails, userById, sendMessages },
		db,
	);
}

const WEBHOOK_PATH = '/api/payproglobal/webhook';

/** Posts a form to this product's webhook as the payment provider does: authenticated only by its signature. Throws PaymentsError unless accepted. */
export async function postToWebhook(app: FastifyInstance, form: URLSearchParams): Promise<void> {
	const headers = { 'content-type': 'application/x-www-form-urlencoded' };
	const { statusCode } = await app.inject({ method: 'POST', url: WEBHOOK_PATH, headers, payload: form.toString() });
	if (statusCode !== 200) throw new PaymentsError(`The payment notification endpoint answered ${statusCode}.`);
}

const SIMULATED_BOOK_KEY = 'simulated_payments';

interface PaymentsWiring {
	records: Pick<Records, 'db'>;
	config: Pick<Config, 'payments' | 'origin'>;
	wall: { now(): number };
	/** Posts a form to this product's webhook. */
	post(form: URLSearchParams): Promise<void>;
	/** Base URL to use instead of the provider's, for tests. */
	baseUrl?: string | undefined;
}

/**
 * Connects the configured payment provider. `simulated`: the same provider as `payments`, with the data for its checkout page, because this server hosts that
 * page.
 */
function openPayments({ records, config, wall, post, baseUrl }: PaymentsWiring): {
	payments: Payments | null;
	simulated: SimulatedPayments | null;
} {
	if (config.payments === null) return { payments: null, simulated: null };
	if (config.payments.name === 'payproglobal') return { payments: createPayPro(config.payments, { baseUrl }), simulated: null };
	const simulated = createSimulatedPayments({
		// New keys at each start: only this process signs with them, and stored notifications are not verified again.
		keys: { validation: randomBytes(24).toString('hex'), secret: randomBytes(24).toString('hex') },
		origin: config.origin,
		now: wall.now,
		updateBook: async <T>(update: (book: SimulatedBook) => T): Promise<T> => {
			const results: T[] = [];
			await changeSetting(records.db, SIMULATED_BOOK_KEY, (stored) => {
				const book = structuredClone((stored ?? EMPTY_BOOK) as SimulatedBook);
				results.push(update(book));
				return book;
			});
			return results[0] as T;
		},
		post,
	});
	return { payments: simulated, simulated };
}
