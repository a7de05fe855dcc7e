import type { Licence } from '@sw/domain/reports/licence';
import type { ListQuestion } from '@sw/domain/reports/list/list-question';
import type { ParameterSet } from '@sw/domain/signals/parameters';
import type { Calendar } from '@sw/domain/time/calendar';
import { SECOND, type UtcMs, utcMs } from '@sw/domain/time/units';
import { dayNumber, newYorkDate } from '@sw/domain/time/zone';
import { dailyBars, tickerBars } from '@sw/store/clickhouse/bars';
import { matchCounts } from '@sw/store/clickhouse/match-counts';
import { mentionsBetween } from '@sw/store/clickhouse/mentions';
import { tickerOptions } from '@sw/store/clickhouse/options';
import { reportRows } from '@sw/store/clickhouse/report-rows';
import { tickerHistory } from '@sw/store/clickhouse/ticker-history';
import type { Stores } from '@sw/store/open';
import { countedVersions } from '@sw/store/postgres/records/reports/counted-versions';
import { oldestReportTime, reportAt } from '@sw/store/postgres/records/reports/reports';
import { type VisibleBatches, visibleBatches } from '@sw/store/postgres/records/tickers/batches';
import { splitsOfTicker } from '@sw/store/postgres/records/tickers/ticker-splits';
import type { PastMatches } from '../../areas/filters/count.ts';
import type { ChartStore } from '../../areas/prices/ports.ts';
import type { WorkspaceParts } from '../../areas/signals/ports.ts';
import type { SlotsOn } from '../../market/timetable/slot-times.ts';
import { factsOf } from '../../reports/report-facts.ts';
import { openedBy } from '../../research/search/search-scan.ts';

/** Number of past sessions in which a filter's matches are counted. */
const PAST_SESSIONS = 60;

/** The data that the workspace's areas read from the stores. */
export function workspaceStore(
	{ records, series }: Stores,
	calendar: Calendar,
	parameters: ParameterSet,
	slotsOn: SlotsOn,
): {
	chart: ChartStore;
	version: WorkspaceParts['version'];
	history: WorkspaceParts['history'];
	oldest: WorkspaceParts['oldest'];
	bars: WorkspaceParts['bars'];
	past(question: ListQuestion, until: number, licence: Licence): Promise<PastMatches>;
} {
	const { db } = records;
	let asking: Promise<VisibleBatches> | undefined;
	/** The visible batches; concurrent reads share one query. */
	const seen = (): Promise<VisibleBatches> => {
		asking ??= visibleBatches(db).finally(() => {
			asking = undefined;
		});
		return asking;
	};

	const history: WorkspaceParts['history'] = async (id, { from, to, algo, information }) =>
		tickerHistory(series, id, { from: seconds(from), to: seconds(to), algo, version: 'newest', information }, await seen());

	const barsOf: ChartStore['bars'] = async (id, from, to) => tickerBars(series, id, seconds(from), seconds(to), await seen());

	return {
		history,
		oldest: () => oldestReportTime(db),
		bars: async (id, from, to) => {
			const [bars, splits] = await Promise.all([barsOf(id, from, to), splitsOfTicker(db, id)]);
			return { bars, splits };
		},
		chart: {
			bars: barsOf,
			options: async (id, from, to) => tickerOptions(series, id, seconds(from), seconds(to), await seen()),
			daily: async (id, from, to) => dailyBars(series, [id], dayNumber(newYorkDate(from)), dayNumber(newYorkDate(to)), await seen()),
			mentions: async (id, from, to) => mentionsBetween(series, [id], seconds(from), seconds(to), await seen()),
			words: history,
			splits: (id) => splitsOfTicker(db, id),
		},
		version: async (time, algo, version) => {
			const record = await reportAt(db, time, algo, version);
			const table = record && (await reportRows(series, time, algo, record.buildId));
			return record && table && table.count > 0 ? { facts: factsOf(record, slotsOn), table } : undefined;
		},
		past: async (question, until, licence) => {
			const last = calendar.lastOpened(until - 1);
			const first = last && calendar.sessionNumber(Math.max(0, last.ordinal - PAST_SESSIONS + 1));
			if (!first) return { sessions: 0, reports: [] };
			const span = { from: seconds(first.open), to: seconds(until) + 1, algo: 'reverse', quorum: parameters.tabQuorum } as const;
			const opens = openedBy({ slotsOn }, licence);
			const counted = (await countedVersions(db, first.open, utcMs(until), 'reverse')).filter(({ time }) => opens(time));
			const versions = new Map(counted.map(({ time, buildId }) => [seconds(time), buildId]));
			const reports = await matchCounts(series, question, span, versions, await seen());
			const dates = new Set(reports.map(({ report }) => newYorkDate(utcMs(report * SECOND) as UtcMs)));
			return { sessions: dates.size, reports };
		},
	};
}

function seconds(ms: number): number {
	return Math.floor(ms / SECOND);
}
