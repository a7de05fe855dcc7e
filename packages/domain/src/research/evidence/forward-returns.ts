import { median } from '../../statistics/median.ts';
import { winsorised } from '../../statistics/moments.ts';
import type { DailyPanel, LogPanel } from './daily-panel.ts';
import { LIQUIDITY_TIERS } from './liquidity-tiers.ts';

/** Log returns from the open after each session to the close `horizon` sessions after it. */
export interface ForwardReturns {
	/** NaN without a trade on the next session, beyond the end, and across an unexplained jump. */
	own: Float32Array;
	/** Median and winsorised mean over the eligible rows of a tier, index tier * sessions + session. */
	tierMedian: Float64Array;
	tierMean: Float64Array;
}

export function forwardReturns(panel: DailyPanel, logs: LogPanel, tiers: Int8Array, horizon: number): ForwardReturns {
	const sessions = panel.dates.length;
	const own = ownReturns(panel, logs, horizon);
	const tierMedian = new Float64Array(LIQUIDITY_TIERS.length * sessions).fill(Number.NaN);
	const tierMean = tierMedian.slice();
	const returns = new Float64Array(panel.rows);
	for (let tier = 0; tier < LIQUIDITY_TIERS.length; tier++)
		for (let s = 0; s < sessions; s++) {
			let count = 0;
			let sum = 0;
			for (let i = s; i < own.length; i += sessions) {
				const value = own[i]!;
				if (tiers[i] !== tier || Number.isNaN(value)) continue;
				returns[count++] = value;
				sum += winsorised(value);
			}
			tierMedian[tier * sessions + s] = median(returns.subarray(0, count)) ?? Number.NaN;
			tierMean[tier * sessions + s] = sum / count;
		}
	return { own, tierMedian, tierMean };
}

/** A row that stops trading within the horizon exits at its last close. */
function ownReturns({ rows, dates: { length: sessions } }: DailyPanel, logs: LogPanel, horizon: number): Float32Array {
	const own = new Float32Array(rows * sessions).fill(Number.NaN);
	for (let row = 0; row < rows; row++) {
		const last = Math.min(sessions, logs.quarantinedFrom[row]!) - 1 - horizon;
		for (let s = 0; s <= last; s++) {
			const entry = row * sessions + s + 1;
			let exit = entry + horizon - 1;
			while (exit > entry && Number.isNaN(logs.close[exit]!)) exit--;
			own[entry - 1] = logs.close[exit]! - logs.open[entry]!;
		}
	}
	return own;
}
