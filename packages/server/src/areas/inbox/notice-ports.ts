import type { ReportName } from '@sw/domain/inbox/message';
import type {
	DayOfUser,
	DeliveriesToday,
	FilterWithNotices,
	FrozenOfUser,
	NewNotice,
	NoticeOwner,
	PlannedDelivery,
} from '@sw/domain/inbox/notice-work';
import type { UtcMs } from '@sw/domain/time/units';

/** Storage for the alerts of a report. */
export interface NoticeRecords {
	/** Ordered by ID, the first `most` after the given one. */
	noticeOwners(after: string | null, most: number): Promise<NoticeOwner[]>;
	filtersWithNotices(userIds: readonly string[]): Promise<FilterWithNotices[]>;
	/** Currently frozen tickers. */
	frozenOfUsers(userIds: readonly string[], now: UtcMs): Promise<FrozenOfUser[]>;
	favouritesOfUsers(userIds: readonly string[]): Promise<{ userId: string; tickerId: number }[]>;
	deliveriesToday(days: readonly DayOfUser[]): Promise<DeliveriesToday[]>;
	/** The version from which the report's alerts are made: that of the first attempt. */
	beginNotices(report: ReportName): Promise<number>;
	endNotices(report: ReportName, now: UtcMs): Promise<void>;
	/** Reports whose alerts are complete, newest first. */
	noticedSince(since: UtcMs): Promise<ReportName[]>;
	/**
	 * Writes both or neither; skips filters that were already notified of this report, were deleted or have alerts switched off. Returns how many
	 * alerts were written.
	 */
	writeNotices(report: ReportName, notices: readonly NewNotice[], planned: readonly PlannedDelivery[], now: UtcMs): Promise<number>;
}
