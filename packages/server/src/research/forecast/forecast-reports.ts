import type { ReportRecord } from '@sw/domain/reports/report-record';
import type { Calibration } from '@sw/domain/research/calibration/calibration';
import { computeForecastScales, DRIFT_MOVES } from '@sw/domain/research/calibration/forecast-scale';
import { createForecastTable } from '@sw/domain/research/calibration/forecast-table';
import { dotProduct } from '@sw/domain/research/calibration/ridge';
import type { ReportTable } from '@sw/domain/signals/report-table';
import type { Calendar } from '@sw/domain/time/calendar';
import { TIMEFRAMES, type TimeframeIndex } from '@sw/domain/time/timeframe';
import { DAY, type ReportTime, type UtcMs, utcMs } from '@sw/domain/time/units';
import { newYorkDate } from '@sw/domain/time/zone';
import type { BuiltTable } from '../../market/engine/market-engine.ts';
import type { MarketRun, StartFollower } from '../../market/life/market-context.ts';
import { findSessionsBefore, loadCloses } from '../load-closes.ts';
import type { ResearchParts } from '../ports.ts';
import { type Calibrations, createCalibrations } from './calibrations.ts';

/** Bars needed beyond a scale window: the longest move among the features. */
const EXTRA_BARS = 70;
/** Number of rows computed between yields to other work, in a few milliseconds. */
const ROWS_PER_YIELD = 64;
/** Maximum age of the report that a forecast is based on. */
const MAX_REPORT_AGE_MS = 5 * 60_000;

export interface ForecastReports {
	/** Returns the time of the forecast slot within five minutes after a report; undefined if the timetable has none. */
	findSlotAfter(time: UtcMs): ReportTime | undefined;
	/** Builds a slot's forecast from the reverse report before it; undefined if the report is missing, the forecast exists, or there is too little data. */
	build(time: ReportTime): Promise<BuiltTable | undefined>;
}

/**
 * Builds reports of algo 'forecast': the newest reverse report, with price depths ranked by the expected move.
 * Drift coefficients come from the calibration at the last close, so a forecast can be rebuilt from stored data.
 */
export function createForecastReports(parts: ResearchParts, calibrations: Calibrations): ForecastReports {
	const { store, slotsOn } = parts;
	const { reports } = store;

	const forecasts: ForecastReports = {
		findSlotAfter: (time) =>
			slotsOn(newYorkDate(time)).find(
				(slot) => slot.algo === 'forecast' && slot.is_use && slot.at > time && slot.at - time <= MAX_REPORT_AGE_MS,
			)?.at,
		build: async (time) => {
			const record = await reports.latestReport('reverse', time);
			if (!record || time - record.time > MAX_REPORT_AGE_MS || (await reports.reportAt(time, 'forecast'))) return undefined;
			const parameters = parts.parameters();
			const table = await buildForecastTable(parts, calibrations, record, time);
			// Starts over if the parameters changed meanwhile: one set must both measure and score.
			if (parts.parameters() !== parameters) return forecasts.build(time);
			if (!table) return undefined;
			const publishedAt = utcMs(Math.max(time, parts.now()));
			return {
				table,
				cutoff: record.cutoff,
				publishedAt,
				// A late forecast counts as reconstructed, even if its reverse report doesn't.
				reconstructed: record.reconstructed || publishedAt - time > MAX_REPORT_AGE_MS,
				parameters,
				inputs: { from: record.inputFrom ?? newYorkDate(record.time - DAY), hash: record.inputHash ?? '' },
			};
		},
	};
	return forecasts;
}

/** Builds the forecast that follows a reverse report; undefined if there is too little data. */
async function buildForecastTable(
	parts: ResearchParts,
	calibrations: Calibrations,
	record: ReportRecord,
	time: ReportTime,
): Promise<ReportTable | undefined> {
	const reverseTable = await parts.store.reports.rows(record);
	const drifts: Float64Array[] = [];
	for (const timeframe of TIMEFRAMES.keys() as Iterable<TimeframeIndex>) {
		const { horizons } = await calibrations.loadAt(record.time, timeframe);
		const calibration = horizons.at(-1);
		if (!calibration) return undefined;
		drifts.push(await computeDrifts(parts, reverseTable, timeframe, calibration, record.time));
	}
	return createForecastTable(reverseTable, time, drifts, parts.parameters());
}

/** Dependencies of rebuilding a forecast; everything else is recorded in the report. */
export type ForecastParts = Pick<ResearchParts, 'store' | 'provider' | 'calendar'>;

/**
 * Rebuilds a published forecast from the same version of its reverse report, its parameters, and its stored coefficients.
 * Returns undefined if one of these is no longer known.
 */
