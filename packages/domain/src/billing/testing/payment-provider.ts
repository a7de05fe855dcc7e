/**
 * A model of a payment provider: it knows the true events, and sends notifications with the real provider's field names. Tests compare the computed
 * orders and subscriptions with these events.
 */
import { createHash } from 'node:crypto';
import type { Random } from '../../testing/random.ts';
import { DAY, MINUTE, SECOND, type UtcMs, utcMs } from '../../time/units.ts';
import type { OrderState, SubscriptionState } from '../order.ts';
import { buildHashedText, buildSignedText } from '../payment-event.ts';
import { NOTIFICATION_TYPES, type NotificationFields } from '../payment-notification.ts';
import { addPeriod } from '../plan.ts';

export const KEYS = { validation: 'validation-key', secret: 'secret-key' };

export function computeSignature(fields: NotificationFields): string {
	return hex('sha256', buildSignedText(fields, KEYS.validation));
}

function hex(name: string, text: string): string {
	return createHash(name).update(text).digest('hex');
}

export function signNotification(fields: NotificationFields): NotificationFields {
	const completeFields: NotificationFields = { ORDER_TOTAL_AMOUNT: '49.00', CUSTOMER_EMAIL: 'ann@example.com', TEST_MODE: '0', ...fields };
	return { ...completeFields, HASH: hex('md5', buildHashedText(completeFields, KEYS.secret)), SIGNATURE: computeSignature(completeFields) };
}

/** Format of order dates. */
export function formatOrderTime(ms: number): string {
	const date = new Date(ms);
	return `${padTwoDigits(date.getUTCMonth() + 1)}/${padTwoDigits(date.getUTCDate())}/${date.getUTCFullYear()} ${padTwoDigits(date.getUTCHours())}:${padTwoDigits(date.getUTCMinutes())}:${padTwoDigits(date.getUTCSeconds())}`;
}

function padTwoDigits(n: number): string {
	return String(n).padStart(2, '0');
}

/** Format of next charge dates. */
export function formatChargeTime(ms: number): string {
	const date = new Date(ms);
	const hour = date.getUTCHours();
	return `${date.getUTCMonth() + 1}/${date.getUTCDate()}/${date.getUTCFullYear()} ${hour % 12 || 12}:${padTwoDigits(date.getUTCMinutes())} ${hour < 12 ? 'AM' : 'PM'}`;
}

interface PaidPeriod {
	id: string;
	at: UtcMs;
	end: UtcMs;
	isTrial: boolean;
	state: OrderState;
	wasChargedBack: boolean;
}

export interface SentNotification {
	readonly fields: NotificationFields;
	/** When the event happened. */
	readonly at: UtcMs;
}

export interface SimulatedSubscription {
	readonly code: string;
	readonly providerId: string;
	readonly terms: { license: 'pro'; period: 'month' | 'year'; trialDays: number };
	readonly notifications: SentNotification[];
	readonly state: SubscriptionState;
	readonly orderState: OrderState;
	/** Periods that were paid for, end exclusive. */
	readonly paidPeriods: readonly { from: UtcMs; until: UtcMs }[];
	readonly paidUntil: UtcMs | null;
	readonly isOnTrial: boolean;
}

const START = Date.UTC(2026, 0, 28, 9, 30);

