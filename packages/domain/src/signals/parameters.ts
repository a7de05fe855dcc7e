/** One value per timeframe: 15m, 30m, 1h, 4h, 1d. */
export type PerTimeframe<T> = readonly [T, T, T, T, T];
/** Weights of the three rated timeframes. */
export type TimeframeWeights = readonly [number, number, number];

/**
 * The constants of the scores: a versioned, immutable set. Reports store the version, so a changed constant needs a new version; existing versions are never
 * edited.
 */
export interface ParameterSet {
	readonly version: number;
	/** Levels of z, ascending: a depth is the number of levels reached, inclusive. There are five, so that a depth fits three bits. */
	readonly rings: readonly [number, number, number, number, number];
	/** Weights of the three rated timeframes in the rate. */
	readonly slotWeights: TimeframeWeights;
	/** Number of the three rated timeframes that must have the tab's mark (`TabRule`). */
	readonly tabQuorum: number;
	/** Length of the scale window in sessions. */
	readonly windowSessions: PerTimeframe<number>;
	/** Length of the scale window in bars. A fixed count: early closes don't change it. */
	readonly windowBars: PerTimeframe<number>;
	/** Calendar days shown on the chart. */
	readonly chartDays: PerTimeframe<number>;
	/** Length in bars of the scored price move: the reference bar is this many grid bars before the current one. */
	readonly moveBars: PerTimeframe<number>;
	/** Factor that makes a median of absolute deviations comparable to the standard deviation of a normal distribution. */
	readonly madConstant: number;
	/** f: typical size of a return in slots 0 to 25, scaled to mean square 1. Slot 0 includes the overnight gap. */
	readonly clock: readonly number[];
	/** g: share of the day's volume in slots 0 to 25, with sum 1. */
	readonly volumeShare: readonly number[];
	/** Share of the day's option contracts in slots 0 to 25, with sum 1. */
	readonly optionShare: readonly number[];
	/** The status is 'warming' with fewer than max(least, ceil(share x W)) values in a window. */
	readonly warming: { readonly least: number; readonly share: number };
	/** The status is 'illiquid' with a larger share of empty grid bars in the window. */
	readonly illiquidShare: number;
	/** A scale at or below this counts as flat. */
	readonly flatBelow: number;
	readonly price: {
		/** The minimum scale is floorShare x ln(1 + tick / close), with `pennyTick` instead of `tick` below `pennyBelow` dollars. */
		readonly floorShare: number;
		readonly tick: number;
		readonly pennyTick: number;
		readonly pennyBelow: number;
	};
	/** The usual daily volume is the median of this many sessions, at least `least`. */
	readonly daily: { readonly sessions: number; readonly least: number };
	/** `pseudo`: shares added to both sides of the ratio to the expected volume. `floor`: minimum scale. */
	readonly volume: { readonly pseudo: number; readonly floor: number };
	/** Like `volume`, in contracts. `minMedianDaily`: minimum contracts per day for a ticker to count as optionable. */
	readonly optionSum: { readonly pseudo: number; readonly floor: number; readonly minMedianDaily: number };
	/** The balance is (calls - puts) / (calls + puts + kappa), with kappa = max(kappaMin, kappaShare x expected contracts). `floor`: minimum scale. */
	readonly optionDiff: { readonly kappaMin: number; readonly kappaShare: number; readonly floor: number };
	/**
	 * zeta = base + slope x (pivot - q), rounded to `decimals`. q compares the `recent` bars with the W bars before them. Below `pinnedBelow` the status is
	 * 'pinned'.
	 */
	readonly squeeze: {
		readonly recent: number;
		readonly base: number;
		readonly slope: number;
		readonly pivot: number;
		readonly pinnedBelow: number;
		readonly decimals: number;
	};
	/** Minimum size (|ln|) of an unexplained overnight jump that quarantines a ticker. */
	readonly quarantineJump: number;
	/** Minimum price, and minimum median of close x volume over at most `daily.sessions` sessions, to be in a tab; both in dollars. */
	readonly eligible: { readonly price: number; readonly dollarVolume: number };
	/** Fine scores clamp z to [0, clamp]. Two fine scores are equal if they agree to this many decimals. */
	readonly fine: { readonly clamp: number; readonly decimals: number };
	/** Algo forecast: share of tickers in each tail that reaches depths 1 to 5. */
	readonly forecastTails: readonly [number, number, number, number, number];
	/** Default horizon of a forecast, in bars. */
	readonly forecastBars: number;
	/** Default cool-down of a signal search, in bars. */
	readonly cooldownBars: number;
}

const CLOCK = [
	3.315, 1.407, 1.242, 1.038, 0.934, 0.909, 0.813, 0.801, 0.745, 0.66, 0.671, 0.624, 0.61, 0.607, 0.667, 0.661, 0.528, 0.554, 0.64, 0.624,
	0.572, 0.595, 0.539, 0.575, 0.595, 0.957,
] as const;

const VOLUME_SHARE = [
	0.107559, 0.06343, 0.056795, 0.045738, 0.041817, 0.0385, 0.036992, 0.034278, 0.031564, 0.027945, 0.026739, 0.025332, 0.024226, 0.023924,
	0.023623, 0.022718, 0.02312, 0.022517, 0.025231, 0.023824, 0.024326, 0.024729, 0.028046, 0.030961, 0.040511, 0.125553,
] as const;

export const PARAMETERS_V1: ParameterSet = {
	version: 1,
	rings: [1.5, 2, 2.5, 3, 4],
	slotWeights: [1, 2, 4],
	tabQuorum: 2,
	windowSessions: [5, 6, 10, 44, 65],
	windowBars: [130, 78, 70, 88, 65],
	chartDays: [3, 7, 15, 45, 90],
	moveBars: [5, 5, 5, 5, 5],
	madConstant: 1.4826,
	clock: CLOCK,
	volumeShare: VOLUME_SHARE,
	optionShare: VOLUME_SHARE,
	warming: { least: 3, share: 0.5 },
	illiquidShare: 0.3,
	flatBelow: 1e-12,
	price: { floorShare: 0.5, tick: 0.01, pennyTick: 0.0001, pennyBelow: 1 },
	daily: { sessions: 20, least: 10 },
	volume: { pseudo: 100, floor: 0.25 },
	optionSum: { pseudo: 10, floor: 0.35, minMedianDaily: 50 },
	optionDiff: { kappaMin: 20, kappaShare: 0.25, floor: 0.05 },
	squeeze: { recent: 10, base: 1.5, slope: 10, pivot: 0.75, pinnedBelow: 0.4, decimals: 9 },
	quarantineJump: Math.log(1.8),
	eligible: { price: 1, dollarVolume: 50_000 },
	fine: { clamp: 8, decimals: 6 },
	forecastTails: [0.09, 0.045, 0.0225, 0.012, 0.005],
	forecastBars: 10,
	cooldownBars: 10,
};

/** Returns the minimum number of values in a window of `windowBars` bars; with fewer, the status is 'warming'. */
export function minWindowValues(parameters: ParameterSet, windowBars: number): number {
	return Math.max(parameters.warming.least, Math.ceil(parameters.warming.share * windowBars));
}

/** Returns the minimum scale of price at a close in dollars. With the default parameters: half of one tick, the smallest possible move, as a log return. */
export function priceFloor(close: number, { price }: ParameterSet): number {
	return price.floorShare * Math.log(1 + (close >= price.pennyBelow ? price.tick : price.pennyTick) / close);
}
