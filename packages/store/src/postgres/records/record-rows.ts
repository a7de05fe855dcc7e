import { type SQL, sql } from '../orm/drizzle.ts';
import type { Db } from '../records.ts';

/**
 * Passes rows as one parameter, available as `row` in a FROM, so that a statement for many rows costs as much as one for a few. `columns`: SQL names
 * and types; names with capital letters in double quotes. Instants are passed as milliseconds (numeric), and `instantOf` converts them.
 */
export function recordRows(rows: readonly object[], columns: string): SQL {
	return sql`jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as row(${sql.raw(columns)})`;
}

export function instantOf(column: string): SQL {
	return sql.raw(`to_timestamp(row.${column} / 1000.0)`);
}

const UNIQUE_VIOLATION = '23505';

/** Runs a write; returns 'taken' if a unique key refuses it. In a transaction, only a savepoint is rolled back, so that the caller can continue. */
export async function writeUnlessTaken<T>(db: Db, write: (tx: Db) => Promise<T>): Promise<T | 'taken'> {
	try {
		return await db.transaction(write);
	} catch (error) {
		if (codeOf(error) === UNIQUE_VIOLATION) return 'taken';
		throw error;
	}
}

function codeOf(error: unknown): unknown {
	return (error as { cause?: { code?: unknown } }).cause?.code ?? (error as { code?: unknown }).code;
}
