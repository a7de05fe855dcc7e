import type { AnswerOf } from '@sw/contract/base/define';
import type { healthCalls } from '@sw/contract/operations/operator-health';
import type { Algo } from '@sw/domain/reports/licence';
import { type FirstReport, publicationLagMs } from '@sw/domain/reports/report-record';
import type { DatedSlot } from '@sw/domain/reports/timetable';
import { type ReportTable, Z_SERIES } from '@sw/domain/signals/report-table';
import type { Calendar, Session } from '@sw/domain/time/calendar';
import { isoSeconds } from '@sw/domain/time/format';
import { TIMEFRAMES } from '@sw/domain/time/timeframe';
import { type ExchangeDate, MINUTE, type ReportTime, SECOND, type UtcMs } from '@sw/domain/time/units';
import type { HotReports } from '../../reports/hot-reports.ts';
import type { Handlers } from '../handlers.ts';
import { type DataQualityParts, summarizeDataQuality } from './data-quality.ts';
import type { Health } from './handlers.ts';

export type HealthDetail = AnswerOf<(typeof healthCalls)['healthDetail']>;

/** Request budget and circuit breaker of a data vendor that is contacted over the network. */
interface SourceUsage {
	readonly vendor: string;
	readonly perMinute: number;
	readonly sent: number;
	readonly state: 'closed' | 'open' | 'trying';
	readonly why: 'outage' | 'limit';
	/** Milliseconds until the next request is allowed. */
	readonly wait: number;
}

/** An entry of the process register. */
interface ProcessEntry {
	readonly number: number;
	readonly name: string;
	readonly roles: readonly string[];
	readonly version: string;
	readonly address: string | null;
	/** Time of the newest report that the process serves. */
	readonly shows: UtcMs | null;
	readonly leadsSince: UtcMs | null;
	readonly lives: boolean;
	/** Milliseconds since its last heartbeat. */
	readonly silent: number;
}

export interface HealthDetailParts {
	/** The market clock. */
	readonly now: () => UtcMs;
	readonly calendar: Calendar;
	/** By date, the slots that should have a report. */
	readonly expected: (sessions: readonly Session[]) => Promise<(date: ExchangeDate) => readonly DatedSlot[]>;
	/** First versions of the reports in a span, both ends included. */
	readonly published: (from: UtcMs, to: UtcMs, algo: Algo) => Promise<readonly FirstReport[]>;
	/** Whether the report of a slot should exist by now. */
	readonly overdue: (at: ReportTime) => boolean;
	readonly reports: Pick<HotReports, 'newest' | 'table'>;
	readonly degraded: () => Health['degraded'];
	readonly behind: () => Health['behind'];
	readonly sources: () => readonly SourceUsage[];
	readonly stores: () => Promise<HealthDetail['stores']>;
	readonly processes: () => Promise<readonly ProcessEntry[]>;
	readonly mailsWaiting: () => number;
	/** A version newer than the running one; undefined if there is none. */
	readonly update: () => Promise<HealthDetail['update'] | undefined>;
	/** The newest complete scheduled backup; undefined if there is none. */
	readonly backup: () => Promise<{ readonly made: UtcMs; readonly bytes: number } | undefined>;
}

/** Number of sessions in the history. */
const HISTORY_SESSIONS = 30;

/** A process counts as silent after this time without a heartbeat: two missed heartbeats. */
const SILENT_AFTER_MS = 15 * SECOND;

const SERIES_COUNT = Z_SERIES.length;

export async function loadHealthDetail(parts: HealthDetailParts): Promise<HealthDetail> {
	const { calendar, reports } = parts;
	const now = parts.now();
	const last = calendar.lastOpened(now);
	const firstSession = last && (calendar.sessionByOrdinal(Math.max(0, last.ordinal - HISTORY_SESSIONS + 1)) ?? last);
	const sessions = last && firstSession ? calendar.sessionsBetween(firstSession.date, last.date) : [];
	const published = firstSession ? await parts.published(firstSession.open, now, 'reverse') : [];
	const firstLiveTime = published.find(({ reconstructed }) => !reconstructed)?.time;
	const slotsOn = await parts.expected(sessions);
	const determineStates = (session: Session) => {
		const slots = slotsOn(session.date).flatMap(({ at, algo, is_use }) => (is_use && algo === 'reverse' ? [at] : []));
		return determineSlotStates(slots, published, { since: firstLiveTime, overdue: parts.overdue });
	};
	const days = sessions.map((session) => ({ date: session.date, slots: determineStates(session) }));
	const newest = reports.newest();
	const table = newest && (await reports.table(newest));
	const backup = await parts.backup();
	return {
		now: isoSeconds(now),
		degraded: parts.degraded(),
		behind: parts.behind(),
		today: {
			date: last?.date ?? null,
			late_after: LATE_AFTER_MS / SECOND,
			slots: (days.at(-1)?.slots ?? []).map(({ at, state, lag, why }) => ({
				date: isoSeconds(at),
				state,
				seconds: lag === null ? null : lag / SECOND,
				why,
			})),
		},
		coverage: table ? countCoverage(table) : null,
		sources: parts.sources().map(({ vendor, perMinute, sent, state, why, wait }) => ({
			name: vendor,
			per_minute: perMinute,
			sent,
			state,
			why: state === 'closed' ? null : why,
			wait: Math.ceil(wait / SECOND),
		})),
		stores: await parts.stores(),
		processes: presentProcesses(await parts.processes()),
		backup: backup ? { made: isoSeconds(backup.made), bytes: backup.bytes } : null,
		update: (await parts.update()) ?? null,
		mails_waiting: parts.mailsWaiting(),
		history: days.map(({ date, slots }) => ({ date, ...summarizeDay(slots) })),
	};
}

