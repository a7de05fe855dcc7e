import type { UserStatus } from '../access/account.ts';
import type { Channel } from './delivery.ts';
import type { MessageKind } from './message.ts';

/** What of a message decides whether it is still told outside the inbox. */
export interface Tellable {
	readonly kind: MessageKind;
	readonly isRead: boolean;
	/** Its owner has deleted it. */
	readonly isDeleted: boolean;
	/** The filter that it is about is no more, or its notices are off. */
	readonly isUnwatched: boolean;
	/** The licence in force opens its report; true of what is about none. */
	readonly isOpen: boolean;
}

export interface Recipient {
	readonly status: UserStatus;
	readonly channel: Channel;
	/** Its owner has it on. */
	readonly isOn: boolean;
	/** The product has stopped it. */
	readonly stopped: string | null;
}

export type Verdict<T> = { readonly tell: readonly T[] } | { readonly drop: string };

const whyNot = (channel: Channel, { kind, isRead, isDeleted, isUnwatched, isOpen }: Tellable): string | undefined => {
	if (isDeleted) return 'The user deleted the message.';
	if (kind === 'filter' && isUnwatched) return "The filter's alerts are off, or it was deleted.";
	if (!isOpen) return 'The licence no longer includes the report.';
	// A screen that lights up for what its owner has just read is a nuisance; a mail or a webhook is a record.
	return channel === 'push' && isRead ? 'The user has read the message.' : undefined;
};

/** What of a delivery is still due when it leaves: its owner may have changed everything since it was planned. */
export const worthTelling = <T extends Tellable>(to: Recipient, messages: readonly T[]): Verdict<T> => {
	if (to.status !== 'active') return { drop: to.status === 'blocked' ? 'The account is blocked.' : "The address isn't confirmed." };
	if (!to.isOn) return { drop: 'The user switched the channel off.' };
	if (to.stopped !== null) return { drop: `The channel is stopped: ${to.stopped}` };
	const tell = messages.filter((message) => whyNot(to.channel, message) === undefined);
	if (tell.length > 0) return { tell };
	const [first] = messages;
	return { drop: (first && whyNot(to.channel, first)) ?? 'Its messages were deleted.' };
};
