import type { OrderState } from '@sw/domain/billing/order';
import type { PaymentNotificationState } from '@sw/domain/billing/payment-notification';
import type { RenewalType, SubscriptionState } from '@sw/domain/billing/subscription';

/** Texts shared by the commerce pages. */
export const commerceWords = {
	reason: 'Reason, for the audit log',
	reasonAndProvider: 'Reason, for the provider and the audit log',
	tooLong: 'Should not be more than 200 characters',
	plan: 'Plan',
	code: 'Order',
	email: 'E-mail address',
	gone: 'account deleted',
	state: 'Status',
	act: 'Actions',
	orderStates: {
		waiting: 'pending',
		processed: 'paid',
		canceled: 'canceled',
		refunded: 'refunded',
		chargeback: 'charged back',
	} satisfies Record<OrderState, string>,
	subscriptionStates: {
		active: 'active',
		suspended: 'suspended',
		terminated: 'terminated',
		finished: 'finished',
	} satisfies Record<SubscriptionState, string>,
	renewals: { auto: 'automatic', manual: 'manual' } satisfies Record<RenewalType, string>,
	noticeStates: {
		received: 'queued',
		worked: 'processed',
		refused: 'rejected',
		failed: 'failed',
		test: 'test',
	} satisfies Record<PaymentNotificationState, string>,
	providers: { payproglobal: 'PayPro Global', simulated: 'Simulated provider' },
} as const;
