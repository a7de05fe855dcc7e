import type { UserStatus } from '../access/account.ts';
import { HOUR, MINUTE, SECOND, type UtcMs } from '../time/units.ts';
import type { Channel } from './delivery.ts';
import type { MessageKind } from './message.ts';

/** Pauses between attempts, doubling up to the longest, and the total number of attempts. */
interface RetryPolicy {
	readonly first: number;
	readonly longest: number;
	readonly tries: number;
}

/** Mail servers are down for hours, and may defer unknown senders for minutes; a push is obsolete after an hour; a webhook's owner may be asleep. */
export const RETRY_POLICIES: Readonly<Record<Channel, RetryPolicy>> = {
	mail: { first: MINUTE, longest: HOUR, tries: 20 },
	push: { first: 15 * SECOND, longest: 15 * MINUTE, tries: 9 },
	webhook: { first: 15 * SECOND, longest: HOUR, tries: 12 },
	app: { first: 15 * SECOND, longest: HOUR, tries: 12 },
};
/** Maximum pause, whatever the receiver asks for. */
export const LONGEST_WAIT = 24 * HOUR;
/** Maximum random share of a pause, so that simultaneous failures aren't all retried together. */
const SPREAD = 0.25;

/** When to retry after `attempts` failures; undefined: give up. `wait`: milliseconds requested by the receiver. `random`: 0 up to 1. */
export function nextAttempt(
	channel: Channel,
	{ attempts, wait = 0, now }: { attempts: number; wait?: number | undefined; now: UtcMs },
	random: number,
): UtcMs | undefined {
	const { first, longest, tries } = RETRY_POLICIES[channel];
	if (attempts >= tries) return undefined;
	const pause = Math.min(longest, first * 2 ** Math.max(0, attempts - 1)) * (1 + SPREAD * random);
	return (now + Math.round(Math.max(pause, Math.min(wait, LONGEST_WAIT)))) as UtcMs;
}

/** An address with this many consecutive failures over this long is stopped. */
const OFF_AFTER = { failures: 20, span: 3 * HOUR } as const;

export interface AddressState {
	/** Consecutive, over all deliveries to it. */
	readonly failures: number;
	readonly failingSince: UtcMs | null;
}

export function isAbandoned({ failures, failingSince }: AddressState, now: UtcMs): boolean {
	return failures >= OFF_AFTER.failures && failingSince !== null && now - failingSince >= OFF_AFTER.span;
}

/** Facts about a message that decide whether it is still sent outside the inbox. */
export interface Sendable {
	readonly kind: MessageKind;
	readonly isRead: boolean;
	/** Deleted by its owner. */
	readonly isDeleted: boolean;
	/** Its filter was deleted, or its alerts are off. */
	readonly isUnwatched: boolean;
	/** The licence in force includes its report; true for messages without one. */
	readonly isOpen: boolean;
}

export interface Recipient {
	readonly status: UserStatus;
	readonly channel: Channel;
	/** Turned on by its owner. */
	readonly isOn: boolean;
	/** Stopped by the product. */
	readonly stopped: string | null;
}

type Verdict<T> = { readonly notify: readonly T[] } | { readonly drop: string };

/** The messages of a delivery still to be sent when it leaves: its owner may have changed anything since it was planned. */
export function selectSendable<T extends Sendable>(to: Recipient, messages: readonly T[]): Verdict<T> {
	if (to.status !== 'active') return { drop: to.status === 'blocked' ? 'The account is blocked.' : "The address isn't confirmed." };
	if (!to.isOn) return { drop: 'The user switched the channel off.' };
	if (to.stopped !== null) return { drop: `The channel is stopped: ${to.stopped}` };
	const notify = messages.filter((message) => whyNot(to.channel, message) === undefined);
	if (notify.length > 0) return { notify };
	const [first] = messages;
	return { drop: (first && whyNot(to.channel, first)) ?? 'Its messages were deleted.' };
}

function whyNot(channel: Channel, { kind, isRead, isDeleted, isUnwatched, isOpen }: Sendable): string | undefined {
	if (isDeleted) return 'The user deleted the message.';
	if (kind === 'filter' && isUnwatched) return "The filter's alerts are off, or it was deleted.";
	if (!isOpen) return 'The licence no longer includes the report.';
	// A push for something already read is a nuisance; a mail or a webhook is a record.
	return channel === 'push' && isRead ? 'The user has read the message.' : undefined;
}