export async function rebuildForecasts(parts: ForecastParts, record: ReportRecord): Promise<ReportTable | undefined> {
	const { reports, parameters: parameterRecords } = parts.store;
	const parameters = await parameterRecords.parameterSet(record.parametersVersion);
	// A forecast's cutoff is the time of its reverse report.
	const versions = await reports.reportVersions(record.cutoff, 'reverse');
	let reverseRecord: ReportRecord | undefined;
	for (let version = 1; version <= versions && reverseRecord?.inputHash !== record.inputHash; version++)
		reverseRecord = await reports.reportAt(record.cutoff, 'reverse', version);
	if (!parameters || !reverseRecord || reverseRecord.inputHash !== record.inputHash) return undefined;
	const research: ResearchParts = {
		...parts,
		industries: () => new Map(),
		slotsOn: () => [],
		parameters: () => parameters,
		now: () => record.publishedAt,
		wallNow: () => record.publishedAt,
		barsVersion: () => 0,
	};
	return buildForecastTable(research, createCalibrations(research), reverseRecord, record.time);
}

/** Computes the expected move of each row of a report, in units of the move's spread; NaN if the ticker has too little history. */
async function computeDrifts(
	parts: ResearchParts,
	{ tickerId, count }: ReportTable,
	timeframe: TimeframeIndex,
	{ drift }: Calibration,
	until: UtcMs,
): Promise<Float64Array> {
	const bars = parts.parameters().windowBars[timeframe] + EXTRA_BARS;
	const [grid] = await loadCloses(parts, tickerId, [{ timeframe, sessions: findSessionsBefore(parts, timeframe, bars, until) }], until);
	const drifts = new Float64Array(count).fill(Number.NaN);
	if (!grid || grid.bars === 0) return drifts;
	const last = grid.bars - 1;
	for (let row = 0; row < count; row++) {
		// Yields to requests and the running market.
		if (row % ROWS_PER_YIELD === 0) await new Promise(setImmediate);
		const { moves } = computeForecastScales(grid, row, parts.parameters());
		drifts[row] = dotProduct(drift, moves.subarray(last * DRIFT_MOVES.length, (last + 1) * DRIFT_MOVES.length));
	}
	return drifts;
}

/** Sessions whose missing forecasts are published at start: the current and the previous one. Older forecasts would predict the past. */
const CATCH_UP_SESSIONS = 2;
/** Milliseconds before each retry of a failed forecast. After the last retry, the forecast is skipped: a newer one is more useful. */
const RETRY_DELAYS_MS = [5_000, 30_000];

interface ForecastPublishing {
	forecasts: ForecastReports;
	calendar: Calendar;
	/** Reads the times of the reverse reports from `from` to `to`, both inclusive, ascending. */
	readReportTimes(from: UtcMs, to: UtcMs): Promise<readonly ReportTime[]>;
	publish(forecasts: readonly BuiltTable[]): Promise<unknown>;
	onError(message: string, error: unknown): void;
}

/** Publishes each of the timetable's forecasts when it is due. At start, publishes missing ones of the newest sessions, oldest first. */
export function followWithForecasts(publishing: ForecastPublishing): StartFollower {
	return (run) => {
		const { forecasts, calendar, readReportTimes } = publishing;
		const { clock, signal } = run;
		return {
			onPublished: async (report) => {
				const time = forecasts.findSlotAfter(report);
				if (time !== undefined) await publishAt(publishing, run, time);
			},
			catchUp: async () => {
				const last = calendar.lastOpened(clock.now());
				const first = last && calendar.sessionByOrdinal(Math.max(0, last.ordinal - CATCH_UP_SESSIONS + 1));
				if (!first || !last) return;
				const reports = await withRetries(
					'failed to publish the forecasts of the newest sessions',
					() => readReportTimes(first.open, last.close),
					publishing,
					run,
				);
				for (const report of reports ?? []) {
					if (signal.aborted) return;
					const time = forecasts.findSlotAfter(report);
					if (time !== undefined && time <= clock.now()) await publishAt(publishing, run, time);
				}
			},
		};
	};
}

/** Runs the task with retries. Returns undefined if the run ended first or the task failed too often. Never rejects. */
async function withRetries<T>(
	message: string,
	task: () => Promise<T>,
	{ onError }: Pick<ForecastPublishing, 'onError'>,
	{ signal, pause }: MarketRun,
): Promise<T | undefined> {
	for (let attempt = 0; !signal.aborted; attempt++) {
		try {
			return await task();
		} catch (error) {
			if (signal.aborted) return;
			onError(message, error);
			const delayMs = RETRY_DELAYS_MS[attempt];
			if (delayMs === undefined) return;
			await pause(delayMs);
		}
	}
	return;
}

/** Waits until a slot's forecast is due and publishes it, unless it exists or there is too little data. Never rejects. */
function publishAt(publishing: ForecastPublishing, run: MarketRun, time: ReportTime): Promise<void> {
	return withRetries(
		`failed to publish the forecast of ${new Date(time).toISOString()}`,
		async () => {
			await run.clock.waitUntil(time, run.signal);
			const forecast = await rejectOnAbort(publishing.forecasts.build(time), run.signal);
			if (forecast) await publishing.publish([forecast]);
		},
		publishing,
		run,
	);
}

/** Resolves with the task's result. On abort, rejects with the signal's reason immediately, so an ended run doesn't wait for a measurement. */
function rejectOnAbort<T>(task: Promise<T>, signal: AbortSignal): Promise<T> {
	return new Promise((resolve, reject) => {
		signal.addEventListener('abort', () => reject(signal.reason), { once: true });
		task.then(resolve, reject);
	});
}
