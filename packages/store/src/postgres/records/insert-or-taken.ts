import type { Db } from '../records.ts';

const UNIQUE_VIOLATION = '23505';

/** 'taken' where a unique key refuses the write. In a transaction only a savepoint is rolled back, so the caller may continue. */
export async function insertOrTaken<T>(db: Db, write: (tx: Db) => Promise<T>): Promise<T | 'taken'> {
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
