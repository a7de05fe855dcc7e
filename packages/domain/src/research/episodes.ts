/** Matches in order of time: match i is of ticker `tickers[i]` at bar `bars[i]` of slot 3's timeframe. */
export interface MatchBars {
	readonly count: number;
	readonly tickers: ArrayLike<number>;
	readonly bars: ArrayLike<number>;
}

/**
 * Indices of the matches that open an episode: a ticker's first, and later ones only from `cooldown` bars after the start of its episode
 * before (signals.md 3.1). `starts` holds the bar of each ticker's last episode and is carried on, so that a search can be cut into pieces.
 */
export const openEpisodes = ({ count, tickers, bars }: MatchBars, cooldown: number, starts: Map<number, number>): number[] => {
	const opened: number[] = [];
	for (let i = 0; i < count; i++) {
		const ticker = tickers[i] as number;
		const bar = bars[i] as number;
		const before = starts.get(ticker);
		if (before !== undefined && bar < before + cooldown) continue;
		starts.set(ticker, bar);
		opened.push(i);
	}
	return opened;
};

/** The same of one ticker's bars, ascending: those that open an episode. */
export const episodes = (bars: readonly number[], cooldown: number): number[] =>
	openEpisodes({ count: bars.length, tickers: new Uint8Array(bars.length), bars }, cooldown, new Map()).map(
		(match) => bars[match] as number,
	);
