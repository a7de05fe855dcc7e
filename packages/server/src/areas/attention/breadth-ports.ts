import type { Standing } from '@sw/domain/access/account';
import type { Caller } from '@sw/domain/access/caller';
import type { ExchangeDate, UtcMs } from '@sw/domain/time/units';
import type { Source } from '../../market/window/source.ts';
import type { Job } from '../../platform/jobs/job.ts';
import type { Owned } from '../../platform/owned.ts';
import type { BreadthBook } from '../../reports/breadth/breadth-book.ts';
import type { HotReports } from '../../reports/hot-reports.ts';
import type { AuditAct } from '../audit-act.ts';

/** What somebody wants to be told of a breadth. */
export interface BreadthSubscription {
	readonly key: string;
	/** Least depth that counts. */
	readonly depth: number;
	/** null: once, when the next report has been counted. */
	readonly level: number | null;
	readonly since: UtcMs;
}

/** One that has not been told of on a day, with what its owner may open. */
export interface DueSubscription extends BreadthSubscription {
	readonly userId: string;
	readonly standing: Standing;
}

export interface SubscriptionRecords {
	subscriptionsOf(userId: string): Promise<readonly BreadthSubscription[]>;
	/** Answers false where the user has as many as may be. */
	subscribe(userId: string, subscription: BreadthSubscription, most: number): Promise<boolean>;
	unsubscribe(userId: string, key: string): Promise<void>;
}

/** The same from memory: what each user wants to be told of, by key. */
export type OwnSubscriptions = Owned<ReadonlyMap<string, BreadthSubscription>> & Omit<SubscriptionRecords, 'subscriptionsOf'>;

export interface DueRecords {
	notToldOn(day: ExchangeDate): Promise<readonly DueSubscription[]>;
	/** It was told on that day; without a level it is over. */
	told(subscription: DueSubscription, day: ExchangeDate): Promise<void>;
}

/** Tells an account something, once under its key. */
export type Tell = (
	userId: string,
	message: { kind: 'breadth'; subject: string; text: string; link: string | null; key: string },
) => Promise<void>;

export interface BreadthParts {
	readonly reports: HotReports;
	readonly source: Source;
	readonly book: BreadthBook;
	readonly subscriptions: OwnSubscriptions;
	/** The clock of the wall. */
	readonly wallNow: () => UtcMs;
	/** Counts a date again. */
	readonly count: (date: ExchangeDate, by: string) => Promise<Job>;
	readonly nameOf: (caller: Caller) => Promise<string>;
	readonly audit: AuditAct;
}
