import type { BuiltInFilter } from '@sw/domain/filters/built-in-filters';
import type { Filter, FilterContent } from '@sw/domain/filters/filter';
import { filterNameKey } from '@sw/domain/filters/filter-name';
import { hasSameConditions } from '@sw/domain/filters/filter-record';
import { readStoredConditions, type StoredConditions, toStoredConditions } from '@sw/domain/filters/groups';
import type { UtcMs } from '@sw/domain/time/units';
import { and, asc, count, eq, getTableColumns, isNotNull, isNull, or, sql } from '../../orm/drizzle.ts';
import type { Db } from '../../records.ts';
import { users } from '../../schema/accounts.ts';
import { tickerAlerts } from '../../schema/alerts.ts';
import { filterOrders, filters } from '../../schema/filters.ts';
import { notifyPersonalChange } from '../notifications.ts';
import { writeUnlessTaken } from '../record-rows.ts';
import { sealBuiltInFilters, sealFilter, sealFilterRemoved } from '../record-seals.ts';

const { nameKey: _nameKey, conditions: _conditions, ...plainColumns } = getTableColumns(filters);
const columns = { ...plainColumns, stored: sql<StoredConditions>`${filters.conditions}` };
type FilterRow = Omit<Filter, 'entries' | 'groups'> & { stored: StoredConditions };

function filterOfRow({ stored, ...row }: FilterRow): Filter {
	return { ...row, ...readStoredConditions(stored) };
}

/**
 * Returns the user's own and the built-in filters in the user's order. Filters missing from that order come last: built-in ones, then own ones with
 * alerts.
 */
export async function filtersOf(db: Db, userId: string): Promise<Filter[]> {
	const rows = await db
		.select(columns)
		.from(filters)
		.leftJoin(filterOrders, eq(filterOrders.userId, userId))
		.where(or(isOwn(userId), isNull(filters.userId)))
		.orderBy(
			sql`array_position(${filterOrders.filterIds}, ${filters.id}) nulls last`,
			sql`${filters.userId} nulls first`,
			sql`${filters.feedPosition} nulls last`,
			asc(filters.id),
		);
	return rows.map(filterOfRow);
}

function isOwn(userId: string) {
	return eq(filters.userId, userId);
}

/** Stores the order of the user's filters. */
export function orderFilters(db: Db, userId: string, filterIds: number[]): Promise<void> {
	return db.transaction(async (tx) => {
		await tx.insert(filterOrders).values({ userId, filterIds }).onConflictDoUpdate({ target: filterOrders.userId, set: { filterIds } });
		await notifyPersonalChange(tx, userId);
	});
}

/** Finds a filter that the user can use: an own or a built-in one. */
export async function filterOf(db: Db, userId: string, id: number): Promise<Filter | undefined> {
	const [row] = await db
		.select(columns)
		.from(filters)
		.where(and(eq(filters.id, id), or(isOwn(userId), isNull(filters.userId))));
	return row && filterOfRow(row);
}

/**
 * Adds a filter. Returns 'full' if the user has `maxFilters` filters, 'taken' if one has that name. Locks the user's row, so that concurrent requests
 * can't exceed the limit.
 */
export function addFilter(
	db: Db,
	userId: string,
	content: FilterContent,
	{ maxFilters, now }: { maxFilters: number; now: UtcMs },
): Promise<Filter | 'taken' | 'full'> {
	return writeUnlessTaken(db, async (tx) => {
		await tx.select({ id: users.id }).from(users).where(eq(users.id, userId)).for('update');
		const [countRow] = await tx.select({ owned: count() }).from(filters).where(isOwn(userId));
		if ((countRow?.owned ?? 0) >= maxFilters) return 'full';
		const [added] = await tx
			.insert(filters)
			.values({ ...rowOf(content), userId, createdAt: now, updatedAt: now, conditionsAt: now })
			.returning(columns);
		await sealFilter(tx, (added as FilterRow).id);
		await notifyPersonalChange(tx, userId);
		return filterOfRow(added as FilterRow);
	});
}

function rowOf({ entries, groups, ...content }: FilterContent) {
	return { ...content, nameKey: filterNameKey(content.name), conditions: toStoredConditions({ entries, groups }) };
}

