/** Matches in order of time: match i is ticker `tickers[i]` at bar `bars[i]` of the third timeframe. */
export interface MatchBars {
	readonly count: number;
	readonly tickers: ArrayLike<number>;
	readonly bars: ArrayLike<number>;
}

/**
 * Indices of the matches that open an episode: a ticker's first, and later ones only from `cooldown` bars after the start of its previous episode
 * (signals.md 3.1). `starts` holds the bar of each ticker's last episode and is carried over, so that a search can run in parts.
 */
export function openEpisodes({ count, tickers, bars }: MatchBars, cooldown: number, starts: Map<number, number>): number[] {
	const opened: number[] = [];
	for (let i = 0; i < count; i++) {
		const ticker = tickers[i]!;
		const bar = bars[i]!;
		const before = starts.get(ticker);
		if (before !== undefined && bar < before + cooldown) continue;
		starts.set(ticker, bar);
		opened.push(i);
	}
	return opened;
}

/** The same for one ticker's ascending bars: those that open an episode. */
export function episodes(bars: readonly number[], cooldown: number): number[] {
	return openEpisodes({ count: bars.length, tickers: new Uint8Array(bars.length), bars }, cooldown, new Map()).map((match) => bars[match]!);
}
