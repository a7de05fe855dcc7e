import type { BillingMail } from '@sw/domain/billing/licence-state';
import type { UtcMs } from '@sw/domain/time/units';
import { and, asc, eq, inArray, isNotNull, lte, sql } from '../../orm/drizzle.ts';
import type { Db } from '../../records.ts';
import { billingMails } from '../../schema/billing.ts';

/** A mail that is being sent, with its number of attempts. */
export interface ClaimedMail {
	readonly key: string;
	readonly mail: BillingMail;
	readonly attempts: number;
}

export interface EnqueuedMail {
	readonly key: string;
	readonly mail: BillingMail;
}

/** Queues mails in the transaction that caused them; ignores duplicate keys. Returns the keys that were new. */
export async function enqueueMails(db: Db, mails: readonly EnqueuedMail[], at: UtcMs): Promise<Set<string>> {
	if (mails.length === 0) return new Set();
	const rows = await db
		.insert(billingMails)
		.values(mails.map(({ key, mail }) => ({ key, mail, at, dueAt: at })))
		.onConflictDoNothing()
		.returning({ key: billingMails.key });
	return new Set(rows.map(({ key }) => key));
}

/** Claims queued mails: no other process gets them before `until`. */
export async function claimMails(db: Db, now: UtcMs, until: UtcMs, limit: number): Promise<ClaimedMail[]> {
	const { key, mail, attempts, dueAt, at } = billingMails;
	const dueMails = db
		.select({ key })
		.from(billingMails)
		.where(and(isNotNull(mail), lte(dueAt, now)))
		.orderBy(asc(dueAt), asc(at), asc(key))
		.limit(limit)
		.for('update', { skipLocked: true });
	const rows = await db
		.update(billingMails)
		.set({ dueAt: until, attempts: sql`${attempts} + 1` })
		.where(inArray(key, dueMails))
		.returning({ key, mail, attempts, at });
	return rows
		.sort((a, b) => a.at - b.at || a.key.localeCompare(b.key))
		.flatMap((row) => (row.mail === null ? [] : [{ key: row.key, mail: row.mail, attempts: row.attempts }]));
}

/** Removes the content of a mail that was sent or abandoned. */
export async function markMailSent(db: Db, key: string): Promise<void> {
	await db.update(billingMails).set({ mail: null, dueAt: null }).where(eq(billingMails.key, key));
}

export async function postponeMail(db: Db, key: string, dueAt: UtcMs): Promise<void> {
	await db.update(billingMails).set({ dueAt }).where(eq(billingMails.key, key));
}
