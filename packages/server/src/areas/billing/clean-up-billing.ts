import { UNPAID_ORDER_LIFE } from '@sw/domain/billing/order';
import type { NotificationFields } from '@sw/domain/billing/payment-notification';
import { DAY, utcMs } from '@sw/domain/time/units';
import type { BillingParts } from './ports.ts';

/** Rows per query. */
const BATCH_SIZE = 200;

/** How long payer data is kept: card rules allow a chargeback within 540 days, and answering one takes some days. */
export const PAYER_DATA_RETENTION_MS = 550 * DAY;

/** Prefixes of fields kept for accounting: what was paid, for what, when, and with which result. */
const ACCOUNTING_PREFIXES = [
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

/** Further fields that are kept. */
const ACCOUNTING_FIELDS = new Set([
	'TEST_MODE',
	'IS_ON_TRIAL_PERIOD',
	'IS_RESENT',
	'ACTION_REASON',
	'REGIONAL_PRICE',
	'BUNDLED_ITEMS_COUNT',
]);

/** Fields that match a prefix but are personal: where the customer came from, what they own, where they are. */
const PERSONAL_FIELDS = new Set(['ORDER_REFERRER_URL', 'ORDER_ITEM_LICENSES', 'ORDER_PLACED_TIME_CUSTOMER_TIMEZONE']);

/** Run daily: withdraws orders that stay unpaid, and removes payers' data from old payment notifications. */
export async function cleanUpBilling({ records, clock }: Pick<BillingParts, 'records' | 'clock'>): Promise<void> {
	const now = clock.now();
	while ((await records.withdrawUnpaid(utcMs(now - UNPAID_ORDER_LIFE), now, BATCH_SIZE)) === BATCH_SIZE);
	for (;;) {
		const notifications = await records.wholeNotifications(utcMs(now - PAYER_DATA_RETENTION_MS), BATCH_SIZE);
		for (const { id, fields } of notifications) await records.stripNotification(id, keepAccountingFields(fields), now);
		if (notifications.length < BATCH_SIZE) return;
	}
}

/** Removes personal data: names, addresses, card, signature (which is computed from an address), and every unknown field. */
export function keepAccountingFields(fields: NotificationFields): NotificationFields {
	return Object.fromEntries(
		Object.entries(fields).filter(
			([name]) =>
				ACCOUNTING_FIELDS.has(name) || (ACCOUNTING_PREFIXES.some((prefix) => name.startsWith(prefix)) && !PERSONAL_FIELDS.has(name)),
		),
	);
}
