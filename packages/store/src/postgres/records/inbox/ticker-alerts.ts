import { type AlertFiring, filterOf, type LastFiring, type TickerAlert } from '@sw/domain/alerts/ticker-alert';
import type { ReportVersionId, WrittenContent } from '@sw/domain/inbox/message';
import type { AlertOwner, PlannedDelivery } from '@sw/domain/inbox/plan-delivery';
import type { Tab } from '@sw/domain/signals/sector';
import type { StrategyName } from '@sw/domain/time/timeframe';
import type { ReportTime, TickerId, UtcMs } from '@sw/domain/time/units';
import { and, asc, count, desc, eq, getTableColumns, gt, type SQL, type SQLWrapper, sql } from '../../orm/drizzle.ts';
import type { Db } from '../../records.ts';
import { users } from '../../schema/accounts.ts';
import { alertFirings, tickerAlerts } from '../../schema/alerts.ts';
import { filters, watchlists, watchlistTickers } from '../../schema/filters.ts';
import { instantOf, recordRows } from '../record-rows.ts';
import { ownersAmong } from './filter-alerts.ts';

/** An alert with its history. */
export interface StoredAlert extends TickerAlert {
	readonly createdAt: UtcMs;
	/** How often it fired, over all tickers. */
	readonly fired: number;
	readonly lastReport: UtcMs | null;
	readonly lastTickerId: TickerId | null;
}

export type NewTickerAlert = Omit<TickerAlert, 'id' | 'userId' | 'watchlistName'>;

const { createdAt, fired, lastReport, lastTickerId, ...EVALUATED_COLUMNS } = {
	...getTableColumns(tickerAlerts),
	watchlistName: sql<string | null>`coalesce(${watchlists.name}, ${tickerAlerts.watchlistName})`,
	filterName: sql<string | null>`coalesce(${filters.name}, ${tickerAlerts.filterName})`,
	/** Current tab and strategy of the filter; null without one. */
	tab: filters.tab,
	strategy: filters.strategy,
};
const IS_ALERT_WATCHLIST: SQL = eq(watchlists.id, tickerAlerts.watchlistId);
const IS_ALERT_FILTER: SQL = eq(filters.id, tickerAlerts.filterId);

interface FilterReference {
	readonly filterId: number | null;
	readonly filterName: string | null;
	readonly tab: Tab | null;
	readonly strategy: StrategyName | null;
}

/** Converts a row to an alert, with the current filter in the condition. */
function alertOfRow<R extends FilterReference & Pick<TickerAlert, 'condition'>>({ filterId, filterName, tab, strategy, ...row }: R) {
	const { condition } = row;
	if (filterName === null || (condition.kind !== 'enters' && condition.kind !== 'leaves')) return row;
	const list = tab === null || strategy === null ? {} : { tab, strategy };
	return { ...row, condition: { ...condition, ...list, filter: { id: filterId, name: filterName } } };
}

/** Returns an account's alerts, newest first. */
export async function tickerAlertsOf(db: Db, userId: string): Promise<StoredAlert[]> {
	const rows = await db
		.select({ ...EVALUATED_COLUMNS, createdAt, fired, lastReport, lastTickerId })
		.from(tickerAlerts)
		.leftJoin(watchlists, IS_ALERT_WATCHLIST)
		.leftJoin(filters, IS_ALERT_FILTER)
		.where(eq(tickerAlerts.userId, userId))
		.orderBy(desc(tickerAlerts.id));
	return rows.map(alertOfRow);
}

/**
 * Stores an alert, replacing the account's alert `replacedId` if given. Changes nothing and returns 'full' if the account has `maxAlerts` alerts, or 'no
 * alert', 'no watchlist' or 'no filter' if the account has none with that id.
 */
export function addTickerAlert(
	db: Db,
	userId: string,
	alert: NewTickerAlert,
	{ maxAlerts, now, replacedId = null }: { maxAlerts: number; now: UtcMs; replacedId?: number | null },
): Promise<StoredAlert | 'full' | 'no alert' | 'no watchlist' | 'no filter'> {
	return db.transaction(async (tx) => {
		// Locked, so that concurrent requests can't exceed the limit.
		await tx.select({ id: users.id }).from(users).where(eq(users.id, userId)).for('update');
		const name = alert.watchlistId === null ? null : await lockWatchlist(tx, userId, alert.watchlistId);
		if (name === undefined) return 'no watchlist';
		const filterId = filterOf(alert.condition)?.id ?? null;
		const filter = filterId === null ? null : await lockFilter(tx, userId, filterId);
		if (filter === undefined) return 'no filter';
		if (replacedId === null) {
			const [countRow] = await tx.select({ alerts: count() }).from(tickerAlerts).where(eq(tickerAlerts.userId, userId));
			if ((countRow?.alerts ?? 0) >= maxAlerts) return 'full';
		} else if (!(await removeTickerAlert(tx, userId, replacedId))) return 'no alert';
		const [row] = await tx
			.insert(tickerAlerts)
			.values({ ...alert, filterId, filterName: filter?.name ?? null, watchlistName: name, userId, createdAt: now })
			.returning();
		return alertOfRow({ ...(row as NonNullable<typeof row>), tab: filter?.tab ?? null, strategy: filter?.strategy ?? null });
	});
}

