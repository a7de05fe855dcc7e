import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createRandom } from '../testing/random.ts';
import { DAY, utcMs } from '../time/units.ts';
import { computeOrder, computeSubscription, GRACE_PERIOD } from './compute-state.ts';
import { notificationKey, type PaymentEvent, parseOrderCode, parsePaymentEvent } from './payment-event.ts';
import type { NotificationFields } from './payment-notification.ts';
import {
	computeSignature,
	type DeliveredNotification,
	deliverNotifications,
	formatOrderTime,
	type SimulatedSubscription,
	signNotification,
	simulateSubscription,
} from './testing/payment-provider.ts';

const RUNS = 10_000;
const MOST_NOTICES = 40;
const MOST_SUBSCRIPTIONS = 5;

/** Like the endpoint: unsigned notifications are dropped, repeated ones aren't stored twice. */
function takenIn(sent: readonly DeliveredNotification[]): Map<string, PaymentEvent[]> {
	const seen = new Set<string>();
	const events = new Map<string, PaymentEvent[]>();
	for (const { fields, receivedAt } of sent) {
		const key = notificationKey(fields);
		if (fields.SIGNATURE !== computeSignature(fields) || seen.has(key)) continue;
		seen.add(key);
		const event = parsePaymentEvent(fields, receivedAt);
		const code = parseOrderCode(fields) ?? '';
		if (event) events.set(code, [...(events.get(code) ?? []), event]);
	}
	return events;
}

function lives(seed: number): { stories: SimulatedSubscription[]; sent: DeliveredNotification[] } {
	const random = createRandom(seed);
	const count = 1 + random.nextInteger(MOST_SUBSCRIPTIONS);
	const stories = Array.from({ length: count }, (_, n) =>
		simulateSubscription(n + 1, 1 + random.nextInteger(Math.floor(MOST_NOTICES / count)), random),
	);
	return { stories, sent: deliverNotifications(stories, random) };
}

describe('subscriptions and orders, by their notices', () => {
	it('end as they truly are, whatever order the notices came in, doubled, lost and sent again, with forged ones between, and never bring a licence that was not paid', () => {
		fc.assert(
			fc.property(fc.integer(), (seed) => {
				const { stories, sent } = lives(seed);
				const events = takenIn(sent);
				for (const { code, providerId, terms, state, orderState, paidUntil, isOnTrial, paidPeriods } of stories) {
					const orderEvents = events.get(code) ?? [];
					const found = computeSubscription(providerId, orderEvents, terms);
					if (found?.state !== state || found.paidUntil !== paidUntil || found.isOnTrial !== isOnTrial)
						expect(found).toMatchObject({ state, paidUntil, isOnTrial });
					if (computeOrder(orderEvents, terms).state !== orderState) expect(computeOrder(orderEvents, terms).state).toBe(orderState);
					// Except for the grace period of a due charge.
					const paid = Math.max(0, ...paidPeriods.map(({ until }) => until));
					const allowed = state === 'terminated' ? 0 : state === 'active' && !isOnTrial && paid > 0 ? paid + GRACE_PERIOD : paid;
					if ((found?.licenceUntil ?? 0) > allowed) expect(found?.licenceUntil).toBeLessThanOrEqual(allowed);
				}
			}),
			{ numRuns: RUNS },
		);
	});

	it('are the same for the same notices in another order', () => {
		fc.assert(
			fc.property(fc.integer(), fc.integer(), (seed, other) => {
				const { stories, sent } = lives(seed);
				const random = createRandom(other);
				const shuffled = [...sent].sort(() => random.next() - 0.5);
				const [one, two] = [
					takenIn(sent),
					takenIn(shuffled.map(({ fields }, n) => ({ fields, receivedAt: sent[n]?.receivedAt ?? utcMs(0) }))),
				];
				for (const { code, providerId, terms } of stories) {
					const stateOf = (events: Map<string, PaymentEvent[]>) => [
						computeSubscription(providerId, events.get(code) ?? [], terms),
						computeOrder(events.get(code) ?? [], terms),
					];
					expect(stateOf(two)).toEqual(stateOf(one));
				}
			}),
			{ numRuns: RUNS / 20 },
		);
	});
});

const TERMS = { license: 'pro', period: 'month', trialDays: 0 } as const;
const PLACED = utcMs(Date.UTC(2026, 2, 21, 19, 2, 59));

function event(typeId: number, name: string, more: NotificationFields = {}, receivedAt = utcMs(PLACED + 60_000)): PaymentEvent {
	const fields = signNotification({
		IPN_TYPE_ID: String(typeId),
		IPN_TYPE_NAME: name,
		ORDER_ID: '456346',
		ORDER_STATUS: 'Processed',
		PRODUCT_ID: '81',
		ORDER_PLACED_TIME_UTC: formatOrderTime(PLACED),
		SUBSCRIPTION_ID: '77',
		SUBSCRIPTION_RENEWAL_TYPE: 'Auto',
		SUBSCRIPTION_NUMBER_OF_BILLING_CYCLES: '1',
		...more,
	});
	return parsePaymentEvent(fields, receivedAt) as PaymentEvent;
}

const END = Date.UTC(2026, 3, 21, 19, 2, 59);

