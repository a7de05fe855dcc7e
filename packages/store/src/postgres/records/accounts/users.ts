import type { User, UserChange, UserPage, UserQuery, UserSortColumn } from '@sw/domain/access/user';
import type { UtcMs } from '@sw/domain/time/units';
import { and, asc, count, desc, eq, ilike, or, sql } from '../../orm/drizzle.ts';
import type { Db } from '../../records.ts';
import { users } from '../../schema/accounts.ts';
import { notifySessionChange } from '../notifications.ts';
import { writeUnlessTaken } from '../record-rows.ts';

export async function userById(db: Db, id: string): Promise<User | undefined> {
	return (await db.select().from(users).where(eq(users.id, id)))[0];
}

export async function userByEmail(db: Db, emailKey: string): Promise<User | undefined> {
	return (await db.select().from(users).where(eq(users.emailKey, emailKey)))[0];
}

/** Returns undefined if the email address already has an account. */
export async function addUser(db: Db, user: User): Promise<User | undefined> {
	return (await db.insert(users).values(user).onConflictDoNothing().returning())[0];
}

/** Returns the changed user; 'taken' if another user has the new email address; undefined if there is no such user. */
export function changeUser(db: Db, id: string, change: UserChange): Promise<User | 'taken' | undefined> {
	const write = async (tx: Db): Promise<User | undefined> => {
		if (Object.keys(change).length === 0) return userById(tx, id);
		const [changed] = await tx.update(users).set(change).where(eq(users.id, id)).returning();
		// `seenAt` changes no rights, and another sign-in must not disturb the account's open connections.
		if (Object.keys(change).some((name) => name !== 'seenAt')) await notifySessionChange(tx, id);
		return changed;
	};
	return change.emailKey === undefined ? write(db) : writeUnlessTaken(db, write);
}

/** Removes the user's row and, by cascade, everything that depends on it. */
export async function removeUser(db: Db, id: string): Promise<boolean> {
	const removed = await db.delete(users).where(eq(users.id, id)).returning({ id: users.id });
	await notifySessionChange(db, id);
	return removed.length === 1;
}

/** Returns the ids of active administrators. Locks their rows, so that two concurrent requests can't remove the last two. */
export async function activeAdmins(db: Db): Promise<string[]> {
	const rows = await db
		.select({ id: users.id })
		.from(users)
		.where(and(eq(users.role, 'admin'), eq(users.status, 'active')))
		.orderBy(asc(users.id))
		.for('update');
	return rows.map((row) => row.id);
}

/** Returns the email addresses of active administrators. */
export async function adminEmails(db: Db): Promise<string[]> {
	const isAdmin = and(eq(users.role, 'admin'), eq(users.status, 'active'));
	const rows = await db.select({ email: users.email }).from(users).where(isAdmin).orderBy(asc(users.emailKey));
	return rows.map(({ email }) => email);
}

const SORT_COLUMNS = {
	email: users.emailKey,
	name: users.name,
	role: users.role,
	status: users.status,
	license_expires: users.licenseExpires,
	created: users.createdAt,
	seen: users.seenAt,
} as const satisfies Record<Exclude<UserSortColumn, 'license'>, unknown>;

/** Returns one page of users, and how many match; empty values come last in both directions. */
export async function listUsers(db: Db, query: UserQuery): Promise<UserPage> {
	const pattern = query.q === undefined ? undefined : `%${query.q.replaceAll(/[\\%_]/g, '\\$&')}%`;
	const where = and(
		pattern === undefined ? undefined : or(ilike(users.email, pattern), ilike(users.name, pattern)),
		query.status && eq(users.status, query.status),
		query.role && eq(users.role, query.role),
	);
	const column = query.sortBy === 'license' ? currentLicence(query.now) : SORT_COLUMNS[query.sortBy];
	const order = sql`${(query.sortDir === 'asc' ? asc : desc)(column)} nulls last`;
	const [items, [countRow]] = await Promise.all([
		db.select().from(users).where(where).orderBy(order, asc(users.id)).offset(query.skip).limit(query.max),
		db.select({ total: count() }).from(users).where(where),
	]);
	return { items, total: countRow?.total ?? 0 };
}

/** Returns `licenceAt` as SQL. The alphabetical order of licences happens to be the order of what they open. */
function currentLicence(now: UtcMs) {
	return sql`case
	when ${users.status} <> 'active' then null
	when ${users.role} = 'admin' then 'pro'
	when ${users.licenseExpires} <= ${sql.param(now, users.licenseExpires)} then null
	else ${users.license} end`;
}
