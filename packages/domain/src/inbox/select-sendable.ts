import type { UserStatus } from '../access/account.ts';
import type { Channel } from './delivery.ts';
import type { MessageKind } from './message.ts';

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

export type Verdict<T> = { readonly notify: readonly T[] } | { readonly drop: string };

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
