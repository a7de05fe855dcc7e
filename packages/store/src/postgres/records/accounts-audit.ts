import type { AuditEntry, AuditPage } from '@sw/domain/access/audit';
import { count, desc } from 'drizzle-orm';
import type { Db } from '../records.ts';
import { auditLog } from '../schema/accounts.ts';

export const addAudit = async (db: Db, entry: AuditEntry): Promise<void> => {
	await db.insert(auditLog).values(entry);
};

/** Newest first, and how many there are in all. */
export const listAudit = async (db: Db, skip: number, max: number): Promise<AuditPage> => {
	const [items, [counted]] = await Promise.all([
		db.select().from(auditLog).orderBy(desc(auditLog.id)).offset(skip).limit(max),
		db.select({ total: count() }).from(auditLog),
	]);
	return { items, total: counted?.total ?? 0 };
};
