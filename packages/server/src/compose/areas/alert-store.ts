import type { Db } from '@sw/store/postgres/records';
import { bindQueries } from '@sw/store/postgres/records/bind-queries';
import * as chain from '@sw/store/postgres/records/inbox/alert-evaluations';
import * as filterAlerts from '@sw/store/postgres/records/inbox/filter-alerts';
import * as listMails from '@sw/store/postgres/records/inbox/list-mails';
import * as alerts from '@sw/store/postgres/records/inbox/ticker-alerts';
import { reportTimes } from '@sw/store/postgres/records/reports/reports';
import { splitsBetween } from '@sw/store/postgres/records/tickers/ticker-splits';
import type { ListMailRecords } from '../../areas/inbox/list-mails/ports.ts';
import type { AlertChainRecords, AlertRecords, FiringRecords } from '../../areas/inbox/ports.ts';

export function bindAlertRecords(db: Db): AlertRecords {
	return bindQueries(filterAlerts, db);
}

export function bindAlertChainRecords(db: Db): AlertChainRecords {
	return {
		...bindQueries(chain, db),
		isPublished: async (time) => (await reportTimes(db, time, time, 'reverse')).length > 0,
	};
}

export function bindListMailRecords(db: Db): ListMailRecords {
	return bindQueries({ ...listMails, ...filterAlerts }, db);
}

export function bindFiringRecords(db: Db): FiringRecords {
	return bindQueries({ ...filterAlerts, ...alerts, splitsBetween }, db);
}
