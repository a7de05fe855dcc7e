import { type UtcMs, utcMs } from '../time/units.ts';
import type { RenewalType } from './order.ts';
import { NOTIFICATION_TYPES, type NotificationFields, type PaymentNotificationType } from './payment-notification.ts';
import { type Cents, centsOf } from './plan.ts';

/** Required fields of a notification. Most other fields are sent only where they apply. */
const REQUIRED_FIELDS = ['IPN_TYPE_ID', 'ORDER_ID', 'ORDER_STATUS', 'PRODUCT_ID', 'CUSTOMER_EMAIL', 'TEST_MODE', 'SIGNATURE'] as const;
/** Type numbers of notifications about a subscription. */
const SUBSCRIPTION_TYPE_IDS = [6, 7, 8, 9, 10, 11];

/** Finds the first required field that is missing or invalid; undefined if there is none. */
export function findInvalidField(fields: NotificationFields): string | undefined {
	const missingField = REQUIRED_FIELDS.find((name) => !isFilled(fields[name]));
	if (missingField !== undefined) return missingField;
	if (!/^\d{1,6}$/.test(fields.IPN_TYPE_ID ?? '')) return 'IPN_TYPE_ID';
	return SUBSCRIPTION_TYPE_IDS.includes(Number(fields.IPN_TYPE_ID)) && !isFilled(fields.SUBSCRIPTION_ID) ? 'SUBSCRIPTION_ID' : undefined;
}

function isFilled(value: string | undefined): boolean {
	return value !== undefined && value.trim() !== '';
}

export function isTestMode(fields: NotificationFields): boolean {
	return fields.TEST_MODE !== '0';
}

/** Fields that change when the same notification is sent again. */
const DELIVERY_FIELDS = new Set(['IS_RESENT', 'HASH', 'SIGNATURE']);

/** Builds the deduplication key: equal for copies of one notification, different otherwise. */
export function notificationKey(fields: NotificationFields): string {
	return JSON.stringify(
		Object.keys(fields)
			.filter((name) => !DELIVERY_FIELDS.has(name))
			.sort()
			.map((name) => [name, fields[name]]),
	);
}

/** The parsed content of a notification. */
export interface PaymentEvent {
	readonly type: PaymentNotificationType;
	readonly providerOrderId: string;
	readonly subscription: {
		readonly id: string;
		/** Number of periods charged so far. */
		readonly cycles: number;
		readonly nextChargeAt: UtcMs | null;
		readonly nextChargeCents: Cents | null;
		readonly nextChargeCurrency: string | null;
		readonly renewal: RenewalType;
		readonly failedAttempts: number;
	} | null;
	/** When the order was placed; never later than `receivedAt`. */
	readonly at: UtcMs;
	readonly receivedAt: UtcMs;
	readonly isTrial: boolean;
	readonly trialEndsAt: UtcMs | null;
	readonly cents: Cents | null;
	readonly currency: string | null;
	readonly method: string | null;
	readonly invoice: string | null;
}

const PROVIDER_TIME = /^(\d{1,2})\/(\d{1,2})\/(\d{4})(?: (\d{1,2}):(\d{2})(?::(\d{2}))?(?: ([AP])M)?)?$/;

/** Parses 'MM/dd/yyyy HH:mm:ss' or 'M/d/yyyy h:mm AM', in UTC; null for anything else. */
export function parseProviderTime(text: string | undefined): UtcMs | null {
	const match = PROVIDER_TIME.exec(text?.trim() ?? '');
	if (!match) return null;
	const [month = 0, day = 0, year = 0, hour = 0, minute = 0, second = 0] = match.slice(1, 7).map((part) => Number(part ?? 0));
	const amPm = match[7];
	const hour24 = amPm === undefined ? hour : (hour % 12) + (amPm === 'P' ? 12 : 0);
	const ms = Date.UTC(year, month - 1, day, hour24, minute, second);
	const date = new Date(ms);
	return date.getUTCMonth() === month - 1 && date.getUTCDate() === day && hour24 < 24 && minute < 60 && second < 60 ? utcMs(ms) : null;
}

function parseCents(text: string | undefined): Cents | null {
	return text !== undefined && /^\d{1,9}(\.\d{1,6})?$/.test(text.trim()) ? centsOf(Number(text)) : null;
}

/** Spellings of type names that differ in some notifications. */
const ALTERNATIVE_NAMES: Readonly<Record<string, PaymentNotificationType>> = { OrderChargedBackWon: 'OrderChargebackIsWon' };

