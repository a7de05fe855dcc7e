import { examplePrice } from '@sw/domain/billing/plan';
import type { Records } from '@sw/store/postgres/records';
import { userById } from '@sw/store/postgres/records/accounts/users';
import * as licenceStates from '@sw/store/postgres/records/billing/licence-states';
import * as mails from '@sw/store/postgres/records/billing/mails';
import * as notifications from '@sw/store/postgres/records/billing/notifications';
import * as orders from '@sw/store/postgres/records/billing/orders';
import * as products from '@sw/store/postgres/records/billing/products';
import * as subscriptions from '@sw/store/postgres/records/billing/subscriptions';
import { bindTransactionalQueries } from '@sw/store/postgres/records/bind-queries';
import { sendMessages } from '@sw/store/postgres/records/inbox/messages';
import type { BillingRecords } from '../../areas/billing/ports.ts';

/** Where payments are simulated, a plan without a price gets an example price, so that all of billing can be tried; it is never stored. */
export function withExamplePrices(records: BillingRecords): BillingRecords {
	return {
		...records,
		pricesOf: async (ids) => {
			const prices = await records.pricesOf(ids);
			const without = (await records.listProducts()).filter(
				({ id }) => ids.includes(id) && !prices.some(({ productId }) => productId === id),
			);
			return [...prices, ...without.map(examplePrice)];
		},
	};
}

export function billingRecords({ db }: Pick<Records, 'db'>): BillingRecords {
	return bindTransactionalQueries(
		{ ...products, ...orders, ...subscriptions, ...notifications, ...licenceStates, ...mails, userById, sendMessages },
		db,
	);
}
