import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { DAY, utcMs } from '../time/units.ts';
import { collectSubscriptionIds, computeOrder, computeSubscription } from './compute-state.ts';
import type { PaymentEvent } from './payment-event.ts';

const TERMS = { license: 'pro', period: 'month', trialDays: 14 } as const;
const BEGAN = Date.UTC(2026, 2, 1);

function day(n: number) {
	return utcMs(BEGAN + n * DAY);
}

function reported(more: Partial<PaymentEvent> = {}): PaymentEvent {
	return {
		type: 'OrderCharged',
		providerOrderId: '1',
		subscription: null,
		at: day(0),
		receivedAt: day(0),
		isTrial: false,
		trialEndsAt: null,
		cents: null,
		currency: null,
		method: null,
		invoice: null,
		...more,
	};
}

type Plan = NonNullable<PaymentEvent['subscription']>;

function plan(more: Partial<Plan> = {}): Plan {
	return {
		id: '77',
		cycles: 1,
		nextChargeAt: null,
		nextChargeCents: null,
		nextChargeCurrency: null,
		renewal: 'auto',
		failedAttempts: 0,
		...more,
	};
}

/** The last of several by the given numbers or texts, in order of priority. */
function greatest<T>(things: readonly T[], keysOf: (thing: T) => readonly (number | string)[]): T | undefined {
	return things.reduce<T | undefined>((best, thing) => {
		if (best === undefined) return thing;
		const [one, other] = [keysOf(thing), keysOf(best)];
		const at = one.findIndex((key, i) => key !== other[i]);
		return at !== -1 && (one[at] as number | string) > (other[at] as number | string) ? thing : best;
	}, undefined);
}

const few = fc.integer({ min: 0, max: 2 });
const payments = fc
	.uniqueArray(
		fc.record({ at: few, cycles: fc.option(few), type: fc.constantFrom('OrderCharged', 'SubscriptionChargeSucceed'), receivedAt: few }),
		{
			selector: (one) => `${one.at} ${one.cycles ?? 0} ${one.type} ${one.receivedAt}`,
			minLength: 1,
			maxLength: 6,
		},
	)
	.map((list) =>
		list.map(({ at, cycles, type, receivedAt }, place) =>
			reported({
				type: type as PaymentEvent['type'],
				at: day(at),
				receivedAt: day(10 + receivedAt),
				subscription: cycles === null ? null : plan({ cycles, nextChargeCents: place }),
				cents: place,
				method: `method ${place}`,
			}),
		),
	);

function keysOf({ at, subscription, providerOrderId, type, receivedAt }: PaymentEvent) {
	return [at, subscription?.cycles ?? 0, providerOrderId, type, receivedAt];
}

describe('the payments of an order', () => {
	it('are listed newest first, those of one instant by their numbers, and the first of them made it paid', () => {
		const events = [
			reported({ providerOrderId: '1', at: day(1) }),
			reported({ providerOrderId: '2', at: day(3) }),
			reported({ providerOrderId: '3', at: day(2) }),
			reported({ providerOrderId: '4', at: day(3) }),
		];
		for (const notifications of [events, events.toReversed()]) {
			const order = computeOrder(notifications, TERMS);
			expect(order.charges.map(({ providerOrderId }) => providerOrderId)).toEqual(['4', '2', '3', '1']);
			expect([order.paidAt, order.providerOrderId]).toEqual([day(1), '1']);
		}
	});

	it('give it the number of the first that was paid, or of the first at all', () => {
		const declined = reported({ type: 'OrderDeclined', providerOrderId: '0', at: day(0) });
		const waiting = reported({ type: 'OrderOnWaiting', providerOrderId: '5', at: day(1) });
		expect(computeOrder([waiting, declined], TERMS)).toMatchObject({ providerOrderId: '0', paidAt: null, state: 'waiting' });
		const paid = reported({ providerOrderId: '7', at: day(2) });
		expect(computeOrder([waiting, paid, declined], TERMS)).toMatchObject({ providerOrderId: '7', paidAt: day(2), state: 'processed' });
		expect(computeOrder([], TERMS)).toMatchObject({ providerOrderId: null, paidAt: null, state: 'waiting', charges: [] });
	});

	it('have the payment method of the newest notification that names one', () => {
		const events = [
			reported({ providerOrderId: '1', at: day(1), method: 'Card' }),
			reported({ providerOrderId: '2', at: day(2), method: 'PayPal' }),
			reported({ providerOrderId: '3', at: day(3) }),
		];
		expect(computeOrder(events, TERMS).paymentMethod).toBe('PayPal');
		expect(computeOrder(events, TERMS).charges.map(({ method }) => method)).toEqual([null, 'PayPal', 'Card']);
		expect(computeOrder([reported()], TERMS).paymentMethod).toBeNull();
	});

	it('reported twice count once: with the amount of the earliest notification, and the method and invoice of the latest that has them', () => {
		fc.assert(
			fc.property(payments, (events) => {
				const latest = greatest(events, keysOf);
				const earliest = events.filter((event) => events.every((other) => greatest([event, other], keysOf) === other));
				expect(earliest).toHaveLength(1);
				for (const notifications of [events, events.toReversed()]) {
					const { charges } = computeOrder(notifications, TERMS);
					expect(charges).toHaveLength(1);
					expect(charges[0]).toMatchObject({ at: earliest[0]?.at, cents: earliest[0]?.cents, method: latest?.method });
				}
			}),
		);
	});

	it('show what a notice about them says where none says that they were paid', () => {
		const notifications = [
			reported({ type: 'OrderOnWaiting', at: day(1), cents: 5 }),
			reported({ type: 'OrderDeclined', at: day(3), cents: 6, currency: 'USD' }),
		];
		for (const events of [notifications, notifications.toReversed()])
			expect(computeOrder(events, TERMS).charges[0]).toMatchObject({ state: 'canceled', at: day(1), cents: 5, currency: null });
		const refunded = reported({ type: 'OrderRefunded', at: day(2), cents: 5, currency: 'USD', invoice: 'https://store.example/7' });
		expect(computeOrder([refunded], TERMS).charges).toEqual([
			{
				providerOrderId: '1',
				state: 'refunded',
				at: day(2),
				cents: 5,
				currency: 'USD',
				method: null,
				invoice: 'https://store.example/7',
			},
		]);
	});
});

