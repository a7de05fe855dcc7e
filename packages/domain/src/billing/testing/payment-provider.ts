/**
 * A model of a payment provider: it knows the true events, and sends notifications with the real provider's field names. The oracle of the fold.
 */
import { createHash } from 'node:crypto';
import type { Chance } from '../../testing/chance.ts';
import { DAY, MINUTE, SECOND, type UtcMs, utcMs } from '../../time/units.ts';
import { NOTICE_TYPES, type NoticeFields } from '../notice.ts';
import type { OrderState } from '../order.ts';
import { addPeriod } from '../plan.ts';
import { hashedText, signedText } from '../signed-text.ts';
import type { SubscriptionState } from '../subscription.ts';

export const KEYS = { validation: 'validation-key', secret: 'secret-key' };
const hex = (name: string, text: string): string => createHash(name).update(text).digest('hex');
export const signatureOf = (fields: NoticeFields): string => hex('sha256', signedText(fields, KEYS.validation));
export const signed = (fields: NoticeFields): NoticeFields => {
	const whole: NoticeFields = { ORDER_TOTAL_AMOUNT: '49.00', CUSTOMER_EMAIL: 'ann@example.com', TEST_MODE: '0', ...fields };
	return { ...whole, HASH: hex('md5', hashedText(whole, KEYS.secret)), SIGNATURE: signatureOf(whole) };
};

const two = (n: number): string => String(n).padStart(2, '0');
/** Format of order dates. */
export const orderTime = (ms: number): string => {
	const at = new Date(ms);
	return `${two(at.getUTCMonth() + 1)}/${two(at.getUTCDate())}/${at.getUTCFullYear()} ${two(at.getUTCHours())}:${two(at.getUTCMinutes())}:${two(at.getUTCSeconds())}`;
};
/** Format of next charge dates. */
export const chargeTime = (ms: number): string => {
	const at = new Date(ms);
	const hour = at.getUTCHours();
	return `${at.getUTCMonth() + 1}/${at.getUTCDate()}/${at.getUTCFullYear()} ${hour % 12 || 12}:${two(at.getUTCMinutes())} ${hour < 12 ? 'AM' : 'PM'}`;
};

interface Paid {
	id: string;
	at: UtcMs;
	end: UtcMs;
	isTrial: boolean;
	state: OrderState;
	wasChargedBack: boolean;
}

export interface Told {
	readonly fields: NoticeFields;
	/** When it actually happened. */
	readonly at: UtcMs;
}

export interface Story {
	readonly code: string;
	readonly providerId: string;
	readonly terms: { license: 'pro'; period: 'month' | 'year'; trialDays: number };
	readonly told: Told[];
	readonly state: SubscriptionState;
	readonly orderState: OrderState;
	/** Periods that were paid for, end exclusive. */
	readonly spans: readonly { from: UtcMs; until: UtcMs }[];
	readonly paidUntil: UtcMs | null;
	readonly isOnTrial: boolean;
}

const START = Date.UTC(2026, 0, 28, 9, 30);

