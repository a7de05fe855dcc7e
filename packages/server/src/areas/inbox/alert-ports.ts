import type {
	AlertOwner,
	DayOfUser,
	DeliveriesToday,
	FilterWithAlerts,
	FrozenOfUser,
	NewAlert,
	PlannedDelivery,
} from '@sw/domain/inbox/alert-work';
import type { ReportName } from '@sw/domain/inbox/message';
import type { UtcMs } from '@sw/domain/time/units';

/** Storage for the alerts of a report. */
export interface AlertRecords {
	/** Ordered by ID, the first `most` after the given one. */
	alertOwners(after: string | null, most: number): Promise<AlertOwner[]>;
	filtersWithAlerts(userIds: readonly string[]): Promise<FilterWithAlerts[]>;
	/** Currently frozen tickers. */
	frozenOfUsers(userIds: readonly string[], now: UtcMs): Promise<FrozenOfUser[]>;
	favouritesOfUsers(userIds: readonly string[]): Promise<{ userId: string; tickerId: number }[]>;
	deliveriesToday(days: readonly DayOfUser[]): Promise<DeliveriesToday[]>;
	/** The version from which the report's alerts are made: that of the first attempt. */
	beginAlerts(report: ReportName): Promise<number>;
	endAlerts(report: ReportName, now: UtcMs): Promise<void>;
	/** Reports whose alerts are complete, newest first. */
	alertedSince(since: UtcMs): Promise<ReportName[]>;
	/**
	 * Writes both or neither; skips filters that were already notified of this report, were deleted or have alerts switched off. Returns how many
	 * alerts were written.
	 */
	writeAlerts(report: ReportName, alerts: readonly NewAlert[], planned: readonly PlannedDelivery[], now: UtcMs): Promise<number>;
}
