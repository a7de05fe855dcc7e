import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { utcMs } from '../time/units.ts';
import { RENEWAL_TYPES } from './order.ts';
import {
	buildHashedText,
	buildSignedText,
	findInvalidField,
	isTestMode,
	notificationKey,
	parseOrderCode,
	parsePaymentEvent,
	parseProviderTime,
	readNotificationType,
} from './payment-event.ts';
import { NOTIFICATION_TYPES } from './payment-notification.ts';
import { formatOrderTime, signNotification } from './testing/payment-provider.ts';

const NOW = utcMs(Date.UTC(2026, 2, 22));
const charged = signNotification({
	IPN_TYPE_ID: '1',
	IPN_TYPE_NAME: 'OrderCharged',
	ORDER_ID: '7',
	ORDER_STATUS: 'Processed',
	PRODUCT_ID: '81',
});

describe('a payment notification', () => {
	it('is hashed over the texts as they were sent, in the order of the provider', () => {
		const fields = {
			ORDER_ID: '12345',
			ORDER_STATUS: 'Processed',
			ORDER_TOTAL_AMOUNT: '9.99',
			CUSTOMER_EMAIL: 'a@b.co',
			TEST_MODE: '0',
			IPN_TYPE_NAME: 'OrderCharged',
		};
		const hex = (name: string, text: string) => createHash(name).update(text).digest('hex');
		expect(hex('sha256', buildSignedText(fields, '123qwerty'))).toBe('08e70cef4bb0a5e7d5c921861d1316f2bbb9926abfb958b310ab97a7bcd09983');
		expect(hex('md5', buildHashedText({ ...fields, ORDER_ID: '456346' }, 'wErt6HmQ'))).toBe('cdcca12c15a93df32818e463af053fbc');
		expect(hex('md5', buildHashedText({ ...fields, TEST_MODE: '1' }, 'any'))).toBe('c4ca4238a0b923820dcc509a6f75849b');
	});

	it('needs seven fields, those of subscriptions one more, and no other', () => {
		expect(findInvalidField(charged)).toBeUndefined();
		for (const name of ['IPN_TYPE_ID', 'ORDER_ID', 'ORDER_STATUS', 'PRODUCT_ID', 'CUSTOMER_EMAIL', 'TEST_MODE', 'SIGNATURE']) {
			expect(findInvalidField({ ...charged, [name]: ' ' })).toBe(name);
			expect(findInvalidField(Object.fromEntries(Object.entries(charged).filter(([key]) => key !== name)))).toBe(name);
		}
		expect(findInvalidField({ ...charged, IPN_TYPE_ID: 'one' })).toBe('IPN_TYPE_ID');
		for (const id of [6, 7, 8, 9, 10, 11]) expect(findInvalidField({ ...charged, IPN_TYPE_ID: String(id) })).toBe('SUBSCRIPTION_ID');
	});

	it('is of the type that it is signed for, or of none', () => {
		expect(readNotificationType(charged)).toBe('OrderCharged');
		expect(readNotificationType({ ...charged, IPN_TYPE_ID: '6' })).toBeUndefined();
		expect(readNotificationType({ IPN_TYPE_ID: '14', IPN_TYPE_NAME: 'OrderChargedBackWon' })).toBe('OrderChargebackIsWon');
		expect(readNotificationType({ IPN_TYPE_ID: '99', IPN_TYPE_NAME: 'New' })).toBeUndefined();
		expect(parsePaymentEvent({ IPN_TYPE_ID: '99' }, NOW)).toBeUndefined();
	});

	it('has one of eighteen types, each by its number and its name', () => {
		const types = Object.entries(NOTIFICATION_TYPES);
		expect(types.map(([id]) => Number(id))).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 21]);
		for (const [id, name] of types) {
			expect(readNotificationType({ IPN_TYPE_ID: id, IPN_TYPE_NAME: name })).toBe(name);
			expect(readNotificationType({ IPN_TYPE_ID: id, IPN_TYPE_NAME: `${name}?` })).toBeUndefined();
		}
	});

	it('says of a subscription whether it is charged by itself or by hand', () => {
		const renewalOf = (type: string) =>
			parsePaymentEvent({ ...charged, SUBSCRIPTION_ID: '9', SUBSCRIPTION_RENEWAL_TYPE: type }, NOW)?.subscription?.renewal;
		expect([renewalOf('Auto'), renewalOf('Manual')]).toEqual([...RENEWAL_TYPES]);
	});

	it('is a test unless it says plainly that it is none', () => {
		expect([charged, { TEST_MODE: '1' }, { TEST_MODE: '' }, {}].map(isTestMode)).toEqual([false, true, true, true]);
	});

	it('is the same when it is sent again, and another when anything else differs', () => {
		const resent = { SIGNATURE: 'x', IS_RESENT: '1', ...charged };
		expect(notificationKey(resent)).toBe(notificationKey(Object.fromEntries(Object.entries(charged).reverse())));
		expect(notificationKey({ ...charged, UNKNOWN: '1' })).not.toBe(notificationKey(charged));
	});

	it('reads the two ways in which the provider writes instants, and nothing else', () => {
		expect(parseProviderTime('03/21/2023 19:02:59')).toBe(Date.UTC(2023, 2, 21, 19, 2, 59));
		expect(parseProviderTime('4/21/2023 1:45 PM')).toBe(Date.UTC(2023, 3, 21, 13, 45));
		expect(parseProviderTime('4/21/2023 12:05 AM')).toBe(Date.UTC(2023, 3, 21, 0, 5));
		for (const text of ['', undefined, '2023-03-21', '02/30/2023 10:00:00', '13/01/2023', '1/1/2023 25:00'])
			expect(parseProviderTime(text)).toBeNull();
	});

	it.each([
		['3/21/2023 12:00 AM', [0, 0, 0]],
		['3/21/2023 12:59 PM', [12, 59, 0]],
		['3/21/2023 1:00 AM', [1, 0, 0]],
		['3/21/2023 11:59 PM', [23, 59, 0]],
		['3/21/2023 11:59:58 PM', [23, 59, 58]],
		['03/21/2023 00:00:00', [0, 0, 0]],
		['03/21/2023 23:59:59', [23, 59, 59]],
		['3/21/2023', [0, 0, 0]],
		[' 3/21/2023 ', [0, 0, 0]],
	] as const)('reads %s', (text, [hour, minute, second]) => {
		expect(parseProviderTime(text)).toBe(Date.UTC(2023, 2, 21, hour, minute, second));
	});

	it.each([
		'03/21/2023 24:00:00',
		'03/21/2023 10:60:00',
		'03/21/2023 10:00:60',
		'00/21/2023',
		'03/00/2023',
		'13/21/2023',
		'04/31/2023',
		'02/29/2023',
		'3/21/23',
		'3/21/2023 10:00 XM',
	])('reads no instant in %s', (text) => {
		expect(parseProviderTime(text)).toBeNull();
	});

	it('reads the last day of a leap year and of every month', () => {
		expect(parseProviderTime('02/29/2024')).toBe(Date.UTC(2024, 1, 29));
		expect(parseProviderTime('12/31/2023 23:59:59')).toBe(Date.UTC(2023, 11, 31, 23, 59, 59));
		expect(parseProviderTime('01/31/2023')).toBe(Date.UTC(2023, 0, 31));
	});

	it('says of a subscription what was charged, what is to come and what failed, and 0 or nothing where it cannot be read', () => {
		const eventOf = (fields: Record<string, string>) =>
			parsePaymentEvent({ ...charged, SUBSCRIPTION_ID: '9', ...fields }, NOW)?.subscription;
		expect(
			eventOf({
				SUBSCRIPTION_NUMBER_OF_BILLING_CYCLES: '12',
				SUBSCRIPTION_NEXT_CHARGE_DATE: '4/21/2026',
				SUBSCRIPTION_NEXT_CHARGE_AMOUNT: '19.99',
				SUBSCRIPTION_NEXT_CHARGE_CURRENCY_CODE: 'EUR',
				SUBSCRIPTION_NUMBER_OF_FAILED_ATTEMPTS: '3',
			}),
		).toEqual({
			id: '9',
			cycles: 12,
			nextChargeAt: Date.UTC(2026, 3, 21),
			nextChargeCents: 1_999,
			nextChargeCurrency: 'EUR',
			renewal: 'auto',
			failedAttempts: 3,
		});
		const unread = { cycles: 0, nextChargeAt: null, nextChargeCents: null, nextChargeCurrency: null, failedAttempts: 0 };
		expect(eventOf({})).toMatchObject(unread);
		expect(
			eventOf({
				SUBSCRIPTION_NUMBER_OF_BILLING_CYCLES: '-1',
				SUBSCRIPTION_NEXT_CHARGE_DATE: 'soon',
				SUBSCRIPTION_NEXT_CHARGE_AMOUNT: '-5',
				SUBSCRIPTION_NEXT_CHARGE_CURRENCY_CODE: 'EURO',
				SUBSCRIPTION_NUMBER_OF_FAILED_ATTEMPTS: '1.5',
			}),
		).toMatchObject(unread);
	});

	it('is of a trial where its type or its field says so', () => {
		const isTrial = (fields: Record<string, string>) => parsePaymentEvent({ ...charged, ...fields }, NOW)?.isTrial;
		expect([{}, { IS_ON_TRIAL_PERIOD: '0' }, { IS_ON_TRIAL_PERIOD: '1' }].map(isTrial)).toEqual([false, false, true]);
		expect(isTrial({ IPN_TYPE_ID: '13', IPN_TYPE_NAME: 'TrialCharge' })).toBe(true);
	});

	it('was placed when it says, never later than it came', () => {
		const at = (text: string) => parsePaymentEvent({ ...charged, ORDER_PLACED_TIME_UTC: text }, NOW)?.at;
		expect([at('03/21/2026 10:00:00'), at('03/22/2026 00:00:00'), at('03/22/2026 00:00:01'), at('')]).toEqual([
			Date.UTC(2026, 2, 21, 10),
			NOW,
			NOW,
			NOW,
		]);
	});

	it('names a method of at most a hundred letters', () => {
		const method = (text: string) => parsePaymentEvent({ ...charged, PAYMENT_METHOD_NAME: text }, NOW)?.method;
		expect([method('x'.repeat(101)), method('x'.repeat(100)), method(' ')]).toEqual(['x'.repeat(100), 'x'.repeat(100), null]);
	});

	it('needs a subscription for no type but the six of subscriptions', () => {
		for (const id of Object.keys(NOTIFICATION_TYPES).map(Number)) {
			const fields = { ...charged, IPN_TYPE_ID: String(id) };
			expect([id, findInvalidField(fields)]).toEqual([id, id >= 6 && id <= 11 ? 'SUBSCRIPTION_ID' : undefined]);
			expect(findInvalidField({ ...fields, SUBSCRIPTION_ID: '9' })).toBeUndefined();
		}
	});

	it('hands back the code of our order among other fields of its kind', () => {
		expect(parseOrderCode({ ORDER_CUSTOM_FIELDS: 'x-a=1,x-order=ABC' })).toBe('ABC');
		expect(parseOrderCode({ ORDER_CUSTOM_FIELDS: 'x-order=ABC,x-b=2' })).toBe('ABC');
		for (const text of ['', 'x-reorder=ABC', 'x-order=']) expect(parseOrderCode({ ORDER_CUSTOM_FIELDS: text })).toBeNull();
	});

	it('takes amounts, currencies and addresses only where they are such', () => {
		const read = parsePaymentEvent(
			{
				...charged,
				ORDER_TOTAL_AMOUNT: '9.99',
				ORDER_CURRENCY_CODE: 'usd',
				INVOICE_LINK: 'javascript:alert(1)',
				PAYMENT_METHOD_NAME: ' Credit Card ',
				ORDER_PLACED_TIME_UTC: formatOrderTime(NOW + 1_000),
			},
			NOW,
		);
		expect(read).toMatchObject({ cents: 999, currency: null, invoice: null, method: 'Credit Card', at: NOW, subscription: null });
		const linkOf = (link: string) => parsePaymentEvent({ ...charged, INVOICE_LINK: link }, NOW)?.invoice;
		expect(linkOf('https://store.example/invoice?id=7')).toBe('https://store.example/invoice?id=7');
		for (const link of [
			'',
			'/invoice',
			'data:text/html,7',
			'JAVASCRIPT:alert(1)',
			'https://store.example/ "onclick=',
			' https://store.example/',
		])
			expect(linkOf(link)).toBeNull();
	});
});
