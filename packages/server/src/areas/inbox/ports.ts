import type { ReportVersionId } from '@sw/domain/inbox/message';
import type { Split } from '@sw/domain/prices/ticker';
import type { ParameterSet } from '@sw/domain/signals/parameters';
import type { Calendar } from '@sw/domain/time/calendar';
import type { ExchangeDate, ReportTime, TickerId, UtcMs } from '@sw/domain/time/units';
import type { Queries } from '@sw/store/postgres/records/bind-queries';
import type * as alertEvaluations from '@sw/store/postgres/records/inbox/alert-evaluations';
import type * as settings from '@sw/store/postgres/records/inbox/delivery-settings';
import type * as feeds from '@sw/store/postgres/records/inbox/feed-addresses';
import type * as filterAlerts from '@sw/store/postgres/records/inbox/filter-alerts';
import type * as listMails from '@sw/store/postgres/records/inbox/list-mails';
import type * as messages from '@sw/store/postgres/records/inbox/messages';
import type * as alerts from '@sw/store/postgres/records/inbox/ticker-alerts';
import type * as splits from '@sw/store/postgres/records/tickers/ticker-splits';
import type { Directory } from '../../market/window/directory.ts';
import type { PricesAt } from '../../market/window/past-prices.ts';
import type { PriceWindow } from '../../market/window/price-window.ts';
import type { Clock } from '../../platform/clocks/wall-clock.ts';
import type { RandomSource } from '../../platform/random-source.ts';
import type { HotReport, HotReports } from '../../reports/hot-reports.ts';
import type { AuditAct } from '../audit-act.ts';

export type { StoredAlert } from '@sw/store/postgres/records/inbox/ticker-alerts';

export type InboxRecords = Queries<
	typeof messages & typeof settings & typeof feeds & typeof alerts & typeof listMails & Pick<typeof filterAlerts, 'ownedFilters'>
>;

/** The parts of an account's own lists that messages need. */
export interface OwnLists {
	readonly favorites: ReadonlySet<number>;
	filter(id: number): { readonly userId: string | null } | undefined;
}

export interface AlertReadingParts {
	readonly reports: Pick<HotReports, 'at' | 'table' | 'newestBetween'>;
	readonly directory: Directory;
	readonly prices: PriceWindow;
	/** Prices as of a time in the past. */
	readonly pricesAt: PricesAt;
	readonly parameters: ParameterSet;
	/** Reads an earlier version of a report. */
	readVersion(report: ReportVersionId): Promise<HotReport | undefined>;
}

export interface InboxParts extends AlertReadingParts {
	readonly records: InboxRecords;
	loadLists(userId: string): OwnLists | Promise<OwnLists>;
	readonly clock: Clock;
	/** The market clock. */
	readonly marketNow: () => UtcMs;
	readonly calendar: Pick<Calendar, 'sessionAt' | 'nextToOpen'>;
	readonly splits: (id: TickerId) => Promise<readonly Split[]>;
	/** Converts UTC seconds to trading time, in which closed hours have no length. */
	readonly tradingTime: (seconds: number) => number;
	/** Usual mentions per day, as known before a session, by row of the directory. */
	readonly loadUsualMentions: (date: ExchangeDate) => Promise<Float64Array>;
	readonly randomSource: Pick<RandomSource, 'bytes'>;
	/** Scheme, host and port of the URL that users open. */
	readonly origin: string;
	readonly audit: AuditAct;
}

export type { FiredAlert } from '@sw/store/postgres/records/inbox/ticker-alerts';

/** Records which reports were evaluated for which licence. */
export type AlertChainRecords = Queries<Omit<typeof alertEvaluations, 'sweepEvaluated'>> & {
	/** Whether a report of a time is stored, even if this process doesn't show it yet. */
	isPublished(time: ReportTime): Promise<boolean>;
};

/** Storage for the alerts of a report. */
export type AlertRecords = Queries<Omit<typeof filterAlerts, 'ownersAmong' | 'ownedFilters'>>;

/** Storage for firing the alerts on tickers. */
export type FiringRecords = Queries<
	Pick<typeof alerts, 'tickerAlertOwners' | 'alertsToEvaluate' | 'tickersOfWatchlists' | 'lastFirings' | 'writeFirings'> &
		Pick<typeof filterAlerts, 'favouritesOfUsers' | 'deliveriesToday' | 'ownedFilters'> &
		Pick<typeof splits, 'splitsBetween'>
>;
