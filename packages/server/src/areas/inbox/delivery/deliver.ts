/** Sends the due deliveries of a channel: takes them, checks whether they are still wanted, sends them and records the outcome. */
import { licenceAt } from '@sw/domain/access/account';
import type { Channel } from '@sw/domain/inbox/delivery';
import type { DeliveryChange, Outgoing, OutgoingMessage } from '@sw/domain/inbox/outgoing';
import { heldUntil } from '@sw/domain/inbox/plan-delivery';
import { nextAttempt } from '@sw/domain/inbox/retry';
import { selectSendable } from '@sw/domain/inbox/select-sendable';
import { DAY, MINUTE, SECOND, type UtcMs, utcMs } from '@sw/domain/time/units';
import type { Outcome } from '../../../outside/outcome.ts';
import { deliveryContentOf } from './delivery-content.ts';
import type { DeliveryParts } from './ports.ts';
import { createSenders, type HandOver } from './senders.ts';

/** Longer than any attempt. Deliveries taken by a process that died are due again after this time. */
export const TAKEN_FOR = 3 * MINUTE;
/** Pause of an unavailable channel, after this many failures in a row: a single broken connection proves nothing. */
const AWAY_FOR = MINUTE;
const AWAY_AFTER = 5;
/** A delivery that fails for this long is given up, for whatever reason. */
const GIVEN_UP_AFTER = DAY;
const GIVEN_UP = 'Sending failed for a day.';
const STOPPED = 'The server was shut down meanwhile.';
const NOWHERE = 'There is no address to send it to.';

export interface Deliverer {
	/** Delivers until nothing is due; returns how many were taken. */
	drain(channel: Channel, signal: AbortSignal): Promise<number>;
	/** Channels with due deliveries that are not paused. */
	due(): Promise<Channel[]>;
}

