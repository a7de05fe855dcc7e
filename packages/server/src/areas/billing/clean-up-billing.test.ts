import { parsePaymentEvent } from '@sw/domain/billing/payment-event';
import { deliverNotifications, signNotification, simulateSubscription } from '@sw/domain/billing/testing/payment-provider';
import { createRandom } from '@sw/domain/testing/random';
import { DAY, utcMs } from '@sw/domain/time/units';
import { describe, expect, it } from 'vitest';
import { keepAccountingFields, PAYER_DATA_RETENTION_MS } from './clean-up-billing.ts';

const PERSONAL = {
	CUSTOMER_NAME: 'Ann',
	CUSTOMER_IP: '192.0.2.1',
	SHIPPING_CITY: 'Oslo',
	LICENSED_TO_EMAIL: 'ann@example.com',
	CREDIT_CARD_BIN: '424242',
	COMPANY_NAME: 'Ann & Co',
	PAYPAL_ACCOUNT: 'ann@example.com',
	ORDER_REFERRER_URL: 'https://example.com/?from=ann',
	CHECKOUT_QUERY_STRING: 'billing-email=ann',
	'SOMETHING NEW': 'Ann',
};

describe('the books that stay of a notice', () => {
	it('contain no personal data', () => {
		const kept = keepAccountingFields(
			signNotification({ ...PERSONAL, IPN_TYPE_ID: '1', ORDER_ID: '9', ORDER_CUSTOM_FIELDS: 'x-order=ABC', IS_ON_TRIAL_PERIOD: '0' }),
		);
		expect(kept).toEqual({
			IPN_TYPE_ID: '1',
			ORDER_ID: '9',
			ORDER_CUSTOM_FIELDS: 'x-order=ABC',
			ORDER_TOTAL_AMOUNT: '49.00',
			IS_ON_TRIAL_PERIOD: '0',
			TEST_MODE: '0',
		});
	});

	it('are all that stays after 550 days: cards can be charged back for 540', () => {
		expect(PAYER_DATA_RETENTION_MS).toBe(550 * DAY);
	});

	it('say of orders and subscriptions all that the notice said', () => {
		for (let seed = 1; seed <= 50; seed++) {
			const random = createRandom(seed);
			for (const { fields, receivedAt } of deliverNotifications([simulateSubscription(1, 12, random)], random))
				expect(parsePaymentEvent(keepAccountingFields({ ...fields, ...PERSONAL }), utcMs(receivedAt))).toEqual(
					parsePaymentEvent(fields, utcMs(receivedAt)),
				);
		}
	});
});
