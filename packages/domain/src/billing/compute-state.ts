/**
 * Computes orders and subscriptions from their payment notifications; the result doesn't depend on the order or repetition of notifications. Only
 * payments state when they happened, so other notifications are ordered by the number of periods charged.
 */
import { DAY, type UtcMs, utcMs } from '../time/units.ts';
import type { Charge, Order, OrderState, RenewalType, Subscription, SubscriptionState } from './order.ts';
import type { PaymentEvent } from './payment-event.ts';
import { addPeriod } from './plan.ts';

/** Tolerance for late charges: how long an active, automatically renewing subscription keeps its licence after the paid period. */
export const GRACE_PERIOD = 3 * DAY;

/** The ordered terms: notifications can't grant more. */
export type Terms = Pick<Order, 'license' | 'period' | 'trialDays'>;

/** The notifications that prove a payment. */
const PAYMENT_TYPES: readonly PaymentEvent['type'][] = ['OrderCharged', 'SubscriptionChargeSucceed', 'TrialCharge'];

export function isPayment({ type }: Pick<PaymentEvent, 'type'>): boolean {
	return PAYMENT_TYPES.includes(type);
}

/** Notifications about a payment, whatever its outcome. */
const CHARGE_TYPES: readonly PaymentEvent['type'][] = [
	...PAYMENT_TYPES,
	'OrderRefunded',
	'OrderChargedBack',
	'OrderDeclined',
	'OrderPartiallyRefunded',
	'OrderChargebackIsWon',
	'OrderOnWaiting',
];

interface ProvenCharge extends Charge {
	/** The notification that proves the payment; undefined if there is none. */
	readonly payment: PaymentEvent | undefined;
}

export type ComputedOrder = Pick<Order, 'state' | 'paymentMethod' | 'providerOrderId' | 'charges' | 'paidAt'> & {
	/** End of the period paid without a subscription; null if there is none. */
	readonly licenceUntil: UtcMs | null;
};

/** An order's state is the first of these states that any of its payments has. */
const STATE_PRIORITY: readonly OrderState[] = ['processed', 'chargeback', 'refunded', 'waiting', 'canceled'];

export function computeOrder(events: readonly PaymentEvent[], terms: Terms): ComputedOrder {
	const charges = groupCharges(events);
	const firstCharge = charges.at(-1);
	const paidCharges = charges.filter(({ payment }) => payment !== undefined);
	const subscriptionOrderIds = new Set(
		events.filter(({ subscription }) => subscription !== null).map(({ providerOrderId }) => providerOrderId),
	);
	return {
		state:
			charges.length === 0 ? 'waiting' : (STATE_PRIORITY.find((state) => charges.some((charge) => charge.state === state)) ?? 'waiting'),
		paymentMethod: charges.find(({ method }) => method !== null)?.method ?? null,
		providerOrderId: (paidCharges.at(-1) ?? firstCharge)?.providerOrderId ?? null,
		charges: charges.map(({ payment: _, ...charge }) => charge),
		paidAt: paidCharges.at(-1)?.at ?? null,
		licenceUntil: findPaidPeriod(
			charges.filter(({ providerOrderId }) => !subscriptionOrderIds.has(providerOrderId)),
			terms,
		).until,
	};
}

/** Finds the last period with a processed payment: its end, and whether it is a trial. */
function findPaidPeriod(charges: readonly ProvenCharge[], terms: Terms): { until: UtcMs | null; isTrial: boolean } {
	let until: UtcMs | null = null;
	let isTrial = false;
	for (const { state, payment } of charges) {
		if (state !== 'processed' || payment === undefined) continue;
		const end = computePeriodEnd(payment, terms);
		if (until !== null && end <= until) continue;
		until = end;
		isTrial = payment.isTrial;
	}
	return { until, isTrial };
}

/**
 * Computes the end of the period that a payment covers. `at` is when the order was placed, but the payment and its period can begin later. Therefore the next
 * planned charge counts if it is later, up to one period after the notification arrived.
 */
function computePeriodEnd({ at, isTrial, trialEndsAt, subscription, receivedAt }: PaymentEvent, { period, trialDays }: Terms): UtcMs {
	if (!isTrial) {
		const plannedEnd = Math.min(subscription?.nextChargeAt ?? 0, addPeriod(receivedAt, period));
		return utcMs(Math.max(addPeriod(at, period), plannedEnd));
	}
	const latestTrialEnd = utcMs(at + trialDays * DAY);
	return trialEndsAt === null ? latestTrialEnd : utcMs(Math.min(trialEndsAt, latestTrialEnd));
}

function groupCharges(events: readonly PaymentEvent[]): ProvenCharge[] {
	const groups = Map.groupBy(
		events.filter(({ type }) => CHARGE_TYPES.includes(type)),
		({ providerOrderId }) => providerOrderId,
	);
	return [...groups]
		.map(([providerOrderId, group]): ProvenCharge => {
			const sortedEvents = group.toSorted(compareByNewest);
			// If several notifications report the payment, the earliest one counts.
			const payment = sortedEvents.findLast(isPayment);
			const shownEvent = payment ?? sortedEvents.at(-1);
			const findNewest = <K extends keyof PaymentEvent>(key: K) => sortedEvents.find((event) => event[key] !== null)?.[key] ?? null;
			return {
				providerOrderId,
				state: computeChargeState(group),
				at: shownEvent?.at ?? utcMs(0),
				cents: shownEvent?.cents ?? null,
				currency: shownEvent?.currency ?? null,
				method: findNewest('method'),
				invoice: findNewest('invoice'),
				payment,
			};
		})
		.sort((a, b) => b.at - a.at || b.providerOrderId.localeCompare(a.providerOrderId));
}