/** Counts the tickers with a value in any series, by timeframe and in total. */
function countCoverage({ count, z }: Pick<ReportTable, 'count' | 'z'>): NonNullable<HealthDetail['coverage']> {
	const hasAnyValue = new Uint8Array(count);
	const timeframes = TIMEFRAMES.map(({ name }, timeframeIndex) => {
		let measured = 0;
		for (let row = 0; row < count; row++) {
			let seriesIndex = 0;
			while (seriesIndex < SERIES_COUNT && Number.isNaN(z[(timeframeIndex * SERIES_COUNT + seriesIndex) * count + row])) seriesIndex++;
			if (seriesIndex === SERIES_COUNT) continue;
			measured++;
			hasAnyValue[row] = 1;
		}
		return { timeframe: name, measured };
	});
	return { tickers: count, measured: hasAnyValue.reduce((sum, one) => sum + one, 0), timeframes };
}

function presentProcesses(entries: readonly ProcessEntry[]): HealthDetail['processes'] {
	const newestShown = Math.max(...entries.map(({ shows }) => shows ?? 0));
	return entries.map(({ number, name, roles, version, address, shows, leadsSince, lives, silent }) => ({
		name,
		number,
		roles: [...roles],
		version,
		address,
		leads_since: lives && leadsSince !== null ? isoSeconds(leadsSince) : null,
		behind: shows === null ? null : (newestShown - shows) / SECOND,
		state: !lives ? 'gone' : silent > SILENT_AFTER_MS ? 'silent' : 'lives',
		seen: Math.round(silent / SECOND),
	}));
}

export function createHealthHandlers(parts: HealthDetailParts & DataQualityParts) {
	return { healthDetail: () => loadHealthDetail(parts), dataQuality: () => summarizeDataQuality(parts) } satisfies Handlers<
		typeof healthCalls
	>;
}

type SlotState = 'in_time' | 'late' | 'missed' | 'to_come' | 'before';

export interface SlotHealth {
	readonly at: ReportTime;
	readonly state: SlotState;
	/** Wall-clock milliseconds from the end of the slot to its report. */
	readonly lag: number | null;
	readonly why: 'late' | 'rebuilt' | 'absent' | null;
}

/** A report is late after the first lag. After the second, its slot counts as missed, because the next report is due. */
const LATE_AFTER_MS = 2 * MINUTE;
const MISSED_AFTER_MS = 15 * MINUTE;

/** Determines the state of each slot. `since`: time of the first live report. `overdue`: whether the report of a slot should exist by now. */
export function determineSlotStates(
	slots: readonly ReportTime[],
	published: readonly FirstReport[],
	{ since, overdue }: { since: UtcMs | undefined; overdue(at: ReportTime): boolean },
): SlotHealth[] {
	const firstVersions = new Map(published.map((report) => [report.time, report]));
	return slots.map((at) => {
		const report = firstVersions.get(at);
		const createMissed = (why: SlotHealth['why'], lag: number | null = null): SlotHealth => ({ at, state: 'missed', lag, why });
		if (!report && !overdue(at)) return { at, state: 'to_come', lag: null, why: null };
		if (since === undefined || at < since) return { at, state: 'before', lag: null, why: null };
		if (!report) return createMissed('absent');
		if (report.reconstructed) return createMissed('rebuilt');
		const lag = publicationLagMs(report);
		if (lag !== null && lag >= MISSED_AFTER_MS) return createMissed('late', lag);
		return { at, state: lag !== null && lag >= LATE_AFTER_MS ? 'late' : 'in_time', lag, why: null };
	});
}

interface PunctualDay {
	in_time: number;
	late: number;
	missed: number;
	/** Lag in seconds; null if no report has a known lag. */
	p50: number | null;
	p95: number | null;
	worst: number | null;
}

/** Summarizes the punctuality of one day's slots. */
export function summarizeDay(slots: readonly SlotHealth[]): PunctualDay {
	const lags = slots.flatMap(({ lag }) => (lag === null ? [] : [lag / SECOND])).sort((a, b) => a - b);
	const countOf = (slotState: SlotState): number => slots.filter(({ state }) => state === slotState).length;
	return {
		in_time: countOf('in_time'),
		late: countOf('late'),
		missed: countOf('missed'),
		p50: quantile(lags, 0.5),
		p95: quantile(lags, 0.95),
		worst: lags.at(-1) ?? null,
	};
}

function quantile(sortedValues: readonly number[], fraction: number): number | null {
	return sortedValues[Math.min(sortedValues.length - 1, Math.ceil(fraction * sortedValues.length) - 1)] ?? null;
}