/** Returns the watchlist's name, and locks the watchlist: it can't be deleted before the alert is stored. */
async function lockWatchlist(db: Db, userId: string, id: number): Promise<string | undefined> {
	const rows = await db
		.select({ name: watchlists.name })
		.from(watchlists)
		.where(and(eq(watchlists.userId, userId), eq(watchlists.id, id)))
		.for('key share');
	return rows[0]?.name;
}

/** Returns the filter's name, tab and strategy, and locks the filter: it can't be deleted before the alert is stored. */
async function lockFilter(db: Db, userId: string, id: number) {
	const { name, tab, strategy } = filters;
	const rows = await db
		.select({ name, tab, strategy })
		.from(filters)
		.where(and(eq(filters.userId, userId), eq(filters.id, id)))
		.for('key share');
	return rows[0];
}

/** Returns false if the account has no such alert. */
export async function removeTickerAlert(db: Db, userId: string, id: number): Promise<boolean> {
	const removed = await db
		.delete(tickerAlerts)
		.where(and(eq(tickerAlerts.userId, userId), eq(tickerAlerts.id, id)))
		.returning({ id: tickerAlerts.id });
	return removed.length > 0;
}

/** Condition for alerts that can still fire, as in the index `ticker_alerts_waiting`. */
const CAN_FIRE = sql`not (${tickerAlerts.repeat} = 'once' and ${tickerAlerts.fired} > 0 and ${tickerAlerts.tickerId} is not null)`;

/** Returns the accounts with alerts that can still fire, ordered by id: the first `limit` after `afterUserId`. */
export function tickerAlertOwners(db: Db, afterUserId: string | null, limit: number): Promise<AlertOwner[]> {
	const isAfter = afterUserId === null ? undefined : gt(tickerAlerts.userId, afterUserId);
	return ownersAmong(
		db,
		db
			.selectDistinct({ id: tickerAlerts.userId })
			.from(tickerAlerts)
			.where(and(CAN_FIRE, isAfter))
			.orderBy(asc(tickerAlerts.userId))
			.limit(limit),
	);
}

/** Returns the alerts of these accounts that a report of that time can still fire. Reads raw rows, like rawFilters. */
export async function alertsToEvaluate(db: Db, userIds: readonly string[], report: ReportTime): Promise<TickerAlert[]> {
	const { id, userId, tickerId, watchlistId, filterId, condition, basis, since, repeat, coolDown, expires, note } = tickerAlerts;
	const isStopped = sql`(${watchlistId} is null and ${tickerAlerts.watchlistName} is not null) or (${filterId} is null and ${tickerAlerts.filterName} is not null)`;
	const at = new Date(report).toISOString();
	const { rows } = await db.execute<TickerAlert & FilterReference & Record<string, unknown>>(sql`
		select ${id}, ${userId} as "userId", ${tickerId} as "tickerId", ${watchlistId} as "watchlistId", ${EVALUATED_COLUMNS.watchlistName} as "watchlistName",
			${filterId} as "filterId", ${EVALUATED_COLUMNS.filterName} as "filterName", ${filters.tab}, ${filters.strategy},
			${condition}, ${basis}::text as basis, ${millisecondsOf(since)} as since, ${repeat}, ${coolDown} as "coolDown",
			${millisecondsOf(expires)} as expires, ${note}
		from ${tickerAlerts} left join ${watchlists} on ${IS_ALERT_WATCHLIST} left join ${filters} on ${IS_ALERT_FILTER}
		where ${userId} = any(${sql.param([...userIds])}::uuid[]) and ${CAN_FIRE}
			and (${expires} is null or ${expires} >= ${at}) and ${since} < ${at} and not (${isStopped})`);
	return rows.map((row) => alertOfRow<TickerAlert & FilterReference>(row));
}

