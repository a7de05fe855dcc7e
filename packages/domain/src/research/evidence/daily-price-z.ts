import { depthOf } from '../../signals/cells.ts';
import { minWindowValues, type ParameterSet, priceFloor } from '../../signals/parameters.ts';
import { createRollingMedian } from '../../statistics/median.ts';
import { clockVariance } from '../../time/slots.ts';
import { type DailyPanel, type LogPanel, NOT_ELIGIBLE } from './daily-panel.ts';

/** Index of the 1d timeframe. */
const DAY_TIMEFRAME = 4;

/**
 * Computes z of the 1d price score at the close of every session of every row, indexed like the panel. The result equals `priceScore` of the row's bars up to
 * each session, but needs only one pass. NaN if not measurable (warming up, illiquid, quarantined), 0 if the series is flat.
 */
export function computeDailyPriceZ(panel: DailyPanel, logs: LogPanel, parameters: ParameterSet): Float32Array {
	const sessions = panel.dates.length;
	const [window, moveBars] = [parameters.windowBars[DAY_TIMEFRAME], parameters.moveBars[DAY_TIMEFRAME]];
	const minSteps = minWindowValues(parameters, window);
	const z = new Float32Array(panel.rows * sessions).fill(Number.NaN);
	const steps = createRollingMedian(window);
	/** Cumulative clock variance before each session. */
	const cumulativeVariance = new Float64Array(sessions + 1);
	for (let s = 0; s < sessions; s++)
		cumulativeVariance[s + 1] = cumulativeVariance[s]! + clockVariance(parameters.clock, 0, panel.slots[s]!);
	const emptyCounts = new Int32Array(sessions + 1);
	const filledCloses = new Float64Array(sessions);

	for (let row = 0; row < panel.rows; row++) {
		const rowStart = row * sessions;
		let firstTraded = 0;
		while (firstTraded < sessions && Number.isNaN(logs.close[rowStart + firstTraded]!)) firstTraded++;
		let lastPrice = Number.NaN;
		for (let s = firstTraded; s < sessions; s++) {
			const close = logs.close[rowStart + s]!;
			const isEmpty = Number.isNaN(close);
			emptyCounts[s + 1] = (s === firstTraded ? 0 : emptyCounts[s]!) + (isEmpty ? 1 : 0);
			filledCloses[s] = isEmpty ? filledCloses[s - 1]! : close;
		}
		steps.clear();
		let lastTraded = firstTraded;
		const end = Math.min(sessions, logs.quarantineStart[row]!);
		for (let s = firstTraded; s < end; s++) {
			const close = panel.close[rowStart + s]!;
			if (!Number.isNaN(close)) lastPrice = close;
			const reference = s - moveBars;
			if (reference <= firstTraded) continue;
			if (!Number.isNaN(logs.close[rowStart + reference]!)) {
				const elapsedVariance = cumulativeVariance[reference + 1]! - cumulativeVariance[lastTraded + 1]!;
				steps.push(Math.abs(filledCloses[reference]! - filledCloses[reference - 1]!) / Math.sqrt(elapsedVariance));
				lastTraded = reference;
			}
			if (steps.size() < minSteps) continue;
			const start = Math.max(firstTraded + 1, reference - window + 1);
			const emptyCount = emptyCounts[reference + 1]! - emptyCounts[start]!;
			if (emptyCount > parameters.illiquidShare * (reference - start + 1)) continue;
			const madSigma = parameters.madConstant * steps.median();
			if (madSigma <= parameters.flatBelow) {
				z[rowStart + s] = 0;
				continue;
			}
			const logMove = filledCloses[s]! - filledCloses[reference]!;
			const sigma = Math.max(madSigma, priceFloor(lastPrice * Math.exp(-logMove), parameters));
			z[rowStart + s] = logMove / (sigma * Math.sqrt(cumulativeVariance[s + 1]! - cumulativeVariance[reference + 1]!));
		}
	}
	return z;
}

/** Computes the share of measured z of eligible rows at or above each level. */
export function computeRingShares(z: Float32Array, tiers: Int8Array, rings: readonly number[]): { n: number; shares: number[] } {
	const depthCounts = new Array<number>(rings.length + 1).fill(0);
	let n = 0;
	for (let i = 0; i < z.length; i++) {
		if (tiers[i] === NOT_ELIGIBLE || Number.isNaN(z[i]!)) continue;
		n++;
		const depth = depthOf(z[i]!, rings) as number;
		depthCounts[depth] = depthCounts[depth]! + 1;
	}
	return { n, shares: rings.map((_, ring) => depthCounts.slice(ring + 1).reduce((sum, count) => sum + count, 0) / n) };
}