export function createDeliverer(parts: DeliveryParts): Deliverer {
	const { records, clock, marketNow, random, symbolOf, informationIn, opens, onError } = parts;
	const senders = createSenders(parts);
	const leftAlone = new Map<Channel, UtcMs>();
	const awayInARow = new Map<Channel, number>();

	const isLeftAlone = (channel: Channel): boolean => (leftAlone.get(channel) ?? 0) > clock.now();

	const wanted = (one: Outgoing, now: UtcMs) => {
		const { channel, account, settings, stopped } = one;
		const licence = licenceAt(account, now);
		const messages = one.messages.map((message) => ({
			message,
			kind: message.kind,
			isRead: message.readAt !== null,
			isDeleted: message.isDeleted,
			isUnwatched: message.isUnwatched,
			isOpen: message.notice === null || opens(licence, message.notice.report.time),
		}));
		return selectSendable({ status: account.status, channel, isOn: settings.channels[channel], stopped }, messages);
	};

	const laterOf = (one: Outgoing, { why, wait, away }: Extract<Outcome, { kind: 'later' }>): DeliveryChange => {
		const now = clock.now();
		if (away) {
			// Not the fault of this delivery, so it does not count as an attempt.
			const attempts = Math.max(1, one.attempts - 1);
			if (now - one.createdAt >= GIVEN_UP_AFTER) return { state: 'failed', reason: `${GIVEN_UP} ${why}` };
			return { state: 'waiting', dueAt: utcMs(now + AWAY_FOR + Math.round(random() * AWAY_FOR)), reason: why, attempts };
		}
		const dueAt = nextAttempt(one.channel, { attempts: one.attempts, wait, now }, random());
		return dueAt === undefined ? { state: 'failed', reason: why } : { state: 'waiting', dueAt, reason: why, attempts: one.attempts };
	};

	const settle = async (one: Outgoing, outcome: Outcome | undefined, signal: AbortSignal): Promise<void> => {
		const { id, userId, channel, attempts } = one;
		if (outcome === undefined) return records.recordDeliveryOutcome(id, { state: 'dropped', reason: NOWHERE });
		if (outcome.kind === 'delivered') {
			awayInARow.delete(channel);
			return records.recordDeliveryOutcome(id, { state: 'delivered', deliveredAt: clock.now() });
		}
		if (outcome.kind === 'unfit') return records.recordDeliveryOutcome(id, { state: 'failed', reason: outcome.why });
		if (outcome.kind === 'refused') {
			await records.recordDeliveryOutcome(id, { state: 'failed', reason: outcome.why });
			await records.stopChannel(userId, channel, outcome.why, clock.now());
			return undefined;
		}
		if (signal.aborted) {
			return records.recordDeliveryOutcome(id, {
				state: 'waiting',
				dueAt: clock.now(),
				reason: STOPPED,
				attempts: Math.max(1, attempts - 1),
			});
		}
		const inARow = outcome.away ? (awayInARow.get(channel) ?? 0) + 1 : 0;
		awayInARow.set(channel, inARow);
		if (inARow >= AWAY_AFTER) leftAlone.set(channel, utcMs(clock.now() + AWAY_FOR));
		return records.recordDeliveryOutcome(id, laterOf(one, outcome));
	};

	/** Puts a delivery off until its owner's quiet hours end, as if it had not been taken. */
	const hold = (one: Outgoing, dueAt: UtcMs): Promise<void> =>
		records.recordDeliveryOutcome(one.id, { state: 'waiting', dueAt, reason: null, attempts: Math.max(1, one.attempts - 1) });

	const deliver = async (one: Outgoing, deliverBySmtp: HandOver, signal: AbortSignal): Promise<void> => {
		const now = clock.now();
		const verdict = wanted(one, now);
		if ('drop' in verdict) return records.recordDeliveryOutcome(one.id, { state: 'dropped', reason: verdict.drop });
		const held = heldUntil(one.settings, now);
		if (held !== null) return hold(one, held);
		const reported = await Promise.all(
			verdict.notify.map(async ({ message }: { message: OutgoingMessage }) =>
				deliveryContentOf(message, symbolOf, message.notice ? await informationIn(message.notice) : undefined),
			),
		);
		return settle(one, await deliverBySmtp(one, reported, signal), signal);
	};

	/** Takes up to `most` deliveries and starts each; empty when nothing is due. */
	const begin = async (channel: Channel, most: number, signal: AbortSignal): Promise<Promise<void>[]> => {
		const now = clock.now();
		const taken = await records.claimDueDeliveries(channel, { now, marketNow: marketNow(), until: utcMs(now + TAKEN_FOR), most });
		if (taken.length === 0) return [];
		const outgoing = await records.outgoingOf(taken);
		const deliverBySmtp = await senders[channel].prepare(outgoing);
		return outgoing.map((one) =>
			// On failure it becomes due again after a while.
			deliver(one, deliverBySmtp, signal).catch((error) => onError(`failed to deliver by ${channel}`, error)),
		);
	};

	return {
		drain: async (channel, signal) => {
			const { atOnce } = senders[channel];
			const running = new Set<Promise<void>>();
			let count = 0;
			for (;;) {
				const free = atOnce - running.size;
				const mayTake = !signal.aborted && !isLeftAlone(channel) && free >= atOnce / 2;
				const begun = mayTake ? await begin(channel, free, signal) : [];
				count += begun.length;
				for (const work of begun) {
					const done = work.finally(() => running.delete(done));
					running.add(done);
				}
				if (begun.length === 0 && running.size === 0) return count;
				// A slow delivery blocks no other: free places are filled before all are done.
				if (begun.length === 0 || running.size > atOnce / 2) await Promise.race(running);
			}
		},
		due: async () => {
			const now = clock.now();
			const channels = await records.dueChannels({ now, marketNow: marketNow() });
			return channels.filter((channel) => !isLeftAlone(channel));
		},
	};
}

/** Interval in which due deliveries are looked for. */
export const LOOK_EVERY = 10 * SECOND;
