import type { User } from '@sw/domain/access/user';
import type { Grant, LicenceState } from '@sw/domain/billing/licence-state';
import type { UtcMs } from '@sw/domain/time/units';
import { and, asc, inArray, isNotNull, lte, sql } from '../../orm/drizzle.ts';
import type { Db } from '../../records.ts';
import { users } from '../../schema/accounts.ts';
import { licenceStates as table } from '../../schema/billing.ts';
import { notifySessionChanges } from '../notifications.ts';
import { instantOf, recordRows } from '../record-rows.ts';

/** Locks accounts until the transaction ends; always in the same order, to avoid deadlocks. */
export function lockUsers(db: Db, ids: readonly string[]): Promise<User[]> {
	return ids.length === 0
		? Promise.resolve([])
		: db
				.select()
				.from(users)
				.where(inArray(users.id, [...ids]))
				.orderBy(asc(users.id))
				.for('update');
}

export interface LicenceOfUser {
	readonly userId: string;
	readonly grant: Grant | null;
}

/** Writes licences to accounts, and notifies the processes that cache sessions. `grant` null: no licence. */
export async function giveLicences(db: Db, licences: readonly LicenceOfUser[]): Promise<void> {
	if (licences.length === 0) return;
	const rows = licences.map(({ userId, grant }) => ({ id: userId, license: grant?.license, until: grant?.until }));
	await db.execute(sql`
		update ${users} set license = row.license, license_expires = ${instantOf('until')}
		from ${recordRows(rows, 'id uuid, license text, until numeric')} where ${users.id} = row.id`);
	await notifySessionChanges(
		db,
		licences.map(({ userId }) => userId),
	);
}

export async function licenceStates(db: Db, userIds: readonly string[]): Promise<Map<string, LicenceState>> {
	if (userIds.length === 0) return new Map();
	const rows = await db
		.select()
		.from(table)
		.where(inArray(table.userId, [...userIds]));
	return new Map(
		rows.map((row) => [
			row.userId,
			{ base: grantOf(row.baseLicense, row.baseUntil), written: grantOf(row.writtenLicense, row.writtenUntil) },
		]),
	);
}

function grantOf(license: Grant['license'] | null, until: UtcMs | null): Grant | null {
	return license === null ? null : { license, until };
}

/** The licence state of an account, and when to check it again. */
export interface UserLicenceState {
	readonly userId: string;
	readonly state: LicenceState;
	readonly lookAt: UtcMs | null;
}

export async function saveLicenceStates(db: Db, states: readonly UserLicenceState[]): Promise<void> {
	if (states.length === 0) return;
	const rows = states.map(({ userId, state: { base, written }, lookAt }) => ({
		userId,
		baseLicense: base?.license ?? null,
		baseUntil: base?.until ?? null,
		writtenLicense: written?.license ?? null,
		writtenUntil: written?.until ?? null,
		lookAt,
	}));
	await db
		.insert(table)
		.values(rows)
		.onConflictDoUpdate({
			target: table.userId,
			set: {
				baseLicense: sql`excluded.base_license`,
				baseUntil: sql`excluded.base_until`,
				writtenLicense: sql`excluded.written_license`,
				writtenUntil: sql`excluded.written_until`,
				lookAt: sql`excluded.look_at`,
			},
		});
}

/** Returns the accounts whose licence is due for a check. */
export async function licenceStatesDue(db: Db, now: UtcMs, limit: number): Promise<string[]> {
	const rows = await db
		.select({ userId: table.userId })
		.from(table)
		.where(and(isNotNull(table.lookAt), lte(table.lookAt, now)))
		.orderBy(asc(table.lookAt))
		.limit(limit);
	return rows.map(({ userId }) => userId);
}
