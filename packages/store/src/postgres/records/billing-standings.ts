import type { User } from '@sw/domain/access/user';
import type { BillingStanding, Grant } from '@sw/domain/billing/standing';
import type { UtcMs } from '@sw/domain/time/units';
import { and, asc, eq, isNotNull, lte } from 'drizzle-orm';
import type { Db } from '../records.ts';
import { users } from '../schema/accounts.ts';
import { billingStandings } from '../schema/billing.ts';

/** The account, held until the transaction ends. */
export const lockUser = async (db: Db, id: string): Promise<User | undefined> =>
	(await db.select().from(users).where(eq(users.id, id)).for('update'))[0];

const grantOf = (license: Grant['license'] | null, until: UtcMs | null): Grant | null => (license === null ? null : { license, until });

export const billingStanding = async (db: Db, userId: string): Promise<BillingStanding | undefined> => {
	const [row] = await db.select().from(billingStandings).where(eq(billingStandings.userId, userId));
	return row && { base: grantOf(row.baseLicense, row.baseUntil), written: grantOf(row.writtenLicense, row.writtenUntil) };
};

export const saveStanding = async (db: Db, userId: string, { base, written }: BillingStanding, lookAt: UtcMs | null): Promise<void> => {
	const row = {
		userId,
		baseLicense: base?.license ?? null,
		baseUntil: base?.until ?? null,
		writtenLicense: written?.license ?? null,
		writtenUntil: written?.until ?? null,
		lookAt,
	};
	await db.insert(billingStandings).values(row).onConflictDoUpdate({ target: billingStandings.userId, set: row });
};

/** Accounts whose licence is to be looked at. */
export const standingsDue = async (db: Db, now: UtcMs, most: number): Promise<string[]> => {
	const rows = await db
		.select({ userId: billingStandings.userId })
		.from(billingStandings)
		.where(and(isNotNull(billingStandings.lookAt), lte(billingStandings.lookAt, now)))
		.orderBy(asc(billingStandings.lookAt))
		.limit(most);
	return rows.map(({ userId }) => userId);
};
