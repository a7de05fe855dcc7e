import { leastValues, type ParameterSet } from '../../signals/parameters.ts';
import { priceFloor } from '../../signals/price-floor.ts';
import { rollingMedian } from '../../statistics/rolling-median.ts';
import { clockVariance } from '../../time/bars.ts';
import type { DailyPanel, LogPanel } from './daily-panel.ts';

const DAY = 4;

/**
 * z of the 1d price score at the close of every session of every row: `priceScore` of the row's bars up to that point, computed in one pass. NaN if
 * not measurable (warming, illiquid, quarantined), 0 if the series is flat.
 */
export function dailyPriceZ(panel: DailyPanel, logs: LogPanel, parameters: ParameterSet): Float32Array {
	const sessions = panel.dates.length;
	const [window, move] = [parameters.windowBars[DAY], parameters.moveBars[DAY]];
	const minimum = leastValues(parameters, window);
	const z = new Float32Array(panel.rows * sessions).fill(Number.NaN);
	const steps = rollingMedian(window);
	/** Sum of the clock variance before each session. */
	const clock = new Float64Array(sessions + 1);
	for (let s = 0; s < sessions; s++) clock[s + 1] = (clock[s] as number) + clockVariance(parameters.clock, 0, panel.slots[s] as number);
	const empties = new Int32Array(sessions + 1);
	const carried = new Float64Array(sessions);

	for (let row = 0; row < panel.rows; row++) {
		const base = row * sessions;
		let first = 0;
		while (first < sessions && Number.isNaN(logs.close[base + first] as number)) first++;
		let printed = Number.NaN;
		for (let s = first; s < sessions; s++) {
			const close = logs.close[base + s] as number;
			const empty = Number.isNaN(close);
			empties[s + 1] = (s === first ? 0 : (empties[s] as number)) + (empty ? 1 : 0);
			carried[s] = empty ? (carried[s - 1] as number) : close;
		}
		steps.clear();
		let since = first;
		const until = Math.min(sessions, logs.quarantinedFrom[row] as number);
		for (let s = first; s < until; s++) {
			const close = panel.close[base + s] as number;
			if (!Number.isNaN(close)) printed = close;
			const reference = s - move;
			if (reference <= first) continue;
			if (!Number.isNaN(logs.close[base + reference] as number)) {
				const elapsed = (clock[reference + 1] as number) - (clock[since + 1] as number);
				steps.push(Math.abs((carried[reference] as number) - (carried[reference - 1] as number)) / Math.sqrt(elapsed));
				since = reference;
			}
			if (steps.size() < minimum) continue;
			const start = Math.max(first + 1, reference - window + 1);
			const untraded = (empties[reference + 1] as number) - (empties[start] as number);
			if (untraded > parameters.illiquidShare * (reference - start + 1)) continue;
			const typical = parameters.madConstant * steps.median();
			if (typical <= parameters.flatBelow) {
				z[base + s] = 0;
				continue;
			}
			const moved = (carried[s] as number) - (carried[reference] as number);
			const sigma = Math.max(typical, priceFloor(printed * Math.exp(-moved), parameters));
			z[base + s] = moved / (sigma * Math.sqrt((clock[s + 1] as number) - (clock[reference + 1] as number)));
		}
	}
	return z;
}
