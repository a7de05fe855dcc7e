import { formatCount } from '../../lib/format/numbers.ts';

/** Words of the list as a table. */
export const tableWords = {
	label: 'Ranked tickers',
	scroll: 'Table of tickers',
	place: '#',
	ticker: 'ticker',
	rate: 'rate',
	/** The rate against the report before. */
	since: (clock: string | undefined) => (clock === undefined ? 'since' : `since ${clock}`),
	isNew: 'new',
	star: 'Favourite',
	freeze: 'Freeze',
	moves: (timeframe: string) => `In typical moves on ${timeframe}, against what is usual for the time of day`,
	rows: 'Rows of a page',
	columns: 'Columns',
	columnsLabel: 'Columns of this table',
	columnsHint: 'Place, ticker and rate always stand.',
	earlier: (column: string) => `Move ${column} to the left`,
	later: (column: string) => `Move ${column} to the right`,
	plain: 'As they were at first',
	unknown: 'n/a',
	mentions: (n: number | null) => (n === null ? 'n/a' : formatCount(n)),
} as const;
