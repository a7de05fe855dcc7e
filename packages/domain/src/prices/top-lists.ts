import { POST, PRE, REGULAR } from './blocks.ts';

/**
 * `short`: the interval covers at most about a day, and within a day a tenfold price is more likely a faulty bar than a gain. `session`: the type of bars
 * covered.
 */
export const INTERVALS = [
	{ name: 'hour', label: '1 hour', short: true, session: REGULAR },
	{ name: '4h', label: '4 hour', short: true, session: REGULAR },
	{ name: 'day', label: 'Day', short: true, session: REGULAR },
	{ name: 'week', label: 'Week', short: false, session: REGULAR },
	{ name: 'month', label: 'Month', short: false, session: REGULAR },
	{ name: '6m', label: '6 months', short: false, session: REGULAR },
	{ name: 'ytd', label: 'Year to date', short: false, session: REGULAR },
	{ name: '52w', label: '52 weeks', short: false, session: REGULAR },
	{ name: 'premarket', label: 'Premarket', short: true, session: PRE },
	{ name: 'after_hours', label: 'After hours', short: true, session: POST },
] as const;

export type TopInterval = (typeof INTERVALS)[number]['name'];
export const TOP_INTERVALS = INTERVALS.map((i) => i.name) as readonly TopInterval[];

export type TopSession = typeof PRE | typeof REGULAR | typeof POST;

export function findInterval(name: TopInterval): (typeof INTERVALS)[number] {
	return INTERVALS.find((i) => i.name === name) as (typeof INTERVALS)[number];
}

/** Top tables, with the meaning of their `value`. In a tie, the lower ticker id is first. The formulas are in tops.ts. */
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

/** Returns the default interval: the year to date for tables of highs and lows, the day for all others. */
export function defaultInterval(category: TopCategory): TopInterval {
	return category === 'high' || category === 'low' ? 'ytd' : 'day';
}
