import type { ChartSettings } from '@sw/domain/filters/personal';
import type { UtcMs } from '@sw/domain/time/units';
import { asc, eq, sql } from 'drizzle-orm';
import type { Db } from '../../records.ts';
import { chartSettings } from '../../schema/filters.ts';

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
	const last = new Map(settings.map((entry) => [`${entry.tab} ${entry.strategy}`, entry]));
	if (last.size === 0) return;
	await db
		.insert(chartSettings)
		.values([...last.values()].map((entry) => ({ ...entry, userId, updatedAt: now })))
		.onConflictDoUpdate({
			target: [chartSettings.userId, chartSettings.tab, chartSettings.strategy],
			set: { settings: sql`excluded.settings`, updatedAt: now },
		});
}

export async function removeChartSettings(db: Db, userId: string): Promise<void> {
	await db.delete(chartSettings).where(eq(chartSettings.userId, userId));
}
