import type { ContactMessage, ContactMessageSearch } from '@sw/domain/outreach/contact-message';
import type { WaitListSearch, WaitListSignUp, WaitListSource } from '@sw/domain/outreach/wait-list';
import type { UtcMs } from '@sw/domain/time/units';
import { and, asc, count, desc, eq, gte, ilike, isNotNull, isNull, lt, or } from '../../orm/drizzle.ts';
import type { Db } from '../../records.ts';
import { contactMessages, waitList } from '../../schema/outreach.ts';

export async function addContactMessage(db: Db, message: ContactMessage): Promise<void> {
	await db.insert(contactMessages).values(message);
}

/** Returns one page of contact messages, newest first, and how many match. */
export async function listContactMessages(
	db: Db,
	{ q, dealtWith }: ContactMessageSearch,
	skip: number,
	max: number,
): Promise<{ items: ContactMessage[]; total: number }> {
	const pattern = q === undefined ? undefined : `%${q.replaceAll(/[\\%_]/g, '\\$&')}%`;
	const { email, name, subject, dealtWithAt } = contactMessages;
	const where = and(
		pattern === undefined ? undefined : or(ilike(email, pattern), ilike(name, pattern), ilike(subject, pattern)),
		dealtWith === undefined ? undefined : dealtWith ? isNotNull(dealtWithAt) : isNull(dealtWithAt),
	);
	const [items, [countRow]] = await Promise.all([
		db.select().from(contactMessages).where(where).orderBy(desc(contactMessages.at), desc(contactMessages.id)).offset(skip).limit(max),
		db.select({ total: count() }).from(contactMessages).where(where),
	]);
	return { items, total: countRow?.total ?? 0 };
}

export async function contactMessageById(db: Db, id: string): Promise<ContactMessage | undefined> {
	return (await db.select().from(contactMessages).where(eq(contactMessages.id, id)))[0];
}

/**
 * Sets whether a message is dealt with; returns the message before and after the change, undefined if there is none. A repeated change keeps the first
 * instant.
 */
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

/** Returns false if the email address is already on the list of that source. */
export async function addSignUp(db: Db, entry: WaitListSignUp): Promise<boolean> {
	return (await db.insert(waitList).values(entry).onConflictDoNothing().returning({ email: waitList.email })).length === 1;
}

export async function signUpById(db: Db, email: string, source: WaitListSource): Promise<WaitListSignUp | undefined> {
	return (await db.select().from(waitList).where(isSignUp(email, source)))[0];
}

/** Returns the condition for one sign-up. `email` must be in lower case, as in all functions here. */
function isSignUp(email: string, source: WaitListSource) {
	return and(eq(waitList.email, email), eq(waitList.source, source));
}

/** Returns false if there was none. */
export async function removeSignUp(db: Db, email: string, source: WaitListSource): Promise<boolean> {
	return (await db.delete(waitList).where(isSignUp(email, source)).returning({ email: waitList.email })).length === 1;
}

/** Returns one page of the wait list, newest first, and how many match. */
export async function listSignUps(
	db: Db,
	{ email, source, since, until }: WaitListSearch,
	skip: number,
	max: number,
): Promise<{ items: WaitListSignUp[]; total: number }> {
	const where = and(
		email === undefined ? undefined : ilike(waitList.email, `%${email.replaceAll(/[\\%_]/g, '\\$&')}%`),
		source && eq(waitList.source, source),
		since === undefined ? undefined : gte(waitList.at, since),
		until === undefined ? undefined : lt(waitList.at, until),
	);
	const [items, [countRow]] = await Promise.all([
		db.select().from(waitList).where(where).orderBy(desc(waitList.at), asc(waitList.email), asc(waitList.source)).offset(skip).limit(max),
		db.select({ total: count() }).from(waitList).where(where),
	]);
	return { items, total: countRow?.total ?? 0 };
}
