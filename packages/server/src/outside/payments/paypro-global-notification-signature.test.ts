import { timingSafeEqual } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { isSigned, signNotification } from './paypro-global.ts';

const KEYS = { validation: '123qwerty', secret: 'wErt6HmQ' };
const fields = {
	ORDER_ID: '456346',
	ORDER_STATUS: 'Processed',
	ORDER_TOTAL_AMOUNT: '9.99',
	CUSTOMER_EMAIL: 'a@b.co',
	TEST_MODE: '0',
	IPN_TYPE_NAME: 'OrderCharged',
};

describe('the signature of a notice', () => {
	it('is the provider’s own, and each signed field changes it', () => {
		const signed = signNotification(fields, KEYS);
		expect(signed.HASH).toBe('cdcca12c15a93df32818e463af053fbc');
		expect(isSigned(signed, KEYS)).toBe(true);
		for (const name of Object.keys(fields)) expect(isSigned({ ...signed, [name]: '1' }, KEYS), name).toBe(false);
		expect(isSigned(signed, { ...KEYS, validation: 'x' })).toBe(false);
		expect(isSigned(signed, { ...KEYS, secret: 'x' })).toBe(false);
	});

	it('is enough without the hash, which is not enough without it', () => {
		const { HASH: _, ...without } = signNotification(fields, KEYS);
		expect(isSigned(without, KEYS)).toBe(true);
		expect(isSigned({ ...signNotification(fields, KEYS), SIGNATURE: '' }, KEYS)).toBe(false);
	});

	it('of a test has a publicly known hash, and is verified all the same', () => {
		const test = signNotification({ ...fields, TEST_MODE: '1' }, KEYS);
		expect(test.HASH).toBe('c4ca4238a0b923820dcc509a6f75849b');
		expect(isSigned({ ...test, SIGNATURE: 'ab' }, KEYS)).toBe(false);
	});

	it('is compared in constant time over its whole length, whatever was given', () => {
		for (const SIGNATURE of ['', 'ab', 'x'.repeat(64), 'a'.repeat(64), 'a'.repeat(6_400)]) {
			const compared: number[] = [];
			const compare = (a: Uint8Array, b: Uint8Array): boolean => {
				compared.push(a.length);
				return timingSafeEqual(a, b);
			};
			expect(isSigned({ ...signNotification(fields, KEYS), SIGNATURE }, KEYS, compare)).toBe(false);
			expect(compared).toEqual([32, 16]);
		}
	});
});
