import { eq, sql } from 'drizzle-orm';
import type { Db } from '../../records.ts';
import { imports } from '../../schema/operations.ts';

export type ImportRecord = typeof imports.$inferSelect;

/** The record of a file with these bytes; undefined when it was never read. */
export async function importOf(db: Db, fileHash: string): Promise<ImportRecord | undefined> {
	return (await db.select().from(imports).where(eq(imports.fileHash, fileHash)))[0];
}

/** Records that a file is being read; replaces an earlier failed or interrupted import of the same bytes. */
export async function startImport(db: Db, file: { fileHash: string; path: string; format: string; batchId: number }): Promise<void> {
	const fresh = { ...file, state: 'running' as const, rows: 0, rejects: 0, note: '', finishedAt: null };
	await db
		.insert(imports)
		.values(fresh)
		.onConflictDoUpdate({ target: imports.fileHash, set: { ...fresh, startedAt: sql`now()` } });
}

export async function finishImport(
	db: Db,
	fileHash: string,
	result: { state: 'done' | 'failed'; rows: number; rejects: number; note?: string },
): Promise<void> {
	await db
		.update(imports)
		.set({ ...result, finishedAt: sql`now()` })
		.where(eq(imports.fileHash, fileHash));
}