describe('what is planned of a subscription', () => {
	it('comes from the notification with the most periods, then the latest next charge, then the most attempts, then the newest', () => {
		const events = fc.uniqueArray(
			fc.record({ cycles: few, next: fc.option(few), attempts: few, at: few, order: fc.constantFrom('1', '2'), receivedAt: few }),
			{ selector: (one) => JSON.stringify({ ...one, next: one.next ?? 0 }), minLength: 1, maxLength: 6 },
		);
		fc.assert(
			fc.property(events, (list) => {
				const events = list.map(({ cycles, next, attempts, at, order, receivedAt }, place) =>
					reported({
						type: 'SubscriptionPaymentInfoChanged',
						providerOrderId: order,
						at: day(at),
						receivedAt: day(10 + receivedAt),
						subscription: plan({
							cycles,
							// The beginning of time is the same as none.
							nextChargeAt: next === null ? null : utcMs(next),
							failedAttempts: attempts,
							nextChargeCents: place,
						}),
					}),
				);
				const newest = greatest(events, (event) => [
					event.subscription?.cycles ?? 0,
					event.subscription?.nextChargeAt ?? 0,
					event.subscription?.failedAttempts ?? 0,
					event.at,
					event.providerOrderId,
					event.receivedAt,
				]);
				for (const ordered of [events, events.toReversed()])
					expect(computeSubscription('77', ordered, TERMS)?.nextChargeCents).toBe(newest?.subscription?.nextChargeCents);
			}),
		);
	});

	it('is shown while it goes on, and none of it once it has ended', () => {
		const subscription = plan({ nextChargeAt: day(31), nextChargeCents: 990, nextChargeCurrency: 'USD', failedAttempts: 2 });
		const charged = reported({ subscription });
		const shown = { nextChargeAt: day(31), nextChargeCents: 990, nextChargeCurrency: 'USD', failedAttempts: 2 };
		const nothing = { nextChargeAt: null, nextChargeCents: null, nextChargeCurrency: null, failedAttempts: 0 };
		const state = (type: PaymentEvent['type']) => computeSubscription('77', [charged, reported({ type, subscription, at: day(1) })], TERMS);
		expect(computeSubscription('77', [charged], TERMS)).toMatchObject({ state: 'active', ...shown });
		expect(state('SubscriptionSuspended')).toMatchObject({ state: 'suspended', ...shown });
		expect(state('SubscriptionFinished')).toMatchObject({ state: 'finished', ...nothing });
		expect(state('SubscriptionTerminated')).toMatchObject({ state: 'terminated', ...nothing });
	});

	it('is renewed as its owner asked from the instant of the newest notice on', () => {
		const charged = reported({ subscription: plan(), receivedAt: day(2) });
		const renewal = (at: number) =>
			computeSubscription('77', [charged], TERMS, { state: null, renewal: { type: 'manual', at: utcMs(at) } })?.renewal;
		expect([day(2) - 1, day(2), day(2) + 1].map(renewal)).toEqual(['auto', 'manual', 'manual']);
	});
});

