/** PayPro Global: checkout by URL, orders and subscriptions by API. */

import { createHash, timingSafeEqual } from 'node:crypto';
import type { OrderState } from '@sw/domain/billing/order';
import { buildHashedText, buildSignedText } from '@sw/domain/billing/payment-event';
import type { NotificationFields } from '@sw/domain/billing/payment-notification';
import { centsOf, MAX_AMOUNT } from '@sw/domain/billing/plan';
import { z } from 'zod';
import { type Payments, PaymentsError, type ProviderOrder } from './payments.ts';

export interface PayProConfig {
	readonly account: number;
	readonly apiSecret: string;
	readonly keys: NotificationKeys;
}

interface PayProOptions {
	/** Base URL. Default: the provider's. */
	readonly baseUrl?: string | undefined;
	readonly timeoutMs?: number;
}

const BASE_URL = 'https://store.payproglobal.com';
const TIMEOUT_MS = 15_000;
const MAX_RESPONSE_LENGTH = 1024 * 1024;

/** The API answers 200 even on failure. */
const responseSchema = z.object({ isSuccess: z.boolean(), response: z.unknown().optional(), errors: z.unknown().optional() });
const orderSchema = z.object({
	orderStatusId: z.number().nullish(),
	orderStatusName: z.string().nullish(),
	mainProductId: z.number().nullish(),
	customFields: z.array(z.object({ customFieldKey: z.string(), customFieldValue: z.string().nullish() })).nullish(),
});

/** Response to DoRefund: one order, alone or as a list of one. */
const refundSchema = z.object({ isRefundSuccessful: z.boolean() });
const refundResponseSchema = z.union([refundSchema, z.array(refundSchema).min(1)]);
/** Prices in the requested currency. */
const pricingSchema = z.object({
	productPricings: z.array(z.object({ productId: z.number().nullish(), billingUnitPrice: z.number().min(0).max(MAX_AMOUNT) })).length(1),
});

const STATES_BY_ID: readonly OrderState[] = ['waiting', 'canceled', 'refunded', 'chargeback', 'processed'];

function parseId(id: string): number {
	if (!/^\d{1,15}$/.test(id)) throw new PaymentsError(`'${id.slice(0, 40)}' isn't a PayPro Global id.`);
	return Number(id);
}

