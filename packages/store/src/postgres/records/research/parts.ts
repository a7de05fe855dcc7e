import type { MeasuredPart, PartsPage, PartsQuestion, SearchPart, TickerHits } from '@sw/domain/research/search-part';
import { WINSOR_LIMIT } from '@sw/domain/statistics/moments';
import { SHRINK_STRENGTH } from '@sw/domain/statistics/shrink';
import type { UtcMs } from '@sw/domain/time/units';
import { and, asc, count, countDistinct, desc, eq, gt, gte, inArray, lte, max, type SQL, sql } from 'drizzle-orm';
import type { Db } from '../../records.ts';
import { searchParts, searchTasks } from '../../schema/research.ts';

/** Episodes with an open horizon, oldest entry first. */
export function pendingParts(db: Db, taskId: number): Promise<SearchPart[]> {
	return db
		.select()
		.from(searchParts)
		.where(and(eq(searchParts.taskId, taskId), gt(searchParts.pending, 0)))
		.orderBy(asc(searchParts.entry), asc(searchParts.id));
}

/** When each ticker's last episode since an instant began, as the start of its cool-down. */
export async function lastEpisodes(db: Db, taskId: number, since: UtcMs): Promise<Map<number, UtcMs>> {
	const rows = await db
		.select({ tickerId: searchParts.tickerId, time: max(searchParts.time) })
		.from(searchParts)
		.where(and(eq(searchParts.taskId, taskId), gte(searchParts.time, since)))
		.groupBy(searchParts.tickerId);
	return new Map(rows.map(({ tickerId, time }) => [tickerId, time as UtcMs]));
}

export async function partCount(db: Db, taskId: number): Promise<number> {
	return (await db.select({ n: count() }).from(searchParts).where(eq(searchParts.taskId, taskId)))[0]?.n ?? 0;
}

/**
 * Measured episodes, hits and winsorised excess of each ticker at a horizon (its position), largest excess first, each shrunk towards the overall mean
 * (`prior`) as `shrunkenMean` does.
 */
export async function tickerHits(
	db: Db,
	taskId: number,
	{ horizon, prior, limit }: { horizon: number; prior: number; limit: number },
): Promise<TickerHits[]> {
	const sum = sql<number>`sum(greatest(-${WINSOR_LIMIT}::float8, least(${WINSOR_LIMIT}::float8, ${atHorizon('excess', horizon)}::float8)))`;
	return db
		.select({
			tickerId: searchParts.tickerId,
			n: count(),
			hits: sql<number>`count(*) filter (where ${atHorizon('hits', horizon)})`.mapWith(Number),
			sum: sum.mapWith(Number),
		})
		.from(searchParts)
		.where(and(eq(searchParts.taskId, taskId), sql`${atHorizon('excess', horizon)} <> 'NaN'::real`))
		.groupBy(searchParts.tickerId)
		.orderBy(
			desc(sql`(${sum} + ${SHRINK_STRENGTH}::float8 * ${prior}::float8) / (count(*) + ${SHRINK_STRENGTH}::float8)`),
			desc(count()),
			asc(searchParts.tickerId),
		)
		.limit(limit);
}

/** How many tickers a search has measured at a horizon (its position), and its measured episodes of some of them. */
export async function measuredTickers(
	db: Db,
	taskId: number,
	{ horizon, among }: { horizon: number; among: ReadonlySet<number> },
): Promise<{ tickers: number; parts: SearchPart[] }> {
	const measured = and(eq(searchParts.taskId, taskId), sql`${atHorizon('excess', horizon)} <> 'NaN'::real`);
	const [counted] = await db
		.select({ tickers: countDistinct(searchParts.tickerId) })
		.from(searchParts)
		.where(measured);
	const ids = sql`any(${sql.param([...among])}::integer[])`;
	const parts = await db
		.select()
		.from(searchParts)
		.where(and(measured, sql`${searchParts.tickerId} = ${ids}`));
	return { tickers: counted?.tickers ?? 0, parts };
}

/** PostgreSQL arrays start at 1. */
function atHorizon(column: 'hits' | 'excess' | 'base', horizon: number): SQL {
	return sql`${searchParts[column]}[${horizon + 1}::int]`;
}

/** Input of walk-forward evidence: the measured episodes at a horizon (its position), oldest first. */
export function measuredParts(db: Db, taskId: number, horizon: number): Promise<MeasuredPart[]> {
	return db
		.select({
			time: searchParts.time,
			rate: searchParts.rate,
			hit: sql<boolean>`${atHorizon('hits', horizon)}`,
			excess: sql<number>`${atHorizon('excess', horizon)}`.mapWith(Number),
		})
		.from(searchParts)
		.where(and(eq(searchParts.taskId, taskId), sql`${atHorizon('excess', horizon)} <> 'NaN'::real`))
		.orderBy(asc(searchParts.time), asc(searchParts.id));
}

/** An account's episodes over all its searches, in a total order: finished ones first; `excess` is for the last horizon, unmeasured ones last. */
export async function partsOf(
	db: Db,
	userId: string,
	{ taskIds, from, to, lit, sortBy, direction, skip, max: most }: PartsQuestion,
): Promise<PartsPage> {
	if (taskIds.length === 0) return { total: 0, parts: [] };
	const where = and(
		eq(searchTasks.userId, userId),
		inArray(searchParts.taskId, [...taskIds]),
		from === undefined ? undefined : gte(searchParts.time, from),
		to === undefined ? undefined : lte(searchParts.time, to),
		lit === 0 ? undefined : sql`${searchParts.lit} & ${lit} <> 0`,
	);
	const last = sql`nullif(${searchParts.excess}[cardinality(${searchParts.excess})], 'NaN'::real)`;
	const key = { time: sql`${searchParts.time}`, rate: sql`${searchParts.rate}`, excess: last }[sortBy];
	const order = direction === 'asc' ? sql`${key} asc nulls last` : sql`${key} desc nulls last`;
	const joined = eq(searchParts.taskId, searchTasks.id);
	const [counted] = await db.select({ n: count() }).from(searchParts).innerJoin(searchTasks, joined).where(where);
	const rows = await db
		.select({ part: searchParts })
		.from(searchParts)
		.innerJoin(searchTasks, joined)
		.where(where)
		.orderBy(sql`${searchParts.pending} > 0`, order, desc(searchParts.time), asc(searchParts.id))
		.limit(most)
		.offset(skip);
	return { total: counted?.n ?? 0, parts: rows.map(({ part }) => part) };
}

/** One episode of an account's searches; undefined when it does not exist or is another account's. */
export async function partOf(db: Db, userId: string, id: number): Promise<SearchPart | undefined> {
	const [found] = await db
		.select({ part: searchParts })
		.from(searchParts)
		.innerJoin(searchTasks, eq(searchParts.taskId, searchTasks.id))
		.where(and(eq(searchParts.id, id), eq(searchTasks.userId, userId)));
	return found?.part;
}