/** Returns the notification's type; undefined if it is unknown, or if name and number differ, because only the name is signed. */
export function readNotificationType(fields: NotificationFields): PaymentNotificationType | undefined {
	const typeOfId = NOTIFICATION_TYPES[Number(fields.IPN_TYPE_ID) as keyof typeof NOTIFICATION_TYPES] as PaymentNotificationType | undefined;
	const name = fields.IPN_TYPE_NAME ?? '';
	return typeOfId !== undefined && (name === typeOfId || ALTERNATIVE_NAMES[name] === typeOfId) ? typeOfId : undefined;
}

/** Reads the order's `code` from a custom field that the provider returns. */
export function parseOrderCode(fields: NotificationFields): string | null {
	return /(?:^|,)x-order=([^,]*)/.exec(fields.ORDER_CUSTOM_FIELDS ?? '')?.[1]?.trim() || null;
}

/** Parses a notification; undefined if the type is unknown or contradictory. */
export function parsePaymentEvent(fields: NotificationFields, receivedAt: UtcMs): PaymentEvent | undefined {
	const type = readNotificationType(fields);
	if (type === undefined) return undefined;
	const placedAt = parseProviderTime(fields.ORDER_PLACED_TIME_UTC) ?? receivedAt;
	return {
		type,
		providerOrderId: fields.ORDER_ID ?? '',
		subscription: isFilled(fields.SUBSCRIPTION_ID)
			? {
					id: fields.SUBSCRIPTION_ID as string,
					cycles: parseCount(fields.SUBSCRIPTION_NUMBER_OF_BILLING_CYCLES),
					nextChargeAt: parseProviderTime(fields.SUBSCRIPTION_NEXT_CHARGE_DATE),
					nextChargeCents: parseCents(fields.SUBSCRIPTION_NEXT_CHARGE_AMOUNT),
					nextChargeCurrency: parseCurrency(fields.SUBSCRIPTION_NEXT_CHARGE_CURRENCY_CODE),
					renewal: fields.SUBSCRIPTION_RENEWAL_TYPE === 'Manual' ? 'manual' : 'auto',
					failedAttempts: parseCount(fields.SUBSCRIPTION_NUMBER_OF_FAILED_ATTEMPTS),
				}
			: null,
		at: utcMs(Math.min(placedAt, receivedAt)),
		receivedAt,
		isTrial: type === 'TrialCharge' || fields.IS_ON_TRIAL_PERIOD === '1',
		trialEndsAt: parseProviderTime(fields.TRIAL_PERIOD_TILL),
		cents: parseCents(fields.ORDER_TOTAL_AMOUNT),
		currency: parseCurrency(fields.ORDER_CURRENCY_CODE),
		method: textOrNull(fields.PAYMENT_METHOD_NAME)?.slice(0, 100) ?? null,
		invoice: parseHttpsUrl(fields.INVOICE_LINK),
	};
}

function parseCurrency(text: string | undefined): string | null {
	return /^[A-Z]{3}$/.test(text ?? '') ? (text as string) : null;
}

function parseHttpsUrl(text: string | undefined): string | null {
	return /^https:\/\/[^\s"'<>]{1,500}$/.test(text ?? '') ? (text as string) : null;
}

function textOrNull(text: string | undefined): string | null {
	return isFilled(text) ? (text as string).trim().slice(0, 500) : null;
}

function parseCount(text: string | undefined): number {
	return /^\d{1,6}$/.test(text?.trim() ?? '') ? Number(text) : 0;
}

/** Builds the text whose SHA-256 is SIGNATURE. Neither product nor subscription is included, so these fields are unsigned. */
export function buildSignedText(fields: NotificationFields, validationKey: string): string {
	return [
		fields.ORDER_ID,
		fields.ORDER_STATUS,
		fields.ORDER_TOTAL_AMOUNT,
		fields.CUSTOMER_EMAIL,
		validationKey,
		fields.TEST_MODE,
		fields.IPN_TYPE_NAME,
	].join('');
}

/** Builds the text whose MD5 is HASH. For test orders this text is constant, so their HASH proves nothing. */
export function buildHashedText(fields: NotificationFields, secretKey: string): string {
	return fields.TEST_MODE === '1' ? '1' : `${fields.ORDER_ID ?? ''}${secretKey}`;
}
