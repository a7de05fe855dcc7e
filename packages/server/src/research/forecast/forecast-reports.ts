import type { ReportRecord } from '@sw/domain/reports/report-record';
import type { Calibration } from '@sw/domain/research/calibration';
import { DRIFT_MOVES, forecastScales } from '@sw/domain/research/forecast-scale';
import { forecastTable } from '@sw/domain/research/forecast-table';
import { dot } from '@sw/domain/research/ridge';
import type { ReportTable } from '@sw/domain/signals/report-table';
import { TIMEFRAMES, type TimeframeIndex } from '@sw/domain/time/timeframe';
import { DAY, type ReportTime, type UtcMs, utcMs } from '@sw/domain/time/units';
import { newYorkDate } from '@sw/domain/time/zone';
import type { BuiltTable } from '../../market/engine/built-table.ts';
import { loadCloses, sessionsBefore } from '../load-closes.ts';
import type { ResearchParts } from '../parts.ts';
import { type Calibrations, createCalibrations } from './calibrations.ts';

/** Bars beyond a scale window: the longest move that is a feature. */
const MORE_BARS = 70;
/** Rows between two looks at what else is to be done: some milliseconds. */
const ROWS_AT_ONCE = 64;
/** A forecast stands on the report before it, of this age at most. */
const FRESH = 5 * 60_000;

export interface ForecastReports {
	/** The used forecast slot that follows a report within five minutes; undefined when there is none. */
	slotAfter(time: UtcMs): ReportTime | undefined;
	/** Builds the forecast report of a slot from the reverse report before it; undefined when that is missing or nothing can be said yet. */
	build(time: ReportTime): Promise<BuiltTable | undefined>;
}

/**
 * Reports of algo forecast: the newest reverse report with price depths by rank of the expected move. The drift's coefficients are those of the last
 * close's calibration, so that the report can be built again from what is stored.
 */
export const createForecastReports = (parts: ResearchParts, calibrations: Calibrations): ForecastReports => {
	const { store, slotsOn } = parts;
	const { reports } = store;

	const forecasts: ForecastReports = {
		slotAfter: (time) =>
			slotsOn(newYorkDate(time)).find((slot) => slot.algo === 'forecast' && slot.is_use && slot.at > time && slot.at - time <= FRESH)?.at,
		build: async (time) => {
			const record = await reports.latest('reverse', time);
			if (!record || time - record.time > FRESH || (await reports.at(time, 'forecast'))) return undefined;
			const parameters = parts.parameters();
			const table = await tableAfter(parts, calibrations, record, time);
			// What was measured by one set and scored by another is nobody's forecast.
			if (parts.parameters() !== parameters) return forecasts.build(time);
			if (!table) return undefined;
			const publishedAt = utcMs(Math.max(time, parts.now()));
			return {
				table,
				cutoff: record.cutoff,
				publishedAt,
				// Made after the fact, whatever the report that it stands on was.
				reconstructed: record.reconstructed || publishedAt - time > FRESH,
				parameters,
				inputs: { from: record.inputFrom ?? newYorkDate(record.time - DAY), hash: record.inputHash ?? '' },
			};
		},
	};
	return forecasts;
};

/** The forecast that follows a reverse report; undefined when nothing can be said yet. */
const tableAfter = async (
	parts: ResearchParts,
	calibrations: Calibrations,
	record: ReportRecord,
	time: ReportTime,
): Promise<ReportTable | undefined> => {
	const reverse = await parts.store.reports.rows(record);
	const drifts: Float64Array[] = [];
	for (const index of TIMEFRAMES.keys() as Iterable<TimeframeIndex>) {
		const { horizons } = await calibrations.at(record.time, index);
		const calibration = horizons.at(-1);
		if (!calibration) return undefined;
		drifts.push(await driftsOf(parts, reverse, index, calibration, record.time));
	}
	return forecastTable(reverse, time, drifts, parts.parameters());
};

/** What a forecast is made of again; the rest is as the report names it. */
export type ForecastParts = Pick<ResearchParts, 'store' | 'provider' | 'calendar'>;

/**
 * A published forecast once more: from the version of the reverse report that it was made of, by the parameters that it names and the coefficients that were
 * measured then. Undefined when one of these is not known any more.
 */
export const forecastAgain = async (parts: ForecastParts, record: ReportRecord): Promise<ReportTable | undefined> => {
	const { reports, parameters: sets } = parts.store;
	const parameters = await sets.parameterSet(record.parametersVersion);
	// A report is cut off at its own time.
	const versions = await reports.versions(record.cutoff, 'reverse');
	let reverse: ReportRecord | undefined;
	for (let version = 1; version <= versions && reverse?.inputHash !== record.inputHash; version++)
		reverse = await reports.at(record.cutoff, 'reverse', version);
	if (!parameters || !reverse || reverse.inputHash !== record.inputHash) return undefined;
	const research: ResearchParts = {
		...parts,
		slotsOn: () => [],
		parameters: () => parameters,
		now: () => record.publishedAt,
		wallNow: () => record.publishedAt,
		barsVersion: () => 0,
	};
	return tableAfter(research, createCalibrations(research), reverse, record.time);
};

/** Expected move of each row of a report over its spread, NaN where the ticker has too little history. */
const driftsOf = async (
	parts: ResearchParts,
	{ tickerId, count }: ReportTable,
	timeframe: TimeframeIndex,
	{ drift }: Calibration,
	until: UtcMs,
): Promise<Float64Array> => {
	const bars = parts.parameters().windowBars[timeframe] + MORE_BARS;
	const [grid] = await loadCloses(parts, tickerId, [{ timeframe, sessions: sessionsBefore(parts, timeframe, bars, until) }], until);
	const found = new Float64Array(count).fill(Number.NaN);
	if (!grid || grid.bars === 0) return found;
	const last = grid.bars - 1;
	for (let row = 0; row < count; row++) {
		// Requests and the running market go first.
		if (row % ROWS_AT_ONCE === 0) await new Promise(setImmediate);
		const { moves } = forecastScales(grid, row, parts.parameters());
		found[row] = dot(drift, moves.subarray(last * DRIFT_MOVES.length, (last + 1) * DRIFT_MOVES.length));
	}
	return found;
};
