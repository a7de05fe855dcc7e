import type { ParameterSet } from '../../signals/parameters.ts';
import { rollingMedian } from '../../statistics/rolling-median.ts';
import type { DailyPanel } from './daily-panel.ts';

/** Tiers of median dollar volume per day, most liquid first; the lower bound of the last one is the eligibility limit. */
export const LIQUIDITY_TIERS = [
	{ label: '> $20M', from: 20e6 },
	{ label: '$1-20M', from: 1e6 },
	{ label: '< $1M', from: 0 },
] as const;
export const NOT_ELIGIBLE = -1;

/** Tier of every row in every session by earlier data, as in `isEligible`; NOT_ELIGIBLE below its limits. */
export function liquidityTiers(panel: DailyPanel, { daily, eligible }: ParameterSet): Int8Array {
	const sessions = panel.dates.length;
	const tiers = new Int8Array(panel.rows * sessions).fill(NOT_ELIGIBLE);
	const dollars = rollingMedian(daily.sessions);
	for (let row = 0; row < panel.rows; row++) {
		dollars.clear();
		let price = Number.NaN;
		for (let i = row * sessions; i < (row + 1) * sessions; i++) {
			const close = panel.close[i]!;
			const traded = !Number.isNaN(close);
			if (traded) price = close;
			if (Number.isNaN(price)) continue;
			const median = dollars.median();
			if (price >= eligible.price && median >= eligible.dollarVolume) tiers[i] = LIQUIDITY_TIERS.findIndex(({ from }) => median >= from);
			dollars.push(traded ? close * panel.volume[i]! : 0);
		}
	}
	return tiers;
}
