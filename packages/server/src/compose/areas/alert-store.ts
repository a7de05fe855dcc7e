import type { Db } from '@sw/store/postgres/records';
import { boundTo } from '@sw/store/postgres/records/bound-to';
import * as work from '@sw/store/postgres/records/inbox/alert-work';
import type { AlertRecords } from '../../areas/inbox/alert-ports.ts';

export function alertRecords(db: Db): AlertRecords {
	const of = boundTo(db);
	return {
		alertOwners: of(work.alertOwners),
		filtersWithAlerts: of(work.filtersWithAlerts),
		frozenOfUsers: of(work.frozenOfUsers),
		favouritesOfUsers: of(work.favouritesOfUsers),
		deliveriesToday: of(work.deliveriesToday),
		beginAlerts: of(work.beginAlerts),
		endAlerts: of(work.endAlerts),
		alertedSince: of(work.alertedSince),
		writeAlerts: of(work.writeAlerts),
	};
}
