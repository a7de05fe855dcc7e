import type { UtcMs } from '../time/units.ts';

/** What a notice says has happened, by the provider's numbers. */
export const NOTICE_TYPES = {
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
export type NoticeType = (typeof NOTICE_TYPES)[keyof typeof NOTICE_TYPES];

/** received: waiting; refused: valid, but not about our orders; failed: processing failed, for an administrator; test: of the test hook. */
export const NOTICE_STATES = ['received', 'worked', 'refused', 'failed', 'test'] as const;
export type NoticeState = (typeof NOTICE_STATES)[number];

/** By name as it was sent, unknown ones too. */
export type NoticeFields = Readonly<Record<string, string>>;

/** A notice as it came. */
export interface StoredNotice {
	readonly id: string;
	/** Order of coming. */
	readonly number: number;
	/** What makes a notice that is sent twice one. */
	readonly key: string;
	readonly state: NoticeState;
	readonly typeId: number;
	readonly type: string;
	readonly providerOrderId: string;
	readonly providerSubscriptionId: string | null;
	readonly fields: NoticeFields;
	readonly receivedAt: UtcMs;
	readonly workedAt: UtcMs | null;
	/** Times that it was worked on. */
	readonly attempts: number;
	/** Times that it came, the first included. */
	readonly copies: number;
	/** Why it was refused or failed, for administrators. */
	readonly reason: string | null;
	/** The order that it is about. */
	readonly orderId: string | null;
	/** When personal data were removed from its fields; null: they are as received. */
	readonly strippedAt: UtcMs | null;
}

export interface NoticeSearch {
	readonly state?: NoticeState | undefined;
	readonly orderId?: string | undefined;
	/** What the provider's number of the order or of the subscription begins with. */
	readonly q?: string | undefined;
}
