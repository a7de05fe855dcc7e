import { and, eq, sql } from 'drizzle-orm';
import type { Db } from '../../records.ts';
import { batches, batchSums } from '../../schema/batches.ts';
import { imports } from '../../schema/operations.ts';

/** The import of a batch, and whether its rows are visible; undefined where the batch belongs to no import. */
export async function importOfBatch(db: Db, batch: number): Promise<{ name: string; counts: boolean } | undefined> {
	const [found] = await db
		.select({ name: imports.path, state: batches.state })
		.from(imports)
		.innerJoin(batches, eq(batches.id, imports.batchId))
		.where(eq(imports.batchId, batch));
	return found && { name: found.name, counts: found.state === 'committed' };
}

/**
 * To be called in a transaction: once that commits, the rows of an import are invisible, and the next sweep removes them; the same file can be imported
 * again. Returns how many rows it had; undefined when the batch is not a visible import of the provider.
 */
export async function withdrawImport(db: Db, provider: string, batch: number): Promise<number | undefined> {
	if (!(await importOfBatch(db, batch))?.counts) return undefined;
	const [found] = await db
		.select({ rows: batches.rows })
		.from(batches)
		.where(and(eq(batches.id, batch), eq(batches.provider, provider), eq(batches.state, 'committed')))
		.for('update');
	if (!found) return undefined;
	await db.delete(batchSums).where(eq(batchSums.batch, batch));
	await db
		.update(batches)
		.set({ state: 'aborted', rows: 0, isSummed: false, note: sql`${batches.note} || ' (undone)'` })
		.where(eq(batches.id, batch));
	await db.update(imports).set({ state: 'failed', rows: 0, note: 'Undone by an administrator.' }).where(eq(imports.batchId, batch));
	return found.rows;
}
