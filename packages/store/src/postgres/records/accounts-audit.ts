import { count, desc } from 'drizzle-orm';
import type { Db } from '../records.ts';
import { auditLog } from '../schema/accounts.ts';

export type AuditRecord = typeof auditLog.$inferSelect;
export type NewAudit = Omit<typeof auditLog.$inferInsert, 'id'>;

export const addAudit = async (db: Db, entry: NewAudit): Promise<void> => {
	await db.insert(auditLog).values(entry);
};

/** Newest first, and how many there are in all. */
export const listAudit = async (db: Db, skip: number, max: number): Promise<{ items: AuditRecord[]; total: number }> => {
	const [items, [counted]] = await Promise.all([
		db.select().from(auditLog).orderBy(desc(auditLog.id)).offset(skip).limit(max),
		db.select({ total: count() }).from(auditLog),
	]);
	return { items, total: counted?.total ?? 0 };
};
