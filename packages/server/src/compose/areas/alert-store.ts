import type { Db } from '@sw/store/postgres/records';
import { boundTo } from '@sw/store/postgres/records/bound-to';
import * as chain from '@sw/store/postgres/records/inbox/alert-chain';
import * as work from '@sw/store/postgres/records/inbox/alert-work';
import * as ticker from '@sw/store/postgres/records/inbox/ticker-alerts';
import { reportTimes } from '@sw/store/postgres/records/reports/reports';
import { splitsBetween } from '@sw/store/postgres/records/tickers/ticker-splits';
import type { AlertChainRecords, AlertRecords } from '../../areas/inbox/alert-ports.ts';
import type { FiringRecords } from '../../areas/inbox/ticker-alerts/fire-alerts.ts';

export function alertRecords(db: Db): AlertRecords {
	const of = boundTo(db);
	return {
		alertOwners: of(work.alertOwners),
		filtersWithAlerts: of(work.filtersWithAlerts),
		frozenOfUsers: of(work.frozenOfUsers),
		favouritesOfUsers: of(work.favouritesOfUsers),
		deliveriesToday: of(work.deliveriesToday),
		writeAlerts: of(work.writeAlerts),
	};
}

export function alertChainRecords(db: Db): AlertChainRecords {
	const of = boundTo(db);
	return {
		beginAlerts: of(chain.beginAlerts),
		endAlerts: of(chain.endAlerts),
		evaluatedSince: of(chain.evaluatedSince),
		isPublished: async (time) => (await reportTimes(db, time, time, 'reverse')).length > 0,
	};
}

export function firingRecords(db: Db): FiringRecords {
	const of = boundTo(db);
	return {
		tickerAlertOwners: of(ticker.tickerAlertOwners),
		alertsToEvaluate: of(ticker.alertsToEvaluate),
		favouritesOfUsers: of(work.favouritesOfUsers),
		lastFirings: of(ticker.lastFirings),
		splitsBetween: of(splitsBetween),
		deliveriesToday: of(work.deliveriesToday),
		writeFirings: of(ticker.writeFirings),
	};
}
