import { isGateOpen, type SkillGate, updateGates } from '@sw/domain/forecast/skill-gate';
import {
	CALIBRATION_BARS,
	type Calibration,
	type CalibrationKey,
	calibrate,
	type StoredCalibration,
} from '@sw/domain/research/calibration/calibration';
import { computeAllScales, createForecastErrors } from '@sw/domain/research/calibration/forecast-scale';
import { createSlidingSorter } from '@sw/domain/research/calibration/sliding-order';
import type { CloseGrid } from '@sw/domain/research/walk/bar-grid';
import type { ParameterSet } from '@sw/domain/signals/parameters';
import type { Session } from '@sw/domain/time/calendar';
import { TIMEFRAMES, type TimeframeIndex } from '@sw/domain/time/timeframe';
import { type UtcMs, utcMs } from '@sw/domain/time/units';
import { newYorkDate } from '@sw/domain/time/zone';
import { z } from 'zod';
import { createSemaphore } from '../../platform/concurrency/semaphore.ts';
import { createSingleFlight } from '../../platform/concurrency/single-flight.ts';
import { type BoundJob, bindJob, defineJob } from '../../platform/jobs/definition.ts';
import type { Jobs } from '../../platform/jobs/jobs.ts';
import { findSessionsBefore, loadCloses } from '../load-closes.ts';
import type { ResearchParts } from '../ports.ts';

/** Tickers whose errors are pooled: enough for the outermost quantile, few enough for a small machine. */
const SAMPLE_SIZE = 200;
/** Bars needed before the calibrated ones: a scale window and the longest feature. */
const WARM_UP_BARS = 200;
/** Maximum number of sessions to read: two years of daily bars. */
const MAX_SESSIONS = 520;

/** Widths of forecast bands, measured up to a close. */
export interface Calibrations {
	/**
	 * Returns calibrations up to the last close at or before an instant, by horizon from 1; empty if there is too little data.
	 * Measures missing calibrations first.
	 */
	loadAt(instant: UtcMs, timeframe: TimeframeIndex): Promise<{ asOf: UtcMs; horizons: readonly Calibration[] }>;
	/** Reads the stored calibrations of all timeframes. Never measures, so requests don't wait. */
	readStored(instant: UtcMs): Promise<{ asOf: UtcMs; horizonsOf: (timeframe: TimeframeIndex) => readonly Calibration[] }>;
	/** Measures all timeframes at a close, unless already done. */
	measure(close: UtcMs): Promise<readonly StoredCalibration[]>;
	/** Deletes calibrations after a change of past data; the next request measures them again. */
	clear(): Promise<void>;
}

export function createCalibrations(parts: ResearchParts): Calibrations {
	const records = parts.store.calibrations;
	const singleFlight = createSingleFlight<string, readonly StoredCalibration[]>({ maxCached: MAX_CACHED });
	const runLimited = createSemaphore();
	let pastVersion = 0;

	const buildKey = (asOf: UtcMs, { version } = parts.parameters()): CalibrationKey => ({
		provider: parts.provider.name,
		asOf,
		parametersVersion: version,
	});

	/** Reads the gates of the newest calibration before a close. A gate's evidence accumulates from one calibration to the next. */
	const loadGatesBefore = async (key: CalibrationKey): Promise<FindGate> => {
		const asOf = await records.measuredBefore({ ...key, asOf: utcMs(key.asOf - 1) });
		const previousCalibrations = asOf === undefined ? [] : await records.calibrationsAt({ ...key, asOf });
		return (timeframe, horizon) =>
			previousCalibrations.find((row) => row.timeframe === timeframe && row.horizon === horizon)?.calibration.gate;
	};

	const measureAndStore = async (asOf: UtcMs, parameters: ParameterSet): Promise<readonly StoredCalibration[]> => {
		const key = buildKey(asOf, parameters);
		const stored = await records.calibrationsAt(key);
		if (stored.length > 0) return stored;
		const findPreviousGate = await loadGatesBefore(key);
		const measured: StoredCalibration[] = [];
		for (const grid of await loadGrids(parts, parameters, asOf))
			measured.push(...(await measureTimeframe(grid, parameters, findPreviousGate)));
		// All timeframes and horizons of a close are tested together, as one family of tests.
		const gates = updateGates(measured.map(({ calibration }) => calibration.gate));
		const gatedCalibrations = measured.map((row, i) => ({ ...row, calibration: { ...row.calibration, gate: gates[i] as SkillGate } }));
		await records.saveCalibrations(key, gatedCalibrations, parts.wallNow());
		return gatedCalibrations;
	};

	/** Runs one measurement at a time; requests for the same close share one. Uses the parameters that are current at the time of the call. */
	const measure = (asOf: UtcMs): Promise<readonly StoredCalibration[]> => {
		const parameters = parts.parameters();
		return singleFlight(`${asOf}.${parameters.version}.${pastVersion}.${parts.barsVersion()}`, () =>
			runLimited(() => measureAndStore(asOf, parameters)),
		);
	};

	return {
		measure,
		clear: () => {
			pastVersion++;
			return runLimited(() => records.forgetCalibrations(parts.provider.name));
		},
		loadAt: async (instant, timeframe) => {
			const session = findLastClosed(parts, instant);
			if (!session) return { asOf: instant, horizons: [] };
			const calibrations = await measure(session.close);
			return { asOf: session.close, horizons: horizonsOf(calibrations, timeframe) };
		},
		readStored: async (instant) => {
			const session = findLastClosed(parts, instant);
			const asOf = session && (await records.measuredBefore(buildKey(session.close)));
			const calibrations = asOf === undefined ? [] : await records.calibrationsAt(buildKey(asOf));
			return { asOf: asOf ?? instant, horizonsOf: (timeframe) => horizonsOf(calibrations, timeframe) };
		},
	};
}

