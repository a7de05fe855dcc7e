import type { AnswerOf } from '@sw/contract/base/define';
import type { research } from '@sw/contract/research/research';
import { FORECAST_LEVELS, forecastBand, naiveBand } from '@sw/domain/forecast/band';
import type { Calibration } from '@sw/domain/research/calibration/calibration';
import { DRIFT_MOVES, forecastScales } from '@sw/domain/research/calibration/forecast-scale';
import { dot } from '@sw/domain/research/calibration/ridge';
import type { CloseGrid } from '@sw/domain/research/walk/bar-grid';
import { minWindowValues, type ParameterSet } from '@sw/domain/signals/parameters';
import type { Calendar } from '@sw/domain/time/calendar';
import { isoSeconds } from '@sw/domain/time/format';
import { barOfSlot, barRange, clockVariance, lastElapsed, slotEnd } from '@sw/domain/time/slots';
import { TIMEFRAMES } from '@sw/domain/time/timeframe';
import type { UtcMs } from '@sw/domain/time/units';

export type Fan = AnswerOf<(typeof research)['forecast'], 200>['items'][number];
export type ForecastGap = AnswerOf<(typeof research)['forecast'], 200>['missing'][number]['reason'];
type Band = Fan['bands'][number];

/** Returns the next `count` bars after an instant: their ends, and `q`, the clock variance from the instant up to each end. */
export function barsAhead(
	calendar: Calendar,
	{ timeframe }: Pick<CloseGrid, 'timeframe'>,
	from: UtcMs,
	count: number,
	clock: readonly number[],
): { end: UtcMs; q: number }[] {
	const at = lastElapsed(calendar, from);
	if (!at) return [];
	const ahead: { end: UtcMs; q: number }[] = [];
	let { session, slot } = at;
	let q = 0;
	while (ahead.length < count) {
		if (slot + 1 >= session.slots) {
			const next = calendar.nextSession(session.date);
			if (!next) return ahead;
			session = next;
			slot = -1;
		}
		const { to } = barRange(timeframe, session.slots, barOfSlot(timeframe, slot + 1));
		q += clockVariance(clock, slot + 1, to);
		ahead.push({ end: slotEnd(session, to - 1), q });
		slot = to - 1;
	}
	return ahead;
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
	calibrated: { asOf: UtcMs; horizons: readonly Calibration[] },
	parameters: ParameterSet,
): Fan | ForecastGap {
	const last = grid.bars - 1;
	const { mad, mix, moves } = forecastScales(grid, 0, parameters);
	const [sigmaMad, sigmaMix] = [mad[last]!, mix[last]!];
	const price = grid.close.subarray(0, grid.bars).findLast((close) => !Number.isNaN(close));
	if (calibrated.horizons.length === 0) return 'unmeasured';
	if (price === undefined || !(sigmaMix > 0)) return hasEnoughSteps(grid, parameters) ? 'unchanged' : 'history';
	const from = grid.end[last] as UtcMs;
	const ahead = barsAhead(calendar, grid, from, calibrated.horizons.length, parameters.clock);
	const features = moves.subarray(last * DRIFT_MOVES.length, (last + 1) * DRIFT_MOVES.length);
	const drifts = calibrated.horizons.map(({ gate, drift }, i) => {
		const moved = gate.open ? dot(drift, features) : 0;
		return (Number.isNaN(moved) ? 0 : moved) * sigmaMix * Math.sqrt(ahead[i]?.q ?? 0);
	});
	const main = ahead.map(({ q }, i) => forecastBand(price, sigmaMix, q, (calibrated.horizons[i] as Calibration).quantiles, drifts[i]));
	const naive = ahead.map(({ q }) => naiveBand(price, sigmaMad, q));
	const open = calibrated.horizons.some(({ gate }) => gate.open);
	const gate = calibrated.horizons.at(-1)?.gate;
	return {
		timeframe: TIMEFRAMES[grid.timeframe].name,
		from: isoSeconds(from),
		price: roundPrice(price),
		time: ahead.map(({ end }) => isoSeconds(end)),
		centre: ahead.map((_, i) => roundPrice(price * Math.exp(drifts[i]!))),
		bands: bandsOf(main),
		baseline: bandsOf(naive),
		sigma: Number(sigmaMix.toPrecision(6)),
		drift: { open, gain: roundNullable(gate?.gain ?? null, 6), t: roundNullable(gate?.t ?? null, 2), words: driftWords(open) },
		measured: calibrated.horizons.map((found, i) => measuredOf(found, i + 1)),
		calibrated: isoSeconds(calibrated.asOf),
	};
}

/** Whether the ticker has as many price changes, including zero ones, as a scale needs. */
function hasEnoughSteps(grid: CloseGrid, parameters: ParameterSet): boolean {
	const traded = grid.close.subarray(0, grid.bars).filter((close) => !Number.isNaN(close)).length;
	return traded - 1 >= minWindowValues(parameters, parameters.windowBars[grid.timeframe]);
}

function driftWords(open: boolean): string {
	return open
		? 'The drift has improved past forecasts, so the centre follows it.'
		: 'No drift has improved past forecasts, so the centre is the last price.';
}

function roundNullable(value: number | null, digits: number): number | null {
	return value === null ? null : Number(value.toFixed(digits));
}

function measuredOf(found: Calibration, horizon: number): Fan['measured'][number] {
	return {
		horizon,
		coverage_80: roundNullable(found.coverage80, 4),
		coverage_95: roundNullable(found.coverage95, 4),
		pinball: roundNullable(found.pinball, 5),
		baseline: roundNullable(found.baseline, 5),
		ratio: found.pinball !== null && found.baseline ? roundNullable(found.pinball / found.baseline, 4) : null,
		t: roundNullable(found.t, 2),
		crps: roundNullable(found.crps ?? null, 5),
		crps_baseline: roundNullable(found.crpsBaseline ?? null, 5),
		pit: found.pit?.map((share) => Number(share.toFixed(4))) ?? null,
		bars: found.evaluated,
		n: found.outcomes,
		alarm: found.alarm,
		words: found.coverage80 === null ? 'Not measured yet.' : `In the past, the 80 % band held ${percent(found.coverage80)} of the time.`,
	};
}

function percent(share: number): string {
	return `${(100 * share).toFixed(1)} %`;
}

function roundPrice(price: number): number {
	return Math.round(price * 10_000) / 10_000;
}

function bandsOf(quantiles: readonly number[][]): Band[] {
	return BANDS.map(([level, low]) => ({
		level,
		low: quantiles.map((prices) => roundPrice(prices[low]!)),
		high: quantiles.map((prices) => roundPrice(prices[FORECAST_LEVELS.length - 1 - low]!)),
	}));
}
