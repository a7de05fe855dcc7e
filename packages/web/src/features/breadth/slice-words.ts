/** Completes '12 % of tickers …' for each breadth slice. */
export const sliceWords = {
	price_short: 'rose unusually far',
	price_long: 'fell unusually far',
	call_with_put: 'have heavy option volume',
	volume: 'have heavy share volume',
	call_without_put_long: 'are put-heavy',
	call_without_put_short: 'are call-heavy',
	squeeze: 'are quiet',
} as const;
