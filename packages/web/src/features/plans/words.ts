import { TRIAL } from '@sw/domain/access/account';
import type { BillingPeriod } from '@sw/domain/billing/plan';
import type { Licence } from '@sw/domain/reports/licence';
import { formatEt } from '@sw/domain/time/format';
import { msOf } from '../../lib/format/times.ts';
import { planTitles } from './titles.ts';

export const dateText = (iso: string): string => formatEt(msOf(iso), 'date');

const EACH: Readonly<Record<BillingPeriod, string>> = { month: 'each month', year: 'each year' };
const BY: Readonly<Record<BillingPeriod, string>> = { month: 'by the month', year: 'by the year' };

/** Every word of the page of plans. */
export const planWords = {
	...planTitles,
	intro:
		'Every plan has the same lists, wheels and records. They differ in which reports of the day they open, and in how many filters they keep.',
	names: { basic: 'Basic', premium: 'Premium', pro: 'Pro' } satisfies Record<Licence, string>,
	loading: 'Plans are loading …',
	period: 'Paid',
	currency: 'Currency',
	saves: (least: number, most: number) => `annually saves ${least === most ? 'about' : 'up to'} ${most} %`,
	yours: 'Your plan',
	aMonth: 'a month',
	billed: { month: 'billed monthly', year: 'billed annually' } satisfies Record<BillingPeriod, string>,
	insteadOf: (twelve: string) => `twelve months one by one: ${twelve}`,
	noPrice: 'No price is set yet.',
	notSold: (period: BillingPeriod) => `It is not sold ${BY[period]} at the moment.`,
	notIn: (currency: string, sold: readonly string[]) => `It is not sold in ${currency}, but in ${sold.join(', ')}.`,
	free: (days: number) => `${days} days free`,

	reports: {
		basic: 'The first report of each day and every full hour.',
		premium: 'Also the half hours, the close and the forecast reports.',
		pro: 'Every report, at each quarter-hour.',
	} satisfies Record<Licence, string>,
	ofDay: (open: number, total: number) => `${open} of ${total}`,
	reportsADay: 'reports a day',
	forecasts: (count: number) => `${count} forecast ${count === 1 ? 'report' : 'reports'}`,
	strip: (name: string, open: number, total: number) => `${name} opens ${open} of the ${total} reports of a day`,
	openTimes: (clocks: readonly string[]) => `Open, New York time: ${clocks.join(', ')}.`,
	forecastTimes: (clocks: readonly string[]) => `Forecast reports: ${clocks.join(', ')}.`,
	noDay: 'The timetable is not known for the moment.',
	legend: { open: 'opens', locked: 'locked', forecast: 'forecast report' },
	legendNote:
		'tall: first report, full hours and close · middle: half hours · short: quarter hours · New York time · on early closes the day ends with the session',
	filters: 'saved filters',
	common: 'Favourites, frozen list, history and validation',
	live: 'New reports told as they come',
	forecastRow: (clocks: readonly string[]) => (clocks.length === 0 ? 'Forecast reports' : `Forecast reports at ${clocks.join(' and ')} ET`),
	closeRow: (clock: string) => `The close of ${clock} ET`,
	quarterRow: (count: number) => `Quarter hours: ${count} more reports a day`,
	missing: 'not in this plan:',

	order: (name: string, price: string) => `Order ${name} for ${price}`,
	changeTo: (name: string, price: string) => `Change to ${name} for ${price}`,
	changeOrder: (name: string) => `Change the order to ${name}`,
	manage: 'Manage subscription',
	seeOrder: 'See your order',
	orderWaits: 'It is ordered and waits for its payment.',
	signUp: (name: string) => `Sign up for ${name}`,
	signUpNote: `A new account begins with ${TRIAL.days} days of ${TRIAL.license}, no card needed.`,
	createAccount: 'Create account',
	haveAccount: 'Have an account already?',
	signIn: 'Sign in',
	confirm: 'Confirm your address first',
	confirmNote: 'The link is sent again above.',
	ask: (name: string) => `Ask for ${name}`,
	askNote: 'Licences are granted by hand here.',
	askSubject: (name: string, period: string) => `License: ${name}, ${period.toLowerCase()}`,
	noPayments: 'How to get a licence here',
	noPaymentsDetail:
		'Nobody takes payments on this site. The operator grants licences by hand: write which plan you want, and the answer comes by e-mail. What was granted stands in your profile at once.',
	nothingSold: 'No plan is for sale here at the moment.',
	nothingSoldDetail: 'What you have stays as it is. Ask the operator for a licence, or when plans are sold again.',
	notInAny: (currency: string) => `Nothing is sold in ${currency}. Prices are shown in another currency.`,
	contact: 'Contact us',
	renews: (date: string, price: string | null) => `Renews ${date}${price === null ? '' : ` for ${price}`}.`,
	endsOn: (date: string) => `Ends ${date}.`,
	suspended: 'Suspended: the last charge failed.',
	chargedNote: (period: BillingPeriod) => `Charged at the payment, then ${EACH[period]} until you cancel.`,
	trialNote: (days: number, period: BillingPeriod) => `${days} days free, then charged ${EACH[period]} until you cancel.`,

	charged: (price: string, period: BillingPeriod, trial: number) =>
		trial > 0
			? `${trial} days are free. Then ${price} is charged, and again ${EACH[period]} until you cancel.`
			: `${price} is charged with the payment, and again ${EACH[period]} until you cancel.`,
	notCredited: (name: string) => `${name} is charged no more. What is left of it is kept, and nothing of it is credited.`,
	countsSoon: (name: string) => `${name} counts as soon as the payment is told, without signing in again.`,
	withoutGap: (name: string) => `${name} goes on without a gap.`,
	hadAlready: (name: string, until: string | null) =>
		until === null
			? `You have ${name} already, without an end.`
			: `You have ${name} until ${until} already. What you order begins with its payment, not when that ends.`,
	staysUntil: (name: string, next: string, until: string | null) =>
		until === null
			? `You have ${name} without an end: ${next} would change nothing.`
			: `${name} stays until ${until}; after that ${next} counts.`,
	nothingDeleted: (filters: number) =>
		`Nothing of yours is deleted. If you keep more than ${filters} filters all of them stay, and there is no room for new ones.`,
	cheaper: (name: string, next: string) => `Both run at the same time. It costs less to let ${name} end first, and to order ${next} then.`,

	orderTitle: (name: string, period: string) => `Order ${name}, ${period.toLowerCase()}`,
	changeOrderTitle: (name: string, period: string) => `Change the order to ${name}, ${period.toLowerCase()}`,
	priceOf: (price: string, period: BillingPeriod) => `${price} ${EACH[period]}`,
	coupon: 'Coupon',
	couponHint: 'Optional; the payment provider says what it takes off',
	paidAt: {
		payproglobal:
			'You pay at PayPro Global, which adds what taxes ask for and tells us that it was paid. Card numbers never come to this site.',
		simulated: 'The checkout is simulated: no money is taken.',
	},
	toPayment: 'Go to the payment',
	priceMoved: (was: string, now: string) =>
		`The price has changed from ${was} to ${now}. The order waits at the new price: pay it above, or take it back.`,

	waitingTitle: (code: string) => `Order ${code} waits for its payment`,
	ordered: (name: string, period: string, price: string, date: string) => `${name}, ${period.toLowerCase()}, ${price}, ordered ${date}.`,
	waitingNote: 'Paid already? This page sees it as soon as the provider tells. To change the order choose another plan below.',
	pay: (price: string) => `Pay ${price}`,
	takeNew: (price: string) => `Take the new price and pay ${price}`,
	trouble: {
		price: (was: string, now: string) => `The price has changed from ${was} to ${now} since it was ordered.`,
		currency: (currency: string, sold: readonly string[]) =>
			`The plan is no longer sold in ${currency}. Choose it below in ${sold.join(' or ')}, or take the order back.`,
		off: 'The plan is no longer sold. Choose another one below, or take the order back.',
	},
	takeBack: 'Take back',
	takeBackDetail: 'The order is taken away. Nothing was charged.',
	takeBackSure: 'Take the order back',
	takenBack: 'The order is taken back',
	notPaid: (code: string, name: string) =>
		`The payment of order ${code} (${name}) was declined. Nothing was charged: order again below, with another card.`,
	nowHave: (license: string | null) => (license === null ? 'Your licence has ended.' : `You have the ${license} licence now.`),

	hypothetical: 'All results are hypothetical; past results do not foretell later ones.',
} as const;
