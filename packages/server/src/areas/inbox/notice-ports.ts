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

/** What the notices of a report need of storage; compose hands it in. */
export interface NoticeRecords {
	/** In the order of their ids, the first `most` after one. */
	noticeOwners(after: string | null, most: number): Promise<NoticeOwner[]>;
	filtersWithNotices(userIds: readonly string[]): Promise<FilterWithNotices[]>;
	/** What is frozen now. */
	frozenOfUsers(userIds: readonly string[], now: UtcMs): Promise<FrozenOfUser[]>;
	favouritesOfUsers(userIds: readonly string[]): Promise<{ userId: string; tickerId: number }[]>;
	deliveriesToday(days: readonly DayOfUser[]): Promise<DeliveriesToday[]>;
	/** The version that notices of the report are made of: that of the first try. */
	beginNotices(report: ReportName): Promise<number>;
	endNotices(report: ReportName, now: UtcMs): Promise<void>;
	/** Reports of which all notices have been made, newest first. */
	noticedSince(since: UtcMs): Promise<ReportName[]>;
	/** Both or neither; a filter that was told of this report, is gone or wants no notices any more gets none. How many were written. */
	writeNotices(report: ReportName, notices: readonly NewNotice[], planned: readonly PlannedDelivery[], now: UtcMs): Promise<number>;
}
