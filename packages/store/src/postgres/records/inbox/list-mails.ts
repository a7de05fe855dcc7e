import type { AccountState } from '@sw/domain/access/account';
import type { StoredConditions } from '@sw/domain/filters/groups';
import type { ListMail } from '@sw/domain/inbox/list-mail';
import type { WrittenContent } from '@sw/domain/inbox/message';
import type { Operation } from '@sw/domain/signals/sector';
import type { StrategyName } from '@sw/domain/time/timeframe';
import type { ReportTime, UtcMs } from '@sw/domain/time/units';
import { and, asc, count, eq, isNull, lt, or, sql } from '../../orm/drizzle.ts';
import type { Db } from '../../records.ts';
import { users } from '../../schema/accounts.ts';
import { filters } from '../../schema/filters.ts';
import { listMails } from '../../schema/inbox.ts';
import { notifyInboxes } from './inbox-notification.ts';

export interface NamedListMail extends ListMail {
	readonly filterName: string | null;
}

const { id, userId, filterId, tab, slot, since } = listMails;
const SHOWN_COLUMNS = { id, filterId, tab, slot, filterName: filters.name };

/** Returns an account's schedules, by time of day. */
export function listMailsOf(db: Db, owner: string): Promise<NamedListMail[]> {
	return db
		.select(SHOWN_COLUMNS)
		.from(listMails)
		.leftJoin(filters, eq(filters.id, filterId))
		.where(eq(userId, owner))
		.orderBy(asc(slot), asc(id));
}

/** Returns 'full' if the account has `maxSchedules` schedules; 'no filter' if the filter is neither its own nor built in. */
export function addListMail(
	db: Db,
	owner: string,
	mail: { filterId: number | null; tab: ListMail['tab']; slot: string; since: UtcMs },
	{ maxSchedules, now }: { maxSchedules: number; now: UtcMs },
): Promise<NamedListMail | 'full' | 'no filter'> {
	return db.transaction(async (tx) => {
		// Locked, so that concurrent requests can't exceed the limit.
		await tx.select({ id: users.id }).from(users).where(eq(users.id, owner)).for('update');
		const [countRow] = await tx.select({ mails: count() }).from(listMails).where(eq(userId, owner));
		if ((countRow?.mails ?? 0) >= maxSchedules) return 'full';
		const isUsable = or(isNull(filters.userId), eq(filters.userId, owner));
		const [filter] =
			mail.filterId === null
				? []
				: await tx
						.select({ name: filters.name, tab: filters.tab })
						.from(filters)
						.where(and(eq(filters.id, mail.filterId), isUsable))
						.for('key share');
		if (mail.filterId !== null && !filter) return 'no filter';
		const [row] = await tx
			.insert(listMails)
			.values({ ...mail, tab: filter?.tab ?? mail.tab, userId: owner, createdAt: now })
			.returning({ id, filterId, tab, slot });
		return { ...(row as ListMail), filterName: filter?.name ?? null };
	});
}

/** Returns false if the account has no such schedule. */
export async function removeListMail(db: Db, owner: string, listMailId: number): Promise<boolean> {
	const removed = await db
		.delete(listMails)
		.where(and(eq(userId, owner), eq(id, listMailId)))
		.returning({ id });
	return removed.length > 0;
}

export async function removeListMails(db: Db, owner: string): Promise<void> {
	await db.delete(listMails).where(eq(userId, owner));
}

/** A schedule whose report was published, with its owner and the question of its filter. */
export interface DueListMail extends NamedListMail {
	readonly userId: string;
	readonly account: AccountState;
	readonly filter: { readonly strategy: StrategyName; readonly operation: Operation | null; readonly conditions: StoredConditions } | null;
}

/** Returns the schedules of a slot that were created before its report and have no message for that day yet. */
export function listMailsToSend(
	db: Db,
	{ slot: dueSlot, report, day }: { slot: string; report: ReportTime; day: string },
): Promise<DueListMail[]> {
	const account = { role: users.role, status: users.status, license: users.license, licenseExpires: users.licenseExpires };
	const filter = { strategy: filters.strategy, operation: filters.operation, conditions: filters.conditions };
	return db
		.select({ ...SHOWN_COLUMNS, userId, account, filter })
		.from(listMails)
		.innerJoin(users, eq(users.id, userId))
		.leftJoin(filters, eq(filters.id, filterId))
		.where(
			and(
				eq(slot, dueSlot),
				lt(since, report as unknown as UtcMs),
				sql`not exists (select from messages m where m.user_id = ${userId} and m.key = 'list ' || ${id} || ' ' || ${day})`,
			),
		)
		.orderBy(asc(id)) as Promise<DueListMail[]>;
}

/**
 * Writes the message of a schedule's day and its delivery by mail, in one transaction and only once.
 * False if it was written before, or the schedule was deleted.
 */
export async function writeListMail(
	db: Db,
	{ id: listMailId, userId: owner }: Pick<DueListMail, 'id' | 'userId'>,
	{ day, subject, content }: { day: string; subject: string; content: WrittenContent },
	now: UtcMs,
): Promise<boolean> {
	const at = sql`${new Date(now).toISOString()}::timestamptz`;
	const { rows } = await db.execute(sql`
		with written as (
			insert into messages (user_id, kind, key, subject, content, created_at)
			select l.user_id, 'list', 'list ' || l.id || ' ' || ${day}::text, ${subject}, ${JSON.stringify(content)}::jsonb, ${at}
			from list_mails l where l.id = ${listMailId} and l.user_id = ${owner}
			on conflict do nothing
			returning id, user_id
		)
		insert into deliveries (user_id, channel, moment, message_ids, due_at, created_at)
		select user_id, 'mail', 'list ' || id, array[id], ${at}, ${at} from written
		returning user_id`);
	if (rows.length > 0) await notifyInboxes(db, [owner]);
	return rows.length > 0;
}
