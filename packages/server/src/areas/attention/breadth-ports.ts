import type { Caller } from '@sw/domain/access/caller';
import type { Calendar } from '@sw/domain/time/calendar';
import type { ExchangeDate, UtcMs } from '@sw/domain/time/units';
import type { Queries } from '@sw/store/postgres/records/bind-queries';
import type * as subscriptions from '@sw/store/postgres/records/inbox/breadth-subscriptions';
import type { StoredSubscription } from '@sw/store/postgres/records/inbox/breadth-subscriptions';
import type { Source } from '../../market/window/source.ts';
import type { Job } from '../../platform/jobs/job.ts';
import type { UserCache } from '../../platform/user-cache.ts';
import type { BreadthBook } from '../../reports/breadth/breadth-book.ts';
import type { HotReports } from '../../reports/hot-reports.ts';
import type { AuditAct } from '../audit-act.ts';

export type { DueSubscription, StoredSubscription } from '@sw/store/postgres/records/inbox/breadth-subscriptions';

/** Breadth alerts of users. */
export type SubscriptionRecords = Queries<typeof subscriptions>;

/** From the cache: each user's alerts by key. */
export type OwnSubscriptions = UserCache<ReadonlyMap<string, StoredSubscription>> & Pick<SubscriptionRecords, 'subscribe' | 'unsubscribe'>;

export type DueRecords = Pick<SubscriptionRecords, 'subscriptionsToNotify' | 'markSubscriptionNotified'>;

/** Sends a message to an account's inbox, once per key. */
export type NotifyUser = (
	userId: string,
	message: { kind: 'breadth'; subject: string; text: string; link: string | null; key: string },
) => Promise<void>;

export interface BreadthParts {
	readonly reports: HotReports;
	readonly source: Source;
	readonly book: BreadthBook;
	readonly calendar: Pick<Calendar, 'sessionOn'>;
	readonly subscriptions: OwnSubscriptions;
	/** The market clock. */
	readonly now: () => UtcMs;
	/** The wall clock. */
	readonly wallNow: () => UtcMs;
	/** Recounts a date. */
	readonly count: (date: ExchangeDate, startedBy: string) => Promise<Job>;
	readonly nameOf: (caller: Caller) => Promise<string>;
	readonly audit: AuditAct;
}
