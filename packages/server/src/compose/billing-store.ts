import { examplePrice } from '@sw/domain/billing/plan';
import type { Db, Records } from '@sw/store/postgres/records';
import { changeUser, userById } from '@sw/store/postgres/records/accounts-users';
import * as mails from '@sw/store/postgres/records/billing-mails';
import * as notices from '@sw/store/postgres/records/billing-notices';
import * as orders from '@sw/store/postgres/records/billing-orders';
import * as products from '@sw/store/postgres/records/billing-products';
import * as standings from '@sw/store/postgres/records/billing-standings';
import * as subscriptions from '@sw/store/postgres/records/billing-subscriptions';
import { boundTo } from '@sw/store/postgres/records/bound-to';
import { tellMessage } from '@sw/store/postgres/records/messages';
import type { BillingRecords } from '../areas/billing/ports.ts';

const over = (db: Db): BillingRecords => {
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
		orderById: of(orders.orderById),
		lockOrder: of(orders.lockOrder),
		orderOfCode: of(orders.orderOfCode),
		orderOfProvider: of(orders.orderOfProvider),
		changeOrder: of(orders.changeOrder),
		changeWaiting: of(orders.changeWaiting),
		withdrawUnpaid: of(orders.withdrawUnpaid),
		listOrders: of(orders.listOrders),

		subscriptionById: of(subscriptions.subscriptionById),
		subscriptionOf: of(subscriptions.subscriptionOf),
		subscriptionsOfOrder: of(subscriptions.subscriptionsOfOrder),
		subscriptionsToFinish: of(subscriptions.subscriptionsToFinish),
		saveSubscription: of(subscriptions.saveSubscription),
		changeSubscription: of(subscriptions.changeSubscription),
		removeSubscription: of(subscriptions.removeSubscription),
		listSubscriptions: of(subscriptions.listSubscriptions),
		paidGrants: of(subscriptions.paidGrants),

		keepNotices: of(notices.keepNotices),
		noticeById: of(notices.noticeById),
		dueNotices: of(notices.dueNotices),
		noticesOfOrder: of(notices.noticesOfOrder),
		lookAgain: of(notices.lookAgain),
		changeNotice: of(notices.changeNotice),
		listNotices: of(notices.listNotices),
		wholeNotices: of(notices.wholeNotices),
		stripNotice: of(notices.stripNotice),
		countTurnedAway: of(notices.countTurnedAway),
		turnedAwaySince: of(notices.turnedAwaySince),

		userById: of(userById),
		lockUser: of(standings.lockUser),
		changeUser: of(changeUser),
		billingStanding: of(standings.billingStanding),
		saveStanding: of(standings.saveStanding),
		standingsDue: of(standings.standingsDue),
		layMail: of(mails.layMail),
		takeMails: of(mails.takeMails),
		mailDone: of(mails.mailDone),
		mailLater: of(mails.mailLater),
		tellMessage: of(tellMessage),
	};
};

/** Where payments are simulated, a plan without a price costs an example's: all of commerce can be tried, and nothing invented is stored as a price. */
export const withExamplePrices = (records: BillingRecords): BillingRecords => ({
	...records,
	pricesOf: async (ids) => {
		const prices = await records.pricesOf(ids);
		const without = (await records.listProducts()).filter(
			({ id }) => ids.includes(id) && !prices.some(({ productId }) => productId === id),
		);
		return [...prices, ...without.map(examplePrice)];
	},
});

export const billingRecords = ({ db }: Pick<Records, 'db'>): BillingRecords => over(db);
