import type { BatchDaySum, DaySum } from '@sw/domain/prices/batch';
import { and, between, eq, max, min, sql } from 'drizzle-orm';
import type { Db } from '../../records.ts';
import { batches, batchSums } from '../../schema/batches.ts';

/** Keeps a statement's parameters within PostgreSQL's 65,535. */
const PER_STATEMENT = 5_000;

/** To be called in the transaction that commits the batch. Sets the ledger's number of rows where it is missing. */
export async function saveBatchSums(db: Db, batch: number, sums: readonly DaySum[]): Promise<void> {
	for (let at = 0; at < sums.length; at += PER_STATEMENT)
		await db.insert(batchSums).values(sums.slice(at, at + PER_STATEMENT).map((each) => ({ ...each, batch })));
	const rows = sums.reduce((sum, each) => sum + (each.table === 'mention_spans' ? 0 : each.rows), 0);
	await db
		.update(batches)
		.set({ isSummed: true, rows: sql`case when ${batches.rows} = 0 then ${rows} else ${batches.rows} end` })
		.where(eq(batches.id, batch));
}

/** What a batch stored for a day, according to the ledger. `counts`: the batch is committed. */
export interface LedgerSum extends BatchDaySum {
	counts: boolean;
}

/** The ledger's sums between two days, both inclusive, even of batches that are no longer in force. */
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
	return rows.map(({ state, ...sums }) => ({ ...sums, counts: state === 'committed' }));
}

/** Committed batches of market data without sums, written by an older version. `rows`: how many they had. */
export async function batchesWithoutSums(db: Db): Promise<{ id: number; rows: number }[]> {
	return db
		.select({ id: batches.id, rows: batches.rows })
		.from(batches)
		.where(and(eq(batches.kind, 'bars'), eq(batches.state, 'committed'), eq(batches.isSummed, false)));
}

/** The first and last day with sums in the ledger; undefined without any. */
export async function ledgerDays(db: Db): Promise<{ from: number; to: number } | undefined> {
	const [span] = await db.select({ from: min(batchSums.day), to: max(batchSums.day) }).from(batchSums);
	return span && span.from !== null && span.to !== null ? { from: span.from, to: span.to } : undefined;
}
