/** How breadth names a slice: its name, and 'of tickers are …'. */
export const sliceWords = {
	price_short: { name: 'Price up', are: 'stretched up' },
	price_long: { name: 'Price down', are: 'stretched down' },
	call_with_put: { name: 'Calls + puts', are: 'busy in options' },
	volume: { name: 'Volume', are: 'busy in shares' },
	call_without_put_long: { name: 'Put-heavy', are: 'put-heavy' },
	call_without_put_short: { name: 'Call-heavy', are: 'call-heavy' },
	squeeze: { name: 'Squeeze', are: 'tightly coiled' },
} as const;
