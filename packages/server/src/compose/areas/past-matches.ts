import { hasSessionFigureTest, hasTimeInListTest } from '@sw/domain/filters/groups';
import type { Licence } from '@sw/domain/reports/licence';
import type { ListQuestion } from '@sw/domain/reports/list/list-question';
import type { CountedVersion } from '@sw/domain/reports/report-record';
import type { ParameterSet } from '@sw/domain/signals/parameters';
import type { Calendar } from '@sw/domain/time/calendar';
import { SECOND, type UtcMs, utcMs } from '@sw/domain/time/units';
import { newYorkDate } from '@sw/domain/time/zone';
import { countMatchesByReport, findStoredColumns, queryMatchCounts } from '@sw/store/clickhouse/history-scan';
import type { Stores } from '@sw/store/open';
import { countedVersions } from '@sw/store/postgres/records/reports/counted-versions';
import { visibleBatches } from '@sw/store/postgres/records/tickers/batches';
import type { HistoryMatches, PastMatches } from '../../areas/filters/count.ts';
import type { SlotsOn } from '../../market/timetable/slot-times.ts';
import { createLicenceFilter } from '../../research/search/search-scan.ts';

/** Number of past sessions in which a filter's matches are counted. */
const PAST_SESSIONS = 60;
const EARLIEST_TIME = utcMs(0);

/** Creates functions that count a list's matches in past reports that a licence may open, in the report versions that statistics use. */
export function createPastMatches({ records: { db }, series }: Stores, calendar: Calendar, { tabQuorum }: ParameterSet, slotsOn: SlotsOn) {
	const readVersions = async (from: UtcMs, until: number, licence: Licence): Promise<CountedVersion[]> => {
		const opens = createLicenceFilter({ slotsOn }, licence);
		return (await countedVersions(db, from, utcMs(until), 'reverse')).filter(({ time }) => opens(time));
	};
	/** Report versions by licence, cached until the published reports change: for a decade of reports, reading versions takes longer than reading matches. */
	const versionsByLicence = new Map<Licence, { changes: number; versions: Promise<CountedVersion[]> }>();
	const getVersions = (until: number, licence: Licence, changes: number): Promise<CountedVersion[]> => {
		const cached = versionsByLicence.get(licence);
		if (cached?.changes === changes) return cached.versions;
		const versions = readVersions(EARLIEST_TIME, until, licence);
		versionsByLicence.set(licence, { changes, versions });
		versions.catch(() => versionsByLicence.delete(licence));
		return versions;
	};
	const hasNeededColumns = async ({ groups }: ListQuestion, { time, buildId }: CountedVersion): Promise<boolean> => {
		const columns = await findStoredColumns(series, { time: toSeconds(time), build: buildId }, 'reverse');
		return (columns.dayFigures || !hasSessionFigureTest(groups)) && (columns.timeInList || !hasTimeInListTest(groups));
	};
	/** Finds the first report with all columns that the question needs. Binary search: earlier versions of the product stored fewer columns. */
	const findFirstComplete = async (question: ListQuestion, versions: readonly CountedVersion[]): Promise<number> => {
		if (!hasSessionFigureTest(question.groups) && !hasTimeInListTest(question.groups)) return 0;
		let [from, to] = [0, versions.length];
		while (from < to) {
			const middle = (from + to) >> 1;
			if (await hasNeededColumns(question, versions[middle] as CountedVersion)) to = middle;
			else from = middle + 1;
		}
		return from;
	};

	return {
		/** Counts matches by report, in the last sessions up to and including the report at `until` (UTC ms). */
		countPast: async (question: ListQuestion, until: number, licence: Licence): Promise<PastMatches> => {
			const last = calendar.lastOpened(until - 1);
			const first = last && calendar.sessionByOrdinal(Math.max(0, last.ordinal - PAST_SESSIONS + 1));
			if (!first) return { sessions: 0, reportCounts: [] };
			const span = { from: toSeconds(first.open), to: toSeconds(until) + 1, algo: 'reverse', quorum: tabQuorum } as const;
			const versions = mapBuilds(await readVersions(first.open, until, licence));
			const reports = await queryMatchCounts(series, question, span, versions, await visibleBatches(db));
			const dates = new Set(reports.map(({ report }) => newYorkDate(utcMs(report * SECOND))));
			return { sessions: dates.size, reportCounts: reports };
		},

		/** Counts matches over all reports up to and including `until`. `changes` counts changes of published reports and invalidates the cache. */
		countHistory: async (question: ListQuestion, until: number, licence: Licence, changes: number): Promise<HistoryMatches> => {
			const allVersions = await getVersions(until, licence, changes);
			const usedVersions = allVersions.slice(await findFirstComplete(question, allVersions));
			const [first] = usedVersions;
			if (!first) return { firstReportTime: null, reports: 0, matched: 0, matches: 0 };
			const span = { from: toSeconds(first.time), to: toSeconds(until) + 1, algo: 'reverse' } as const;
			const counts = await countMatchesByReport(series, { ...question, quorum: tabQuorum }, span, await visibleBatches(db));
			const versions = mapBuilds(usedVersions);
			let [matchedReports, matches] = [0, 0];
			for (let at = 0; at < counts.count; at++) {
				if (versions.get(counts.report[at]!) !== counts.build[at]) continue;
				matchedReports += 1;
				matches += counts.matches[at]!;
			}
			return { firstReportTime: first.time, reports: usedVersions.length, matched: matchedReports, matches };
		},
	};
}

/** Returns the build of each report that statistics use, by the report's time in UTC seconds. */
function mapBuilds(versions: readonly CountedVersion[]): ReadonlyMap<number, number> {
	return new Map(versions.map(({ time, buildId }) => [toSeconds(time), buildId]));
}

function toSeconds(ms: number): number {
	return Math.floor(ms / SECOND);
}
