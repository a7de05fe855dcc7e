import type { BatchKind, BatchPage, BatchQuery, DaySum } from '@sw/domain/prices/batch';
import { and, asc, count, desc, eq, getTableColumns, inArray, isNull, ne, sql } from 'drizzle-orm';
import { ADVISORY_LOCKS } from '../../advisory-locks.ts';
import { type Fence, requireEpoch, UNFENCED } from '../../lead/fence.ts';
import type { Db } from '../../records.ts';
import { batches } from '../../schema/batches.ts';
import { imports } from '../../schema/operations.ts';
import { saveBatchSums } from './batch-sums.ts';

/** The batches that a reader sees: numbers up to `upTo`, except `except` (open ones, and aborted ones not yet swept). */
export interface VisibleBatches {
	upTo: number;
	except: readonly number[];
	/** Only batches above this number. */
	above?: number;
}

/** Starts a batch; its number is written to every row in the series store. Throws StoreError lead_lost, as its commit does. */
export function openBatch(db: Db, batch: { kind: BatchKind; provider: string; note?: string }, fence: Fence = UNFENCED): Promise<number> {
	return db.transaction(async (tx) => {
		await fence.hold(tx);
		// Numbers become visible in order, so that a reader's `upTo` never hides a batch that opens below it.
		await tx.execute(sql`select pg_advisory_xact_lock(${ADVISORY_LOCKS.batchIds})`);
		const [added] = await tx
			.insert(batches)
			.values({ ...batch, epoch: fence.epoch() ?? null })
			.returning({ id: batches.id });
		return (added as { id: number }).id;
	});
}

/**
 * To be called in a transaction: once that commits, the rows of the batch are visible. `sums`: what it stored, see WrittenSums. Throws when the batch is
 * not open, and StoreError lead_lost when its epoch is over.
 */
export async function commitBatch(db: Db, id: number, rows: number, sums?: readonly DaySum[]): Promise<void> {
	const [opened] = await db.select({ epoch: batches.epoch }).from(batches).where(eq(batches.id, id));
	if (typeof opened?.epoch === 'number') await requireEpoch(db, opened.epoch);
	const changed = await db
		.update(batches)
		.set({ state: 'committed', rows, committedAt: sql`now()` })
		.where(and(eq(batches.id, id), eq(batches.state, 'open')))
		.returning({ id: batches.id });
	if (changed.length !== 1) throw new Error(`batch ${id} is not open`);
	if (sums) await saveBatchSums(db, id, sums);
}

/** The rows of the batch never become visible; the next sweep removes them. */
export async function abortBatch(db: Db, id: number, note?: string): Promise<void> {
	await db
		.update(batches)
		.set({ state: 'aborted', ...(note === undefined ? {} : { note }) })
		.where(and(eq(batches.id, id), eq(batches.state, 'open')));
}

/** Aborts open batches, which processes that died have left. To be called by a process with exclusive use of the stores; of several, by the new leader. */
export async function abortOpenBatches(db: Db): Promise<number> {
	const changed = await db.update(batches).set({ state: 'aborted' }).where(eq(batches.state, 'open')).returning({ id: batches.id });
	return changed.length;
}

export async function visibleBatches(db: Db): Promise<VisibleBatches> {
	const [seen] = await db
		.select({
			upTo: sql<number>`(select coalesce(max(id), 0) from ${batches})`.mapWith(Number),
			except: sql<number[]>`array(select id::float8 from ${batches} where state <> 'committed' and swept_at is null order by id)`,
		})
		.from(sql`(select 1) as one`);
	return seen ?? { upTo: 0, except: [] };
}

/** The numbers of aborted batches that still have rows in the series store. */
export async function unsweptBatches(db: Db, kind: BatchKind): Promise<number[]> {
	const rows = await db
		.select({ id: batches.id })
		.from(batches)
		.where(and(ne(batches.state, 'committed'), eq(batches.state, 'aborted'), isNull(batches.sweptAt), eq(batches.kind, kind)))
		.orderBy(asc(batches.id));
	return rows.map((row) => row.id);
}

/** Marks those opened at least `since` milliseconds ago. Returns how many. */
export async function markSwept(db: Db, ids: readonly number[], since: number): Promise<number> {
	const aged = sql`${batches.createdAt} <= now() - ${`${since} milliseconds`}::interval`;
	let marked = 0;
	for (const id of ids) {
		const done = await db
			.update(batches)
			.set({ sweptAt: sql`now()` })
			.where(and(eq(batches.id, id), aged))
			.returning({ id: batches.id });
		marked += done.length;
	}
	return marked;
}

/** The ledger, newest first: a page of it, and the number of entries. */
export async function batchesPage(db: Db, { kind, state, ids, skip, max }: BatchQuery): Promise<BatchPage> {
	const condition = and(kind && eq(batches.kind, kind), state && eq(batches.state, state), ids && inArray(batches.id, [...ids]));
	const isImport = sql<boolean>`${batches.state} = 'committed' and exists (select 1 from ${imports} where ${imports.batchId} = ${batches.id})`;
	const [items, [all]] = await Promise.all([
		db
			.select({ ...getTableColumns(batches), canUndo: isImport })
			.from(batches)
			.where(condition)
			.orderBy(desc(batches.id))
			.limit(max)
			.offset(skip),
		db.select({ total: count() }).from(batches).where(condition),
	]);
	return { items, total: all?.total ?? 0 };
}