/** The life of one subscription, with a maximum number of notifications. */
export const liveOne = (number: number, most: number, chance: Chance): Story => {
	const code = `ORDER${number}`;
	const providerId = String(700 + number);
	const period = chance.happens(0.8) ? 'month' : 'year';
	const trialDays = chance.happens(0.3) ? 14 : 0;
	const told: Told[] = [];
	const paid: Paid[] = [];
	let now = utcMs(START + chance.below(40 * 24 * 60) * MINUTE);
	let cycles = 0;
	let failed = 0;
	let next = now;
	let state: SubscriptionState = 'active';

	const tell = (id: keyof typeof NOTICE_TYPES, orderId: string, placed: UtcMs, more: NoticeFields = {}): void => {
		const final = state === 'terminated' || state === 'finished';
		const fields = {
			IPN_TYPE_ID: String(id),
			IPN_TYPE_NAME: NOTICE_TYPES[id],
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
		told.push({ fields: signed(fields), at: now });
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
		tell(isTrial ? 13 : paid.length === 1 ? 1 : 6, id, now, isTrial ? { IS_ON_TRIAL_PERIOD: '1' } : {});
	};
	const wait = (ms: number): void => {
		now = utcMs(now + Math.max(MINUTE, Math.floor(ms / SECOND) * SECOND));
	};

	pay();
	while (told.length < most) {
		const last = paid.at(-1) as Paid;
		const some = paid[chance.below(paid.length)] as Paid;
		const isOver = state === 'terminated' || state === 'finished';
		wait(chance.below(20 * 24 * 60) * MINUTE);
		switch (chance.below(12)) {
			case 0:
			case 1:
			case 2:
				if (state === 'active') pay();
				break;
			case 3:
				if (state !== 'active') break;
				failed++;
				tell(7, last.id, last.at);
				break;
			case 4:
				if (state !== 'active') break;
				state = 'suspended';
				tell(8, last.id, last.at);
				break;
			case 5:
			case 6:
				if (state !== 'suspended') break;
				state = 'active';
				failed = 0;
				next = utcMs(now + DAY);
				tell(9, last.id, last.at);
				break;
			case 7:
				if (some.state !== 'processed') break;
				some.state = 'refunded';
				// Some notifications lack the subscription.
				tell(2, some.id, some.at, chance.happens(0.5) ? { SUBSCRIPTION_ID: '' } : {});
				break;
			case 8:
				if (some.state !== 'processed' || some.wasChargedBack) break;
				some.state = 'chargeback';
				some.wasChargedBack = true;
				tell(3, some.id, some.at);
				break;
			case 9:
				if (some.state !== 'chargeback') break;
				some.state = 'processed';
				tell(14, some.id, some.at);
				break;
			case 10:
				if (chance.happens(0.5)) tell(5, some.id, some.at);
				else tell(15, some.id, some.at);
				break;
			default:
				if (isOver || chance.happens(0.6)) break;
				state = chance.happens(0.5) ? 'terminated' : 'finished';
				tell(state === 'terminated' ? 10 : 11, last.id, last.at);
		}
		if (chance.happens(0.05)) break;
	}
	const alive = paid.filter((one) => one.state === 'processed');
	const latest = alive.reduce<Paid | undefined>((best, one) => (best && best.end >= one.end ? best : one), undefined);
	const states: readonly OrderState[] = ['processed', 'chargeback', 'refunded'];
	return {
		code,
		providerId,
		terms: { license: 'pro', period, trialDays },
		told,
		state,
		orderState: states.find((one) => paid.some((each) => each.state === one)) ?? 'waiting',
		spans: alive.map(({ at, end }) => ({ from: at, until: end })),
		paidUntil: latest?.end ?? null,
		isOnTrial: latest?.isTrial ?? false,
	};
};

/** One delivery to the endpoint. */
export interface Sent {
	readonly fields: NoticeFields;
	readonly receivedAt: UtcMs;
}

const shuffled = <T>(list: readonly T[], chance: Chance): T[] => {
	const out = [...list];
	for (let i = out.length - 1; i > 0; i--) {
		const j = chance.below(i + 1);
		[out[i], out[j]] = [out[j] as T, out[i] as T];
	}
	return out;
};

/** From another sender, or changed on its way: its signature is wrong. */
const forge = ({ fields }: Told, chance: Chance): NoticeFields => {
	const claims: NoticeFields[] = [
		{ IPN_TYPE_ID: '6', IPN_TYPE_NAME: 'SubscriptionChargeSucceed', ORDER_ID: '999' },
		{ IPN_TYPE_ID: '10', IPN_TYPE_NAME: 'SubscriptionTerminated' },
		{ ORDER_TOTAL_AMOUNT: '0.01' },
		{ SIGNATURE: hex('sha256', 'x') },
		{ SIGNATURE: '' },
	];
	const forged = { ...fields, ...claims[chance.below(claims.length)] };
	return forged.SIGNATURE === signatureOf(forged) ? { ...forged, SIGNATURE: 'no' } : forged;
};

/** All notifications in any order, some repeated, with forgeries among them. Lost ones were resent. */
export const deliver = (stories: readonly Story[], chance: Chance): Sent[] => {
	const told = stories.flatMap((story) => story.told);
	const latest = Math.max(...told.map(({ at }) => at));
	const all = told.flatMap((one) => [
		one.fields,
		...Array.from({ length: chance.below(3) }, () => ({ ...one.fields, IS_RESENT: '1' })),
		...(chance.happens(0.2) ? [forge(one, chance)] : []),
	]);
	return shuffled(all, chance).map((fields, n) => ({ fields, receivedAt: utcMs(latest + n * SECOND) }));
};
