import type { ContactMessage, ContactMessageSearch } from '@sw/domain/outreach/contact-message';
import type { UtcMs } from '@sw/domain/time/units';
import { and, count, desc, eq, ilike, isNotNull, isNull, lt, or } from 'drizzle-orm';
import type { Db } from '../../records.ts';
import { contactMessages } from '../../schema/outreach.ts';

export async function addContactMessage(db: Db, message: ContactMessage): Promise<void> {
	await db.insert(contactMessages).values(message);
}

/** One page of contact messages, newest first, and how many match. */
export async function listContactMessages(
	db: Db,
	{ q, dealtWith }: ContactMessageSearch,
	skip: number,
	max: number,
): Promise<{ items: ContactMessage[]; total: number }> {
	const part = q === undefined ? undefined : `%${q.replaceAll(/[\\%_]/g, '\\$&')}%`;
	const { email, name, subject, dealtWithAt } = contactMessages;
	const where = and(
		part === undefined ? undefined : or(ilike(email, part), ilike(name, part), ilike(subject, part)),
		dealtWith === undefined ? undefined : dealtWith ? isNotNull(dealtWithAt) : isNull(dealtWithAt),
	);
	const [items, [counted]] = await Promise.all([
		db.select().from(contactMessages).where(where).orderBy(desc(contactMessages.at), desc(contactMessages.id)).offset(skip).limit(max),
		db.select({ total: count() }).from(contactMessages).where(where),
	]);
	return { items, total: counted?.total ?? 0 };
}

export async function contactMessageById(db: Db, id: string): Promise<ContactMessage | undefined> {
	return (await db.select().from(contactMessages).where(eq(contactMessages.id, id)))[0];
}

/** The message before and after the change, undefined where there is none; a repeated change keeps the first instant. */
export function settleContactMessage(
	db: Db,
	id: string,
	dealtWith: boolean,
	now: UtcMs,
): Promise<{ before: ContactMessage; after: ContactMessage } | undefined> {
	return db.transaction(async (tx) => {
		const [before] = await tx.select().from(contactMessages).where(eq(contactMessages.id, id)).for('update');
		if (!before) return undefined;
		const dealtWithAt = dealtWith ? (before.dealtWithAt ?? now) : null;
		await tx.update(contactMessages).set({ dealtWithAt }).where(eq(contactMessages.id, id));
		return { before, after: { ...before, dealtWithAt } };
	});
}

/** Deletes contact messages written before an instant. */
export async function sweepContactMessages(db: Db, before: UtcMs): Promise<void> {
	await db.delete(contactMessages).where(lt(contactMessages.at, before));
}
