import type { UtcMs } from '@sw/domain/time/units';
import { and, asc, gt, gte, sql } from '../orm/drizzle.ts';
import type { Db } from '../records.ts';
import { filingSpans, filings, issuers } from '../schema/filings.ts';
import { settings } from '../schema/operations.ts';
import { notifyMarket } from './changes.ts';

export type StoredFiling = typeof filings.$inferInsert;
export type StoredSpan = typeof filingSpans.$inferInsert;
export type StoredIssuer = typeof issuers.$inferInsert;

/** The cik of spans that cover all issuers. */
export const ALL_ISSUERS = 0;

export interface FilingRows {
	readonly filings?: readonly StoredFiling[];
	readonly spans?: readonly StoredSpan[];
	readonly issuers?: readonly StoredIssuer[];
}

/** Rows changed since an earlier read, and the numbers after which the next read starts. */
export interface ChangedFilings {
	readonly filings: readonly StoredFiling[];
	readonly spans: readonly StoredSpan[];
	readonly issuers: readonly StoredIssuer[];
	readonly position: ReadPosition;
}

interface ReadPosition {
	readonly filings: number;
	readonly spans: number;
	readonly issuers: number;
}

export const NOTHING_READ: ReadPosition = { filings: 0, spans: 0, issuers: 0 };

/** Setting that counts changes of filings. Other processes read filings again when the count has grown. */
export const FILING_CHANGES = 'filing_changes';

/** PostgreSQL accepts at most 65,535 parameters in a statement. */
const ROWS_PER_STATEMENT = 5_000;

/**
 * Adds filings, unless they are stored from the same source. Spans and issuers replace those with the same start. Notifies every process on commit.
 * To be called in a transaction.
 */
export async function saveFilings(tx: Db, rows: FilingRows): Promise<void> {
	for (const batch of chunks(rows.filings)) await tx.insert(filings).values(batch).onConflictDoNothing();
	for (const batch of chunks(rows.spans))
		await tx
			.insert(filingSpans)
			.values(batch)
			.onConflictDoUpdate({
				target: [filingSpans.cik, filingSpans.fromAt],
				set: { toAt: sql`greatest(${filingSpans.toAt}, excluded.to_at)`, seq: sql`excluded.seq` },
			});
	for (const batch of chunks(rows.issuers))
		await tx
			.insert(issuers)
			.values(batch)
			.onConflictDoUpdate({
				target: [issuers.tickerId, issuers.since],
				set: { exchange: sql`excluded.exchange`, sic: sql`excluded.sic`, industry: sql`excluded.industry`, seq: sql`excluded.seq` },
			});
	await tx
		.insert(settings)
		.values({ key: FILING_CHANGES, value: 1 })
		.onConflictDoUpdate({ target: settings.key, set: { value: sql`to_jsonb((${settings.value})::int8 + 1)`, updatedAt: sql`now()` } });
	await notifyMarket(tx, 'filings');
}

function chunks<T>(rows: readonly T[] = []): T[][] {
	return Array.from({ length: Math.ceil(rows.length / ROWS_PER_STATEMENT) }, (_, i) =>
		rows.slice(i * ROWS_PER_STATEMENT, (i + 1) * ROWS_PER_STATEMENT),
	);
}

/** Returns changes after `position`, in their order, and only filings accepted from `since` on. There is one writer, so a later change has a higher `seq`. */
export async function readChangedFilings(db: Db, position: ReadPosition, since: UtcMs): Promise<ChangedFilings> {
	const [newFilings, newSpans, newIssuers] = await Promise.all([
		db
			.select()
			.from(filings)
			.where(and(gt(filings.seq, position.filings), gte(filings.acceptedAt, since)))
			.orderBy(asc(filings.seq)),
		db.select().from(filingSpans).where(gt(filingSpans.seq, position.spans)).orderBy(asc(filingSpans.seq)),
		db.select().from(issuers).where(gt(issuers.seq, position.issuers)).orderBy(asc(issuers.seq)),
	]);
	return {
		filings: newFilings,
		spans: newSpans,
		issuers: newIssuers,
		position: {
			filings: newFilings.at(-1)?.seq ?? position.filings,
			spans: newSpans.at(-1)?.seq ?? position.spans,
			issuers: newIssuers.at(-1)?.seq ?? position.issuers,
		},
	};
}
