import type { Channel } from '@sw/domain/inbox/delivery';
import type { AlertContent, ListAlert, ReportVersionId } from '@sw/domain/inbox/message';
import type {
	AlertOwner,
	DayOfUser,
	DeliveriesToday,
	FilterWithAlerts,
	FrozenOfUser,
	NewAlert,
	PlannedDelivery,
} from '@sw/domain/inbox/plan-delivery';
import type { TickerId, UtcMs } from '@sw/domain/time/units';
import { createArrayConcatenation, encodeInt4Array, encodeTextArray } from '../../binary-arrays.ts';
import { and, asc, eq, gt, inArray, isNotNull, isNull, or, type SQL, type SQLWrapper, sql } from '../../orm/drizzle.ts';
import type { Db } from '../../records.ts';
import { users } from '../../schema/accounts.ts';
import { favoriteTickers, filters, frozenTickers } from '../../schema/filters.ts';
import { deliveries, deliverySettings, messages } from '../../schema/inbox.ts';
import { settingsOf, wantsMail } from './delivery-settings.ts';

/** Returns the owners of filters with alerts, ordered by id: the first `limit` after `afterUserId`. */
export function alertOwners(db: Db, afterUserId: string | null, limit: number): Promise<AlertOwner[]> {
	const hasFeed = and(
		isNotNull(filters.feedPosition),
		isNotNull(filters.userId),
		afterUserId === null ? undefined : gt(filters.userId, afterUserId),
	);
	return ownersAmong(db, db.selectDistinct({ id: filters.userId }).from(filters).where(hasFeed).orderBy(asc(filters.userId)).limit(limit));
}

/** Returns the accounts selected by a query, ordered by id. */
export async function ownersAmong(db: Db, accounts: SQLWrapper): Promise<AlertOwner[]> {
	const { id, role, status, license, licenseExpires } = users;
	const rows = await db
		.select({ id, role, status, license, licenseExpires, mail: wantsMail, row: deliverySettings })
		.from(users)
		.leftJoin(deliverySettings, eq(deliverySettings.userId, users.id))
		.where(inArray(users.id, accounts))
		.orderBy(asc(users.id));
	return rows.map(({ id: owner, mail, row, ...account }) => ({ id: owner, account, settings: settingsOf(row, mail) }));
}

export function filtersWithAlerts(db: Db, userIds: readonly string[]): Promise<FilterWithAlerts[]> {
	return rawFilters(db, sql`feed_position is not null and user_id = any(${sql.param(userIds)}::uuid[])`);
}

/** Returns the filters of accounts, by id. */
export function ownedFilters(db: Db, ids: readonly number[]): Promise<FilterWithAlerts[]> {
	return rawFilters(db, sql`user_id is not null and id = any(${sql.param([...ids])}::int[])`);
}

/** Reads raw rows, with conditions as text: for all filters, a query builder would spend more time on the rows than the query itself takes. */
async function rawFilters(db: Db, where: SQL): Promise<FilterWithAlerts[]> {
	const { rows } = await db.execute<FilterWithAlerts & Record<string, unknown>>(sql`
		select id, user_id as "userId", name, tab, strategy, operation, conditions::text as conditions from ${filters} where ${where}`);
	return rows;
}

/** Returns the tickers that are frozen at `now`. */
export function frozenOfUsers(db: Db, userIds: readonly string[], now: UtcMs): Promise<FrozenOfUser[]> {
	const { userId, filterId, tab, tickerId, reason, since, until } = frozenTickers;
	return db
		.select({ userId, filterId, tab, tickerId, reason, since, until })
		.from(frozenTickers)
		.where(and(sql`${userId} = any(${sql.param(userIds)}::uuid[])`, or(isNull(until), gt(until, now))));
}

export function favouritesOfUsers(db: Db, userIds: readonly string[]): Promise<{ userId: string; tickerIds: TickerId[] }[]> {
	const { userId, tickerId } = favoriteTickers;
	return db
		.select({ userId, tickerIds: sql<TickerId[]>`json_agg(${tickerId})` })
		.from(favoriteTickers)
		.where(sql`${userId} = any(${sql.param(userIds)}::uuid[])`)
		.groupBy(userId);
}

/** Counts the deliveries of the day by account and channel; each account's day has its own bounds. */
export async function deliveriesToday(db: Db, days: readonly DayOfUser[]): Promise<DeliveriesToday[]> {
	const column = <K extends 'userId' | 'from' | 'to'>(key: K) =>
		sql.param(days.map((day) => (key === 'userId' ? day.userId : new Date(day[key]!).toISOString())));
	const { rows } = await db.execute<{ user_id: string; channel: Channel; count: number }>(sql`
		select d.user_id, d.channel, count(*)::int as count
		from unnest(${column('userId')}::uuid[], ${column('from')}::timestamptz[], ${column('to')}::timestamptz[]) as day(user_id, "from", "to")
		join ${deliveries} d on d.user_id = day.user_id and d.due_at >= day."from" and d.due_at < day."to" and d.market_due is null
		where d.state <> 'dropped'
		group by d.user_id, d.channel`);
	return rows.map(({ user_id: userId, channel, count }) => ({ userId, channel, count }));
}

