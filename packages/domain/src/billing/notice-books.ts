import { DAY } from '../time/units.ts';
import type { NoticeFields } from './notice.ts';

/** So long a payment can be charged back by the rules of the card companies (540 days) and the answer be awaited: until then it is kept who paid it. */
export const NOTICE_KEPT_WHOLE = 550 * DAY;

/** Beginnings of the fields that stay as the books: what was paid, for what, when, and what became of it. */
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
/** Prefixes of fields that say where a customer came from or what they own. */
const NOT_BOOKS = new Set(['ORDER_REFERRER_URL', 'ORDER_ITEM_LICENSES', 'ORDER_PLACED_TIME_CUSTOMER_TIMEZONE']);

/** A notification without personal data: names, addresses, card, signature (made of an address), and every unknown field. */
export const booksOf = (fields: NoticeFields): NoticeFields =>
	Object.fromEntries(
		Object.entries(fields).filter(
			([name]) => MORE.has(name) || (BOOKS.some((beginning) => name.startsWith(beginning)) && !NOT_BOOKS.has(name)),
		),
	);