/** Sorts newest first: by time, then by charged periods, then by criteria that make the order total. */
function compareByNewest(a: PaymentEvent, b: PaymentEvent): number {
	return (
		b.at - a.at ||
		(b.subscription?.cycles ?? 0) - (a.subscription?.cycles ?? 0) ||
		b.providerOrderId.localeCompare(a.providerOrderId) ||
		b.type.localeCompare(a.type) ||
		b.receivedAt - a.receivedAt
	);
}

function computeChargeState(events: readonly PaymentEvent[]): OrderState {
	const types = new Set(events.map(({ type }) => type));
	if (types.has('OrderChargedBack') && !types.has('OrderChargebackIsWon')) return 'chargeback';
	if (types.has('OrderRefunded')) return 'refunded';
	if (PAYMENT_TYPES.some((type) => types.has(type))) return 'processed';
	// The notification of the payment itself hasn't arrived yet.
	if (types.has('OrderPartiallyRefunded') || types.has('OrderChargebackIsWon')) return 'waiting';
	return types.has('OrderDeclined') ? 'canceled' : 'waiting';
}

export type ComputedSubscription = Pick<
	Subscription,
	| 'providerId'
	| 'state'
	| 'renewal'
	| 'paidUntil'
	| 'licenceUntil'
	| 'isOnTrial'
	| 'nextChargeAt'
	| 'nextChargeCents'
	| 'nextChargeCurrency'
	| 'failedAttempts'
>;

/** A change that the provider accepted. It applies even before a notification confirms it. */
export interface RequestedChange {
	readonly state: 'finished' | 'terminated' | null;
	readonly renewal: { readonly type: RenewalType; readonly at: UtcMs } | null;
}
export const NO_REQUESTED_CHANGE: RequestedChange = { state: null, renewal: null };

function computeLicenceEnd(
	state: SubscriptionState,
	renewal: RenewalType,
	{ until, isTrial }: ReturnType<typeof findPaidPeriod>,
): UtcMs | null {
	if (until === null || state === 'terminated') return null;
	return state === 'active' && renewal === 'auto' && !isTrial ? utcMs(until + GRACE_PERIOD) : until;
}

/** Computes one subscription from all notifications of its order; undefined if no notification names the subscription. */
export function computeSubscription(
	providerId: string,
	allEvents: readonly PaymentEvent[],
	terms: Terms,
	requestedChange: RequestedChange = NO_REQUESTED_CHANGE,
): ComputedSubscription | undefined {
	const events = allEvents.filter(({ subscription }) => subscription?.id === providerId);
	const newest = events.toSorted(compareByLatestPlan)[0];
	const plan = newest?.subscription;
	if (!newest || !plan) return undefined;
	// Refund notifications can lack the subscription's number, so charges are selected by payment.
	const chargeOrderIds = new Set(events.map(({ providerOrderId }) => providerOrderId));
	const paidPeriod = findPaidPeriod(groupCharges(allEvents.filter(({ providerOrderId }) => chargeOrderIds.has(providerOrderId))), terms);
	const state = computeSubscriptionState(events, requestedChange.state);
	const renewal = requestedChange.renewal && requestedChange.renewal.at >= newest.receivedAt ? requestedChange.renewal.type : plan.renewal;
	const isOngoing = state === 'active' || state === 'suspended';
	return {
		providerId,
		state,
		renewal,
		paidUntil: paidPeriod.until,
		licenceUntil: computeLicenceEnd(state, renewal, paidPeriod),
		isOnTrial: paidPeriod.isTrial,
		nextChargeAt: isOngoing ? plan.nextChargeAt : null,
		nextChargeCents: isOngoing ? plan.nextChargeCents : null,
		nextChargeCurrency: isOngoing ? plan.nextChargeCurrency : null,
		failedAttempts: isOngoing ? plan.failedAttempts : 0,
	};
}

/** Sorts the latest plan first: by charged periods, then by the date of the next charge. */
function compareByLatestPlan(a: PaymentEvent, b: PaymentEvent): number {
	return (
		(b.subscription?.cycles ?? 0) - (a.subscription?.cycles ?? 0) ||
		(b.subscription?.nextChargeAt ?? 0) - (a.subscription?.nextChargeAt ?? 0) ||
		(b.subscription?.failedAttempts ?? 0) - (a.subscription?.failedAttempts ?? 0) ||
		compareByNewest(a, b)
	);
}

function computeSubscriptionState(events: readonly PaymentEvent[], requestedState: RequestedChange['state']): SubscriptionState {
	const types = new Set(events.map(({ type }) => type));
	if (types.has('SubscriptionTerminated') || requestedState === 'terminated') return 'terminated';
	if (types.has('SubscriptionFinished') || requestedState === 'finished') return 'finished';
	const payments = events.filter(isPayment);
	const chargedPeriods = Math.max(0, ...payments.map(({ subscription }) => subscription?.cycles ?? 0));
	const lastPaidAt = Math.max(0, ...payments.map(({ at }) => at));
	// Suspensions and renewals count only with at least as many charged periods as the payments, and if received since the last payment.
	const countSincePayment = (type: PaymentEvent['type']): number =>
		events.filter((event) => event.type === type && (event.subscription?.cycles ?? 0) >= chargedPeriods && event.receivedAt >= lastPaidAt)
			.length;
	return countSincePayment('SubscriptionSuspended') > countSincePayment('SubscriptionRenewed') ? 'suspended' : 'active';
}

/** Collects the distinct subscription ids in notifications, sorted. */
export function collectSubscriptionIds(events: readonly PaymentEvent[]): string[] {
	return [...new Set(events.flatMap(({ subscription }) => subscription?.id ?? []))].sort();
}
