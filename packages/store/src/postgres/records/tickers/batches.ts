import type { BatchDaySum, BatchKind, BatchPage, BatchQuery, DaySum } from '@sw/domain/prices/batch';
import { ADVISORY_LOCKS } from '../../advisory-locks.ts';
import { type Fence, requireEpoch, UNFENCED } from '../../lead/fence.ts';
import { and, asc, between, count, desc, eq, getTableColumns, inArray, isNull, max, min, ne, sql } from '../../orm/drizzle.ts';
import type { Db } from '../../records.ts';
import { batches, batchSums } from '../../schema/batches.ts';
import { imports } from '../../schema/operations.ts';

/** The batches that a reader sees: ids up to `upTo`, except `except` (open ones, and aborted ones that are not swept yet). */
export interface VisibleBatches {
	upTo: number;
	except: readonly number[];
	/** Only batches above this id. */
	above?: number;
}

/** Opens a batch and returns the id that every row in the series store gets. Like the commit, throws StoreError lead_lost. */
export function openBatch(db: Db, batch: { kind: BatchKind; provider: string; note?: string }, fence: Fence = UNFENCED): Promise<number> {
	return db.transaction(async (tx) => {
		await fence.holdLead(tx);
		// Ids become visible in order: no batch opened later can have a lower id than a reader's `upTo`.
		await tx.execute(sql`select pg_advisory_xact_lock(${ADVISORY_LOCKS.batchIds})`);
		const [added] = await tx
			.insert(batches)
			.values({ ...batch, epoch: fence.epoch() ?? null })
			.returning({ id: batches.id });
		return (added as { id: number }).id;
	});
}

/**
 * Commits a batch: its rows become visible once the caller's transaction commits. `sums`: what the batch stored, see WrittenSums. Throws if the batch
 * is not open, and StoreError lead_lost if its epoch is over.
 */
export async function commitBatch(db: Db, id: number, rows: number, sums?: readonly DaySum[]): Promise<void> {
	const [batch] = await db.select({ epoch: batches.epoch }).from(batches).where(eq(batches.id, id));
	if (typeof batch?.epoch === 'number') await requireEpoch(db, batch.epoch);
	const changed = await db
		.update(batches)
		.set({ state: 'committed', rows, committedAt: sql`now()` })
		.where(and(eq(batches.id, id), eq(batches.state, 'open')))
		.returning({ id: batches.id });
	if (changed.length !== 1) throw new Error(`batch ${id} is not open`);
	if (sums) await saveBatchSums(db, id, sums);
}

/** Aborts a batch: its rows never become visible, and the next sweep removes them. */
export async function abortBatch(db: Db, id: number, note?: string): Promise<void> {
	await db
		.update(batches)
		.set({ state: 'aborted', ...(note === undefined ? {} : { note }) })
		.where(and(eq(batches.id, id), eq(batches.state, 'open')));
}

/** Aborts batches that dead processes have left open. Only for a process with exclusive use of the stores or, among several, for the new leader. */
export async function abortOpenBatches(db: Db): Promise<number> {
	const changed = await db.update(batches).set({ state: 'aborted' }).where(eq(batches.state, 'open')).returning({ id: batches.id });
	return changed.length;
}

export async function visibleBatches(db: Db): Promise<VisibleBatches> {
	const [row] = await db
		.select({
			upTo: sql<number>`(select coalesce(max(id), 0) from ${batches})`.mapWith(Number),
			except: sql<number[]>`array(select id::float8 from ${batches} where state <> 'committed' and swept_at is null order by id)`,
		})
		.from(sql`(select 1) as one`);
	return row ?? { upTo: 0, except: [] };
}

/** Returns the ids of aborted batches that still have rows in the series store. */
export async function unsweptBatches(db: Db, kind: BatchKind): Promise<number[]> {
	const rows = await db
		.select({ id: batches.id })
		.from(batches)
		.where(and(ne(batches.state, 'committed'), eq(batches.state, 'aborted'), isNull(batches.sweptAt), eq(batches.kind, kind)))
		.orderBy(asc(batches.id));
	return rows.map((row) => row.id);
}

