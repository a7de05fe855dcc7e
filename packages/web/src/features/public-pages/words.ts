import type { TopCategory } from '@sw/domain/prices/top-categories';
import type { TopInterval } from '@sw/domain/prices/top-lists';
import { LEAST_SESSIONS, USUAL_SESSIONS } from '@sw/domain/prices/usual-sessions';
import { frameWords } from '../../ui/frame-words.ts';

const SPANS: Readonly<Record<TopInterval, string>> = {
	hour: 'the last four quarter-hours of regular trading',
	'4h': 'the last sixteen quarter-hours of regular trading, over the night if need be',
	day: 'the session of the last quarter-hour',
	week: 'the sessions of the last seven days',
	month: 'the sessions of the last month',
	'6m': 'the sessions of the last six months',
	ytd: 'the sessions since the year began',
	'52w': 'the last 252 sessions, with the one that runs',
	premarket: 'the newest trading before the open, 04:00 to 09:30 ET',
	after_hours: 'the newest trading after the close, up to 20:00 ET',
};

export const isOutside = (interval: TopInterval): boolean => interval === 'premarket' || interval === 'after_hours';

/** Outside regular hours most tickers do not trade every day, so that the mean reaches back further. */
const unusualOutside = (span: string): string =>
	`Shares traded in ${span}, compared with the mean of the same minutes of the last ${USUAL_SESSIONS} sessions. A session in which the ticker did not trade then counts as none traded.`;

/** How each table is made; `span` says what it covers. */
const MEASURES: Readonly<Record<TopCategory, (span: string) => string>> = {
	gainers: (span) => `The change runs from the last regular close before the interval to the last price in it: ${span}.`,
	losers: (span) =>
		`The change runs from the last regular close before the interval to the last price in it: ${span}. Falls of more than nine tenths are left out as errors of data.`,
	active: (span) => `Dollars traded, quarter-hour by quarter-hour, added up over ${span}.`,
	unusual_volume: (span) =>
		`Shares traded in ${span}, as a multiple of what the same ticker usually trades in the same quarter-hours: its mean over up to ten complete sessions before.`,
	deviation: (span) => `The rise from the lowest price of the interval to the last one: ${span}.`,
	high: (span) => `How far the last price lies below the highest one of ${span}.`,
	low: (span) => `How far the last price lies above the lowest one of ${span}.`,
};

/** Every word of the public pages. */
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
		closes: 'last session',
		price: 'price',
		change: 'change',
		usual: '× usual volume',
		dollars: 'dollars',
		cap: 'cap',
		distance: { high: 'from the high', low: 'from the low' },
		signal: (clock: string | undefined) => (clock === undefined ? 'signal' : `signal at ${clock}`),
	},
	/** What the number means that a table is ranked by, where no head of its column stands above it. */
	units: { usual: 'usual volume', dollars: 'traded', high: 'from the high', low: 'from the low' },
	candidate: { short: 'candidate to fall', long: 'candidate to rise' },
	rate: 'rate',
	nothing: 'nothing unusual',
	unmeasured: 'not measured',
	losersTitle: { premarket: 'Premarket losers', after_hours: 'After-hours losers' } as Partial<Record<TopInterval, string>>,
	computed: 'How it is computed',
	measure: (category: TopCategory, interval: TopInterval) =>
		category === 'unusual_volume' && isOutside(interval) ? unusualOutside(SPANS[interval]) : MEASURES[category](SPANS[interval]),
	gainsBelow: 'Changes of +900 % and more are left out as errors of data.',
	made: 'The table is made anew every quarter-hour.',
	reaches: (from: string) => `Prices reach back to ${from}.`,
	signals: 'What signals say about these names',
	/** '8 of these 15 stand in a list of the 12:00 ET report' */
	listed: (listed: number, of: number, clock: string) =>
		`${listed} of these ${of} ${listed === 1 ? 'stands' : 'stand'} in a list of extremes of the ${clock} report: they moved further than they usually do.`,
	listedNone: (clock: string) => `None of these stands in a list of extremes of the ${clock} report.`,
	noReport: 'No report has come out yet.',
	hypothetical: 'Hypothetical, not advice.',
	howMeasured: 'How this is measured',
	list: 'See the ranked list',
	more: 'More tables',
	families: 'All tables',
	empty: 'No rows yet',
	emptyDetail: 'Nothing that is measured here has traded in the interval.',
	/** Why nothing can be compared yet. */
	emptyUsual: (sessions: number) =>
		`Volume is compared with the mean of the same minutes of the last ${USUAL_SESSIONS} sessions, ${LEAST_SESSIONS} of them at least: trading outside regular hours is known of ${sessions} so far.`,
	hidden: 'Prices of this source may not be shown here',
	hiddenDetail: 'They are open to readers with an account.',
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
	missing: 'There is no such table',
	missingDetail: 'These are the tables of its family:',
} as const;

/** What a page says of itself in lists of search results. */
export const descriptionOf = (title: string, category: TopCategory): string => {
	const what: Readonly<Record<TopCategory, string>> = {
		gainers: 'ranked by how far they rose',
		losers: 'ranked by how far they fell',
		active: 'ranked by dollars traded',
		unusual_volume: 'ranked by how many times their usual volume they trade',
		deviation: 'ranked by their rise from the low',
		high: 'ranked by how near they are to their high',
		low: 'ranked by how near they are to their low',
	};
	return `${title}: fifteen US stocks ${what[category]}, with price, change, volume and what the newest report of extremes says of each.`;
};
