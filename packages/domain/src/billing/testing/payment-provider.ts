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

export function signatureOf(fields: NotificationFields): string {
	return hex('sha256', buildSignedText(fields, KEYS.validation));
}

function hex(name: string, text: string): string {
	return createHash(name).update(text).digest('hex');
}

export function signed(fields: NotificationFields): NotificationFields {
	const whole: NotificationFields = { ORDER_TOTAL_AMOUNT: '49.00', CUSTOMER_EMAIL: 'ann@example.com', TEST_MODE: '0', ...fields };
	return { ...whole, HASH: hex('md5', buildHashedText(whole, KEYS.secret)), SIGNATURE: signatureOf(whole) };
}

/** Format of order dates. */
export function orderTime(ms: number): string {
	const at = new Date(ms);
	return `${two(at.getUTCMonth() + 1)}/${two(at.getUTCDate())}/${at.getUTCFullYear()} ${two(at.getUTCHours())}:${two(at.getUTCMinutes())}:${two(at.getUTCSeconds())}`;
}

function two(n: number): string {
	return String(n).padStart(2, '0');
}

/** Format of next charge dates. */
export function chargeTime(ms: number): string {
	const at = new Date(ms);
	const hour = at.getUTCHours();
	return `${at.getUTCMonth() + 1}/${at.getUTCDate()}/${at.getUTCFullYear()} ${hour % 12 || 12}:${two(at.getUTCMinutes())} ${hour < 12 ? 'AM' : 'PM'}`;
}

