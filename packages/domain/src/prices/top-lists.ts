import { POST, PRE, REGULAR } from './blocks.ts';

/** `short` intervals cover at most about a day: in these, a tenfold price is more likely a faulty bar than a gain. */
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

/** The bars of an interval. */
export type TopSession = typeof PRE | typeof REGULAR | typeof POST;

export function intervalFacts(name: TopInterval): (typeof INTERVALS)[number] {
	return INTERVALS.find((i) => i.name === name) as (typeof INTERVALS)[number];
}
