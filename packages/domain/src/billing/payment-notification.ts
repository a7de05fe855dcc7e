import type { UtcMs } from '../time/units.ts';

/** The event of a notification, by the provider's number. */
export const NOTIFICATION_TYPES = {
	1: 'OrderCharged',
	2: 'OrderRefunded',
	3: 'OrderChargedBack',
	4: 'OrderDeclined',
	5: 'OrderPartiallyRefunded',
	6: 'SubscriptionChargeSucceed',
	7: 'SubscriptionChargeFailed',
	8: 'SubscriptionSuspended',
	9: 'SubscriptionRenewed',
	10: 'SubscriptionTerminated',
	11: 'SubscriptionFinished',
	12: 'LicenseRequested',
	13: 'TrialCharge',
	14: 'OrderChargebackIsWon',
	15: 'OrderCustomerInformationChanged',
	16: 'InstantLeadNotification',
	17: 'OrderOnWaiting',
	21: 'SubscriptionPaymentInfoChanged',
} as const;
export type PaymentNotificationType = (typeof NOTIFICATION_TYPES)[keyof typeof NOTIFICATION_TYPES];

/** received: waiting; refused: valid, but not about our orders; failed: processing failed, for an administrator; test: from the test endpoint. */
export const NOTIFICATION_STATES = ['received', 'worked', 'refused', 'failed', 'test'] as const;
export type PaymentNotificationState = (typeof NOTIFICATION_STATES)[number];

/** By name as sent, including unknown ones. */
export type NotificationFields = Readonly<Record<string, string>>;

/** A notification as received. */
export interface StoredNotification {
	readonly id: string;
	/** Order of arrival. */
	readonly number: number;
	/** Deduplication key of repeated notifications. */
	readonly key: string;
	readonly state: PaymentNotificationState;
	readonly typeId: number;
	readonly type: string;
	readonly providerOrderId: string;
	readonly providerSubscriptionId: string | null;
	readonly fields: NotificationFields;
	readonly receivedAt: UtcMs;
	readonly workedAt: UtcMs | null;
	/** Number of processing attempts. */
	readonly attempts: number;
	/** Number of times received, including the first. */
	readonly copies: number;
	/** Why it was refused or failed, for administrators. */
	readonly reason: string | null;
	/** The order it is about. */
	readonly orderId: string | null;
	/** When personal data was removed from its fields; null: they are as received. */
	readonly strippedAt: UtcMs | null;
}

export interface NotificationSearch {
	readonly state?: PaymentNotificationState | undefined;
	readonly orderId?: string | undefined;
	/** Start of the provider's order or subscription number. */
	readonly q?: string | undefined;
}
