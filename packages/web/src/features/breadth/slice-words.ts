/** What breadth says of the tickers of a slice: 'of tickers …'. */
export const sliceWords = {
	price_short: 'rose unusually far',
	price_long: 'fell unusually far',
	call_with_put: 'are busy in options',
	volume: 'are busy in shares',
	call_without_put_long: 'are put-heavy',
	call_without_put_short: 'are call-heavy',
	squeeze: 'are quiet',
} as const;