function millisecondsOf(instant: SQLWrapper): SQL {
	return sql`(extract(epoch from ${instant}) * 1000)::float8`;
}

export async function tickersOfWatchlists(db: Db, ids: readonly number[]): Promise<{ watchlistId: number; tickerIds: TickerId[] }[]> {
	const { watchlistId, tickerId } = watchlistTickers;
	return db
		.select({ watchlistId, tickerIds: sql<TickerId[]>`json_agg(${tickerId})` })
		.from(watchlistTickers)
		.where(sql`${watchlistId} = any(${sql.param(ids)}::int[])`)
		.groupBy(watchlistId);
}

/** Returns the last firing of each of these alerts, by ticker. */
export async function lastFirings(db: Db, alertIds: readonly number[]): Promise<LastFiring[]> {
	if (alertIds.length === 0) return [];
	const { alertId, tickerId, reportTime } = alertFirings;
	const rows = await db
		.selectDistinctOn([alertId, tickerId], { alertId, tickerId, report: reportTime })
		.from(alertFirings)
		.where(sql`${alertId} = any(${sql.param(alertIds)}::int[])`)
		.orderBy(alertId, tickerId, desc(reportTime));
	return rows.map((row) => ({ ...row, report: row.report as ReportTime }));
}

/** A firing and its message. */
export interface FiredAlert extends AlertFiring {
	readonly subject: string;
	readonly content: WrittenContent;
}

/**
 * Records firings with their messages and deliveries in one transaction. Skips alerts that already fired on the same occasion, were deleted meanwhile,
 * or lost their watchlist or filter. Locks alerts in a fixed order, so that two processes wait for each other instead of failing. Returns the owners of
 * the messages written.
 */
export async function writeFirings(
	db: Db,
	report: ReportVersionId,
	firings: readonly FiredAlert[],
	plannedDeliveries: readonly PlannedDelivery[],
	now: UtcMs,
): Promise<string[]> {
	const rows = firings.map(({ alert, tickerId, occasion, subject, content }) => ({
		alert: alert.id,
		ticker: tickerId,
		occasion,
		subject,
		content,
	}));
	const plans = plannedDeliveries.map(({ userId, channel, moment, dueAt, marketDue }) => ({
		user: userId,
		channel,
		moment,
		due: dueAt,
		market: marketDue,
	}));
	const at = sql`${new Date(now).toISOString()}::timestamptz`;
	const time = sql`${new Date(report.time).toISOString()}::timestamptz`;
	const { rows: written } = await db.execute<{ user_id: string }>(sql`
		with asked as (
			select row.*, a.user_id from ${recordRows(rows, 'alert int, ticker int, occasion text, subject text, content jsonb')}
			join ticker_alerts a on a.id = row.alert and (a.watchlist_id is not null or a.watchlist_name is null) and (a.filter_id is not null or a.filter_name is null)
			order by a.id
			for update of a
		), fired as (
			insert into alert_firings (alert_id, ticker_id, occasion, report_time, report_version)
			select alert, ticker, occasion, ${time}, ${report.version}::int from asked
			on conflict do nothing
			returning alert_id, ticker_id, occasion
		), counted as (
			update ticker_alerts a set fired = a.fired + f.times, last_report = ${time}, last_ticker_id = f.ticker
			from (select alert_id, count(*)::int as times, min(ticker_id) as ticker from fired group by alert_id) f where a.id = f.alert_id
		), written as (
			insert into messages (user_id, kind, key, subject, content, created_at)
			select asked.user_id, 'alert', 'alert ' || asked.alert || ' ' || asked.ticker || ' ' || asked.occasion, asked.subject, asked.content, ${at}
			from asked join fired on fired.alert_id = asked.alert and fired.ticker_id = asked.ticker and fired.occasion = asked.occasion
			on conflict do nothing
			returning id, user_id
		), leaving as (
			insert into deliveries (user_id, channel, moment, message_ids, due_at, market_due, created_at)
			select row."user", row.channel, row.moment, array_agg(written.id order by written.id), ${instantOf('due')}, ${instantOf('market')}, ${at}
			from written join ${recordRows(plans, '"user" uuid, channel text, moment text, due numeric, market numeric')} on row."user" = written.user_id
			group by row."user", row.channel, row.moment, row.due, row.market
			on conflict (user_id, channel, moment) where state = 'waiting' and attempts = 0
				do update set message_ids = deliveries.message_ids || excluded.message_ids
		)
		select user_id from written`);
	return written.map((row) => row.user_id);
}
