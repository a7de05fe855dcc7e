import type { Licence } from '@sw/domain/reports/licence';
import { isOpenTo } from '@sw/domain/reports/licence-gate';
import { DAY, type ExchangeDate, type ReportTime } from '@sw/domain/time/units';
import { newYorkToUtc } from '@sw/domain/time/zone';
import { type MaybePromise, mapMaybePromise } from '../../platform/concurrency/maybe-promise.ts';
import { notFound, Problem, unknownReport } from '../../platform/errors.ts';
import type { HotReport, ReportFacts } from '../../reports/hot-reports.ts';
import type { PricedReport } from '../cards.ts';
import type { WorkspaceParts } from './ports.ts';

/** A report that the caller can open. */
export interface OpenReport extends PricedReport {
	/** Number of versions of the report. */
	readonly versionCount: number;
	/** Cache key, which includes the number of versions. */
	readonly key: string;
}

export const REPORT_LOCKED = 'You need update your license';

/** How far back the previous report is searched: longer than any closure of the exchange. */
const LOOK_BACK_MS = 14 * DAY;

export function createOpenReports({ reports, now, readVersion }: WorkspaceParts) {
	const openNewest = (facts: ReportFacts): MaybePromise<OpenReport | undefined> =>
		mapMaybePromise(reports.table(facts), (table) => table && createOpenReport(facts, table, facts.version));

	const openVersion = async (newest: ReportFacts, version: number): Promise<OpenReport> => {
		const older = version < newest.version ? await readVersion(newest.time, newest.algo, version) : undefined;
		if (!older) throw notFound(`This report has ${newest.version} ${newest.version === 1 ? 'version' : 'versions'}`);
		return createOpenReport(older.facts, older.table, newest.version);
	};

	return {
		/** Finds the newest report that the licence opens; undefined if there is none. */
		latest: (licence: Licence | null): MaybePromise<OpenReport | undefined> => {
			const facts = reports.latest(licence);
			return facts && openNewest(facts);
		},

		/** Opens the report of a time, in its newest or the requested version. 404 if there is none, 403 if it is locked. */
		at: (time: ReportTime, version: number | undefined, licence: Licence | null, field = 'date'): MaybePromise<OpenReport> => {
			const newest = reports.at(time);
			if (!newest) throw unknownReport(field, time, now());
			if (!isOpenTo(licence, newest, newest.first)) throw new Problem('denied', { detail: REPORT_LOCKED });
			if (version !== undefined && version !== newest.version) return openVersion(newest, version);
			return mapMaybePromise(openNewest(newest), (openReport) => {
				if (openReport) return openReport;
				throw unknownReport(field, time, now());
			});
		},

		/** Finds the previous report of the same algo that the licence opens; undefined if there is none. */
		before: ({ facts }: HotReport, licence: Licence | null): MaybePromise<OpenReport | undefined> => {
			const isBefore = (other: ReportFacts): boolean => other.algo === facts.algo && isOpenTo(licence, other, other.first);
			const previous = reports.newestBetween(facts.time - LOOK_BACK_MS, facts.time - 1, isBefore);
			return previous && openNewest(previous);
		},

		/** Lists the published reports of a span of New York dates, both inclusive, newest first. */
		between: (from: ExchangeDate, to: ExchangeDate): ReportFacts[] =>
			reports.between(newYorkToUtc(from, 0, 0), newYorkToUtc(to, 24, 0) - 1),
	};
}

function createOpenReport(facts: ReportFacts, table: HotReport['table'], versionCount: number): OpenReport {
	return {
		facts,
		table,
		versionCount,
		// Computed on demand, because most calls find a cached answer without the key.
		get key() {
			return `${facts.time} ${facts.version} ${versionCount}`;
		},
	};
}

export type OpenReports = ReturnType<typeof createOpenReports>;
