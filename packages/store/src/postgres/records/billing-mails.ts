import type { BillingMail } from '@sw/domain/billing/mail';
import type { UtcMs } from '@sw/domain/time/units';
import { and, asc, eq, inArray, isNotNull, lte, sql } from 'drizzle-orm';
import type { Db } from '../records.ts';
import { billingMails } from '../schema/billing.ts';

/** A mail that is being sent, and how often it was begun. */
export interface MailUnderWay {
	readonly key: string;
	readonly mail: BillingMail;
	readonly attempts: number;
}

/** A mail under the key that makes it one. */
export interface LaidMail {
	readonly key: string;
	readonly mail: BillingMail;
}

/** Lays mails down to be sent, in the transaction that found them due; the second of one key is none. The keys of those that were the first. */
export const layMails = async (db: Db, laid: readonly LaidMail[], at: UtcMs): Promise<Set<string>> => {
	if (laid.length === 0) return new Set();
	const rows = await db
		.insert(billingMails)
		.values(laid.map(({ key, mail }) => ({ key, mail, at, dueAt: at })))
		.onConflictDoNothing()
		.returning({ key: billingMails.key });
	return new Set(rows.map(({ key }) => key));
};

/** Mails that wait, for whoever asks first: nobody else gets them until `until`. */
export const takeMails = async (db: Db, now: UtcMs, until: UtcMs, most: number): Promise<MailUnderWay[]> => {
	const { key, mail, attempts, dueAt, at } = billingMails;
	const waiting = db
		.select({ key })
		.from(billingMails)
		.where(and(isNotNull(mail), lte(dueAt, now)))
		.orderBy(asc(dueAt), asc(at), asc(key))
		.limit(most)
		.for('update', { skipLocked: true });
	const rows = await db
		.update(billingMails)
		.set({ dueAt: until, attempts: sql`${attempts} + 1` })
		.where(inArray(key, waiting))
		.returning({ key, mail, attempts, at });
	return rows
		.sort((a, b) => a.at - b.at || a.key.localeCompare(b.key))
		.flatMap((row) => (row.mail === null ? [] : [{ key: row.key, mail: row.mail, attempts: row.attempts }]));
};

/** It was sent, or is given up: what it said is not kept. */
export const mailDone = async (db: Db, key: string): Promise<void> => {
	await db.update(billingMails).set({ mail: null, dueAt: null }).where(eq(billingMails.key, key));
};

export const mailLater = async (db: Db, key: string, dueAt: UtcMs): Promise<void> => {
	await db.update(billingMails).set({ dueAt }).where(eq(billingMails.key, key));
};
