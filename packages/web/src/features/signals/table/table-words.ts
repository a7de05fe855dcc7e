import { formatCount } from '../../../lib/format/numbers.ts';

/** Texts of the list as a table. */
export const tableWords = {
	label: 'Ranked tickers',
	scroll: 'Ticker table',
	place: '#',
	ticker: 'ticker',
	rate: 'rate',
	rateOf: (highest: number) => `rate of ${highest}`,
	/** The rate compared with the previous report. */
	since: (clock: string | undefined) => (clock === undefined ? 'since' : `since ${clock}`),
	isNew: 'new',
	star: 'Favourite',
	freeze: 'Freeze',
	alert: 'Alert',
	decision: 'Decision',
	links: 'Links',
	moves: (timeframe: string) => `Typical moves on ${timeframe}, adjusted for the time of day`,
	rings: (timeframes: string) => `Rings of the wheels, from the inside: ${timeframes}`,
	listed: 'First report of an unbroken run today, within the reports of your plan',
	rows: 'Rows per page',
	columns: 'Columns',
	columnsLabel: 'Table columns',
	columnsHint: 'Rank, ticker and rate are always shown.',
	earlier: (column: string) => `Move ${column} left`,
	later: (column: string) => `Move ${column} right`,
	plain: 'Reset columns',
	ranges: 'Filter columns',
	rangesLabel: 'Column filters',
	rangesSaved: 'This list shows a saved filter. Edit the filter to change its ranges or industry, or close it to filter columns.',
	applyRanges: 'Apply filters',
	clearRanges: 'Clear filters',
	dollars: 'Shares traded in the session so far × price',
	filing: 'Newest filing of the issuer with its New York time',
	noFiling: 'none',
	unknown: 'n/a',
	mentions: (n: number | null) => (n === null ? 'n/a' : formatCount(n)),
} as const;

/** Texts of the list as a map. */
export const mapWords = {
	title: 'Map by industry',
	lead: (shown: number) =>
		`${formatCount(shown)} ${shown === 1 ? 'ticker' : 'tickers'} of this page. Area: square root of the market cap; colour: change of the day, full from 5 %.`,
	keys: 'Arrow keys move between tickers, Enter opens one.',
	unknown: 'Industry unknown',
	noChange: 'n/a',
	tile: (ticker: string, name: string, change: string, cap: string, rate: string) =>
		`${ticker}, ${name}: ${change}, market cap ${cap}, rate ${rate}`,
} as const;
