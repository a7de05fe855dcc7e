import type { Order, Subscription } from './queries.ts';

/** Texts of the plan and payments in the profile. */
export const profilePlanWords = {
	title: 'Plan and payments',
	none: 'You don’t have a paid plan.',
	ended: (name: string) => `Your ${name} subscription has ended.`,
	toPlans: 'See all plans',
	plan: 'Plan',
	state: 'Status',
	states: {
		active: 'active',
		suspended: 'suspended: payment failed',
		finished: 'canceled: no further charges',
		terminated: 'ended',
	} satisfies Record<Subscription['status'], string>,
	trial: 'trial',
	paidUntil: 'Paid until',
	nextCharge: 'Next charge',
	noCharge: 'none',
	nothingPaid: 'not paid',
	renewal: 'Renewal',
	renewals: { auto: 'automatic', manual: 'manual payment each period' } satisfies Record<Subscription['renewal_type'], string>,
	failed: (times: number, name: string) => `The charge for ${name} failed ${times === 1 ? 'once' : `${times} times`}.`,
	nextAttempt: (date: string) => `The next attempt is on ${date}.`,
	checkCard: 'Check that your card is valid; the payment provider’s mails contain a link to update it.',
	licenceUntil: (date: string) => `Your licence stays valid until ${date}.`,
	renewalChange: {
		manual: 'Turn off automatic renewal',
		auto: 'Turn on automatic renewal',
	} satisfies Record<Subscription['renewal_type'], string>,
	renewalDetail: {
		manual: (date: string | null) =>
			`Without automatic renewal there are no further charges. Your licence ends${date === null ? ' after the paid period' : ` on ${date}`} unless you pay for the next period first.`,
		auto: (date: string | null) =>
			`With automatic renewal the next charge is${date === null ? ' at the end of the period' : ` on ${date}`}, and your licence continues.`,
	} satisfies Record<Subscription['renewal_type'], (date: string | null) => string>,
	changed: 'Renewal updated',
	cancel: 'Cancel',
	finish: 'Cancel at period end',
	finishDetail: (name: string, date: string | null) =>
		`After you cancel there are no further charges. ${name} stays active${date === null ? ' until the end of the paid period' : ` until ${date}`}; then your previous licence applies, if any. None of your data is deleted.`,
	finishConfirm: 'Cancel subscription',
	finished: 'Subscription canceled',
	terminate: 'End now',
	terminateDetail: (name: string, date: string | null) =>
		`${name} ends immediately, with no further charges and no refund${date === null ? '' : `, although it is paid until ${date}`}. Your previous licence then applies, if any. None of your data is deleted.`,
	terminateConfirm: 'End immediately',
	terminated: 'Subscription ended',
	noProvider: 'Payments are currently off on this site. Contact the operator to change or end the subscription.',
	contact: 'Contact us',

	payments: 'Payments',
	paymentsTable: 'Payments and invoices',
	noPayments: 'No payments yet.',
	date: 'Date',
	order: 'Order',
	amount: 'Amount',
	payment: 'Payment',
	charges: {
		waiting: 'pending',
		processed: 'paid',
		canceled: 'declined',
		refunded: 'refunded',
		chargeback: 'charged back',
	} satisfies Record<Order['status'], string>,
	invoice: 'Invoice',
	invoiceOf: (date: string) => `Invoice of ${date}`,
	byMail: 'receipt sent by mail',
	unknown: 'n/a',
	newestOnly: (count: number) => `The latest ${count} orders.`,
} as const;
