import type { ExchangeDate } from '../time/units.ts';
import type { Dividend, Split } from './ticker.ts';

/** Consecutive sessions of one ticker, oldest first. */
export interface SessionCloses {
	readonly dates: readonly ExchangeDate[];
	/** Last traded close of each session as printed, in dollars; NaN for a session without trades. */
	readonly closes: ArrayLike<number>;
}

/**
 * Factors that convert values to a share basis when they are read; stored values stay as printed. One factor per session. A report's basis is the session
 * of the report's last elapsed slot.
 */
export interface Adjustments {
	/** For prices: splits and, if given, cash dividends. */
	price: Float64Array;
	/** For share volumes: splits only. */
	volume: Float64Array;
	/** For option contracts: whole-number splits only. NaN before any other split, where option windows restart. */
	contracts: Float64Array;
}

/** Returns the new shares per old share, over all splits effective in (from, to]. */
export function splitRatio(splits: readonly Split[], from: ExchangeDate, to: ExchangeDate): number {
	return splits.reduce((ratio, split) => (split.date > from && split.date <= to ? ratio * split.ratio : ratio), 1);
}

/**
 * Computes one ticker's factors to the share basis of the session with index `basis`. Later sessions have factor 1, because the report can't know them. A
 * split or ex-date on a day without a session takes effect with the next session. `splits` and `dividends` can be in any order.
 */
export function computeAdjustments(
	sessions: SessionCloses,
	basis: number,
	splits: readonly Split[],
	dividends: readonly Dividend[] = [],
): Adjustments {
	const { dates, closes } = sessions;
	const count = dates.length;
	const result: Adjustments = {
		price: new Float64Array(count).fill(1),
		volume: new Float64Array(count).fill(1),
		contracts: new Float64Array(count).fill(1),
	};
	let lastClose = Number.NaN;
	/** Factor of the dividends between the previous session and this one. Depends on earlier closes, so it is computed first, forward in time. */
	const dividendFactors = new Float64Array(count).fill(1);
	for (let i = 0; i < count; i++) {
		const date = dates[i] as ExchangeDate;
		const previousDate = dates[i - 1];
		if (previousDate !== undefined) {
			lastClose /= splitRatio(splits, previousDate, date);
			for (const { exDate, amount } of dividends) {
				if (exDate > previousDate && exDate <= date && !Number.isNaN(lastClose))
					dividendFactors[i] = dividendFactors[i]! * dividendFactor(amount, lastClose);
			}
		}
		const close = closes[i]!;
		if (!Number.isNaN(close)) lastClose = close;
	}
	for (let i = Math.min(basis, count - 1); i > 0; i--) {
		const ratio = splitRatio(splits, dates[i - 1] as ExchangeDate, dates[i] as ExchangeDate);
		result.price[i - 1] = (result.price[i]! * dividendFactors[i]!) / ratio;
		result.volume[i - 1] = result.volume[i]! * ratio;
		result.contracts[i - 1] = Number.isInteger(ratio) ? result.contracts[i]! * ratio : Number.NaN;
	}
	return result;
}

/** Returns the factor of a dividend. A dividend of at least the previous close can't be a return, so it is ignored. */
function dividendFactor(amount: number, previousClose: number): number {
	const factor = 1 - amount / previousClose;
	return factor > 0 ? factor : 1;
}
