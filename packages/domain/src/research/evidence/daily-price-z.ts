import { depthOf } from '../../signals/cells.ts';
import { minWindowValues, type ParameterSet, priceFloor } from '../../signals/parameters.ts';
import { createRollingMedian } from '../../statistics/median.ts';
import { clockVariance } from '../../time/slots.ts';
import { type DailyPanel, type LogPanel, NOT_ELIGIBLE } from './daily-panel.ts';

/** Index of the 1d timeframe. */
const DAY = 4;

/**
 * Computes z of the 1d price score at the close of every session of every row, indexed like the panel. The result equals `priceScore` of the row's bars up to
 * each session, but needs only one pass. NaN if not measurable (warming up, illiquid, quarantined), 0 if the series is flat.
 */
export function dailyPriceZ(panel: DailyPanel, logs: LogPanel, parameters: ParameterSet): Float32Array {
	const sessions = panel.dates.length;
	const [window, move] = [parameters.windowBars[DAY], parameters.moveBars[DAY]];
	const minimum = minWindowValues(parameters, window);
	const z = new Float32Array(panel.rows * sessions).fill(Number.NaN);
	const steps = createRollingMedian(window);
	/** Cumulative clock variance before each session. */
	const clock = new Float64Array(sessions + 1);
	for (let s = 0; s < sessions; s++) clock[s + 1] = clock[s]! + clockVariance(parameters.clock, 0, panel.slots[s]!);
	const empties = new Int32Array(sessions + 1);
	const carried = new Float64Array(sessions);

	for (let row = 0; row < panel.rows; row++) {
		const base = row * sessions;
		let first = 0;
		while (first < sessions && Number.isNaN(logs.close[base + first]!)) first++;
		let printed = Number.NaN;
		for (let s = first; s < sessions; s++) {
			const close = logs.close[base + s]!;
			const empty = Number.isNaN(close);
			empties[s + 1] = (s === first ? 0 : empties[s]!) + (empty ? 1 : 0);
			carried[s] = empty ? carried[s - 1]! : close;
		}
		steps.clear();
		let since = first;
		const until = Math.min(sessions, logs.quarantinedFrom[row]!);
		for (let s = first; s < until; s++) {
			const close = panel.close[base + s]!;
			if (!Number.isNaN(close)) printed = close;
			const reference = s - move;
			if (reference <= first) continue;
			if (!Number.isNaN(logs.close[base + reference]!)) {
				const elapsed = clock[reference + 1]! - clock[since + 1]!;
				steps.push(Math.abs(carried[reference]! - carried[reference - 1]!) / Math.sqrt(elapsed));
				since = reference;
			}
			if (steps.size() < minimum) continue;
			const start = Math.max(first + 1, reference - window + 1);
			const untraded = empties[reference + 1]! - empties[start]!;
			if (untraded > parameters.illiquidShare * (reference - start + 1)) continue;
			const typical = parameters.madConstant * steps.median();
			if (typical <= parameters.flatBelow) {
				z[base + s] = 0;
				continue;
			}
			const moved = carried[s]! - carried[reference]!;
			const sigma = Math.max(typical, priceFloor(printed * Math.exp(-moved), parameters));
			z[base + s] = moved / (sigma * Math.sqrt(clock[s + 1]! - clock[reference + 1]!));
		}
	}
	return z;
}

/** Computes the share of measured z of eligible rows at or above each level. */
export function ringShares(z: Float32Array, tiers: Int8Array, rings: readonly number[]): { n: number; shares: number[] } {
	const reached = new Array<number>(rings.length + 1).fill(0);
	let n = 0;
	for (let i = 0; i < z.length; i++) {
		if (tiers[i] === NOT_ELIGIBLE || Number.isNaN(z[i]!)) continue;
		n++;
		const depth = depthOf(z[i]!, rings) as number;
		reached[depth] = reached[depth]! + 1;
	}
	return { n, shares: rings.map((_, ring) => reached.slice(ring + 1).reduce((sum, count) => sum + count, 0) / n) };
}
