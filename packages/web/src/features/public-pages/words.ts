import { MIN_SESSIONS, USUAL_SESSIONS } from '@sw/domain/prices/extended-volumes';
import type { TopCategory, TopInterval } from '@sw/domain/prices/top-lists';
import { frameWords } from '../../ui/words.ts';

const SPANS: Readonly<Record<TopInterval, string>> = {
	hour: 'the last hour of regular trading',
	'4h': 'the last four hours of regular trading, across sessions if needed',
	day: 'the current session',
	week: 'the sessions of the last seven days',
	month: 'the sessions of the last month',
	'6m': 'the sessions of the last six months',
	ytd: 'the sessions of this year',
	'52w': 'the last 252 sessions, including the current one',
	premarket: 'the latest trading before the open, 04:00 to 09:30 ET',
	after_hours: 'the latest trading after the close, until 20:00 ET',
};

export function isExtendedHours(interval: TopInterval): boolean {
	return interval === 'premarket' || interval === 'after_hours';
}

/** Describes the median used outside regular hours. It covers more sessions, because most tickers don't trade every day then. */
function extendedHoursMeasure(span: string): string {
	return `Shares traded in ${span}, relative to the median of the same minutes in the last ${USUAL_SESSIONS} sessions. Sessions without trades count as zero.`;
}

/** Describes how each table is calculated. `span`: the table's interval. */
const MEASURES: Readonly<Record<TopCategory, (span: string) => string>> = {
	gainers: (span) => `Change from the last regular close before the interval to the last price in it. Interval: ${span}.`,
	losers: (span) =>
		`Change from the last regular close before the interval to the last price in it. Interval: ${span}. Falls of more than 90 % are excluded as data errors.`,
	active: (span) => `Dollar volume in ${span}.`,
	unusual_volume: (span) =>
		`Shares traded in ${span}, as a multiple of the ticker’s usual volume at the same time of day: a median day of up to twenty sessions, times the share of a day that usually trades by then.`,
	deviation: (span) => `Rise from the interval’s low to the last price. Interval: ${span}.`,
	high: (span) => `Distance of the last price below the high of ${span}.`,
	low: (span) => `Distance of the last price above the low of ${span}.`,
};

/** Texts of the public pages. */
export const publicWords = {
	...frameWords,
	movers: 'Top movers',
	trail: 'You are here',
	variants: 'Other intervals',
	asOf: 'as of',
	delay: (minutes: number) => (minutes === 0 ? 'no delay' : `delay ${minutes} min`),
	source: (label: string) => `source: ${label}`,
	columns: {
		rank: '#',
		ticker: 'ticker',
		name: 'name',
		closes: 'prev. session',
		price: 'price',
		change: 'change',
		usual: '× usual volume',
		dollars: '$ volume',
		cap: 'cap',
		distance: { high: 'from the high', low: 'from the low' },
		signal: (clock: string | undefined) => (clock === undefined ? 'signal' : `signal at ${clock}`),
	},
	/** The meaning of the ranking number, for places without a column heading. */
	units: { usual: 'usual volume', dollars: 'traded', high: 'from the high', low: 'from the low' },
	rings: (timeframes: string) => `Rings of the wheels, from the inside: ${timeframes}`,
	rate: 'rate',
	nothing: 'nothing unusual',
	unmeasured: 'not measured',
	losersTitle: { premarket: 'Premarket losers', after_hours: 'After-hours losers' } as Partial<Record<TopInterval, string>>,
	computed: 'How it’s calculated',
	measure: (category: TopCategory, interval: TopInterval) =>
		category === 'unusual_volume' && isExtendedHours(interval)
			? extendedHoursMeasure(SPANS[interval])
			: MEASURES[category](SPANS[interval]),
	gainsBelow: 'Changes of +900 % and more are excluded as data errors.',
	made: 'Updated every 15 minutes.',
	reaches: (from: string) => `Price history starts ${from}.`,
	signals: 'Signals for these tickers',
	/** '8 of these 15 are in an extremes list of the 12:00 ET report: an unusually large move.' */
	listed: (listed: number, of: number, clock: string) =>
		`${listed} of these ${of} ${listed === 1 ? 'is' : 'are'} in an extremes list of the ${clock} report: an unusually large move.`,
	listedNone: (clock: string) => `None of these is in an extremes list of the ${clock} report.`,
	noReport: 'No report yet.',
	hypothetical: 'Hypothetical, not advice.',
	howMeasured: 'How it’s measured',
	list: 'See the ranked list',
	more: 'More tables',
	families: 'All tables',
	empty: 'No rows yet',
	emptyDetail: 'No measured ticker traded in this interval.',
	/** Why nothing can be compared yet. */
	emptyUsual: (sessions: number) =>
		`Volume is compared with the median of the same minutes in the last ${USUAL_SESSIONS} sessions and needs at least ${MIN_SESSIONS}. Extended-hours data available: ${sessions} sessions.`,
	hidden: 'Prices from this source can’t be shown publicly',
	hiddenDetail: 'Sign in to see them.',
	footer: {
		about: 'About',
		top: 'Top',
		plans: 'Plans',
		faq: 'FAQ',
		api: 'API',
		privacy: 'Privacy',
		terms: 'Terms',
		contact: 'Contact',
		cookies: 'Cookies',
	},
	missing: 'Table not found',
	missingDetail: 'Related tables:',
} as const;

/** Returns a page's description for search results. */
export function descriptionOf(title: string, category: TopCategory): string {
	const ranking: Readonly<Record<TopCategory, string>> = {
		gainers: 'ranked by rise',
		losers: 'ranked by fall',
		active: 'ranked by dollar volume',
		unusual_volume: 'ranked by volume relative to usual',
		deviation: 'ranked by rise from the low',
		high: 'ranked by distance from the high',
		low: 'ranked by distance from the low',
	};
	return `${title}: 15 US stocks ${ranking[category]}, with price, change, volume and the latest signal.`;
}