/** Simulates one subscription, with at most `limit` notifications. */
export function simulateSubscription(number: number, limit: number, random: Random): SimulatedSubscription {
	const code = `ORDER${number}`;
	const providerId = String(700 + number);
	const period = random.nextBoolean(0.8) ? 'month' : 'year';
	const trialDays = random.nextBoolean(0.3) ? 14 : 0;
	const sentNotifications: SentNotification[] = [];
	const simulatedPeriods: PaidPeriod[] = [];
	let now = utcMs(START + random.nextInteger(40 * 24 * 60) * MINUTE);
	let cycles = 0;
	let failedAttempts = 0;
	let nextChargeAt = now;
	let state: SubscriptionState = 'active';

	const notify = (id: keyof typeof NOTIFICATION_TYPES, orderId: string, placedAt: UtcMs, extraFields: NotificationFields = {}): void => {
		const isFinal = state === 'terminated' || state === 'finished';
		const fields = {
			IPN_TYPE_ID: String(id),
			IPN_TYPE_NAME: NOTIFICATION_TYPES[id],
			ORDER_ID: orderId,
			ORDER_STATUS: 'Processed',
			PRODUCT_ID: '81',
			ORDER_CUSTOM_FIELDS: `x-a=b,x-order=${code}`,
			ORDER_PLACED_TIME_UTC: formatOrderTime(placedAt),
			ORDER_CURRENCY_CODE: 'USD',
			SUBSCRIPTION_ID: providerId,
			SUBSCRIPTION_STATUS_ID: String(['active', 'suspended', 'terminated', 'finished'].indexOf(state) + 1),
			SUBSCRIPTION_RENEWAL_TYPE: 'Auto',
			SUBSCRIPTION_NUMBER_OF_BILLING_CYCLES: String(cycles),
			SUBSCRIPTION_NUMBER_OF_FAILED_ATTEMPTS: String(failedAttempts),
			SUBSCRIPTION_NEXT_CHARGE_DATE: isFinal ? '' : formatChargeTime(nextChargeAt),
			...extraFields,
		};
		sentNotifications.push({ fields: signNotification(fields), at: now });
	};
	const chargeNextPeriod = (): void => {
		const isTrial = simulatedPeriods.length === 0 && trialDays > 0;
		const id = `${number}${padTwoDigits(simulatedPeriods.length)}`;
		const end = isTrial ? utcMs(now + trialDays * DAY) : addPeriod(now, period);
		simulatedPeriods.push({ id, at: now, end, isTrial, state: 'processed', wasChargedBack: false });
		cycles += isTrial ? 0 : 1;
		failedAttempts = 0;
		nextChargeAt = end;
		state = 'active';
		notify(isTrial ? 13 : simulatedPeriods.length === 1 ? 1 : 6, id, now, isTrial ? { IS_ON_TRIAL_PERIOD: '1' } : {});
	};
	const advanceClock = (ms: number): void => {
		now = utcMs(now + Math.max(MINUTE, Math.floor(ms / SECOND) * SECOND));
	};

	chargeNextPeriod();
	while (sentNotifications.length < limit) {
		const lastPeriod = simulatedPeriods.at(-1) as PaidPeriod;
		const randomPeriod = simulatedPeriods[random.nextInteger(simulatedPeriods.length)] as PaidPeriod;
		const isOver = state === 'terminated' || state === 'finished';
		advanceClock(random.nextInteger(20 * 24 * 60) * MINUTE);
		switch (random.nextInteger(12)) {
			case 0:
			case 1:
			case 2:
				if (state === 'active') chargeNextPeriod();
				break;
			case 3:
				if (state !== 'active') break;
				failedAttempts++;
				notify(7, lastPeriod.id, lastPeriod.at);
				break;
			case 4:
				if (state !== 'active') break;
				state = 'suspended';
				notify(8, lastPeriod.id, lastPeriod.at);
				break;
			case 5:
			case 6:
				if (state !== 'suspended') break;
				state = 'active';
				failedAttempts = 0;
				nextChargeAt = utcMs(now + DAY);
				notify(9, lastPeriod.id, lastPeriod.at);
				break;
			case 7:
				if (randomPeriod.state !== 'processed') break;
				randomPeriod.state = 'refunded';
				// Some notifications lack the subscription.
				notify(2, randomPeriod.id, randomPeriod.at, random.nextBoolean(0.5) ? { SUBSCRIPTION_ID: '' } : {});
				break;
			case 8:
				if (randomPeriod.state !== 'processed' || randomPeriod.wasChargedBack) break;
				randomPeriod.state = 'chargeback';
				randomPeriod.wasChargedBack = true;
				notify(3, randomPeriod.id, randomPeriod.at);
				break;
			case 9:
				if (randomPeriod.state !== 'chargeback') break;
				randomPeriod.state = 'processed';
				notify(14, randomPeriod.id, randomPeriod.at);
				break;
			case 10:
				if (random.nextBoolean(0.5)) notify(5, randomPeriod.id, randomPeriod.at);
				else notify(15, randomPeriod.id, randomPeriod.at);
				break;
			default:
				if (isOver || random.nextBoolean(0.6)) break;
				state = random.nextBoolean(0.5) ? 'terminated' : 'finished';
				notify(state === 'terminated' ? 10 : 11, lastPeriod.id, lastPeriod.at);
		}
		if (random.nextBoolean(0.05)) break;
	}
	const processedPeriods = simulatedPeriods.filter((paidPeriod) => paidPeriod.state === 'processed');
	const latestPeriod = processedPeriods.reduce<PaidPeriod | undefined>(
		(best, paidPeriod) => (best && best.end >= paidPeriod.end ? best : paidPeriod),
		undefined,
	);
	const states: readonly OrderState[] = ['processed', 'chargeback', 'refunded'];
	return {
		code,
		providerId,
		terms: { license: 'pro', period, trialDays },
		notifications: sentNotifications,
		state,
		orderState: states.find((one) => simulatedPeriods.some((each) => each.state === one)) ?? 'waiting',
		paidPeriods: processedPeriods.map(({ at, end }) => ({ from: at, until: end })),
		paidUntil: latestPeriod?.end ?? null,
		isOnTrial: latestPeriod?.isTrial ?? false,
	};
}

