import type { NoticeFields } from './notice.ts';

/** What the provider hashes with SHA-256 into SIGNATURE: the texts as they were sent, in this order. It covers neither product nor subscription. */
export const signedText = (fields: NoticeFields, validationKey: string): string =>
	[
		fields.ORDER_ID,
		fields.ORDER_STATUS,
		fields.ORDER_TOTAL_AMOUNT,
		fields.CUSTOMER_EMAIL,
		validationKey,
		fields.TEST_MODE,
		fields.IPN_TYPE_NAME,
	].join('');

/** What it hashes with MD5 into HASH. Of test orders that is a constant, which proves nothing. */
export const hashedText = (fields: NoticeFields, secretKey: string): string =>
	fields.TEST_MODE === '1' ? '1' : `${fields.ORDER_ID ?? ''}${secretKey}`;
