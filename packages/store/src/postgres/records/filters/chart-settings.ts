import type { ChartSettings } from '@sw/domain/filters/personal';
import type { StoredLevels } from '@sw/domain/prices/level';
import type { TickerId, UtcMs } from '@sw/domain/time/units';
import { and, asc, count, eq, ne, sql } from '../../orm/drizzle.ts';
import type { Db } from '../../records.ts';
import { users } from '../../schema/accounts.ts';
import { chartSettings, priceLevels } from '../../schema/filters.ts';

/** Returns a user's levels in the ticker's chart, in prices of the day `basis`; undefined if there are none. */
export async function levelsOf(db: Db, userId: string, tickerId: TickerId): Promise<StoredLevels | undefined> {
	const { levels, basis } = priceLevels;
	const [row] = await db.select({ levels, basis }).from(priceLevels).where(isLevelRow(userId, tickerId));
	return row;
}

function isLevelRow(userId: string, tickerId: TickerId) {
	return and(eq(priceLevels.userId, userId), eq(priceLevels.tickerId, tickerId));
}

export interface LevelLimits {
	/** Maximum number of tickers for which a user can have levels. */
	maxTickers: number;
	now: UtcMs;
}

/** Replaces a ticker's levels; an empty list removes them. Changes nothing and returns false if the user has levels for `maxTickers` other tickers. */
export function saveLevels(
	db: Db,
	userId: string,
	tickerId: TickerId,
	{ levels, basis }: StoredLevels,
	{ maxTickers, now }: LevelLimits,
): Promise<boolean> {
	return db.transaction(async (tx) => {
		if (levels.length === 0) {
			await tx.delete(priceLevels).where(isLevelRow(userId, tickerId));
			return true;
		}
		// Locked, so that concurrent requests can't exceed the limit.
		await tx.select({ id: users.id }).from(users).where(eq(users.id, userId)).for('update');
		const isOther = and(eq(priceLevels.userId, userId), ne(priceLevels.tickerId, tickerId));
		const [countRow] = await tx.select({ tickers: count() }).from(priceLevels).where(isOther);
		if ((countRow?.tickers ?? 0) >= maxTickers) return false;
		await tx
			.insert(priceLevels)
			.values({ userId, tickerId, levels, basis, updatedAt: now })
			.onConflictDoUpdate({ target: [priceLevels.userId, priceLevels.tickerId], set: { levels, basis, updatedAt: now } });
		return true;
	});
}

export function chartSettingsOf(db: Db, userId: string): Promise<ChartSettings[]> {
	const { tab, strategy, settings } = chartSettings;
	return db
		.select({ tab, strategy, settings })
		.from(chartSettings)
		.where(eq(chartSettings.userId, userId))
		.orderBy(asc(tab), asc(strategy));
}

/** Creates or replaces the settings of each given list; others are kept. If a list occurs twice, the later settings win. */
export async function saveChartSettings(db: Db, userId: string, settings: readonly ChartSettings[], now: UtcMs): Promise<void> {
	const lastByList = new Map(settings.map((entry) => [`${entry.tab} ${entry.strategy}`, entry]));
	if (lastByList.size === 0) return;
	await db
		.insert(chartSettings)
		.values([...lastByList.values()].map((entry) => ({ ...entry, userId, updatedAt: now })))
		.onConflictDoUpdate({
			target: [chartSettings.userId, chartSettings.tab, chartSettings.strategy],
			set: { settings: sql`excluded.settings`, updatedAt: now },
		});
}

export async function removeChartSettings(db: Db, userId: string): Promise<void> {
	await db.delete(chartSettings).where(eq(chartSettings.userId, userId));
}