/** One delivery to the endpoint. */
export interface DeliveredNotification {
	readonly fields: NotificationFields;
	readonly receivedAt: UtcMs;
}

/** Delivers all notifications in random order, some repeatedly (marked as resent), mixed with forgeries. */
export function deliverNotifications(subscriptions: readonly SimulatedSubscription[], random: Random): DeliveredNotification[] {
	const notifications = subscriptions.flatMap((subscription) => subscription.notifications);
	const latest = Math.max(...notifications.map(({ at }) => at));
	const deliveries = notifications.flatMap((notification) => [
		notification.fields,
		...Array.from({ length: random.nextInteger(3) }, () => ({ ...notification.fields, IS_RESENT: '1' })),
		...(random.nextBoolean(0.2) ? [forge(notification, random)] : []),
	]);
	return shuffle(deliveries, random).map((fields, n) => ({ fields, receivedAt: utcMs(latest + n * SECOND) }));
}

/** Forges a notification with a wrong signature: changed in transit, or from another sender. */
function forge({ fields }: SentNotification, random: Random): NotificationFields {
	const changes: NotificationFields[] = [
		{ IPN_TYPE_ID: '6', IPN_TYPE_NAME: 'SubscriptionChargeSucceed', ORDER_ID: '999' },
		{ IPN_TYPE_ID: '10', IPN_TYPE_NAME: 'SubscriptionTerminated' },
		{ ORDER_TOTAL_AMOUNT: '0.01' },
		{ SIGNATURE: hex('sha256', 'x') },
		{ SIGNATURE: '' },
	];
	const forged = { ...fields, ...changes[random.nextInteger(changes.length)] };
	return forged.SIGNATURE === computeSignature(forged) ? { ...forged, SIGNATURE: 'no' } : forged;
}

function shuffle<T>(list: readonly T[], random: Random): T[] {
	const shuffledList = [...list];
	for (let i = shuffledList.length - 1; i > 0; i--) {
		const j = random.nextInteger(i + 1);
		[shuffledList[i], shuffledList[j]] = [shuffledList[j] as T, shuffledList[i] as T];
	}
	return shuffledList;
}
