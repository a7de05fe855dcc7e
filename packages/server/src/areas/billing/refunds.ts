import type { CallerAccount } from '@sw/domain/access/caller';
import { malformed } from '../../platform/errors.ts';
import { type createOrders, providerRefusal } from './orders.ts';
import type { BillingParts, OrderOfUser } from './ports.ts';
import type { NotificationProcessor } from './process-notifications.ts';

const NO_PAYMENTS = "No payment provider is configured: refunds aren't available";
const NOT_PAID = 'This order has no payment to refund';
const NO_PAYMENT = 'This order has no refundable payment with this number';

/**
 * Refunds a payment through the provider, which ends its subscription. The end takes effect at once; the refund itself is reported by the provider's
 * notification, as everything about money is.
 */
export function createRefunds({
	records,
	payments,
	orders,
	work,
}: Pick<BillingParts, 'records' | 'payments'> & {
	orders: Pick<ReturnType<typeof createOrders>, 'one'>;
	work: Pick<NotificationProcessor, 'settle'>;
}) {
	return {
		refund: async (
			name: string,
			{ payment, reason }: { payment?: string | undefined; reason: string },
			account: CallerAccount,
		): Promise<{ order: OrderOfUser; payment: OrderOfUser['charges'][number] }> => {
			const order = await orders.one(name, account);
			if (payments === null) throw malformed('payments', NO_PAYMENTS);
			const paid = order.charges.filter(({ state }) => state === 'processed');
			const paymentToRefund = payment === undefined ? paid[0] : paid.find(({ providerOrderId }) => providerOrderId === payment);
			if (!paymentToRefund) throw payment === undefined ? malformed('order', NOT_PAID) : malformed('payment', NO_PAYMENT);
			await payments.refund(paymentToRefund.providerOrderId, reason).catch(providerRefusal);
			for (const { id, state } of await records.subscriptionsOfOrders([order.id]))
				if (state === 'active' || state === 'suspended') await records.changeSubscription(id, { askedState: 'terminated' });
			await work.settle(order.id);
			return { order: await orders.one(order.id, account), payment: paymentToRefund };
		},
	};
}
