import type { Role, UserStatus } from '../access/account.ts';
import type { Licence } from '../reports/licence.ts';
import type { UtcMs } from '../time/units.ts';
import type { Channel, DELIVERY_STATES, DeliverySettings } from './delivery.ts';
import type { Message } from './message.ts';

export type DeliveryState = (typeof DELIVERY_STATES)[number];

/** A delivery to be sent now. */
export interface TakenDelivery {
	/** Visible to receivers: the same for each attempt. */
	readonly id: string;
	readonly userId: string;
	readonly channel: Channel;
	readonly messageIds: readonly number[];
	/** Including this one. */
	readonly attempts: number;
	readonly createdAt: UtcMs;
}

/** One of its messages, with later changes by its owner to it and its filter. */
export type OutgoingMessage = Message & { readonly isDeleted: boolean; readonly isUnwatched: boolean };

/** The delivery with everything that determines its outcome. */
export interface Outgoing extends TakenDelivery {
	readonly account: {
		readonly email: string;
		readonly status: UserStatus;
		readonly role: Role;
		readonly license: Licence | null;
		readonly licenseExpires: UtcMs | null;
	};
	readonly settings: DeliverySettings;
	/** Why the product has stopped the channel; null if it hasn't. */
	readonly stopped: string | null;
	/** Newest first; expired ones are missing. */
	readonly messages: readonly OutgoingMessage[];
}

/** The result of an attempt. */
export type DeliveryChange =
	| { readonly state: 'delivered'; readonly deliveredAt: UtcMs }
	| { readonly state: 'failed' | 'dropped'; readonly reason: string }
	| { readonly state: 'waiting'; readonly dueAt: UtcMs; readonly reason: string | null; readonly attempts: number };

/** A browser subscribed to push messages. */
export interface PushBrowser {
	readonly id: string;
	readonly endpoint: string;
	readonly p256dh: string;
	readonly auth: string;
	/** The service's public key at the time of subscription. */
	readonly serverKey: string;
	readonly agent: string;
	readonly createdAt: UtcMs;
	readonly deliveredAt: UtcMs | null;
}

/** A webhook address of a user. */
export interface OwnWebhook {
	readonly url: string;
	readonly secret: string;
	readonly createdAt: UtcMs;
	readonly deliveredAt: UtcMs | null;
	readonly failures: number;
	readonly failingSince: UtcMs | null;
}

/** Selects deliveries for an administrator. */
export interface DeliverySearch {
	readonly state?: DeliveryState | undefined;
	readonly channel?: Channel | undefined;
	/** Part of the account's address. */
	readonly q?: string | undefined;
}

/** A delivery as administrators see it. */
export interface DeliveryStatus {
	readonly id: string;
	readonly email: string;
	readonly channel: Channel;
	readonly state: DeliveryState;
	readonly messages: number;
	readonly attempts: number;
	readonly reason: string | null;
	readonly dueAt: UtcMs;
	readonly createdAt: UtcMs;
	readonly deliveredAt: UtcMs | null;
}

/** How long finished deliveries are kept: successful and failed ones. */
export const DELIVERY_LIFE_DAYS = { delivered: 30, other: 90 } as const;
