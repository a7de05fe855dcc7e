/** One report: how many tickers answered a list's question, of how many that were eligible and not stale. */
export interface MatchCount {
	/** UTC seconds. */
	readonly report: number;
	readonly matched: number;
	readonly eligible: number;
}