describe('a suspension', () => {
	const charged = reported({ subscription: plan(), at: day(1), receivedAt: day(1) });
	const state = (receivedAt: number, cycles = 1) =>
		computeSubscription(
			'77',
			[charged, reported({ type: 'SubscriptionSuspended', at: day(0), receivedAt: utcMs(receivedAt), subscription: plan({ cycles }) })],
			TERMS,
		)?.state;

	it('holds from the instant of the last payment on', () => {
		expect([day(1) - 1, day(1), day(1) + 1].map((at) => state(at))).toEqual(['active', 'suspended', 'suspended']);
	});

	it('is over when more periods were charged since', () => {
		expect([0, 1, 2].map((cycles) => state(day(2), cycles))).toEqual(['active', 'suspended', 'suspended']);
	});

	it('is taken up by as many renewals as there were suspensions', () => {
		const fold = (suspended: number, renewed: number) => {
			const notification = (type: PaymentEvent['type'], n: number) =>
				reported({ type, at: day(1), receivedAt: day(2 + n), subscription: plan() });
			const events = [
				...Array.from({ length: suspended }, (_, n) => notification('SubscriptionSuspended', n)),
				...Array.from({ length: renewed }, (_, n) => notification('SubscriptionRenewed', n)),
			];
			return computeSubscription('77', [charged, ...events], TERMS)?.state;
		};
		expect([fold(1, 0), fold(1, 1), fold(2, 1), fold(2, 2), fold(1, 2)]).toEqual(['suspended', 'active', 'suspended', 'active', 'active']);
	});
});

describe('the end of what was paid', () => {
	const until = (...events: PaymentEvent[]) => {
		const found = computeSubscription('77', events, TERMS);
		return [found?.paidUntil, found?.isOnTrial];
	};

	it('is a period after the payment, the latest of several', () => {
		const first = reported({ subscription: plan() });
		const second = reported({ subscription: plan({ cycles: 2 }), providerOrderId: '2', at: utcMs(Date.UTC(2026, 3, 1)) });
		expect(until(first)).toEqual([Date.UTC(2026, 3, 1), false]);
		expect(until(first, second)).toEqual([Date.UTC(2026, 4, 1), false]);
		expect(until(second, first, reported({ type: 'OrderRefunded', providerOrderId: '2' }))).toEqual([Date.UTC(2026, 3, 1), false]);
	});

	it('of a trial is what the notice says, and no more than the order allows', () => {
		const trial = (till: number | null) =>
			reported({ type: 'TrialCharge', isTrial: true, trialEndsAt: till === null ? null : utcMs(till), subscription: plan({ cycles: 0 }) });
		expect(until(trial(day(3)))).toEqual([day(3), true]);
		expect(until(trial(day(14)))).toEqual([day(14), true]);
		expect(until(trial(day(15)))).toEqual([day(14), true]);
		expect(until(trial(null))).toEqual([day(14), true]);
		expect(until(trial(null), reported({ subscription: plan(), providerOrderId: '2', at: day(14) }))).toEqual([
			Date.UTC(2026, 3, 15),
			false,
		]);
	});

	it('is that of the newer payment where two end together', () => {
		const trial = reported({ type: 'TrialCharge', isTrial: true, providerOrderId: '2', at: day(17), subscription: plan({ cycles: 0 }) });
		const paid = reported({ subscription: plan() });
		expect(until(trial, paid)).toEqual([day(31), true]);
		expect(until({ ...trial, at: day(0) }, { ...paid, at: day(0), trialEndsAt: null })).toEqual([day(31), false]);
	});

	it('is none where nothing was paid, or all of it was given back', () => {
		expect(until(reported({ type: 'SubscriptionRenewed', subscription: plan() }))).toEqual([null, false]);
		expect(until(reported({ subscription: plan() }), reported({ type: 'OrderChargedBack' }))).toEqual([null, false]);
	});
});

it('a subscription that no notice names is none', () => {
	expect(computeSubscription('77', [], TERMS)).toBeUndefined();
	expect(computeSubscription('77', [reported(), reported({ subscription: plan({ id: '78' }) })], TERMS)).toBeUndefined();
});

it('the subscriptions that notices name are listed once each', () => {
	const idsOf = (...ids: (string | null)[]) =>
		collectSubscriptionIds(ids.map((id) => reported({ subscription: id === null ? null : plan({ id }) })));
	expect(idsOf('8', null, '77', '8', '77')).toEqual(['77', '8']);
	expect(idsOf(null)).toEqual([]);
});
