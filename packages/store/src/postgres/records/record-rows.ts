import { type SQL, sql } from 'drizzle-orm';

/**
 * Rows as one parameter, read as `row` in a FROM: a statement of many rows costs what one of a few does. `columns` are names and types as SQL has them, the
 * names in double quotes where they have capital letters. Instants are milliseconds here and numeric there: `instantOf` makes them instants.
 */
export const recordRows = (rows: readonly object[], columns: string): SQL =>
	sql`jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as row(${sql.raw(columns)})`;

export const instantOf = (column: string): SQL => sql.raw(`to_timestamp(row.${column} / 1000.0)`);