interface Paid {
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

export interface Story {
	readonly code: string;
	readonly providerId: string;
	readonly terms: { license: 'pro'; period: 'month' | 'year'; trialDays: number };
	readonly sent: SentNotification[];
	readonly state: SubscriptionState;
	readonly orderState: OrderState;
	/** Periods that were paid for, end exclusive. */
	readonly spans: readonly { from: UtcMs; until: UtcMs }[];
	readonly paidUntil: UtcMs | null;
	readonly isOnTrial: boolean;
}

const START = Date.UTC(2026, 0, 28, 9, 30);

/** Simulates one subscription, with at most `limit` notifications. */
export function liveOne(number: number, limit: number, random: Random): Story {
	const code = `ORDER${number}`;
	const providerId = String(700 + number);
	const period = random.nextBoolean(0.8) ? 'month' : 'year';
	const trialDays = random.nextBoolean(0.3) ? 14 : 0;
	const reported: SentNotification[] = [];
	const paid: Paid[] = [];
	let now = utcMs(START + random.nextInteger(40 * 24 * 60) * MINUTE);
	let cycles = 0;
	let failed = 0;
	let next = now;
	let state: SubscriptionState = 'active';

	const notify = (id: keyof typeof NOTIFICATION_TYPES, orderId: string, placed: UtcMs, more: NotificationFields = {}): void => {
		const final = state === 'terminated' || state === 'finished';
		const fields = {
			IPN_TYPE_ID: String(id),
			IPN_TYPE_NAME: NOTIFICATION_TYPES[id],
			ORDER_ID: orderId,
			ORDER_STATUS: 'Processed',
			PRODUCT_ID: '81',
			ORDER_CUSTOM_FIELDS: `x-a=b,x-order=${code}`,
			ORDER_PLACED_TIME_UTC: orderTime(placed),
			ORDER_CURRENCY_CODE: 'USD',
			SUBSCRIPTION_ID: providerId,
			SUBSCRIPTION_STATUS_ID: String(['active', 'suspended', 'terminated', 'finished'].indexOf(state) + 1),
			SUBSCRIPTION_RENEWAL_TYPE: 'Auto',
			SUBSCRIPTION_NUMBER_OF_BILLING_CYCLES: String(cycles),
			SUBSCRIPTION_NUMBER_OF_FAILED_ATTEMPTS: String(failed),
			SUBSCRIPTION_NEXT_CHARGE_DATE: final ? '' : chargeTime(next),
			...more,
		};
		reported.push({ fields: signed(fields), at: now });
	};
	const pay = (): void => {
		const isTrial = paid.length === 0 && trialDays > 0;
		const id = `${number}${two(paid.length)}`;
		const end = isTrial ? utcMs(now + trialDays * DAY) : addPeriod(now, period);
		paid.push({ id, at: now, end, isTrial, state: 'processed', wasChargedBack: false });
		cycles += isTrial ? 0 : 1;
		failed = 0;
		next = end;
		state = 'active';
		notify(isTrial ? 13 : paid.length === 1 ? 1 : 6, id, now, isTrial ? { IS_ON_TRIAL_PERIOD: '1' } : {});
	};
	const wait = (ms: number): void => {
		now = utcMs(now + Math.max(MINUTE, Math.floor(ms / SECOND) * SECOND));
	};

	pay();
	while (reported.length < limit) {
		const last = paid.at(-1) as Paid;
		const some = paid[random.nextInteger(paid.length)] as Paid;
		const isOver = state === 'terminated' || state === 'finished';
		wait(random.nextInteger(20 * 24 * 60) * MINUTE);
		switch (random.nextInteger(12)) {
			case 0:
			case 1:
			case 2:
				if (state === 'active') pay();
				break;
			case 3:
				if (state !== 'active') break;
				failed++;
				notify(7, last.id, last.at);
				break;
			case 4:
				if (state !== 'active') break;
				state = 'suspended';
				notify(8, last.id, last.at);
				break;
			case 5:
			case 6:
				if (state !== 'suspended') break;
				state = 'active';
				failed = 0;
				next = utcMs(now + DAY);
				notify(9, last.id, last.at);
				break;
			case 7:
				if (some.state !== 'processed') break;
				some.state = 'refunded';
				// Some notifications lack the subscription.
				notify(2, some.id, some.at, random.nextBoolean(0.5) ? { SUBSCRIPTION_ID: '' } : {});
				break;
			case 8:
				if (some.state !== 'processed' || some.wasChargedBack) break;
				some.state = 'chargeback';
				some.wasChargedBack = true;
				notify(3, some.id, some.at);
				break;
			case 9:
				if (some.state !== 'chargeback') break;
				some.state = 'processed';
				notify(14, some.id, some.at);
				break;
			case 10:
				if (random.nextBoolean(0.5)) notify(5, some.id, some.at);
				else notify(15, some.id, some.at);
				break;
			default:
				if (isOver || random.nextBoolean(0.6)) break;
				state = random.nextBoolean(0.5) ? 'terminated' : 'finished';
				notify(state === 'terminated' ? 10 : 11, last.id, last.at);
		}
		if (random.nextBoolean(0.05)) break;
	}
	const alive = paid.filter((one) => one.state === 'processed');
	const latest = alive.reduce<Paid | undefined>((best, one) => (best && best.end >= one.end ? best : one), undefined);
	const states: readonly OrderState[] = ['processed', 'chargeback', 'refunded'];
	return {
		code,
		providerId,
		terms: { license: 'pro', period, trialDays },
		sent: reported,
		state,
		orderState: states.find((one) => paid.some((each) => each.state === one)) ?? 'waiting',
		spans: alive.map(({ at, end }) => ({ from: at, until: end })),
		paidUntil: latest?.end ?? null,
		isOnTrial: latest?.isTrial ?? false,
	};
}

/** One delivery to the endpoint. */
export interface Sent {
	readonly fields: NotificationFields;
	readonly receivedAt: UtcMs;
}

/** Delivers all notifications in random order, some repeatedly (marked as resent), mixed with forgeries. */
export function deliver(stories: readonly Story[], random: Random): Sent[] {
	const reported = stories.flatMap((story) => story.sent);
	const latest = Math.max(...reported.map(({ at }) => at));
	const all = reported.flatMap((one) => [
		one.fields,
		...Array.from({ length: random.nextInteger(3) }, () => ({ ...one.fields, IS_RESENT: '1' })),
		...(random.nextBoolean(0.2) ? [forge(one, random)] : []),
	]);
	return shuffled(all, random).map((fields, n) => ({ fields, receivedAt: utcMs(latest + n * SECOND) }));
}

/** Forges a notification with a wrong signature: changed in transit, or from another sender. */
function forge({ fields }: SentNotification, random: Random): NotificationFields {
	const claims: NotificationFields[] = [
		{ IPN_TYPE_ID: '6', IPN_TYPE_NAME: 'SubscriptionChargeSucceed', ORDER_ID: '999' },
		{ IPN_TYPE_ID: '10', IPN_TYPE_NAME: 'SubscriptionTerminated' },
		{ ORDER_TOTAL_AMOUNT: '0.01' },
		{ SIGNATURE: hex('sha256', 'x') },
		{ SIGNATURE: '' },
	];
	const forged = { ...fields, ...claims[random.nextInteger(claims.length)] };
	return forged.SIGNATURE === signatureOf(forged) ? { ...forged, SIGNATURE: 'no' } : forged;
}

function shuffled<T>(list: readonly T[], random: Random): T[] {
	const out = [...list];
	for (let i = out.length - 1; i > 0; i--) {
		const j = random.nextInteger(i + 1);
		[out[i], out[j]] = [out[j] as T, out[i] as T];
	}
	return out;
}