/** Changes a filter; with `userId` null, a built-in one. Undefined if the owner has no such filter; 'taken' if another filter of the owner has the name. */
export function changeFilter(
	db: Db,
	userId: string | null,
	id: number,
	content: FilterContent,
	now: UtcMs,
): Promise<Filter | 'taken' | undefined> {
	return writeUnlessTaken(db, async (tx) => {
		const [previous] = await tx.select(columns).from(filters).where(isFilter(userId, id)).for('update');
		if (!previous) return undefined;
		const conditionsChange = hasSameConditions(filterOfRow(previous), content) ? {} : { conditionsAt: now, conditionsKnown: true };
		const [changed] = await tx
			.update(filters)
			.set({ ...rowOf(content), ...conditionsChange, updatedAt: now })
			.where(isFilter(userId, id))
			.returning(columns);
		if (changed) await sealFilter(tx, changed.id);
		if (changed) await notifyPersonalChange(tx, userId);
		return changed && filterOfRow(changed);
	});
}

/** Returns the condition for one filter of the user, or for a built-in one if `userId` is null. */
function isFilter(userId: string | null, id: number) {
	return and(eq(filters.id, id), userId === null ? isNull(filters.userId) : isOwn(userId));
}

/**
 * Removes a filter and its frozen entries. Alerts with the filter keep its name and stop; they are locked in the order of their ids, as when they fire.
 * False if the user has no such filter.
 */
export function removeFilter(db: Db, userId: string, id: number): Promise<boolean> {
	return db.transaction(async (tx) => {
		const [filter] = await tx
			.select({ filterName: filters.name, tab: filters.tab, strategy: filters.strategy })
			.from(filters)
			.where(isFilter(userId, id))
			.for('update');
		if (!filter) return false;
		const { filterName, ...list } = filter;
		const usesFilter = eq(tickerAlerts.filterId, id);
		await tx.select({ id: tickerAlerts.id }).from(tickerAlerts).where(usesFilter).orderBy(asc(tickerAlerts.id)).for('update');
		const condition = sql`${tickerAlerts.condition} || ${JSON.stringify(list)}::jsonb`;
		await tx.update(tickerAlerts).set({ filterName, condition }).where(usesFilter);
		await tx.delete(filters).where(isFilter(userId, id));
		await sealFilterRemoved(tx, id, userId);
		await notifyPersonalChange(tx, userId);
		return true;
	});
}

/** Switches a filter's alerts on or off; undefined if the user has no such filter. Switching on moves the filter to the end of those with alerts. */
export function setFeed(db: Db, userId: string, id: number, on: boolean): Promise<Filter | undefined> {
	return db.transaction(async (tx) => {
		await tx.select({ id: users.id }).from(users).where(eq(users.id, userId)).for('update');
		const lastPosition = sql`(select coalesce(max(f.feed_position), 0) from ${filters} f where f.user_id = ${userId})`;
		const [changed] = await tx
			.update(filters)
			.set({ feedPosition: on ? sql`coalesce(${filters.feedPosition}, ${lastPosition} + 1)` : null })
			.where(isFilter(userId, id))
			.returning(columns);
		if (changed) await notifyPersonalChange(tx, userId);
		return changed && filterOfRow(changed);
	});
}

/** Renumbers the filters with alerts 1, 2, 3 ... in their present order; returns their number. */
export function normalizeFeeds(db: Db, userId: string): Promise<number> {
	return db.transaction(async (tx) => {
		await tx.select({ id: users.id }).from(users).where(eq(users.id, userId)).for('update');
		const places = tx.$with('places').as(
			tx
				.select({ id: filters.id, place: sql<number>`row_number() over (order by ${filters.feedPosition}, ${filters.id})`.as('place') })
				.from(filters)
				.where(and(isOwn(userId), isNotNull(filters.feedPosition))),
		);
		const updated = await tx
			.with(places)
			.update(filters)
			.set({ feedPosition: sql`${places.place}` })
			.from(places)
			.where(eq(filters.id, places.id))
			.returning({ id: filters.id });
		await notifyPersonalChange(tx, userId);
		return updated.length;
	});
}

/** Adds the missing built-in filters of tabs; keeps filters changed by an administrator. Returns the number added. */
export async function ensureBuiltInFilters(db: Db, builtIns: readonly BuiltInFilter[], now: UtcMs): Promise<number> {
	const rows = builtIns.map((filter) => ({
		...rowOf({ ...filter, operation: null }),
		userId: null,
		createdAt: now,
		updatedAt: now,
		conditionsAt: now,
	}));
	return db.transaction(async (tx) => {
		const added = await tx.insert(filters).values(rows).onConflictDoNothing().returning({ id: filters.id });
		if (added.length > 0) await sealBuiltInFilters(tx);
		return added.length;
	});
}
