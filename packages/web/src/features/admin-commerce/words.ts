import type { NoticeState } from '@sw/domain/billing/notice';
import type { OrderState } from '@sw/domain/billing/order';
import type { RenewalType, SubscriptionState } from '@sw/domain/billing/subscription';

/** Words that the pages of commerce share. */
export const commerceWords = {
	reason: 'Reason, for the audit log',
	reasonAndProvider: 'Reason, for the provider and the audit log',
	tooLong: 'Should not be more than 200 characters',
	plan: 'Plan',
	code: 'Order',
	email: 'E-mail address',
	gone: 'the account is gone',
	state: 'State',
	act: 'What can be done',
	orderStates: {
		waiting: 'waiting',
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
	renewals: { auto: 'charged by itself', manual: 'paid by hand' } satisfies Record<RenewalType, string>,
	noticeStates: {
		received: 'waits',
		worked: 'worked on',
		refused: 'refused',
		failed: 'failed',
		test: 'test',
	} satisfies Record<NoticeState, string>,
	providers: { payproglobal: 'PayPro Global', simulated: 'The simulated provider' },
} as const;
