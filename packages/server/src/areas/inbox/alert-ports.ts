import type { Queries } from '@sw/store/postgres/records/bind-queries';
import type * as work from '@sw/store/postgres/records/inbox/alert-work';
import type * as alerts from '@sw/store/postgres/records/inbox/ticker-alerts';
import type * as splits from '@sw/store/postgres/records/tickers/ticker-splits';

export type { FiredAlert } from '@sw/store/postgres/records/inbox/ticker-alerts';

/** Storage for the alerts of a report. */
export type AlertRecords = Queries<Omit<typeof work, 'ownersAmong' | 'sweepAlerted'>>;

/** Storage for firing the alerts on tickers. */
export type FiringRecords = Queries<
	Pick<typeof alerts, 'tickerAlertOwners' | 'alertsToEvaluate' | 'lastFirings' | 'writeFirings'> &
		Pick<typeof work, 'favouritesOfUsers' | 'deliveriesToday'> &
		Pick<typeof splits, 'splitsBetween'>
>;
