import type { ReportTime } from '@sw/domain/time/units';
import type { Queries } from '@sw/store/postgres/records/bind-queries';
import type * as chain from '@sw/store/postgres/records/inbox/alert-chain';
import type * as work from '@sw/store/postgres/records/inbox/alert-work';
import type * as alerts from '@sw/store/postgres/records/inbox/ticker-alerts';
import type * as splits from '@sw/store/postgres/records/tickers/ticker-splits';

export type { FiredAlert } from '@sw/store/postgres/records/inbox/ticker-alerts';

/** Which reports were evaluated for which licence. */
export type AlertChainRecords = Queries<Omit<typeof chain, 'sweepEvaluated'>> & {
	/** Whether a report of that time is stored, shown by this process or not. */
	isPublished(time: ReportTime): Promise<boolean>;
};

/** Storage for the alerts of a report. */
export type AlertRecords = Queries<Omit<typeof work, 'ownersAmong' | 'ownedFilters'>>;

/** Storage for firing the alerts on tickers. */
export type FiringRecords = Queries<
	Pick<typeof alerts, 'tickerAlertOwners' | 'alertsToEvaluate' | 'tickersOfWatchlists' | 'lastFirings' | 'writeFirings'> &
		Pick<typeof work, 'favouritesOfUsers' | 'deliveriesToday' | 'ownedFilters'> &
		Pick<typeof splits, 'splitsBetween'>
>;
