import type { Licence } from '../reports/licence.ts';
import type { UtcMs } from '../time/units.ts';

/** The services that a message channel can be on. */
export const MESSAGE_SERVICES = ['ntfy', 'gotify', 'telegram', 'discord', 'slack'] as const;
export type MessageService = (typeof MESSAGE_SERVICES)[number];

export const SERVICE_NAMES: Readonly<Record<MessageService, string>> = {
	ntfy: 'ntfy',
	gotify: 'Gotify',
	telegram: 'Telegram',
	discord: 'Discord',
	slack: 'Slack',
};

/** Where a message channel leads. */
export interface MessageAddress {
	readonly service: MessageService;
	/** URL, or the id of a Telegram chat. Anyone who knows it can write to most services, so it is secret. */
	readonly address: string;
	/** Secret. null: the service needs none, or it is in the address. */
	readonly token: string | null;
}

/** A user's connection to a service that shows messages. */
export interface MessageChannel extends Omit<MessageAddress, 'address'> {
	readonly id: string;
	readonly name: string;
	/** null: a Telegram chat that has not sent its code yet. */
	readonly address: string | null;
	/** Until when the code is accepted; null for a channel that is connected. */
	readonly codeEnds: UtcMs | null;
	readonly createdAt: UtcMs;
	readonly deliveredAt: UtcMs | null;
	/** Failed attempts since the last successful one. */
	readonly failures: number;
	readonly failingSince: UtcMs | null;
	/** The service wants no message before this. */
	readonly pausedUntil: UtcMs | null;
	readonly stoppedAt: UtcMs | null;
	readonly stoppedWhy: string | null;
}

export type ChannelState = 'linking' | 'ready' | 'stopped';
export const CHANNEL_STATES = ['linking', 'ready', 'stopped'] as const satisfies readonly ChannelState[];

export function channelState({ address, stoppedAt }: Pick<MessageChannel, 'address' | 'stoppedAt'>): ChannelState {
	if (address === null) return 'linking';
	return stoppedAt === null ? 'ready' : 'stopped';
}

export const LONGEST_CHANNEL_NAME = 40;
/** Message channels an account may have, by licence; without one, `none`. */
export const CHANNELS_ALLOWED = { none: 1, basic: 3, premium: 5, pro: 20 } as const satisfies Record<Licence | 'none', number>;

export function channelsAllowed(licence: Licence | null): number {
	return CHANNELS_ALLOWED[licence ?? 'none'];
}

/** The 403 message when another channel would exceed the limit. */
export function channelLimitReached(licence: Licence | null): string {
	return licence === null
		? 'Without a licence, one app can be connected. Remove it first.'
		: `Your ${licence} licence includes ${CHANNELS_ALLOWED[licence]} connected apps. Remove one first.`;
}

/** A service that rejects this many messages in a row as malformed gets no more. */
const MOST_REJECTED = 5;

export function isRejectedForGood({ failures }: Pick<MessageChannel, 'failures'>): boolean {
	return failures >= MOST_REJECTED;
}
