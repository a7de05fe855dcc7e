import type {
	AlertOwner,
	DayOfUser,
	DeliveriesToday,
	FilterWithAlerts,
	FrozenOfUser,
	NewAlert,
	PlannedDelivery,
} from '@sw/domain/inbox/alert-work';
import type { EvaluatedReport, ReportName } from '@sw/domain/inbox/message';
import type { Licence } from '@sw/domain/reports/licence';
import type { ReportTime, UtcMs } from '@sw/domain/time/units';

/** Which reports were evaluated for which licence. */
export interface AlertChainRecords {
	/** The version from which the report's alerts are made, and since when: that of the first attempt. */
	beginAlerts(report: ReportName, licences: readonly Licence[], now: UtcMs): Promise<{ version: number; beganAt: UtcMs }>;
	endAlerts(report: ReportName, licences: readonly Licence[], ended: { lists: boolean; now: UtcMs }): Promise<void>;
	/** Newest first. */
	evaluatedSince(since: UtcMs): Promise<EvaluatedReport[]>;
	/** Whether a report of that time is stored, shown by this process or not. */
	isPublished(time: ReportTime): Promise<boolean>;
}

/** Storage for the alerts of a report. */
export interface AlertRecords {
	/** Ordered by ID, the first `most` after the given one. */
	alertOwners(after: string | null, most: number): Promise<AlertOwner[]>;
	filtersWithAlerts(userIds: readonly string[]): Promise<FilterWithAlerts[]>;
	/** Currently frozen tickers. */
	frozenOfUsers(userIds: readonly string[], now: UtcMs): Promise<FrozenOfUser[]>;
	favouritesOfUsers(userIds: readonly string[]): Promise<{ userId: string; tickerId: number }[]>;
	deliveriesToday(days: readonly DayOfUser[]): Promise<DeliveriesToday[]>;
	/**
	 * Writes both or neither; skips filters that were already notified of this report, were deleted or have alerts switched off. Returns how many
	 * alerts were written.
	 */
	writeAlerts(report: ReportName, alerts: readonly NewAlert[], planned: readonly PlannedDelivery[], now: UtcMs): Promise<number>;
}
