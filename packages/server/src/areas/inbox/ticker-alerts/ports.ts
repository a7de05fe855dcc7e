/** Storage and services of alerts on tickers. */
import type { AlertFiring, LastFiring, TickerAlert } from '@sw/domain/alerts/ticker-alert';
import type { AlertOwner, PlannedDelivery } from '@sw/domain/inbox/alert-work';
import type { ReportName, WrittenContent } from '@sw/domain/inbox/message';
import type { Split } from '@sw/domain/prices/ticker';
import type { ExchangeDate, ReportTime, TickerId, UtcMs } from '@sw/domain/time/units';
import type { AlertRecords } from '../alert-ports.ts';

export interface FiredAlert extends AlertFiring {
	readonly subject: string;
	readonly content: WrittenContent;
}

export interface FiringRecords {
	/** Ordered by ID, the first `most` after the given one. */
	tickerAlertOwners(after: string | null, most: number): Promise<AlertOwner[]>;
	alertsToEvaluate(userIds: readonly string[], report: ReportTime): Promise<TickerAlert[]>;
	favouritesOfUsers(userIds: readonly string[]): Promise<{ userId: string; tickerId: TickerId }[]>;
	lastFirings(alertIds: readonly number[]): Promise<LastFiring[]>;
	/** The splits of all tickers, effective from `from` to `to`, both included. */
	splitsBetween(from: ExchangeDate, to: ExchangeDate): Promise<Split[]>;
	deliveriesToday: AlertRecords['deliveriesToday'];
	/** Writes each firing once with its message; answers the owners of the messages written. */
	writeFirings(report: ReportName, firings: readonly FiredAlert[], planned: readonly PlannedDelivery[], now: UtcMs): Promise<string[]>;
}
