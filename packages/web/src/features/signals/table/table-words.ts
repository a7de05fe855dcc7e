import { formatCount } from '../../../lib/format/numbers.ts';

/** Texts of the list as a table. */
export const tableWords = {
	label: 'Ranked tickers',
	scroll: 'Ticker table',
	place: '#',
	ticker: 'ticker',
	rate: 'rate',
	/** The rate compared with the previous report. */
	since: (clock: string | undefined) => (clock === undefined ? 'since' : `since ${clock}`),
	isNew: 'new',
	star: 'Favourite',
	freeze: 'Freeze',
	alert: 'Alert',
	moves: (timeframe: string) => `Typical moves on ${timeframe}, adjusted for the time of day`,
	listed: 'First report of an unbroken run today, within the reports of your plan',
	rows: 'Rows per page',
	columns: 'Columns',
	columnsLabel: 'Table columns',
	columnsHint: 'Rank, ticker and rate are always shown.',
	earlier: (column: string) => `Move ${column} left`,
	later: (column: string) => `Move ${column} right`,
	plain: 'Reset columns',
	filing: 'Newest filing of the issuer with its New York time',
	noFiling: 'none',
	unknown: 'n/a',
	mentions: (n: number | null) => (n === null ? 'n/a' : formatCount(n)),
} as const;
