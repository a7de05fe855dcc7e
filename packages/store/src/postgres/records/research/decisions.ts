import type { Decision, NewDecision } from '@sw/domain/research/decision';
import type { UtcMs } from '@sw/domain/time/units';
import { and, count, desc, eq, getTableColumns, isNotNull, isNull } from '../../orm/drizzle.ts';
import type { Db } from '../../records.ts';
import { users } from '../../schema/accounts.ts';
import { decisions } from '../../schema/research.ts';

const { userId: _userId, deletedAt: _deletedAt, ...columns } = getTableColumns(decisions);

/** Returns an account's decisions, newest first. */
export function decisionsOf(db: Db, userId: string): Promise<Decision[]> {
	return db.select(columns).from(decisions).where(isNotDeleted(userId)).orderBy(desc(decisions.id));
}

function isNotDeleted(userId: string) {
	return and(eq(decisions.userId, userId), isNull(decisions.deletedAt));
}

/** Returns the number of deleted decisions. */
export async function deletedDecisions(db: Db, userId: string): Promise<number> {
	const [countRow] = await db
		.select({ deleted: count() })
		.from(decisions)
		.where(and(eq(decisions.userId, userId), isNotNull(decisions.deletedAt)));
	return countRow?.deleted ?? 0;
}

/** Returns undefined if the account has `maxDecisions` decisions. */
export function addDecision(
	db: Db,
	userId: string,
	decision: NewDecision,
	{ maxDecisions, now }: { maxDecisions: number; now: UtcMs },
): Promise<Decision | undefined> {
	return db.transaction(async (tx) => {
		// Locked, so that concurrent requests can't exceed the limit.
		await tx.select({ id: users.id }).from(users).where(eq(users.id, userId)).for('update');
		const [countRow] = await tx.select({ owned: count() }).from(decisions).where(isNotDeleted(userId));
		if ((countRow?.owned ?? 0) >= maxDecisions) return undefined;
		const [added] = await tx
			.insert(decisions)
			.values({ ...decision, tags: [...decision.tags], userId, createdAt: now })
			.returning(columns);
		return added;
	});
}

/** Deletes a decision's texts; that it existed stays recorded. False if the account has no such decision. */
export async function removeDecision(db: Db, userId: string, id: number, now: UtcMs): Promise<boolean> {
	const removed = await db
		.update(decisions)
		.set({ deletedAt: now, tags: [], note: '' })
		.where(and(isNotDeleted(userId), eq(decisions.id, id)))
		.returning({ id: decisions.id });
	return removed.length > 0;
}
