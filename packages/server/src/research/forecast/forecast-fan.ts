import type { AnswerOf } from '@sw/contract/base/define';
import type { research } from '@sw/contract/research/research';
import { FORECAST_LEVELS, forecastBand, naiveBand } from '@sw/domain/forecast/band';
import type { Calibration } from '@sw/domain/research/calibration/calibration';
import { computeForecastScales, DRIFT_MOVES } from '@sw/domain/research/calibration/forecast-scale';
import { dotProduct } from '@sw/domain/research/calibration/ridge';
import type { CloseGrid } from '@sw/domain/research/walk/bar-grid';
import { minWindowValues, type ParameterSet } from '@sw/domain/signals/parameters';
import type { Calendar } from '@sw/domain/time/calendar';
import { isoSeconds } from '@sw/domain/time/format';
import { barOfSlot, barRange, clockVariance, findLastElapsed, slotEnd } from '@sw/domain/time/slots';
import { TIMEFRAMES } from '@sw/domain/time/timeframe';
import type { UtcMs } from '@sw/domain/time/units';

export type Fan = AnswerOf<(typeof research)['forecast'], 200>['items'][number];
export type ForecastGap = AnswerOf<(typeof research)['forecast'], 200>['missing'][number]['reason'];
type Band = Fan['bands'][number];

/** Returns the next `count` bars after an instant: their ends, and `q`, the clock variance from the instant up to each end. */
export function listNextBars(
	calendar: Calendar,
	{ timeframe }: Pick<CloseGrid, 'timeframe'>,
	start: UtcMs,
	count: number,
	clock: readonly number[],
): { end: UtcMs; q: number }[] {
	const position = findLastElapsed(calendar, start);
	if (!position) return [];
	const nextBars: { end: UtcMs; q: number }[] = [];
	let { session, slot } = position;
	let q = 0;
	while (nextBars.length < count) {
		if (slot + 1 >= session.slots) {
			const next = calendar.nextSession(session.date);
			if (!next) return nextBars;
			session = next;
			slot = -1;
		}
		const { to } = barRange(timeframe, session.slots, barOfSlot(timeframe, slot + 1));
		q += clockVariance(clock, slot + 1, to);
		nextBars.push({ end: slotEnd(session, to - 1), q });
		slot = to - 1;
	}
	return nextBars;
}

/** Shares of outcomes inside a band, with the index of the band's lower level in FORECAST_LEVELS. */
const BANDS = [
	[0.5, 2],
	[0.8, 1],
	[0.95, 0],
] as const;

/** Computes a ticker's forecast fan from its last close and the calibrations. Returns the reason if there is none. */
export function createFan(
	calendar: Calendar,
	grid: CloseGrid,
	calibrations: { asOf: UtcMs; horizons: readonly Calibration[] },
	parameters: ParameterSet,
): Fan | ForecastGap {
	const last = grid.bars - 1;
	const { mad, mix, moves } = computeForecastScales(grid, 0, parameters);
	const [sigmaMad, sigmaMix] = [mad[last]!, mix[last]!];
	const price = grid.close.subarray(0, grid.bars).findLast((close) => !Number.isNaN(close));
	if (calibrations.horizons.length === 0) return 'unmeasured';
	if (price === undefined || !(sigmaMix > 0)) return hasEnoughSteps(grid, parameters) ? 'unchanged' : 'history';
	const lastBarEnd = grid.end[last] as UtcMs;
	const nextBars = listNextBars(calendar, grid, lastBarEnd, calibrations.horizons.length, parameters.clock);
	const features = moves.subarray(last * DRIFT_MOVES.length, (last + 1) * DRIFT_MOVES.length);
	const drifts = calibrations.horizons.map(({ gate, drift }, i) => {
		const expectedMove = gate.open ? dotProduct(drift, features) : 0;
		return (Number.isNaN(expectedMove) ? 0 : expectedMove) * sigmaMix * Math.sqrt(nextBars[i]?.q ?? 0);
	});
	const calibratedQuantiles = nextBars.map(({ q }, i) =>
		forecastBand(price, sigmaMix, q, (calibrations.horizons[i] as Calibration).quantiles, drifts[i]),
	);
	const naiveQuantiles = nextBars.map(({ q }) => naiveBand(price, sigmaMad, q));
	const open = calibrations.horizons.some(({ gate }) => gate.open);
	const gate = calibrations.horizons.at(-1)?.gate;
	return {
		timeframe: TIMEFRAMES[grid.timeframe].name,
		from: isoSeconds(lastBarEnd),
		price: roundPrice(price),
		time: nextBars.map(({ end }) => isoSeconds(end)),
		centre: nextBars.map((_, i) => roundPrice(price * Math.exp(drifts[i]!))),
		bands: buildBands(calibratedQuantiles),
		baseline: buildBands(naiveQuantiles),
		sigma: Number(sigmaMix.toPrecision(6)),
		drift: { open, gain: roundNullable(gate?.gain ?? null, 6), t: roundNullable(gate?.t ?? null, 2), words: describeDrift(open) },
		measured: calibrations.horizons.map((calibration, i) => buildMeasurementAnswer(calibration, i + 1)),
		calibrated: isoSeconds(calibrations.asOf),
	};
}

/** Whether the ticker has as many price changes, including zero ones, as a scale needs. */
function hasEnoughSteps(grid: CloseGrid, parameters: ParameterSet): boolean {
	const tradedCount = grid.close.subarray(0, grid.bars).filter((close) => !Number.isNaN(close)).length;
	return tradedCount - 1 >= minWindowValues(parameters, parameters.windowBars[grid.timeframe]);
}

function describeDrift(open: boolean): string {
	return open
		? 'The drift has improved past forecasts, so the centre follows it.'
		: 'No drift has improved past forecasts, so the centre is the last price.';
}

function roundNullable(value: number | null, digits: number): number | null {
	return value === null ? null : Number(value.toFixed(digits));
}

function buildMeasurementAnswer(calibration: Calibration, horizon: number): Fan['measured'][number] {
	return {
		horizon,
		coverage_80: roundNullable(calibration.coverage80, 4),
		coverage_95: roundNullable(calibration.coverage95, 4),
		pinball: roundNullable(calibration.pinball, 5),
		baseline: roundNullable(calibration.baseline, 5),
		ratio: calibration.pinball !== null && calibration.baseline ? roundNullable(calibration.pinball / calibration.baseline, 4) : null,
		t: roundNullable(calibration.t, 2),
		crps: roundNullable(calibration.crps ?? null, 5),
		crps_baseline: roundNullable(calibration.crpsBaseline ?? null, 5),
		pit: calibration.pit?.map((share) => Number(share.toFixed(4))) ?? null,
		bars: calibration.evaluated,
		n: calibration.outcomes,
		alarm: calibration.alarm,
		words:
			calibration.coverage80 === null
				? 'Not measured yet.'
				: `In the past, the 80 % band held ${formatPercent(calibration.coverage80)} of the time.`,
	};
}

function formatPercent(fraction: number): string {
	return `${(100 * fraction).toFixed(1)} %`;
}

function roundPrice(price: number): number {
	return Math.round(price * 10_000) / 10_000;
}

function buildBands(quantiles: readonly number[][]): Band[] {
	return BANDS.map(([level, lowIndex]) => ({
		level,
		low: quantiles.map((prices) => roundPrice(prices[lowIndex]!)),
		high: quantiles.map((prices) => roundPrice(prices[FORECAST_LEVELS.length - 1 - lowIndex]!)),
	}));
}
