/** All columns that can contain a ticker's id, and what merging two tickers and removing one do with each. A test compares the list with the schema. */
interface TickerColumn {
	readonly column: `${string}.${string}`;
	/** 'moved': gets the other ticker's id, unless the other ticker already has such an entry; 'kept': a record of the past, or handled with the ticker itself. */
	readonly merge: 'moved' | 'kept';
	/** 'removed': the row is deleted; 'marked': it stays and records that its ticker is gone; 'kept': a record of the past. */
	readonly removal: 'removed' | 'marked' | 'kept';
}

export const TICKER_COLUMNS = [
	{ column: 'tickers.id', merge: 'kept', removal: 'marked' },
	{ column: 'symbol_history.ticker_id', merge: 'moved', removal: 'removed' },
	{ column: 'splits.ticker_id', merge: 'moved', removal: 'removed' },
	{ column: 'dividends.ticker_id', merge: 'moved', removal: 'removed' },
	{ column: 'favorite_tickers.ticker_id', merge: 'moved', removal: 'removed' },
	{ column: 'frozen_tickers.ticker_id', merge: 'moved', removal: 'removed' },
	{ column: 'price_levels.ticker_id', merge: 'moved', removal: 'removed' },
	{ column: 'ticker_alerts.ticker_id', merge: 'moved', removal: 'removed' },
	{ column: 'watchlist_tickers.ticker_id', merge: 'moved', removal: 'removed' },
	// For an alert on all favorites: the ticker of its last firing.
	{ column: 'ticker_alerts.last_ticker_id', merge: 'moved', removal: 'kept' },
	{ column: 'alert_firings.ticker_id', merge: 'moved', removal: 'removed' },
	{ column: 'decisions.ticker_id', merge: 'moved', removal: 'removed' },
	{ column: 'issuers.ticker_id', merge: 'moved', removal: 'removed' },
	{ column: 'script_params.ticker_id', merge: 'moved', removal: 'removed' },
	{ column: 'search_tasks.question', merge: 'moved', removal: 'marked' },
	{ column: 'search_parts.ticker_id', merge: 'moved', removal: 'kept' },
	{ column: 'messages.entered', merge: 'moved', removal: 'kept' },
	{ column: 'messages.left', merge: 'moved', removal: 'kept' },
	{ column: 'messages.told', merge: 'moved', removal: 'kept' },
	{ column: 'session_members.ticker_ids', merge: 'moved', removal: 'kept' },
	// A visitor's allowance of one day.
	{ column: 'visitor_views.tickers', merge: 'kept', removal: 'kept' },
] as const satisfies readonly TickerColumn[];
