import type { Db } from '@sw/store/postgres/records';
import { bindQueries } from '@sw/store/postgres/records/bind-queries';
import * as work from '@sw/store/postgres/records/inbox/alert-work';
import * as alerts from '@sw/store/postgres/records/inbox/ticker-alerts';
import { splitsBetween } from '@sw/store/postgres/records/tickers/ticker-splits';
import type { AlertRecords, FiringRecords } from '../../areas/inbox/alert-ports.ts';

export function alertRecords(db: Db): AlertRecords {
	return bindQueries(work, db);
}

export function firingRecords(db: Db): FiringRecords {
	return bindQueries({ ...work, ...alerts, splitsBetween }, db);
}