/** Marks batches as swept if they were opened at least `minAgeMs` milliseconds ago. Returns their number. */
export async function markSwept(db: Db, ids: readonly number[], minAgeMs: number): Promise<number> {
	const isOldEnough = sql`${batches.createdAt} <= now() - ${`${minAgeMs} milliseconds`}::interval`;
	let marked = 0;
	for (const id of ids) {
		const sweptRows = await db
			.update(batches)
			.set({ sweptAt: sql`now()` })
			.where(and(eq(batches.id, id), isOldEnough))
			.returning({ id: batches.id });
		marked += sweptRows.length;
	}
	return marked;
}

/** Returns a page of the ledger of batches, newest first, and the number of entries. */
export async function batchesPage(db: Db, { kind, state, ids, skip, max }: BatchQuery): Promise<BatchPage> {
	const condition = and(kind && eq(batches.kind, kind), state && eq(batches.state, state), ids && inArray(batches.id, [...ids]));
	const isImport = sql<boolean>`${batches.state} = 'committed' and exists (select 1 from ${imports} where ${imports.batchId} = ${batches.id})`;
	const [items, [countRow]] = await Promise.all([
		db
			.select({ ...getTableColumns(batches), canUndo: isImport })
			.from(batches)
			.where(condition)
			.orderBy(desc(batches.id))
			.limit(max)
			.offset(skip),
		db.select({ total: count() }).from(batches).where(condition),
	]);
	return { items, total: countRow?.total ?? 0 };
}

/** Keeps a statement's parameters within PostgreSQL's 65,535. */
const ROWS_PER_STATEMENT = 5_000;

/** Stores the sums of a batch, and its number of rows if that is missing. To be called in the transaction that commits the batch. */
export async function saveBatchSums(db: Db, batch: number, sums: readonly DaySum[]): Promise<void> {
	for (let at = 0; at < sums.length; at += ROWS_PER_STATEMENT)
		await db.insert(batchSums).values(sums.slice(at, at + ROWS_PER_STATEMENT).map((daySum) => ({ ...daySum, batch })));
	const rows = sums.reduce((sum, daySum) => sum + (daySum.table === 'mention_spans' ? 0 : daySum.rows), 0);
	await db
		.update(batches)
		.set({ isSummed: true, rows: sql`case when ${batches.rows} = 0 then ${rows} else ${batches.rows} end` })
		.where(eq(batches.id, batch));
}

/** What a batch stored for a day, according to the ledger, and whether the batch is committed. */
export interface LedgerSum extends BatchDaySum {
	isCommitted: boolean;
}

/** Returns the ledger's sums between two days, both inclusive, even of batches that are no longer committed. */
export async function ledgerSums(db: Db, from: number, to: number): Promise<LedgerSum[]> {
	const rows = await db
		.select({
			table: batchSums.table,
			batch: batchSums.batch,
			day: batchSums.day,
			rows: batchSums.rows,
			sum: batchSums.sum,
			state: batches.state,
		})
		.from(batchSums)
		.innerJoin(batches, eq(batches.id, batchSums.batch))
		.where(between(batchSums.day, from, to));
	return rows.map(({ state, ...sums }) => ({ ...sums, isCommitted: state === 'committed' }));
}

/** Returns the committed batches of market data without sums, written by an older version, with their number of rows. */
export async function batchesWithoutSums(db: Db): Promise<{ id: number; rows: number }[]> {
	return db
		.select({ id: batches.id, rows: batches.rows })
		.from(batches)
		.where(and(eq(batches.kind, 'bars'), eq(batches.state, 'committed'), eq(batches.isSummed, false)));
}

/** Returns the first and last day with sums in the ledger; undefined if there is none. */
export async function ledgerDays(db: Db): Promise<{ from: number; to: number } | undefined> {
	const [span] = await db.select({ from: min(batchSums.day), to: max(batchSums.day) }).from(batchSums);
	return span && span.from !== null && span.to !== null ? { from: span.from, to: span.to } : undefined;
}
