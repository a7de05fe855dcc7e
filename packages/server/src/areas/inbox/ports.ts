/** Storage and services of the inbox. */
import type { TickerAlert } from '@sw/domain/alerts/ticker-alert';
import type { Announcement, AnnouncementStatus } from '@sw/domain/inbox/announcement';
import type { DeliveryChange, DeliverySettings, StoppedChannel } from '@sw/domain/inbox/delivery';
import type { FeedAddress, FeedOwner } from '@sw/domain/inbox/feed';
import type { Message, MessageKind, MessageSearch, ReportName } from '@sw/domain/inbox/message';
import type { Split } from '@sw/domain/prices/ticker';
import type { Licence } from '@sw/domain/reports/licence';
import type { ParameterSet } from '@sw/domain/signals/parameters';
import type { TickerId, UtcMs } from '@sw/domain/time/units';
import type { Directory } from '../../market/window/directory.ts';
import type { PricesAt } from '../../market/window/past-prices.ts';
import type { PriceWindow } from '../../market/window/price-window.ts';
import type { Clock } from '../../platform/clocks/clock.ts';
import type { RandomSource } from '../../platform/random-source.ts';
import type { HotReport, HotReports } from '../../reports/hot-reports.ts';
import type { AuditAct } from '../audit-act.ts';

interface Page<Row> {
	items: Row[];
	total: number;
}

/** An alert and what it did so far. */
export interface KeptAlert extends TickerAlert {
	readonly createdAt: UtcMs;
	readonly fired: number;
	readonly lastReport: UtcMs | null;
	readonly lastTickerId: TickerId | null;
}

export interface OwnAlertRecords {
	/** Newest first. */
	tickerAlertsOf(userId: string): Promise<KeptAlert[]>;
	/** Undefined where the account has as many as allowed. */
	addTickerAlert(
		userId: string,
		alert: Omit<TickerAlert, 'id' | 'userId'>,
		given: { allowed: number; now: UtcMs },
	): Promise<KeptAlert | undefined>;
	removeTickerAlert(userId: string, id: number): Promise<boolean>;
}

/** Absent rows are undefined. */
export interface InboxRecords extends OwnAlertRecords {
	listMessages(userId: string, search: MessageSearch, page: { skip: number; max: number; now: UtcMs }): Promise<Page<Message>>;
	unreadMessages(userId: string, now: UtcMs): Promise<number>;
	messageById(userId: string, id: number, now: UtcMs): Promise<Message | undefined>;
	changeMessage(
		userId: string,
		id: number,
		change: { read?: boolean | undefined; deleted?: boolean | undefined },
		at: { now: UtcMs; since: UtcMs },
	): Promise<Message | undefined>;
	readMessages(userId: string, kind: MessageKind | undefined, now: UtcMs): Promise<number>;
	addAnnouncements(userId: string, licence: Licence | null, now: UtcMs): Promise<void>;

	addAnnouncement(announcement: Omit<Announcement, 'id'>): Promise<Announcement>;
	listAnnouncements(skip: number, max: number): Promise<Page<AnnouncementStatus>>;
	removeAnnouncement(id: number): Promise<Announcement | undefined>;

	deliveryOf(userId: string): Promise<DeliverySettings | undefined>;
	stoppedChannelsOf(userId: string): Promise<StoppedChannel[]>;
	changeDelivery(userId: string, change: DeliveryChange, now: UtcMs): Promise<DeliverySettings | undefined>;

	/** False where the user has no such filter. */
	setFeedAddress(userId: string, filterId: number, tokenHash: Uint8Array, now: UtcMs): Promise<boolean>;
	removeFeedAddress(userId: string, filterId: number): Promise<boolean>;
	feedAddressesOf(userId: string): Promise<FeedAddress[]>;
	feedOwner(tokenHash: Uint8Array): Promise<FeedOwner | undefined>;
	/** The newest ones that the owner has not deleted. */
	alertsOfFilter(userId: string, filterId: number, most: number): Promise<Message[]>;
}

/** The part of an account's lists that messages need. */
export interface OwnLists {
	readonly favorites: ReadonlySet<number>;
	filter(id: number): { readonly userId: string | null } | undefined;
}

export interface AlertReading {
	readonly reports: Pick<HotReports, 'at' | 'table' | 'newestBetween'>;
	readonly directory: Directory;
	readonly prices: PriceWindow;
	/** The prices as of a report. */
	readonly pricesAt: PricesAt;
	readonly parameters: ParameterSet;
	/** An earlier version of a report. */
	version(report: ReportName): Promise<HotReport | undefined>;
}

export interface InboxParts extends AlertReading {
	readonly records: InboxRecords;
	lists(userId: string): OwnLists | Promise<OwnLists>;
	readonly clock: Clock;
	/** The market clock. */
	readonly marketNow: () => UtcMs;
	readonly splits: (id: TickerId) => Promise<readonly Split[]>;
	readonly randomSource: Pick<RandomSource, 'bytes'>;
	/** Scheme, host and port that users type. */
	readonly origin: string;
	readonly audit: AuditAct;
}