export function createPayPro(
	{ account, apiSecret, keys }: PayProConfig,
	{ baseUrl = BASE_URL, timeoutMs = TIMEOUT_MS }: PayProOptions = {},
): Payments {
	const call = async (path: string, body: object): Promise<z.output<typeof responseSchema>> => {
		const createError = (reason: string): PaymentsError => new PaymentsError(`PayPro Global, ${path}: ${reason}`);
		const response = await fetch(`${baseUrl}/api/${path}`, {
			method: 'POST',
			headers: { 'content-type': 'application/json', accept: 'application/json' },
			body: JSON.stringify({ ...body, vendorAccountId: account, apiSecretKey: apiSecret }),
			redirect: 'error',
			signal: AbortSignal.timeout(timeoutMs),
		}).catch(() => undefined);
		if (!response) throw createError('no response.');
		if (!response.ok) throw createError(`status ${response.status}.`);
		const text = await response.text().catch(() => '');
		if (text.length > MAX_RESPONSE_LENGTH) throw createError('the response is too long.');
		try {
			return responseSchema.parse(JSON.parse(text));
		} catch {
			throw createError('the response is malformed.');
		}
	};
	/** Calls the API and throws if it reports a failure. The provider's error message can repeat the request, so it is not passed on. */
	const callOrThrow = async (path: string, body: object): Promise<unknown> => {
		const { isSuccess, response } = await call(path, body);
		if (!isSuccess) throw new PaymentsError(`PayPro Global, ${path}: the request was rejected.`);
		return response;
	};
	return {
		name: 'payproglobal',
		productIdOf: ({ providerProductId }) => providerProductId,
		getCheckoutUrl: ({ code, providerProductId, currency, coupon, email }) => {
			const query = new URLSearchParams({
				'products[1][id]': providerProductId ?? '',
				'products[1][qty]': '1',
				currency,
				'billing-email': email,
				'x-order': code,
				...(coupon === null ? {} : { 'coupon-code': coupon }),
			});
			return `${baseUrl}/checkout?${query}`;
		},
		isSigned: (fields) => isSigned(fields, keys),
		loadOrder: async (id): Promise<ProviderOrder> => {
			const parsed = orderSchema.safeParse(await callOrThrow('Orders/GetOrderDetails', { orderId: parseId(id) }));
			if (!parsed.success) throw new PaymentsError('PayPro Global, Orders/GetOrderDetails: the order is malformed.');
			const { customFields, mainProductId } = parsed.data;
			return {
				code: customFields?.find(({ customFieldKey }) => customFieldKey === 'x-order')?.customFieldValue ?? null,
				productId: mainProductId == null ? null : String(mainProductId),
				state: toOrderState(parsed.data),
			};
		},
		changeRenewal: async (id, type) => {
			await callOrThrow('Subscriptions/ChangeRenewalType', { subscriptionId: parseId(id), renewalTypeId: type === 'manual' ? 1 : 2 });
		},
		finish: async (id, reason) => {
			await callOrThrow('Subscriptions/Finish', { subscriptionId: parseId(id), reasonText: reason });
		},
		terminate: async (id, reason) => {
			await callOrThrow('Subscriptions/Terminate', { subscriptionId: parseId(id), reasonText: reason });
		},
		refund: async (id, reason) => {
			const parsed = refundResponseSchema.safeParse(
				await callOrThrow('Orders/DoRefund', { orderIds: [parseId(id)], refundReason: reason }),
			);
			if (!parsed.success)
				throw new PaymentsError(
					'PayPro Global, Orders/DoRefund: the response is unclear. Check at PayPro Global whether the refund was made.',
				);
			if ([parsed.data].flat().some(({ isRefundSuccessful }) => !isRefundSuccessful))
				throw new PaymentsError('PayPro Global, Orders/DoRefund: the refund was rejected. See PayPro Global for the reason.');
		},
		priceOf: async ({ productId }, currency) => {
			const id = parseId(productId);
			const parsed = pricingSchema.safeParse(
				await callOrThrow('Products/GetProductPricing', { products: [{ productId: id, quantity: 1 }], currency }),
			);
			const [price] = parsed.success ? parsed.data.productPricings : [];
			if (!price || (price.productId != null && price.productId !== id))
				throw new PaymentsError(`PayPro Global, Products/GetProductPricing: found no price for product ${id} in ${currency}.`);
			return centsOf(price.billingUnitPrice);
		},
	};
}

function toOrderState({ orderStatusId, orderStatusName }: z.output<typeof orderSchema>): OrderState {
	const stateById = STATES_BY_ID[(orderStatusId ?? 0) - 1];
	return stateById ?? STATES_BY_ID.find((state) => state === orderStatusName?.toLowerCase()) ?? 'waiting';
}

export interface NotificationKeys {
	/** Key of the field SIGNATURE. */
	readonly validation: string;
	/** Key of the field HASH. */
	readonly secret: string;
}

/** Constant-time comparison of two values of the same length. */
type Compare = (a: Uint8Array, b: Uint8Array) => boolean;

/** SIGNATURE must be valid. HASH, the only signature of older payment notifications, must be valid if it is present. */
export function isSigned(
	fields: NotificationFields,
	{ validation, secret }: NotificationKeys,
	compare: Compare = timingSafeEqual,
): boolean {
	const isSignatureValid = matchesDigest(fields.SIGNATURE ?? '', digest('sha256', buildSignedText(fields, validation)), compare);
	const isHashValid = fields.HASH === undefined || matchesDigest(fields.HASH, digest('md5', buildHashedText(fields, secret)), compare);
	return isSignatureValid && isHashValid;
}

function matchesDigest(signature: string, expected: Buffer, compare: Compare): boolean {
	const bytes = Buffer.from(signature, 'hex');
	const isHex = signature.length === expected.length * 2 && bytes.length === expected.length;
	// Always compares a value of the expected length, whatever was received, so that timing reveals nothing.
	return compare(isHex ? bytes : Buffer.alloc(expected.length), expected) && isHex;
}

function digest(name: 'sha256' | 'md5', text: string): Buffer {
	return createHash(name).update(text, 'utf8').digest();
}

export function signNotification(fields: NotificationFields, { validation, secret }: NotificationKeys): NotificationFields {
	return {
		...fields,
		HASH: digest('md5', buildHashedText(fields, secret)).toString('hex'),
		SIGNATURE: digest('sha256', buildSignedText(fields, validation)).toString('hex'),
	};
}