describe('an order', () => {
	const charged = event(1, 'OrderCharged');
	const state = (...events: PaymentEvent[]) => computeOrder(events, TERMS).state;

	it('waits, is processed, canceled, refunded or charged back', () => {
		expect(state()).toBe('waiting');
		expect(state(event(17, 'OrderOnWaiting'))).toBe('waiting');
		expect(state(event(4, 'OrderDeclined'))).toBe('canceled');
		expect(state(event(4, 'OrderDeclined'), charged)).toBe('processed');
		expect(state(charged, event(5, 'OrderPartiallyRefunded'))).toBe('processed');
		expect(state(event(2, 'OrderRefunded'), charged)).toBe('refunded');
		expect(state(event(3, 'OrderChargedBack'), charged)).toBe('chargeback');
		expect(state(event(3, 'OrderChargedBack'), charged, event(14, 'OrderChargedBackWon'))).toBe('processed');
	});

	it('is paid by no notice that only follows a payment', () => {
		for (const follows of [event(5, 'OrderPartiallyRefunded'), event(14, 'OrderChargebackIsWon'), event(9, 'SubscriptionRenewed')]) {
			expect(state(follows)).toBe('waiting');
			expect(computeSubscription('77', [follows], TERMS)).toMatchObject({ paidUntil: null, licenceUntil: null });
		}
	});

	it('that was paid once and not by a subscription brings its licence for one period', () => {
		const once = event(1, 'OrderCharged', { SUBSCRIPTION_ID: '' });
		expect(computeOrder([once], TERMS).licenceUntil).toBe(END);
		expect(computeOrder([once, event(2, 'OrderRefunded', { SUBSCRIPTION_ID: '' })], TERMS).licenceUntil).toBeNull();
		expect(computeOrder([charged], TERMS).licenceUntil).toBeNull();
	});
});

describe('a subscription', () => {
	const charged = event(1, 'OrderCharged');
	const fold = (...events: PaymentEvent[]) => computeSubscription('77', [charged, ...events], TERMS);

	it('that is active and charged by itself keeps its licence three days beyond what is paid', () => {
		expect(fold()).toMatchObject({ state: 'active', paidUntil: END, licenceUntil: END + 3 * DAY });
		expect(computeSubscription('77', [event(1, 'OrderCharged', { SUBSCRIPTION_RENEWAL_TYPE: 'Manual' })], TERMS)?.licenceUntil).toBe(END);
	});

	it('that is suspended or finished ends with what is paid, that is terminated ends at once', () => {
		expect(fold(event(8, 'SubscriptionSuspended'))).toMatchObject({ state: 'suspended', licenceUntil: END });
		expect(fold(event(11, 'SubscriptionFinished'))).toMatchObject({ state: 'finished', licenceUntil: END });
		expect(fold(event(10, 'SubscriptionTerminated'))).toMatchObject({ state: 'terminated', licenceUntil: null });
		expect(fold(event(11, 'SubscriptionFinished'), event(10, 'SubscriptionTerminated'))?.state).toBe('terminated');
	});

	it('that is taken up again is active, and a later payment ends every suspension', () => {
		const suspended = event(8, 'SubscriptionSuspended');
		expect(fold(suspended, event(9, 'SubscriptionRenewed'))?.state).toBe('active');
		const next = { ORDER_ID: '456347', ORDER_PLACED_TIME_UTC: formatOrderTime(END) };
		const later = (cycles: string) =>
			event(6, 'SubscriptionChargeSucceed', { ...next, SUBSCRIPTION_NUMBER_OF_BILLING_CYCLES: cycles }, utcMs(END + 60_000));
		expect(fold(suspended, later('2'))?.state).toBe('active');
		// A provider that does not count periods.
		expect(fold(suspended, later('1'))?.state).toBe('active');
	});

	it('has on trial what the order allows at most, whatever the notice says', () => {
		const trial = event(13, 'TrialCharge', { IS_ON_TRIAL_PERIOD: '1', TRIAL_PERIOD_TILL: '12/31/2030 1:45 PM' });
		expect(computeSubscription('77', [trial], { ...TERMS, trialDays: 14 })).toMatchObject({
			isOnTrial: true,
			licenceUntil: PLACED + 14 * DAY,
		});
		expect(computeSubscription('77', [trial], TERMS)?.licenceUntil).toBe(PLACED);
	});

	it('is no longer paid for by an order that came from the future', () => {
		const early = event(1, 'OrderCharged', { ORDER_PLACED_TIME_UTC: '01/01/2040 00:00:00' });
		expect(computeSubscription('77', [early], TERMS)?.paidUntil).toBe(END + 60_000);
	});

	it('is paid for from when the money came, where the order waited for it, and no longer than a period from there', () => {
		const came = utcMs(PLACED + 5 * DAY);
		const until = (next: string) =>
			computeSubscription('77', [event(1, 'OrderCharged', { SUBSCRIPTION_NEXT_CHARGE_DATE: next }, came)], TERMS)?.paidUntil;
		expect(until('4/26/2026 7:02 PM')).toBe(Date.UTC(2026, 3, 26, 19, 2));
		expect(until('4/26/2036 7:02 PM')).toBe(Date.UTC(2026, 3, 26, 19, 2, 59));
		expect(until('3/22/2026 7:02 PM')).toBe(END);
	});

	it('is as its owner asked until a notice says otherwise', () => {
		const request = { state: 'finished', renewal: null } as const;
		expect(computeSubscription('77', [charged], TERMS, request)).toMatchObject({ state: 'finished', licenceUntil: END });
		const manual = { state: null, renewal: { type: 'manual', at: utcMs(PLACED + DAY) } } as const;
		expect(computeSubscription('77', [charged], TERMS, manual)).toMatchObject({ renewal: 'manual', licenceUntil: END });
		const later = event(21, 'SubscriptionPaymentInfoChanged', { SUBSCRIPTION_NUMBER_OF_BILLING_CYCLES: '2' }, utcMs(PLACED + 2 * DAY));
		expect(computeSubscription('77', [charged, later], TERMS, manual)?.renewal).toBe('auto');
	});
});
