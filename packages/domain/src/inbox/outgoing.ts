import type { Role, UserStatus } from '../access/account.ts';
import type { Licence } from '../reports/licence.ts';
import type { UtcMs } from '../time/units.ts';
import type { Channel, DELIVERY_STATES, DeliverySettings } from './delivery.ts';
import type { Message } from './message.ts';

export type DeliveryState = (typeof DELIVERY_STATES)[number];

/** A delivery that was taken to be made now. */
export interface TakenDelivery {
	/** Receivers see it: the same with each try. */
	readonly id: string;
	readonly userId: string;
	readonly channel: Channel;
	readonly messageIds: readonly number[];
	/** With this one. */
	readonly attempts: number;
	readonly createdAt: UtcMs;
}

/** A message of it, with what its owner has done to it and to its filter since. */
export type OutgoingMessage = Message & { readonly isDeleted: boolean; readonly isUnwatched: boolean };

/** The delivery with all that decides what becomes of it. */
export interface Outgoing extends TakenDelivery {
	readonly account: {
		readonly email: string;
		readonly status: UserStatus;
		readonly role: Role;
		readonly license: Licence | null;
		readonly licenseExpires: UtcMs | null;
	};
	readonly settings: DeliverySettings;
	/** Why the product has stopped the channel; null where it has not. */
	readonly stopped: string | null;
	/** Newest first; those that were swept are missing. */
	readonly messages: readonly OutgoingMessage[];
}

/** What became of a try. */
export type DeliveryChange =
	| { readonly state: 'delivered'; readonly deliveredAt: UtcMs }
	| { readonly state: 'failed' | 'dropped'; readonly reason: string }
	| { readonly state: 'waiting'; readonly dueAt: UtcMs; readonly reason: string | null; readonly attempts: number };

/** A browser that takes pushes. */
export interface PushBrowser {
	readonly id: string;
	readonly endpoint: string;
	readonly p256dh: string;
	readonly auth: string;
	/** The service's public key that it was registered with. */
	readonly serverKey: string;
	readonly agent: string;
	readonly createdAt: UtcMs;
	readonly deliveredAt: UtcMs | null;
}

/** An address of a user's own. */
export interface OwnWebhook {
	readonly url: string;
	readonly secret: string;
	readonly createdAt: UtcMs;
	readonly deliveredAt: UtcMs | null;
	readonly failures: number;
	readonly failingSince: UtcMs | null;
}

/** Which deliveries an administrator looks for. */
export interface DeliverySearch {
	readonly state?: DeliveryState | undefined;
	readonly channel?: Channel | undefined;
	/** Part of the account's address. */
	readonly q?: string | undefined;
}

/** A delivery as administrators see it. */
export interface DeliveryOfHouse {
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

/** How long ended deliveries are kept: what was delivered, and what was not. */
export const DELIVERY_LIFE_DAYS = { delivered: 30, other: 90 } as const;
