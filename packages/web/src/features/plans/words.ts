import { TRIAL } from '@sw/domain/access/account';
import type { BillingPeriod } from '@sw/domain/billing/plan';
import type { Licence } from '@sw/domain/reports/licence';
import { formatEt } from '@sw/domain/time/format';
import { msOf } from '../../lib/format/times.ts';
import { planTitles } from './titles.ts';

export function dateText(iso: string): string {
	return formatEt(msOf(iso), 'date');
}

const EACH: Readonly<Record<BillingPeriod, string>> = { month: 'every month', year: 'every year' };
const BY: Readonly<Record<BillingPeriod, string>> = { month: 'monthly', year: 'annually' };

/** Texts of the plans page. */
export const planWords = {
	...planTitles,
	intro: 'All plans have the same lists, wheels and statistics. They differ in the reports you can open and the number of saved filters.',
	names: { basic: 'Basic', premium: 'Premium', pro: 'Pro' } satisfies Record<Licence, string>,
	loading: 'Loading plans...',
	period: 'Paid',
	currency: 'Currency',
	saves: (minimum: number, maximum: number) => `Save ${minimum === maximum ? 'about' : 'up to'} ${maximum} % with annual billing`,
	yours: 'Your plan',
	aMonth: 'a month',
	billed: { month: 'billed monthly', year: 'billed annually' } satisfies Record<BillingPeriod, string>,
	twelvePayments: (twelve: string) => `12 monthly payments: ${twelve}`,
	noPrice: 'No price set yet.',
	notSold: (period: BillingPeriod) => `Not available ${BY[period]} at the moment.`,
	notIn: (currency: string, sold: readonly string[]) => `Not available in ${currency}, but in ${sold.join(', ')}.`,
	free: (days: number) => `${days} days free`,

	reports: {
		basic: 'The first report of the day and every full hour.',
		premium: 'Plus half-hours, the close and forecast reports.',
		pro: 'Every report, every 15 minutes.',
	} satisfies Record<Licence, string>,
	ofDay: (open: number, total: number) => `${open} of ${total}`,
	reportsADay: 'reports a day',
	forecasts: (count: number) => `${count} forecast ${count === 1 ? 'report' : 'reports'}`,
	strip: (name: string, open: number, total: number) => `${name} includes ${open} of ${total} reports a day`,
	openTimes: (clocks: readonly string[]) => `Included, New York time: ${clocks.join(', ')}.`,
	forecastTimes: (clocks: readonly string[]) => `Forecast reports: ${clocks.join(', ')}.`,
	noTimetable: 'The report timetable isn’t available at the moment.',
	legend: { open: 'included', locked: 'not included', forecast: 'forecast report' },
	legendNote:
		'tall: first report, full hours and close · medium: half-hours · short: quarter-hours · New York time · early-close days end sooner',
	filters: 'saved filters',
	common: 'Favourites, frozen list, history and validation',
	live: 'Live updates for new reports',
	forecastRow: (clocks: readonly string[]) => (clocks.length === 0 ? 'Forecast reports' : `Forecast reports at ${clocks.join(' and ')} ET`),
	closeRow: (clock: string) => `The ${clock} ET close`,
	quarterRow: (count: number) => `Quarter-hours: ${count} more reports a day`,
	missing: 'not in this plan:',

	order: (name: string, price: string) => `Order ${name} for ${price}`,
	changeTo: (name: string, price: string) => `Change to ${name} for ${price}`,
	changeOrder: (name: string) => `Change order to ${name}`,
	manage: 'Manage subscription',
	seeOrder: 'View order',
	orderWaits: 'Ordered, payment pending.',
	signUp: (name: string) => `Sign up for ${name}`,
	signUpNote: `A new account includes ${TRIAL.days} days of ${TRIAL.license}, no card needed.`,
	createAccount: 'Create account',
	notOpen: { invitation: 'Sign-up is by invitation.', closed: 'Sign-up is closed.' },
	haveAccount: 'Already have an account?',
	signIn: 'Sign in',
	confirm: 'Confirm your e-mail address first',
	confirmNote: 'You can resend the link above.',
	ask: (name: string) => `Request ${name}`,
	askNote: 'Licences are granted manually here.',
	askSubject: (name: string, period: string) => `License: ${name}, ${period.toLowerCase()}`,
	noPayments: 'How to get a licence',
	noPaymentsDetail:
		'This site takes no payments. Tell the operator which plan you want; the answer comes by e-mail, and the licence appears in your profile.',
	nothingSold: 'No plans are available at the moment.',
	nothingSoldDetail: 'Your current licence isn’t affected. Contact the operator to get a licence.',
	notInAny: (currency: string) => `No prices in ${currency}. Another currency is shown.`,
	contact: 'Contact us',
	renews: (date: string, price: string | null) => `Renews ${date}${price === null ? '' : ` for ${price}`}.`,
	endsOn: (date: string) => `Ends ${date}.`,
	suspended: 'Suspended: the last charge failed.',
	chargedNote: (period: BillingPeriod) => `Charged now, then ${EACH[period]} until you cancel.`,
	trialNote: (days: number, period: BillingPeriod) => `${days} days free, then charged ${EACH[period]} until you cancel.`,

	charged: (price: string, period: BillingPeriod, trial: number) =>
		trial > 0
			? `${trial} days free, then ${price} ${EACH[period]} until you cancel.`
			: `You pay ${price} now and ${EACH[period]} until you cancel.`,
	notCredited: (name: string) => `${name} won’t renew. You keep it until the end of its paid period; nothing is credited.`,
	countsSoon: (name: string) => `${name} starts when the payment is confirmed. You don’t need to sign in again.`,
	withoutGap: (name: string) => `${name} continues without interruption.`,
	hadAlready: (name: string, until: string | null) =>
		until === null
			? `You already have ${name} with no end date.`
			: `You already have ${name} until ${until}. The new plan starts when you pay, not when the current one ends.`,
	staysUntil: (name: string, next: string, until: string | null) =>
		until === null
			? `You have ${name} with no end date, so ${next} would add nothing.`
			: `${name} stays until ${until}, then ${next} applies.`,
	nothingDeleted: (filters: number) =>
		`None of your data is deleted. With more than ${filters} filters, all stay but you can’t add new ones.`,
	wouldOverlap: (name: string, next: string) =>
		`Both plans would run at the same time. To save money, let ${name} end before ordering ${next}.`,

	orderTitle: (name: string, period: string) => `Order ${name}, ${period.toLowerCase()}`,
	changeOrderTitle: (name: string, period: string) => `Change order to ${name}, ${period.toLowerCase()}`,
	priceOf: (price: string, period: BillingPeriod) => `${price} ${EACH[period]}`,
	coupon: 'Coupon',
	couponHint: 'Optional. The discount is applied at checkout.',
	checkoutNote: {
		payproglobal: 'You pay at PayPro Global, which adds taxes. Your card number never reaches this site.',
		simulated: 'Simulated checkout: nothing is charged.',
	},
	toPayment: 'Continue to payment',
	priceChanged: (was: string, now: string) => `The price changed from ${was} to ${now}. Pay the new price above, or withdraw the order.`,

	waitingTitle: (code: string) => `Order ${code}: payment pending`,
	ordered: (name: string, period: string, price: string, date: string) => `${name}, ${period.toLowerCase()}, ${price}, ordered ${date}.`,
	waitingNote: 'Already paid? This page updates when the payment is confirmed. To change the order, choose another plan below.',
	pay: (price: string) => `Pay ${price}`,
	acceptPrice: (price: string) => `Accept new price and pay ${price}`,
	problem: {
		price: (was: string, now: string) => `The price changed from ${was} to ${now} since you ordered.`,
		currency: (currency: string, sold: readonly string[]) =>
			`This plan is no longer sold in ${currency}. Choose it in ${sold.join(' or ')} below, or withdraw the order.`,
		off: 'This plan is no longer sold. Choose another one below, or withdraw the order.',
	},
	withdraw: 'Withdraw',
	withdrawDetail: 'The order will be deleted. Nothing has been charged.',
	withdrawConfirm: 'Withdraw order',
	withdrawn: 'Order withdrawn',
	notPaid: (code: string, name: string) =>
		`The payment for order ${code} (${name}) was declined and nothing was charged. Order again below with another card.`,
	nowHave: (license: string | null) => (license === null ? 'Your licence has ended.' : `You have the ${license} licence now.`),

	hypothetical: 'All results are hypothetical; past results don’t predict future results.',
} as const;
