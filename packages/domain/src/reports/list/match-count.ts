/** One report: the number of matching tickers, and of all that were eligible and not stale. */
export interface MatchCount {
	/** UTC seconds. */
	readonly report: number;
	readonly matched: number;
	readonly eligible: number;
}
