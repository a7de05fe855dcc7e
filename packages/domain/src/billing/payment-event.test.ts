import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { utcMs } from '../time/units.ts';
import { NOTICE_TYPES } from './notice.ts';
import { isTestMode, missingField, noticeText, orderCodeOf, paymentEvent, providerTime, typeOf } from './payment-event.ts';
import { hashedText, signedText } from './signed-text.ts';
import { RENEWAL_TYPES } from './subscription.ts';
import { orderTime, signed } from './testing/payment-provider.ts';

const NOW = utcMs(Date.UTC(2026, 2, 22));
const charged = signed({ IPN_TYPE_ID: '1', IPN_TYPE_NAME: 'OrderCharged', ORDER_ID: '7', ORDER_STATUS: 'Processed', PRODUCT_ID: '81' });

describe('a notice', () => {
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
		expect(hex('sha256', signedText(fields, '123qwerty'))).toBe('08e70cef4bb0a5e7d5c921861d1316f2bbb9926abfb958b310ab97a7bcd09983');
		expect(hex('md5', hashedText({ ...fields, ORDER_ID: '456346' }, 'wErt6HmQ'))).toBe('cdcca12c15a93df32818e463af053fbc');
		expect(hex('md5', hashedText({ ...fields, TEST_MODE: '1' }, 'any'))).toBe('c4ca4238a0b923820dcc509a6f75849b');
	});

	it('needs seven fields, those of subscriptions one more, and no other', () => {
		expect(missingField(charged)).toBeUndefined();
		for (const name of ['IPN_TYPE_ID', 'ORDER_ID', 'ORDER_STATUS', 'PRODUCT_ID', 'CUSTOMER_EMAIL', 'TEST_MODE', 'SIGNATURE']) {
			expect(missingField({ ...charged, [name]: ' ' })).toBe(name);
			expect(missingField(Object.fromEntries(Object.entries(charged).filter(([key]) => key !== name)))).toBe(name);
		}
		expect(missingField({ ...charged, IPN_TYPE_ID: 'one' })).toBe('IPN_TYPE_ID');
		for (const id of [6, 7, 8, 9, 10, 11]) expect(missingField({ ...charged, IPN_TYPE_ID: String(id) })).toBe('SUBSCRIPTION_ID');
	});

	it('is of the type that it is signed for, or of none', () => {
		expect(typeOf(charged)).toBe('OrderCharged');
		expect(typeOf({ ...charged, IPN_TYPE_ID: '6' })).toBeUndefined();
		expect(typeOf({ IPN_TYPE_ID: '14', IPN_TYPE_NAME: 'OrderChargedBackWon' })).toBe('OrderChargebackIsWon');
		expect(typeOf({ IPN_TYPE_ID: '99', IPN_TYPE_NAME: 'New' })).toBeUndefined();
		expect(paymentEvent({ IPN_TYPE_ID: '99' }, NOW)).toBeUndefined();
	});

	it('has one of eighteen types, each by its number and its name', () => {
		const types = Object.entries(NOTICE_TYPES);
		expect(types.map(([id]) => Number(id))).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 21]);
		for (const [id, name] of types) {
			expect(typeOf({ IPN_TYPE_ID: id, IPN_TYPE_NAME: name })).toBe(name);
			expect(typeOf({ IPN_TYPE_ID: id, IPN_TYPE_NAME: `${name}?` })).toBeUndefined();
		}
	});

	it('says of a subscription whether it is charged by itself or by hand', () => {
		const of = (type: string) =>
			paymentEvent({ ...charged, SUBSCRIPTION_ID: '9', SUBSCRIPTION_RENEWAL_TYPE: type }, NOW)?.subscription?.renewal;
		expect([of('Auto'), of('Manual')]).toEqual([...RENEWAL_TYPES]);
	});

	it('is a test unless it says plainly that it is none', () => {
		expect([charged, { TEST_MODE: '1' }, { TEST_MODE: '' }, {}].map(isTestMode)).toEqual([false, true, true, true]);
	});

	it('is the same when it is sent again, and another when anything else differs', () => {
		const again = { SIGNATURE: 'x', IS_RESENT: '1', ...charged };
		expect(noticeText(again)).toBe(noticeText(Object.fromEntries(Object.entries(charged).reverse())));
		expect(noticeText({ ...charged, UNKNOWN: '1' })).not.toBe(noticeText(charged));
	});

	it('reads the two ways in which the provider writes instants, and nothing else', () => {
		expect(providerTime('03/21/2023 19:02:59')).toBe(Date.UTC(2023, 2, 21, 19, 2, 59));
		expect(providerTime('4/21/2023 1:45 PM')).toBe(Date.UTC(2023, 3, 21, 13, 45));
		expect(providerTime('4/21/2023 12:05 AM')).toBe(Date.UTC(2023, 3, 21, 0, 5));
		for (const text of ['', undefined, '2023-03-21', '02/30/2023 10:00:00', '13/01/2023', '1/1/2023 25:00'])
			expect(providerTime(text)).toBeNull();
	});

	it('hands back the code of our order among other fields of its kind', () => {
		expect(orderCodeOf({ ORDER_CUSTOM_FIELDS: 'x-a=1,x-order=ABC' })).toBe('ABC');
		expect(orderCodeOf({ ORDER_CUSTOM_FIELDS: 'x-order=ABC,x-b=2' })).toBe('ABC');
		for (const text of ['', 'x-reorder=ABC', 'x-order=']) expect(orderCodeOf({ ORDER_CUSTOM_FIELDS: text })).toBeNull();
	});

	it('takes amounts, currencies and addresses only where they are such', () => {
		const read = paymentEvent(
			{
				...charged,
				ORDER_TOTAL_AMOUNT: '9.99',
				ORDER_CURRENCY_CODE: 'usd',
				INVOICE_LINK: 'javascript:alert(1)',
				PAYMENT_METHOD_NAME: ' Credit Card ',
				ORDER_PLACED_TIME_UTC: orderTime(NOW + 1_000),
			},
			NOW,
		);
		expect(read).toMatchObject({ cents: 999, currency: null, invoice: null, method: 'Credit Card', at: NOW, subscription: null });
		const linkOf = (link: string) => paymentEvent({ ...charged, INVOICE_LINK: link }, NOW)?.invoice;
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
