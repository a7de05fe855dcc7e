import type { WaitListSearch, WaitListSignUp, WaitListSource } from '@sw/domain/outreach/wait-list';
import { and, asc, count, desc, eq, gte, ilike, lt } from 'drizzle-orm';
import type { Db } from '../../records.ts';
import { waitList } from '../../schema/outreach.ts';

/** False when the address is already on the list of that source. */
export async function addSignUp(db: Db, entry: WaitListSignUp): Promise<boolean> {
	return (await db.insert(waitList).values(entry).onConflictDoNothing().returning({ email: waitList.email })).length === 1;
}

export async function signUpById(db: Db, email: string, source: WaitListSource): Promise<WaitListSignUp | undefined> {
	return (await db.select().from(waitList).where(isOne(email, source)))[0];
}

/** `email` must be in lower case, as everywhere here. */
function isOne(email: string, source: WaitListSource) {
	return and(eq(waitList.email, email), eq(waitList.source, source));
}

/** False when there was none. */
export async function removeSignUp(db: Db, email: string, source: WaitListSource): Promise<boolean> {
	return (await db.delete(waitList).where(isOne(email, source)).returning({ email: waitList.email })).length === 1;
}

/** One page of the list, newest first, and how many match. */
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
	const [items, [counted]] = await Promise.all([
		db.select().from(waitList).where(where).orderBy(desc(waitList.at), asc(waitList.email), asc(waitList.source)).offset(skip).limit(max),
		db.select({ total: count() }).from(waitList).where(where),
	]);
	return { items, total: counted?.total ?? 0 };
}
