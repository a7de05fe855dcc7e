import { WAITS_AT_MOST } from '@sw/domain/billing/order';
import type { NotificationFields } from '@sw/domain/billing/payment-notification';
import { DAY, utcMs } from '@sw/domain/time/units';
import type { BillingParts } from './ports.ts';

/** Rows changed at once. */
const BATCH = 200;

/** How long a payment can be charged back under card rules (540 days) and the reply take: until then, the payer's data is kept. */
export const NOTIFICATION_KEPT_WHOLE = 550 * DAY;

/** Prefixes of the fields kept for bookkeeping: what was paid, for what, when, and with which result. */
const BOOKS = [
	'IPN_',
	'ORDER_',
	'PRODUCT_',
	'SUBSCRIPTION_',
	'PAYMENT_METHOD_',
	'VENDOR_',
	'COUPON_',
	'REFUND_',
	'TRIAL_PERIOD_',
	'INVOICE_',
];

const MORE = new Set(['TEST_MODE', 'IS_ON_TRIAL_PERIOD', 'IS_RESENT', 'ACTION_REASON', 'REGIONAL_PRICE', 'BUNDLED_ITEMS_COUNT']);

/** Prefixes of fields about a customer's origin or property. */
const NOT_BOOKS = new Set(['ORDER_REFERRER_URL', 'ORDER_ITEM_LICENSES', 'ORDER_PLACED_TIME_CUSTOMER_TIMEZONE']);

/** Daily: hides unpaid orders, and removes payers' data from old payment notifications. */
export async function cleanUpBilling({ records, clock }: Pick<BillingParts, 'records' | 'clock'>): Promise<void> {
	const now = clock.now();
	while ((await records.withdrawUnpaid(utcMs(now - WAITS_AT_MOST), now, BATCH)) === BATCH);
	for (;;) {
		const whole = await records.wholeNotifications(utcMs(now - NOTIFICATION_KEPT_WHOLE), BATCH);
		for (const { id, fields } of whole) await records.stripNotification(id, keepAccountingFields(fields), now);
		if (whole.length < BATCH) return;
	}
}

/** A notification without personal data: names, addresses, card, signature (computed from an address), and every unknown field. */
export function keepAccountingFields(fields: NotificationFields): NotificationFields {
	return Object.fromEntries(
		Object.entries(fields).filter(
			([name]) => MORE.has(name) || (BOOKS.some((beginning) => name.startsWith(beginning)) && !NOT_BOOKS.has(name)),
		),
	);
}
