import type { NotificationFields } from './payment-notification.ts';

/** The texts, as sent and in this order, that the provider hashes with SHA-256 into SIGNATURE. Includes neither product nor subscription. */
export function signedText(fields: NotificationFields, validationKey: string): string {
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

/** The texts that it hashes with MD5 into HASH. For test orders the hash is a constant, which proves nothing. */
export function textOfHash(fields: NotificationFields, secretKey: string): string {
	return fields.TEST_MODE === '1' ? '1' : `${fields.ORDER_ID ?? ''}${secretKey}`;
}
