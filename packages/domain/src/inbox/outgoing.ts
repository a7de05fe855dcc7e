import type { Role, UserStatus } from '../access/account.ts';
import type { Licence } from '../reports/licence.ts';
import type { UtcMs } from '../time/units.ts';
import type { Channel, DELIVERY_STATES, DeliverySettings } from './delivery.ts';
import type { Message } from './message.ts';

export type DeliveryState = (typeof DELIVERY_STATES)[number];

/** A delivery that a worker has claimed for sending. */
export interface ClaimedDelivery {
	/** Sent along, so that receivers can recognize repeated attempts. */
	readonly id: string;
	readonly userId: string;
	readonly channel: Channel;
	readonly messageIds: readonly number[];
	/** Number of attempts, including this one. */
	readonly attempts: number;
	readonly createdAt: UtcMs;
}

/** `isDeleted`: the owner has since deleted the message; `isUnwatched`: the owner has since turned off the filter's alerts. */
export type OutgoingMessage = Message & { readonly isDeleted: boolean; readonly isUnwatched: boolean };

/** A delivery with everything needed to decide whether and what to send. */
export interface OutgoingDelivery extends ClaimedDelivery {
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
	/** Newest first, without expired ones. */
	readonly messages: readonly OutgoingMessage[];
}

/** The outcome of an attempt. */
export type DeliveryOutcome =
	| { readonly state: 'delivered'; readonly deliveredAt: UtcMs }
	| { readonly state: 'failed' | 'dropped'; readonly reason: string }
	| { readonly state: 'waiting'; readonly dueAt: UtcMs; readonly reason: string | null; readonly attempts: number };

/** A browser's subscription to push messages; `p256dh` and `auth` are the browser's encryption keys. */
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
export interface UserWebhook {
	readonly url: string;
	readonly secret: string;
	readonly createdAt: UtcMs;
	readonly deliveredAt: UtcMs | null;
	readonly failures: number;
	readonly failingSince: UtcMs | null;
}

/** Search criteria; a delivery must match all of them. */
export interface DeliverySearch {
	readonly state?: DeliveryState | undefined;
	readonly channel?: Channel | undefined;
	/** Part of the account's mail address. */
	readonly q?: string | undefined;
}

/** A delivery as administrators see it. */
export interface DeliveryStatus {
	readonly id: string;
	readonly email: string;
	readonly channel: Channel;
	readonly state: DeliveryState;
	/** Number of messages. */
	readonly messages: number;
	readonly attempts: number;
	readonly reason: string | null;
	readonly dueAt: UtcMs;
	readonly createdAt: UtcMs;
	readonly deliveredAt: UtcMs | null;
}

/** Days for which finished deliveries are kept. */
export const DELIVERY_LIFE_DAYS = { delivered: 30, other: 90 } as const;
