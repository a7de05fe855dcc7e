import { examplePrice } from '@sw/domain/billing/plan';
import type { Db, Records } from '@sw/store/postgres/records';
import { userById } from '@sw/store/postgres/records/accounts/users';
import * as licenceStates from '@sw/store/postgres/records/billing/licence-states';
import * as mails from '@sw/store/postgres/records/billing/mails';
import * as notices from '@sw/store/postgres/records/billing/notifications';
import * as orders from '@sw/store/postgres/records/billing/orders';
import * as products from '@sw/store/postgres/records/billing/products';
import * as subscriptions from '@sw/store/postgres/records/billing/subscriptions';
import { boundTo } from '@sw/store/postgres/records/bound-to';
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
	return over(db);
}

function over(db: Db): BillingRecords {
	const of = boundTo(db);
	return {
		transaction: (work) => db.transaction((tx) => work(over(tx))),

		listProducts: of(products.listProducts),
		productById: of(products.productById),
		addProduct: of(products.addProduct),
		changeProduct: of(products.changeProduct),
		removeProduct: of(products.removeProduct),
		pricesOf: of(products.pricesOf),
		savePrices: of(products.savePrices),

		addOrder: of(orders.addOrder),
		orderByName: of(orders.orderByName),
		lockOrders: of(orders.lockOrders),
		ordersNamed: of(orders.ordersNamed),
		changeOrders: of(orders.changeOrders),
		changeWaiting: of(orders.changeWaiting),
		withdrawUnpaid: of(orders.withdrawUnpaid),
		listOrders: of(orders.listOrders),

		subscriptionById: of(subscriptions.subscriptionById),
		subscriptionOf: of(subscriptions.subscriptionOf),
		subscriptionsOfOrders: of(subscriptions.subscriptionsOfOrders),
		subscriptionsToFinish: of(subscriptions.subscriptionsToFinish),
		saveSubscriptions: of(subscriptions.saveSubscriptions),
		changeSubscription: of(subscriptions.changeSubscription),
		removeSubscriptions: of(subscriptions.removeSubscriptions),
		listSubscriptions: of(subscriptions.listSubscriptions),
		paidGrants: of(subscriptions.paidGrants),

		storeNotifications: of(notices.storeNotifications),
		notificationById: of(notices.notificationById),
		dueNotifications: of(notices.dueNotifications),
		notificationsOfOrders: of(notices.notificationsOfOrders),
		markNotificationsProcessed: of(notices.markNotificationsProcessed),
		recheckNotifications: of(notices.recheckNotifications),
		changeNotification: of(notices.changeNotification),
		listNotifications: of(notices.listNotifications),
		wholeNotifications: of(notices.wholeNotifications),
		stripNotification: of(notices.stripNotification),
		countRejectedRequests: of(notices.countRejectedRequests),
		rejectedRequestsSince: of(notices.rejectedRequestsSince),

		userById: of(userById),
		lockUsers: of(licenceStates.lockUsers),
		giveLicences: of(licenceStates.giveLicences),
		licenceStates: of(licenceStates.licenceStates),
		saveLicenceStates: of(licenceStates.saveLicenceStates),
		licenceStatesDue: of(licenceStates.licenceStatesDue),
		enqueueMails: of(mails.enqueueMails),
		claimMails: of(mails.claimMails),
		markMailSent: of(mails.markMailSent),
		postponeMail: of(mails.postponeMail),
		sendMessages: of(sendMessages),
	};
}