type FindGate = (timeframe: TimeframeIndex, horizon: number) => SkillGate | undefined;

function horizonsOf(calibrations: readonly StoredCalibration[], timeframe: TimeframeIndex): Calibration[] {
	return (
		calibrations
			.filter((row) => row.timeframe === timeframe)
			.sort((a, b) => a.horizon - b.horizon)
			// Callers derive a horizon from its index, so horizons after a gap are dropped.
			.filter((row, i) => row.horizon === i + 1)
			.map(({ calibration }) => ({ ...calibration, gate: { ...calibration.gate, open: isGateOpen(calibration.gate) } }))
	);
}

/** Number of closes whose calibrations stay in memory. */
const MAX_CACHED = 64;

function findLastClosed({ calendar }: ResearchParts, instant: UtcMs): Session | undefined {
	const session = calendar.lastOpened(instant);
	return session && session.close > instant ? calendar.previousSession(session.date) : session;
}

/** Loads the bars of all timeframes for measuring band widths. */
async function loadGrids(parts: ResearchParts, { forecastBars }: ParameterSet, asOf: UtcMs): Promise<readonly CloseGrid[]> {
	const bars = 2 * CALIBRATION_BARS + WARM_UP_BARS + forecastBars;
	const requests = TIMEFRAMES.map((_, index) => {
		const timeframe = index as TimeframeIndex;
		return { timeframe, sessions: findSessionsBefore(parts, timeframe, bars, asOf).slice(-MAX_SESSIONS) };
	});
	return loadCloses(parts, await sampleTickers(parts, asOf), requests, asOf);
}

/** Picks tickers spread evenly over the directory. */
async function sampleTickers({ provider }: ResearchParts, asOf: UtcMs): Promise<Uint32Array> {
	const ids = (await provider.universe(asOf)).map(({ id }) => id as number);
	if (ids.length <= SAMPLE_SIZE) return Uint32Array.from(ids);
	return Uint32Array.from({ length: SAMPLE_SIZE }, (_, i) => ids[Math.floor((i * ids.length) / SAMPLE_SIZE)]!);
}

async function measureTimeframe(grid: CloseGrid, parameters: ParameterSet, findPreviousGate: FindGate): Promise<StoredCalibration[]> {
	const errorsOf = createForecastErrors(grid, computeAllScales(grid, parameters));
	const sorter = createSlidingSorter();
	const calibrations: StoredCalibration[] = [];
	for (let horizon = 1; horizon <= parameters.forecastBars; horizon++) {
		const calibration = calibrate(errorsOf(horizon), findPreviousGate(grid.timeframe, horizon), sorter);
		if (calibration) calibrations.push({ timeframe: grid.timeframe, horizon, calibration });
		await new Promise(setImmediate);
	}
	return calibrations;
}

export const FORECAST_LANE = 'forecasts';

/** Job that runs once a day, after the close: measures forecast widths, warns of bands that miss their coverage, and runs the other checks. */
export const FORECAST_MONITOR = defineJob({
	kind: 'forecast_monitor',
	lane: FORECAST_LANE,
	payload: z.object({ close: z.number().transform(utcMs) }),
	key: ({ close }) => String(close),
	retries: 2,
});

export function createForecastMonitor(
	calibrations: Calibrations,
	warn: (line: string) => void,
	checkRings: (close: UtcMs) => Promise<readonly string[]> = async () => [],
): BoundJob {
	return bindJob(FORECAST_MONITOR, async ({ close }, { progress, printLine }) => {
		progress('Measuring the coverage of forecast bands');
		const alarms = (await calibrations.measure(close)).filter(({ calibration }) => calibration.alarm);
		const notify = (line: string): void => {
			printLine(line);
			warn(line);
		};
		if (alarms.length > 0)
			notify(`Forecast bands out of tolerance at the close of ${newYorkDate(close)}: ${alarms.map(formatCoverage).join('; ')}.`);
		progress('Checking the frequency of levels');
		const ringWarnings = await checkRings(close);
		for (const line of ringWarnings) notify(line);
		return { alarms: alarms.length, rings: ringWarnings.length };
	});
}

function formatCoverage({ timeframe, horizon, calibration: { coverage80, coverage95, outcomes } }: StoredCalibration): string {
	const bars = horizon === 1 ? '1 bar' : `${horizon} bars`;
	return `${TIMEFRAMES[timeframe].label}, ${bars} ahead: the 80 % band held ${formatPercent(coverage80)} and the 95 % band ${formatPercent(coverage95)} of the time, n = ${outcomes}`;
}

function formatPercent(fraction: number | null): string {
	return fraction === null ? 'n/a' : `${(100 * fraction).toFixed(1)} %`;
}

export async function monitorClose(jobs: Pick<Jobs, 'submit'>, close: UtcMs): Promise<void> {
	await jobs.submit(FORECAST_MONITOR, { close }, 'Signalwheel');
}