/** Bounds of an absent list. The statement replaces them by null, and slicing an array with null bounds gives null. */
const NO_LIST = [-1, -1] as const;

const textCache = new WeakMap<ListAlert, { readonly since: string; readonly content: string }>();

/**
 * Writes the alerts of one report and their deliveries in one transaction. Skips filters that already have an alert for this report, or whose alerts
 * were switched off meanwhile. Returns how many were written.
 */
export async function writeAlerts(
	db: Db,
	report: ReportVersionId,
	alerts: readonly NewAlert[],
	plannedDeliveries: readonly PlannedDelivery[],
	now: UtcMs,
): Promise<number> {
	const createdAt = isoOrNull(now);
	const texts = (value: (alert: NewAlert) => string) => sql.param(encodeTextArray(alerts.map(value)));
	const numbers = (value: (alert: NewAlert) => number) => sql.param(encodeInt4Array(alerts.map(value)));
	const deliveryColumn = (value: (delivery: PlannedDelivery) => string | null) => sql.param(plannedDeliveries.map(value));
	// Nearly all values are ids, and many lists occur more than once, so each list is sent once.
	const lists = createArrayConcatenation();
	const bounds = alerts.map(({ alert: { entered, left, sent } }) =>
		[entered, left, sent].flatMap((list) => (list ? lists.appendList(list) : NO_LIST)),
	);
	const boundColumn = (column: number) => sql.param(encodeInt4Array(bounds.map((alertBounds) => alertBounds[column]!)));
	const { rows } = await db.execute<{ written: number }>(sql`
		with written as (
			insert into ${messages} (user_id, kind, filter_id, report_time, report_version, since_time, since_version, entered, "left", told, subject, content, created_at)
			select n.user_id::uuid, 'filter', n.filter_id, ${isoOrNull(report.time)}::timestamptz, ${report.version}::int, n.since_time::timestamptz, n.since_version,
				(ids."all")[n.entered_from:n.entered_to], (ids."all")[n.left_from:n.left_to], (ids."all")[nullif(n.told_from, -1):nullif(n.told_to, -1)],
				n.name, n.content::jsonb, ${createdAt}::timestamptz
			from (select ${sql.param(lists.array())}::int[] as "all") as ids, unnest(
				${texts(({ userId }) => userId)}::text[], ${numbers(({ filterId }) => filterId)}::int[],
				${texts(({ alert }) => textsOf(alert).since)}::text[], ${numbers(({ alert }) => alert.since.version)}::int[],
				${boundColumn(0)}::int[], ${boundColumn(1)}::int[], ${boundColumn(2)}::int[], ${boundColumn(3)}::int[], ${boundColumn(4)}::int[], ${boundColumn(5)}::int[],
				${texts(({ name }) => name)}::text[], ${texts(({ alert }) => textsOf(alert).content)}::text[]
			) as n(user_id, filter_id, since_time, since_version, entered_from, entered_to, left_from, left_to, told_from, told_to, name, content)
			join (
				select id, user_id from ${filters}
				where feed_position is not null and user_id = any(${sql.param([...new Set(alerts.map(({ userId }) => userId))])}::uuid[])
			) f on f.id = n.filter_id and f.user_id = n.user_id::uuid
			on conflict (filter_id, report_time) do nothing
			returning id, user_id, cardinality(coalesce(told, entered)) > 0 as leaves
		), leaving as (
			insert into ${deliveries} (user_id, channel, moment, message_ids, due_at, market_due, created_at)
			select p.user_id, p.channel, p.moment, array_agg(written.id order by written.id), p.due_at, p.market_due, ${createdAt}::timestamptz
			from written
			join unnest(
				${deliveryColumn(({ userId }) => userId)}::uuid[], ${deliveryColumn(({ channel }) => channel)}::text[], ${deliveryColumn(({ moment }) => moment)}::text[],
				${deliveryColumn(({ dueAt }) => isoOrNull(dueAt))}::timestamptz[], ${deliveryColumn(({ marketDue }) => isoOrNull(marketDue))}::timestamptz[]
			) as p(user_id, channel, moment, due_at, market_due) on p.user_id = written.user_id
			where written.leaves
			group by p.user_id, p.channel, p.moment, p.due_at, p.market_due
			on conflict (user_id, channel, moment) where state = 'waiting' and attempts = 0
				do update set message_ids = ${deliveries}.message_ids || excluded.message_ids
		)
		select count(*)::int as written from written`);
	return rows[0]?.written ?? 0;
}

function isoOrNull(at: UtcMs | null): string | null {
	return at === null ? null : new Date(at).toISOString();
}

/** Returns the text parts of an alert, cached because many alerts share them. */
function textsOf(alert: ListAlert): { readonly since: string; readonly content: string } {
	const cached = textCache.get(alert);
	if (cached) return cached;
	const { since, tab, strategy, operation, entries, matches, before, of } = alert;
	const content: AlertContent = { tab, strategy, operation, entries, matches, before, of };
	const texts = { since: new Date(since.time).toISOString(), content: JSON.stringify(content) };
	textCache.set(alert, texts);
	return texts;
}
