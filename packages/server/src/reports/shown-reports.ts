import type { ReportRecord } from '@sw/domain/reports/report-record';
import type { ReportTable } from '@sw/domain/signals/report-table';
import { LAST_YEAR } from '@sw/domain/time/calendar';
import type { ExchangeDate, ReportTime, UtcMs } from '@sw/domain/time/units';
import { newYorkToUtc } from '@sw/domain/time/zone';
import { reportRows } from '@sw/store/clickhouse/report-rows';
import type { Stores } from '@sw/store/open';
import { reportsBetween } from '@sw/store/postgres/records/reports';
import type { SlotsOn } from '../market/timetable/slot-times.ts';
import { createHotReports, type HotReports, type ReportFacts } from './hot-reports.ts';
import { factsOf, placeOf } from './report-facts.ts';

/** Tables kept in memory: four sessions of quarter-hours, of very many tickers fewer. */
const KEPT_REPORTS = 104;
const EVER = { from: 0 as UtcMs, to: Date.UTC(LAST_YEAR + 1, 0, 1) as UtcMs };

/** The published reports that this process shows, and what adds to them. */
export interface ShownReports {
	/** As requests read them. */
	readonly hot: HotReports;
	/** Shows a published report; its table is read when it is asked for, unless given. */
	add(record: ReportRecord, table?: ReportTable): void;
	/** Shows every stored report of both algos, newest last, so that the newest is announced once. Answers the times of the reverse ones. */
	addStored(): Promise<ReadonlySet<ReportTime>>;
	/** The timetable of these dates has changed: reports say what they need by it. */
	timetableChanged(from: ExchangeDate, to: ExchangeDate): void;
}

const keyOf = ({ time, algo, version }: Pick<ReportFacts, 'time' | 'algo' | 'version'>): string => `${time}.${algo}.${version}`;

export const openShownReports = ({ records, series }: Stores, slotsOn: SlotsOn): ShownReports => {
	/** Of every known report, the build from which its table is read on demand. */
	const builds = new Map<string, number>();
	const hot = createHotReports({
		capacity: KEPT_REPORTS,
		load: async (facts) => {
			const build = builds.get(keyOf(facts));
			if (build === undefined) return undefined;
			const table = await reportRows(series, facts.time, facts.algo, build);
			return table.count > 0 ? table : undefined;
		},
	});
	const add = (record: ReportRecord, table?: ReportTable): void => {
		builds.set(keyOf(record), record.buildId);
		hot.add(factsOf(record, slotsOn), table);
	};
	return {
		hot,
		add,
		addStored: async () => {
			const reverse = await reportsBetween(records.db, EVER.from, EVER.to, 'reverse');
			const forecasts = await reportsBetween(records.db, EVER.from, EVER.to, 'forecast');
			for (const record of [...reverse, ...forecasts].sort((a, b) => a.time - b.time)) add(record);
			const newest = hot.newest();
			if (newest) await hot.table(newest);
			return new Set(reverse.map((record) => record.time));
		},
		timetableChanged: (from, to) => {
			for (const facts of hot.between(newYorkToUtc(from, 0, 0), newYorkToUtc(to, 24, 0)))
				hot.add({ ...facts, ...placeOf(facts.time, slotsOn) });
		},
	};
};
