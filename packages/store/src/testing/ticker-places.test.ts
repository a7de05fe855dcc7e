import { expect, it } from 'vitest';
import { getTableConfig, is, PgTable } from '../postgres/orm/drizzle.ts';
import * as schema from '../postgres/schema/index.ts';
import { TICKER_COLUMNS } from './ticker-places.ts';

/** Columns whose type could hold a ticker's number and that hold something else. */
const OTHERS = [
	// The number of tickers of a report.
	'reports.tickers',
	'script_params.ticker_type',
	// A symbol, as the picture of its day shows it.
	'previews.ticker',
	'filters.conditions',
	'filter_orders.filter_ids',
	'list_settings.settings',
	'search_parts.words',
	'search_tasks.evidence',
	'search_tallies.tally',
];
const COULD_HOLD = /ticker|question/;

/** As in the database. */
function snake(name: string): string {
	return name.replace(/[A-Z]/g, (capital) => `_${capital.toLowerCase()}`);
}

it('names every column that can hold a ticker, so that a new table is not forgotten when one is removed or renamed', () => {
	const columns = Object.values(schema)
		.filter((each) => is(each, PgTable))
		.flatMap((table) => {
			const { name, columns } = getTableConfig(table);
			return columns
				.filter((column) => COULD_HOLD.test(snake(column.name)) || column.getSQLType() === 'integer[]')
				.map((column) => `${name}.${snake(column.name)}`);
		})
		.filter((column) => !OTHERS.includes(column));
	const known = TICKER_COLUMNS.map(({ column }) => column).filter((column) => column !== 'tickers.id');
	expect(columns.sort()).toEqual([...known].sort());
});
