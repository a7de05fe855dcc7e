import type { AnswerOf } from '@sw/contract/base/define';
import type { operatorCalls } from '@sw/contract/operations/operations';
import { barSessionAt } from '@sw/domain/prices/bar-session';
import { BAR_SESSIONS } from '@sw/domain/prices/blocks';
import type { Algo } from '@sw/domain/reports/licence';
import { type FirstReport, publicationLagMs } from '@sw/domain/reports/report-record';
import type { DatedSlot } from '@sw/domain/reports/timetable';
import type { Calendar, Session } from '@sw/domain/time/calendar';
import { isoSeconds } from '@sw/domain/time/format';
import type { ExchangeDate, ReportTime, UtcMs } from '@sw/domain/time/units';
import { newYorkDate } from '@sw/domain/time/zone';
import type { Source } from '../../market/window/source.ts';
import type { MaybePromise } from '../../platform/concurrency/maybe-promise.ts';
import type { HotReports } from '../../reports/hot-reports.ts';
import { countQuarantined } from './data-quality.ts';

export type Freshness = AnswerOf<(typeof operatorCalls)['freshness']>;

export interface FreshnessParts {
	readonly source: Source;
	readonly reports: HotReports;
	/** End of the newest slot whose bars are in memory. */
	readonly barsUntil: () => UtcMs | null;
	/** Current delays of the vendor's data in milliseconds; null without a vendor. */
	readonly vendorDelays: () => { bars: number; options: number } | null;
	/** The market clock. */
	readonly now: () => UtcMs;
	readonly calendar: Calendar;
	/** By date, the slots that should have a report. */
	readonly expected: (sessions: readonly Session[]) => Promise<(date: ExchangeDate) => readonly DatedSlot[]>;
	/** Whether past bars can be requested from the provider. */
	readonly canFetch: boolean;
	/** First versions of the reports in a span, both ends included. */
	readonly published: (from: UtcMs, to: UtcMs, algo: Algo) => Promise<readonly FirstReport[]>;
	/** Result of the last check for gaps: missing bars and time of the check. Undefined before the first. */
	readonly lastGapCheck: () => MaybePromise<{ bars: number; at: number } | undefined>;
	readonly hub: () => { connections: number; heldPolls: number };
	/** Event-loop delays since the previous call, in milliseconds. */
	readonly eventLoop: () => { p50: number; p99: number; max: number };
	readonly memory: () => { rss: number; heapUsed: number };
}

/** Sessions for which punctuality and missing reports are counted. */
const COUNTED_SESSIONS = 20;

interface Punctuality {
	/** Reports published live. */
	reports: number;
	/** Wall-clock seconds from the end of a slot to its publication; null if no report has a known lag. */
	p50: number | null;
	p95: number | null;
	worst: number | null;
	/** Number of slots since the first live report whose report is too late, rebuilt or missing. */
	missed: number;
}

/** From this lag on, in wall-clock milliseconds, a report counts as missed: the length of a slot, because the next report is due then. */
const MISSED_AFTER_MS = 15 * 60_000;

export async function measureFreshness(parts: FreshnessParts): Promise<Freshness> {
	const { source, reports, calendar } = parts;
	const now = parts.now();
	const last = calendar.lastOpened(now);
	const sessions = last
		? calendar.sessionsBetween((calendar.sessionByOrdinal(Math.max(0, last.ordinal - COUNTED_SESSIONS + 1)) ?? last).date, last.date)
		: [];
	const slotsOn = await parts.expected(sessions);
	const listDueTimes = (requestedAlgo: Algo): ReportTime[] =>
		sessions
			.flatMap((session) => slotsOn(session.date))
			.filter(({ at, algo, is_use }) => is_use && algo === requestedAlgo && at <= now)
			.map(({ at }) => at as ReportTime);
	const [expectedTimes, forecastTimes] = [listDueTimes('reverse'), listDueTimes('forecast')];
	const loadPublished = async (dueTimes: readonly ReportTime[], algo: Algo): Promise<readonly FirstReport[]> =>
		dueTimes[0] === undefined ? [] : parts.published(dueTimes[0], now, algo);
	const publishedReports = await loadPublished(expectedTimes, 'reverse');
	const newest = reports.newest();
	const table = newest && (await reports.table(newest));
	const asOf = parts.barsUntil();
	const gapCheck = await parts.lastGapCheck();
	const memory = parts.memory();
	const hub = parts.hub();
	const vendor = parts.vendorDelays();
	return {
		provider: source.label,
		simulated: source.simulated,
		now: isoSeconds(now),
		session: sessionAt(calendar, now),
		as_of: asOf === null ? null : isoSeconds(asOf),
		delay: asOf === null ? null : Math.max(0, (now - asOf) / 1_000),
		vendor_delay: vendor && { bars: vendor.bars / 1_000, options: vendor.options / 1_000 },
		punctuality: { sessions: sessions.length, ...summarizePunctuality(publishedReports, expectedTimes) },
		gaps: {
			reports: countMissing(expectedTimes, publishedReports) + countMissing(forecastTimes, await loadPublished(forecastTimes, 'forecast')),
			bars: gapCheck?.bars ?? null,
			looked: gapCheck ? isoSeconds(gapCheck.at) : null,
			fetches: parts.canFetch,
		},
		quarantined: table ? countQuarantined(table) : 0,
		event_loop: parts.eventLoop(),
		memory: { resident: memory.rss, heap: memory.heapUsed },
		hub: { connections: hub.connections, held_polls: hub.heldPolls },
	};
}

/** Summarizes the punctuality of reports. `expectedTimes`: past slots, ascending. A live report without a recorded lag counts as on time. */
export function summarizePunctuality(publishedReports: readonly FirstReport[], expectedTimes: readonly ReportTime[]): Punctuality {
	const liveReports = publishedReports
		.filter(({ reconstructed }) => !reconstructed)
		.map((report) => ({ time: report.time, lagMs: publicationLagMs(report) }));
	const lags = liveReports.flatMap(({ lagMs }) => (lagMs === null ? [] : [lagMs / 1_000])).sort((a, b) => a - b);
	const firstLiveTime = liveReports[0]?.time ?? Number.POSITIVE_INFINITY;
	const onTimeSlots = new Set(liveReports.filter(({ lagMs }) => lagMs === null || lagMs < MISSED_AFTER_MS).map(({ time }) => time));
	return {
		reports: liveReports.length,
		p50: quantile(lags, 0.5),
		p95: quantile(lags, 0.95),
		worst: lags.at(-1) ?? null,
		missed: expectedTimes.filter((time) => time >= firstLiveTime && !onTimeSlots.has(time)).length,
	};
}

function quantile(sortedValues: readonly number[], fraction: number): number | null {
	return sortedValues.length === 0 ? null : sortedValues[Math.min(sortedValues.length - 1, Math.ceil(fraction * sortedValues.length) - 1)]!;
}

/** Counts the slots without a report since the first report. */
function countMissing(expectedTimes: readonly ReportTime[], publishedReports: readonly FirstReport[]): number {
	const firstTime = publishedReports[0]?.time ?? Number.POSITIVE_INFINITY;
	const publishedTimes = new Set<number>(publishedReports.map(({ time }) => time));
	return expectedTimes.filter((time) => time >= firstTime && !publishedTimes.has(time)).length;
}

function sessionAt(calendar: Calendar, now: UtcMs): Freshness['session'] {
	const session = calendar.sessionOn(newYorkDate(now));
	const barSession = session && barSessionAt(session, now);
	return barSession === undefined ? 'closed' : (BAR_SESSIONS[barSession] ?? 'closed');
}
