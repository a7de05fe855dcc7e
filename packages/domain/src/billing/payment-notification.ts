import type { UtcMs } from '../time/units.ts';

/** The provider's name of each type, by its number. */
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

/**
 * received: not processed yet; worked: processed; refused: valid, but not about an order of this site; failed: processing failed, an administrator must look
 * at it; test: from the test endpoint.
 */
export const NOTIFICATION_STATES = ['received', 'worked', 'refused', 'failed', 'test'] as const;
export type PaymentNotificationState = (typeof NOTIFICATION_STATES)[number];

/** All fields as sent, including unknown ones, by name. */
export type NotificationFields = Readonly<Record<string, string>>;

/** A notification as received. */
export interface StoredNotification {
	readonly id: string;
	/** Order of arrival. */
	readonly number: number;
	/** Deduplication key, see `notificationKey`. */
	readonly key: string;
	readonly state: PaymentNotificationState;
	readonly typeId: number;
	readonly type: string;
	readonly providerOrderId: string;
	readonly providerSubscriptionId: string | null;
	readonly fields: NotificationFields;
	readonly receivedAt: UtcMs;
	/** When the notification was processed. */
	readonly workedAt: UtcMs | null;
	/** Number of processing attempts. */
	readonly attempts: number;
	/** Number of times received, including the first. */
	readonly copies: number;
	/** Why the notification was refused or failed, for administrators. */
	readonly reason: string | null;
	/** Id of the order that the notification is about. */
	readonly orderId: string | null;
	/** When personal data was removed from `fields`; null: the fields are as received. */
	readonly strippedAt: UtcMs | null;
}

export interface NotificationSearch {
	readonly state?: PaymentNotificationState | undefined;
	readonly orderId?: string | undefined;
	/** Start of the provider's order or subscription number. */
	readonly q?: string | undefined;
}
