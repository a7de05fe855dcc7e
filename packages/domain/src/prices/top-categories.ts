import type { TopInterval } from './top-lists.ts';

/** Top tables: meaning and direction of `value`; ties go to the lower ticker id. Formulae are in tops.ts. */
export const TOPS = [
	{ name: 'active', label: 'Top Active', value: 'dollar volume' },
	{ name: 'gainers', label: 'Top Gainers', value: 'price change' },
	{ name: 'losers', label: 'Top Losers', value: 'price change' },
	{ name: 'unusual_volume', label: 'Unusual Volume', value: 'multiple of the usual volume' },
	{ name: 'deviation', label: 'Gainer changes for the period', value: 'rise from the low' },
	{ name: 'high', label: 'Distance from High', value: 'distance from the high' },
	{ name: 'low', label: 'Distance from Low', value: 'distance from the low' },
] as const;

export type TopCategory = (typeof TOPS)[number]['name'];

/** Tables of highs and lows cover the year. */
export function defaultInterval(category: TopCategory): TopInterval {
	return category === 'high' || category === 'low' ? 'ytd' : 'day';
}
