import type { Order, Subscription } from './queries.ts';

/** Every word of the plan and the payments in a profile. */
export const profilePlanWords = {
	title: 'Plan and payments',
	none: 'You pay for no plan.',
	ended: (name: string) => `Your subscription of ${name} has ended.`,
	toPlans: 'See all plans',
	plan: 'Plan',
	state: 'State',
	states: {
		active: 'active',
		suspended: 'suspended: no charge could be taken',
		finished: 'cancelled: nothing more is charged',
		terminated: 'ended',
	} satisfies Record<Subscription['status'], string>,
	trial: 'on trial',
	paidUntil: 'Paid until',
	nextCharge: 'Next charge',
	noCharge: 'none',
	nothingPaid: 'nothing is paid',
	renewal: 'Renewal',
	renewals: { auto: 'charged by itself', manual: 'paid by you each period' } satisfies Record<Subscription['renewal_type'], string>,
	failed: (times: number, name: string) => `The charge for ${name} has failed ${times === 1 ? 'once' : `${times} times`}.`,
	triedAgain: (date: string) => `It is tried again on ${date}.`,
	lookAtCard: 'Look whether your card is still valid: the mails of the payment provider lead to it.',
	keepsUntil: (date: string) => `Your licence lasts until ${date} meanwhile.`,
	renewalChange: {
		manual: 'Pay each period myself',
		auto: 'Charge it by itself again',
	} satisfies Record<Subscription['renewal_type'], string>,
	renewalDetail: {
		manual: (date: string | null) =>
			`If you pay each period yourself, nothing is charged by itself any more: the licence ends${date === null ? ' with what is paid' : ` on ${date}`} unless you have paid at the payment provider before.`,
		auto: (date: string | null) =>
			`If it is charged by itself again, the next period is${date === null ? '' : ` on ${date}`}, and the licence goes on without your doing.`,
	} satisfies Record<Subscription['renewal_type'], (date: string | null) => string>,
	changed: 'The renewal is changed',
	cancel: 'Cancel',
	finish: 'Cancel with the end of what is paid',
	finishDetail: (name: string, date: string | null) =>
		`If you cancel, nothing more is charged. ${name} stays${date === null ? ' to the end of what is paid' : ` until ${date}`}; after that you have what the account had besides, or no licence. Nothing of yours is deleted.`,
	finishSure: 'Cancel the subscription',
	finished: 'The subscription is cancelled',
	terminate: 'End it now',
	terminateDetail: (name: string, date: string | null) =>
		`If you end it now, nothing more is charged, and ${name} ends at once${date === null ? '' : `, though it is paid until ${date}`}: you have what the account had besides, or no licence. Nothing is paid back by this, and nothing of yours is deleted.`,
	terminateSure: 'End it at once',
	terminated: 'The subscription has ended',
	noProvider: 'Nobody takes payments on this site at the moment: write to the operator to change or end the subscription.',
	contact: 'Contact us',

	payments: 'Payments',
	paymentsTable: 'Payments and invoices',
	noPayments: 'There is no payment yet.',
	date: 'Date',
	order: 'Order',
	amount: 'Amount',
	payment: 'Payment',
	charges: {
		waiting: 'waits',
		processed: 'paid',
		canceled: 'declined',
		refunded: 'refunded',
		chargeback: 'charged back',
	} satisfies Record<Order['status'], string>,
	invoice: 'Invoice',
	invoiceOf: (date: string) => `Invoice of ${date}`,
	byMail: 'receipt by mail',
	unknown: 'n/a',
	newestOnly: (count: number) => `The newest ${count} orders.`,
} as const;
