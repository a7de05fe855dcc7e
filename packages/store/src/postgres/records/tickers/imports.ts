import { and, eq, sql } from '../../orm/drizzle.ts';
import type { Db } from '../../records.ts';
import { batches, batchSums } from '../../schema/batches.ts';
import { imports } from '../../schema/operations.ts';

export type ImportRecord = typeof imports.$inferSelect;

/** Returns the record of a file with these bytes; undefined if it was never read. */
export async function importOf(db: Db, fileHash: string): Promise<ImportRecord | undefined> {
	return (await db.select().from(imports).where(eq(imports.fileHash, fileHash)))[0];
}

/** Records that a file is being read. Replaces an earlier failed or interrupted import of the same bytes. */
export async function startImport(db: Db, file: { fileHash: string; path: string; format: string; batchId: number }): Promise<void> {
	const values = { ...file, state: 'running' as const, rows: 0, rejects: 0, note: '', finishedAt: null };
	await db
		.insert(imports)
		.values(values)
		.onConflictDoUpdate({ target: imports.fileHash, set: { ...values, startedAt: sql`now()` } });
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

/** Returns the import of a batch, and whether its rows are visible; undefined if the batch belongs to no import. */
export async function importOfBatch(db: Db, batch: number): Promise<{ name: string; isInEffect: boolean } | undefined> {
	const [row] = await db
		.select({ name: imports.path, state: batches.state })
		.from(imports)
		.innerJoin(batches, eq(batches.id, imports.batchId))
		.where(eq(imports.batchId, batch));
	return row && { name: row.name, isInEffect: row.state === 'committed' };
}

/**
 * Withdraws an import: once the caller's transaction commits, its rows are invisible, and the next sweep removes them. The file can be imported again.
 * Returns how many rows it had; undefined if the batch is not a visible import of the provider.
 */
export async function withdrawImport(db: Db, provider: string, batch: number): Promise<number | undefined> {
	if (!(await importOfBatch(db, batch))?.isInEffect) return undefined;
	const [batchRow] = await db
		.select({ rows: batches.rows })
		.from(batches)
		.where(and(eq(batches.id, batch), eq(batches.provider, provider), eq(batches.state, 'committed')))
		.for('update');
	if (!batchRow) return undefined;
	await db.delete(batchSums).where(eq(batchSums.batch, batch));
	await db
		.update(batches)
		.set({ state: 'aborted', rows: 0, isSummed: false, note: sql`${batches.note} || ' (undone)'` })
		.where(eq(batches.id, batch));
	await db.update(imports).set({ state: 'failed', rows: 0, note: 'Undone by an administrator.' }).where(eq(imports.batchId, batch));
	return batchRow.rows;
}
