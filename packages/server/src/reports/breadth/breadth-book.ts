import type { Breadth } from '@sw/domain/attention/breadth';
import { TICKER_TYPES, type Ticker } from '@sw/domain/prices/ticker';
import type { CountedVersion } from '@sw/domain/reports/report-record';
import type { Calendar } from '@sw/domain/time/calendar';
import type { ReportTime, UtcMs } from '@sw/domain/time/units';
import { newYorkDate, newYorkMinute } from '@sw/domain/time/zone';
import { queryBreadths, type ReportBuild } from '@sw/store/clickhouse/breadth';
import type { Stores } from '@sw/store/open';
import { countedVersions } from '@sw/store/postgres/records/reports/counted-versions';
import { reportAt } from '@sw/store/postgres/records/reports/reports';
import { createAnswerCache } from '../../platform/cache/answer-caches.ts';
import type { HotReports, ReportFacts } from '../hot-reports.ts';

/** Number of past sessions in a comparison. */
export const PAST_SESSIONS = 60;
/** Maximum number of cached breadths: four sessions of quarter-hours, each slot with sixty past reports. */
const MAX_CACHED = 2_000;

/** A past report in a comparison. */
export interface PastBreadth {
	readonly time: ReportTime;
	readonly breadth: Breadth;
	/** Built later from stored bars. */
	readonly reconstructed: boolean;
}

/** The breadth of published reports, with recently requested ones cached. */
export interface BreadthBook {
	/** Returns the breadth of one version of a reverse report; undefined until the breadth has been counted. */
	get(facts: Pick<ReportFacts, 'time' | 'version'>): Promise<Breadth | undefined>;
	/**
	 * Returns the breadths at the same time of day in the 60 sessions before, oldest first.
	 * A live report counts as first published, a reconstructed one in its newest version, so that later corrections don't change the comparison.
	 */
	readComparisons(time: ReportTime): Promise<PastBreadth[]>;
	/** Clears the cache after a recount. */
	clear(): void;
	/** Increases with every recount. */
	changeCount(): number;
}

export function createBreadthBook(
	{ records, series }: Pick<Stores, 'records' | 'series'>,
	reports: Pick<HotReports, 'changeCount'>,
	calendar: Calendar,
): BreadthBook {
	const breadths = createAnswerCache<string, Breadth>({ max: MAX_CACHED });
	const buildIds = createAnswerCache<string, number>({ max: MAX_CACHED });
	let recountCount = 0;
	let cachedVersions: { key: string; versions: Promise<CountedVersion[]> } | undefined;

	const readBreadths = async (builtReports: readonly ReportBuild[]): Promise<(Breadth | undefined)[]> => {
		const breadthKey = ({ time, build }: ReportBuild): string => `${time} ${build}`;
		const missing = builtReports.filter((builtReport) => !breadths.has(breadthKey(builtReport)));
		const loaded = await queryBreadths(series, missing);
		missing.forEach((builtReport, i) => {
			const breadth = loaded[i];
			if (breadth) breadths.set(breadthKey(builtReport), breadth);
		});
		return builtReports.map((builtReport) => breadths.get(breadthKey(builtReport)));
	};

	/** Reads the counted versions in the 60 sessions before the current session, and caches them until a new report is known. */
	const readVersionsBefore = (time: ReportTime): Promise<CountedVersion[]> => {
		const session = calendar.lastOpened(time);
		const first = session && calendar.sessionByOrdinal(Math.max(0, session.ordinal - PAST_SESSIONS));
		if (!session || !first) return Promise.resolve([]);
		const key = `${session.date} ${reports.changeCount()}`;
		if (cachedVersions?.key === key) return cachedVersions.versions;
		const versions = countedVersions(records.db, first.open, (session.open - 1) as UtcMs, 'reverse');
		cachedVersions = { key, versions };
		// A failure isn't cached: the next call tries again.
		versions.catch(() => {
			if (cachedVersions?.versions === versions) cachedVersions = undefined;
		});
		return versions;
	};

	return {
		async get({ time, version }) {
			const key = `${time} ${version}`;
			const build = buildIds.get(key) ?? (await reportAt(records.db, time, 'reverse', version))?.buildId;
			if (build === undefined) return undefined;
			buildIds.set(key, build);
			return (await readBreadths([{ time, build }]))[0];
		},
		async readComparisons(time) {
			const minute = newYorkMinute(time);
			const date = newYorkDate(time);
			const sameMinute = (await readVersionsBefore(time)).filter(
				(version) => newYorkMinute(version.time) === minute && newYorkDate(version.time) < date,
			);
			const pastBreadths = await readBreadths(sameMinute.map(({ time: at, buildId }) => ({ time: at, build: buildId })));
			return sameMinute.flatMap(({ time: at, reconstructed }, i) => {
				const breadth = pastBreadths[i];
				return breadth ? [{ time: at, breadth, reconstructed }] : [];
			});
		},
		clear: () => {
			recountCount++;
			breadths.clear();
		},
		changeCount: () => recountCount,
	};
}

/** Returns the index of a ticker's type in TICKER_TYPES; an unknown ticker counts as a stock, the default type. */
export function tickerTypeIndex(ticker: Pick<Ticker, 'type'> | undefined): number {
	return TICKER_TYPES.indexOf(ticker?.type ?? 'stocks');
}
