/** The five timeframes, shortest first. `slots` is the number of 15-minute slots per bar; a day is the whole session. */
export const TIMEFRAMES = [
	{ name: 'fifteen_minutes', code: '15', label: '15m', slots: 1 },
	{ name: 'thirty_minutes', code: '30', label: '30m', slots: 2 },
	{ name: 'one_hour', code: '60', label: '1h', slots: 4 },
	{ name: 'four_hours', code: '240', label: '4h', slots: 16 },
	{ name: 'day', code: '1D', label: '1d', slots: 26 },
] as const;

export type Timeframe = (typeof TIMEFRAMES)[number]['name'];
export type TimeframeCode = (typeof TIMEFRAMES)[number]['code'];

/** Index of a timeframe in every columnar array: 0 is 15m, 4 is 1d. */
export type TimeframeIndex = 0 | 1 | 2 | 3 | 4;
export const TIMEFRAME_COUNT = 5;

export function timeframeIndex(name: Timeframe): TimeframeIndex {
	return TIMEFRAMES.findIndex((t) => t.name === name) as TimeframeIndex;
}

/** Finds the timeframe with a name or code; undefined if there is none. */
export function parseTimeframe(text: string): Timeframe | undefined {
	return TIMEFRAMES.find((t) => t.name === text || t.code === text)?.name;
}

/** A strategy rates the three timeframes in `rated`, with weights 1, 2 and 4, and also shows the timeframes in `higher`. */
export const STRATEGIES = [
	{ name: 'first', label: '15m·30m·1h', rated: [0, 1, 2], higher: [3, 4] },
	{ name: 'second', label: '15m·1h·4h', rated: [0, 2, 3], higher: [4] },
	{ name: 'third', label: '1h·4h·1d', rated: [2, 3, 4], higher: [1] },
] as const satisfies readonly { name: string; label: string; rated: readonly TimeframeIndex[]; higher: readonly TimeframeIndex[] }[];

export type Strategy = (typeof STRATEGIES)[number];
export type StrategyName = Strategy['name'];

export function strategyNamed(name: StrategyName): Strategy {
	return STRATEGIES.find((s) => s.name === name) as Strategy;
}

/** Finds the strategy with exactly these rated timeframes, in any order; undefined for any other set. */
export function strategyOf(timeframes: readonly Timeframe[]): Strategy | undefined {
	const ratedKey = [...new Set(timeframes.map(timeframeIndex))].sort().join();
	return STRATEGIES.find((s) => s.rated.join() === ratedKey && timeframes.length === 3);
}
