import type { UserStatus } from '../access/account.ts';
import { HOUR, MINUTE, SECOND, type UtcMs } from '../time/units.ts';
import type { Channel } from './delivery.ts';
import type { MessageKind } from './message.ts';

/** Pauses between attempts double from `firstPauseMs` to `longestPauseMs`. */
interface RetryPolicy {
	readonly firstPauseMs: number;
	readonly longestPauseMs: number;
	/** Total number of attempts. */
	readonly maxAttempts: number;
}

/** Mail servers defer unknown senders for minutes and can be down for hours. A push is obsolete after an hour. A webhook's owner may be asleep. */
export const RETRY_POLICIES: Readonly<Record<Channel, RetryPolicy>> = {
	mail: { firstPauseMs: MINUTE, longestPauseMs: HOUR, maxAttempts: 20 },
	push: { firstPauseMs: 15 * SECOND, longestPauseMs: 15 * MINUTE, maxAttempts: 9 },
	webhook: { firstPauseMs: 15 * SECOND, longestPauseMs: HOUR, maxAttempts: 12 },
	app: { firstPauseMs: 15 * SECOND, longestPauseMs: HOUR, maxAttempts: 12 },
};
/** Maximum pause that a receiver can request. */
export const MAX_REQUESTED_PAUSE = 24 * HOUR;
/** Maximum random extension (jitter) as a share of the pause, so that simultaneous failures aren't retried simultaneously. */
const JITTER = 0.25;

/** Returns when to retry after `attempts` failures; undefined: give up. `wait`: milliseconds requested by the receiver. `random`: in [0, 1). */
export function nextAttempt(
	channel: Channel,
	{ attempts, wait = 0, now }: { attempts: number; wait?: number | undefined; now: UtcMs },
	random: number,
): UtcMs | undefined {
	const { firstPauseMs, longestPauseMs, maxAttempts } = RETRY_POLICIES[channel];
	if (attempts >= maxAttempts) return undefined;
	const pause = Math.min(longestPauseMs, firstPauseMs * 2 ** Math.max(0, attempts - 1)) * (1 + JITTER * random);
	return (now + Math.round(Math.max(pause, Math.min(wait, MAX_REQUESTED_PAUSE)))) as UtcMs;
}

/** Deliveries to an address stop after this many consecutive failures, if the first was at least `minDurationMs` ago. */
const STOP_AFTER = { failures: 20, minDurationMs: 3 * HOUR } as const;

export interface AddressState {
	/** Consecutive failures, over all deliveries to the address. */
	readonly failures: number;
	/** Time of the first of these failures. */
	readonly failingSince: UtcMs | null;
}

/** Whether deliveries to the address should stop. */
export function isAbandoned({ failures, failingSince }: AddressState, now: UtcMs): boolean {
	return failures >= STOP_AFTER.failures && failingSince !== null && now - failingSince >= STOP_AFTER.minDurationMs;
}

/** Facts about a message that decide whether it is still sent outside the inbox. */
export interface MessageFacts {
	readonly kind: MessageKind;
	readonly isRead: boolean;
	/** Deleted by its owner. */
	readonly isDeleted: boolean;
	/** The filter's alerts were turned off, or the filter was deleted. */
	readonly isUnwatched: boolean;
	/** The current licence opens the message's report; true for messages without a report. */
	readonly isOpen: boolean;
}

export interface Recipient {
	readonly status: UserStatus;
	readonly channel: Channel;
	/** Whether the owner has turned the channel on. */
	readonly isOn: boolean;
	/** Why the product stopped the channel; null if it hasn't. */
	readonly stopped: string | null;
}

type SendDecision<T> = { readonly notify: readonly T[] } | { readonly drop: string };

/** Selects the messages that may still be sent: settings and messages can have changed since the delivery was planned. */
export function selectSendable<T extends MessageFacts>(recipient: Recipient, messages: readonly T[]): SendDecision<T> {
	if (recipient.status !== 'active')
		return { drop: recipient.status === 'blocked' ? 'The account is blocked.' : "The address isn't confirmed." };
	if (!recipient.isOn) return { drop: 'The user switched the channel off.' };
	if (recipient.stopped !== null) return { drop: `The channel is stopped: ${recipient.stopped}` };
	const notify = messages.filter((message) => dropReason(recipient.channel, message) === undefined);
	if (notify.length > 0) return { notify };
	const [firstMessage] = messages;
	return { drop: (firstMessage && dropReason(recipient.channel, firstMessage)) ?? 'Its messages were deleted.' };
}

function dropReason(channel: Channel, { kind, isRead, isDeleted, isUnwatched, isOpen }: MessageFacts): string | undefined {
	if (isDeleted) return 'The user deleted the message.';
	if (kind === 'filter' && isUnwatched) return "The filter's alerts are off, or it was deleted.";
	if (!isOpen) return 'The licence no longer includes the report.';
	// A push about a message that was already read is a nuisance; a mail or a webhook is a record.
	return channel === 'push' && isRead ? 'The user has read the message.' : undefined;
}
