import type { Caller } from '@sw/domain/access/caller';
import type { Calendar } from '@sw/domain/time/calendar';
import type { ExchangeDate, UtcMs } from '@sw/domain/time/units';
import type { Queries } from '@sw/store/postgres/records/bind-queries';
import type * as subscriptions from '@sw/store/postgres/records/inbox/breadth-subscriptions';
import type { StoredSubscription } from '@sw/store/postgres/records/inbox/breadth-subscriptions';
import type { AttentionSource, AttentionWindow } from '../../market/window/attention-window.ts';
import type { Directory } from '../../market/window/directory.ts';
import type { Source } from '../../market/window/source.ts';
import type { TopSource } from '../../market/window/top-source.ts';
import type { MaybePromise } from '../../platform/concurrency/maybe-promise.ts';
import type { Job } from '../../platform/jobs/job.ts';
import type { UserCache } from '../../platform/user-cache.ts';
import type { BreadthBook } from '../../reports/breadth/breadth-book.ts';
import type { HotReports } from '../../reports/hot-reports.ts';
import type { ReadAfterSpikes } from '../../research/attention/after-spikes.ts';
import type { AuditAct } from '../audit-act.ts';

/** The lists of a user by which the list of mentions can be filtered. */
export interface OwnTickers {
	/** Ids of tickers that are currently frozen in all lists. */
	hiddenEverywhere(): ReadonlySet<number>;
	readonly favorites: ReadonlySet<number>;
}

export interface AnalyticsParts {
	readonly directory: Directory;
	readonly attention: AttentionSource;
	readonly window: Pick<AttentionWindow, 'state' | 'version'>;
	/** Source of the last prices, for market caps. */
	readonly tops: Pick<TopSource, 'stateAt'>;
	readonly source: Source;
	/** The market clock. */
	readonly now: () => UtcMs;
	readonly ownTickers: (userId: string) => MaybePromise<OwnTickers>;
	readonly afterSpikes: ReadAfterSpikes;
}

export type { DueSubscription, StoredSubscription } from '@sw/store/postgres/records/inbox/breadth-subscriptions';

/** Breadth alerts of users. */
export type SubscriptionRecords = Queries<typeof subscriptions>;

/** Each user's alerts by key, from a cache. */
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
	/** Starts a job that recounts the breadth of a date. */
	readonly recount: (date: ExchangeDate, startedBy: string) => Promise<Job>;
	readonly emailOf: (caller: Caller) => Promise<string>;
	readonly audit: AuditAct;
}
