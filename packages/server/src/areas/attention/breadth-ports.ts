import type { AccountState } from '@sw/domain/access/account';
import type { Caller } from '@sw/domain/access/caller';
import type { ExchangeDate, UtcMs } from '@sw/domain/time/units';
import type { Source } from '../../market/window/source.ts';
import type { Job } from '../../platform/jobs/job.ts';
import type { UserCache } from '../../platform/user-cache.ts';
import type { BreadthBook } from '../../reports/breadth/breadth-book.ts';
import type { HotReports } from '../../reports/hot-reports.ts';
import type { AuditAct } from '../audit-act.ts';

/** A user's alert for one breadth. */
export interface BreadthSubscription {
	readonly key: string;
	/** Minimum depth that counts. */
	readonly depth: number;
	/** null: notify once, after the next report. */
	readonly level: number | null;
	readonly since: UtcMs;
}

/** An alert not yet sent on a day, with the owner's licence. */
export interface DueSubscription extends BreadthSubscription {
	readonly userId: string;
	readonly account: AccountState;
}

export interface SubscriptionRecords {
	subscriptionsOf(userId: string): Promise<readonly BreadthSubscription[]>;
	/** False when the user has reached the limit. */
	subscribe(userId: string, subscription: BreadthSubscription, most: number): Promise<boolean>;
	unsubscribe(userId: string, key: string): Promise<void>;
}

/** The same from the cache: each user's alerts by key. */
export type OwnSubscriptions = UserCache<ReadonlyMap<string, BreadthSubscription>> & Omit<SubscriptionRecords, 'subscriptionsOf'>;

export interface DueRecords {
	dueOn(day: ExchangeDate): Promise<readonly DueSubscription[]>;
	/** Records that the alert was sent on that day; an alert without a level is then removed. */
	markSent(subscription: DueSubscription, day: ExchangeDate): Promise<void>;
}

/** Sends a message to an account's inbox, once per key. */
export type NotifyUser = (
	userId: string,
	message: { kind: 'breadth'; subject: string; text: string; link: string | null; key: string },
) => Promise<void>;

export interface BreadthParts {
	readonly reports: HotReports;
	readonly source: Source;
	readonly book: BreadthBook;
	readonly subscriptions: OwnSubscriptions;
	/** The market clock. */
	readonly now: () => UtcMs;
	/** The wall clock. */
	readonly wallNow: () => UtcMs;
	/** Recounts a date. */
	readonly count: (date: ExchangeDate, by: string) => Promise<Job>;
	readonly nameOf: (caller: Caller) => Promise<string>;
	readonly audit: AuditAct;
}
