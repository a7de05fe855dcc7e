import type { Db } from '@sw/store/postgres/records';
import { bindQueries } from '@sw/store/postgres/records/bind-queries';
import * as chain from '@sw/store/postgres/records/inbox/alert-evaluations';
import * as work from '@sw/store/postgres/records/inbox/filter-alerts';
import * as listMails from '@sw/store/postgres/records/inbox/list-mails';
import * as alerts from '@sw/store/postgres/records/inbox/ticker-alerts';
import { reportTimes } from '@sw/store/postgres/records/reports/reports';
import { splitsBetween } from '@sw/store/postgres/records/tickers/ticker-splits';
import type { ListMailRecords } from '../../areas/inbox/list-mails/ports.ts';
import type { AlertChainRecords, AlertRecords, FiringRecords } from '../../areas/inbox/ports.ts';

export function alertRecords(db: Db): AlertRecords {
	return bindQueries(work, db);
}

export function alertChainRecords(db: Db): AlertChainRecords {
	return {
		...bindQueries(chain, db),
		isPublished: async (time) => (await reportTimes(db, time, time, 'reverse')).length > 0,
	};
}

export function listMailRecords(db: Db): ListMailRecords {
	return bindQueries({ ...listMails, ...work }, db);
}

export function firingRecords(db: Db): FiringRecords {
	return bindQueries({ ...work, ...alerts, splitsBetween }, db);
}
