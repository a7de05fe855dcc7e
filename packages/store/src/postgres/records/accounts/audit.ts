import { type AuditEntry, type AuditPage, type AuditSearch, MAX_AUDIT_COUNT, type StoredAuditEntry } from '@sw/domain/access/audit';
import { type AnyPgColumn, and, count, desc, gte, lt, type SQL, sql } from '../../orm/drizzle.ts';
import type { Db } from '../../records.ts';
import { auditLog } from '../../schema/accounts.ts';

export async function addAudit(db: Db, entry: AuditEntry): Promise<void> {
	await db.insert(auditLog).values(entry);
}

const NEWEST = [desc(auditLog.at), desc(auditLog.id)];

/** Returns one page of matching lines, newest first. Counts at most MAX_AUDIT_COUNT lines, because the log only grows. */
export async function listAudit(db: Db, search: AuditSearch, skip: number, max: number): Promise<AuditPage> {
	const where = searchCondition(search);
	const limitedLines = db
		.select({ one: sql`1`.as('one') })
		.from(auditLog)
		.where(where)
		.limit(MAX_AUDIT_COUNT + 1)
		.as('some');
	const [items, [countRow]] = await Promise.all([
		db
			.select()
			.from(auditLog)
			.where(where)
			.orderBy(...NEWEST)
			.offset(skip)
			.limit(max),
		db.select({ total: count() }).from(limitedLines),
	]);
	const total = countRow?.total ?? 0;
	return { items, total: Math.min(total, MAX_AUDIT_COUNT), isMore: total > MAX_AUDIT_COUNT };
}

function searchCondition({ actor, act, target, since, until }: AuditSearch) {
	return and(
		beginsWith(auditLog.actor, actor),
		beginsWith(auditLog.act, act),
		beginsWith(auditLog.target, target),
		since === undefined ? undefined : gte(auditLog.at, since),
		until === undefined ? undefined : lt(auditLog.at, until),
	);
}

function beginsWith(column: AnyPgColumn, prefix: string | undefined): SQL | undefined {
	return prefix === undefined ? undefined : sql`lower(${column}) like lower(${`${prefix.replaceAll(/[\\%_]/g, '\\$&')}%`})`;
}

/** Returns the matching lines older than `last` (default: all), newest first. */
export function auditAfter(db: Db, search: AuditSearch, last: StoredAuditEntry | undefined, max: number): Promise<StoredAuditEntry[]> {
	return db
		.select()
		.from(auditLog)
		.where(and(searchCondition(search), last && sql`(${auditLog.at}, ${auditLog.id}) < (${sql.param(last.at, auditLog.at)}, ${last.id})`))
		.orderBy(...NEWEST)
		.limit(max);
}
