/** Storage and external services of billing. */
import type * as users from '@sw/store/postgres/records/accounts/users';
import type * as licenceStates from '@sw/store/postgres/records/billing/licence-states';
import type * as mails from '@sw/store/postgres/records/billing/mails';
import type * as notifications from '@sw/store/postgres/records/billing/notifications';
import type * as orders from '@sw/store/postgres/records/billing/orders';
import type * as products from '@sw/store/postgres/records/billing/products';
import type * as subscriptions from '@sw/store/postgres/records/billing/subscriptions';
import type { TransactionalQueries } from '@sw/store/postgres/records/bind-queries';
import type * as messages from '@sw/store/postgres/records/inbox/messages';
import type { BackgroundMail } from '../../outside/mail/background-mail.ts';
import type { Payments } from '../../outside/payments/payments.ts';
import type { Clock } from '../../platform/clocks/wall-clock.ts';
import type { RandomSource } from '../../platform/random-source.ts';
import type { AuditAct } from '../audit-act.ts';

export type { LicenceOfUser, UserLicenceState } from '@sw/store/postgres/records/billing/licence-states';
export type {
	NewNotification,
	RejectedRequests,
	StoreResult as NotificationStoreResult,
} from '@sw/store/postgres/records/billing/notifications';
export type { OrderOfUser, OrderReference, OrderRow } from '@sw/store/postgres/records/billing/orders';
export type { SubscriptionOfUser, SubscriptionRow } from '@sw/store/postgres/records/billing/subscriptions';

export type BillingRecords = TransactionalQueries<
	typeof products &
		typeof orders &
		typeof subscriptions &
		typeof notifications &
		typeof licenceStates &
		typeof mails &
		Pick<typeof users, 'userById'> &
		Pick<typeof messages, 'sendMessages'>
>;

export interface BillingParts {
	records: BillingRecords;
	/** Null if no payment provider is configured. */
	payments: Payments | null;
	clock: Clock;
	randomSource: RandomSource;
	backgroundMail: Pick<BackgroundMail, 'deliver' | 'defer'>;
	/** Scheme, host and port of the URL that users open. */
	origin: string;
	audit: AuditAct;
	/** Called for a new notification that must be processed. Must neither block nor throw. */
	wake(notificationNumber: number): void;
	/** Called after an account's licence has changed. */
	onAccountChanged(userId: string): void;
	onError(message: string, error: unknown): void;
}
