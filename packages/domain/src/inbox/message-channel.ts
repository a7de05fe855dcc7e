import type { Licence } from '../reports/licence.ts';
import type { UtcMs } from '../time/units.ts';

export const MESSAGE_SERVICES = ['ntfy', 'gotify', 'telegram', 'discord', 'slack'] as const;
export type MessageService = (typeof MESSAGE_SERVICES)[number];

export const SERVICE_NAMES: Readonly<Record<MessageService, string>> = {
	ntfy: 'ntfy',
	gotify: 'Gotify',
	telegram: 'Telegram',
	discord: 'Discord',
	slack: 'Slack',
};

/** The destination of a message channel. */
export interface MessageAddress {
	readonly service: MessageService;
	/** URL, or the id of a Telegram chat. Secret: with most services, anyone who knows the address can send messages. */
	readonly address: string;
	/** Secret. null: the service needs none, or the address contains it. */
	readonly token: string | null;
}

/** A user's connection to a messaging service. */
export interface MessageChannel extends Omit<MessageAddress, 'address'> {
	readonly id: string;
	readonly name: string;
	/** null: a Telegram chat that hasn't sent the linking code yet. */
	readonly address: string | null;
	/** When the linking code expires; null: the channel is connected. */
	readonly codeEnds: UtcMs | null;
	readonly createdAt: UtcMs;
	readonly deliveredAt: UtcMs | null;
	/** Failed attempts since the last successful one. */
	readonly failures: number;
	/** Time of the first of these failures. */
	readonly failingSince: UtcMs | null;
	/** The service requested a pause until this instant. */
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

export const MAX_CHANNEL_NAME_LENGTH = 40;
/** Maximum number of message channels per account; `none`: without a licence. */
export const CHANNELS_ALLOWED = { none: 1, basic: 3, premium: 5, pro: 20 } as const satisfies Record<Licence | 'none', number>;

export function channelLimit(licence: Licence | null): number {
	return CHANNELS_ALLOWED[licence ?? 'none'];
}

/** Returns the 403 message for an account that has reached its limit of channels. */
export function channelLimitMessage(licence: Licence | null): string {
	return licence === null
		? 'Without a licence, one app can be connected. Remove it first.'
		: `Your ${licence} licence includes ${CHANNELS_ALLOWED[licence]} connected apps. Remove one first.`;
}

/** A channel is stopped after this many consecutive rejected messages. */
const MAX_REJECTIONS = 5;

export function hasTooManyRejections({ failures }: Pick<MessageChannel, 'failures'>): boolean {
	return failures >= MAX_REJECTIONS;
}
