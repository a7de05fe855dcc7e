import type { Trade } from './walk/forward-walk.ts';

/** The trades behind the outcomes of episodes at one horizon, in columns; entry i is episode i. NaN until it has ended, or if it could not be measured. */
export interface EpisodeTrades {
	/** UTC milliseconds; of an episode without a trade those planned. */
	readonly entries: Float64Array;
	readonly exits: Float64Array;
	/** On the share basis of the newest session, like a chart's. */
	readonly entryPrices: Float32Array;
	readonly exitPrices: Float32Array;
	/** Log returns with dividends; see Trade. */
	readonly own: Float32Array;
	readonly peers: Float32Array;
	readonly costs: Float32Array;
	/** 1 for a cost from an estimated spread. */
	readonly estimated: Uint8Array;
	readonly best: Float32Array;
	readonly worst: Float32Array;
}

export interface TradedEpisode {
	readonly tickerId: number;
	readonly entry: number;
	readonly exit: number;
	readonly trade: Trade | undefined;
}

/** `ratioSince`: shares of the newest session for one share at an instant. */
export function episodeTrades(rows: readonly TradedEpisode[], ratioSince: (tickerId: number, time: number) => number): EpisodeTrades {
	const column = (read: (trade: Trade) => number): Float32Array =>
		Float32Array.from(rows, ({ trade }) => (trade ? read(trade) : Number.NaN));
	const ratios = rows.map(({ tickerId, exit }) => ratioSince(tickerId, exit));
	const pricesOf = (read: (trade: Trade) => number): Float32Array => column(read).map((price, i) => price / ratios[i]!);
	return {
		entries: Float64Array.from(rows, ({ entry, trade }) => trade?.entry ?? entry),
		exits: Float64Array.from(rows, ({ exit }) => exit),
		entryPrices: pricesOf(({ entryPrice }) => entryPrice),
		exitPrices: pricesOf(({ exitPrice }) => exitPrice),
		own: column(({ own }) => own),
		peers: column(({ peers }) => peers),
		costs: column(({ cost }) => cost),
		estimated: Uint8Array.from(rows, ({ trade }) => Number(trade?.costSource === 'edge')),
		best: column(({ best }) => best),
		worst: column(({ worst }) => worst),
	};
}

export interface DatedSplit {
	readonly tickerId: number;
	/** Opening of the session on which it takes effect. */
	readonly at: number;
	readonly ratio: number;
}

/** Shares of the newest session for one share of a ticker at an instant. */
export function shareRatios(splits: readonly DatedSplit[]): (tickerId: number, time: number) => number {
	const byTicker = Map.groupBy(splits, ({ tickerId }) => tickerId);
	return (tickerId, time) => (byTicker.get(tickerId) ?? []).reduce((product, { at, ratio }) => (at >= time ? product * ratio : product), 1);
}
