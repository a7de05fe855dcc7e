import { REGULAR } from '@sw/domain/prices/blocks';
import { defaultInterval, findInterval, type TopCategory, type TopInterval } from '@sw/domain/prices/top-lists';

/** The landing page's tables, in order. */
export const LANDING_TABLES = ['gainers', 'losers', 'active', 'unusual_volume'] as const;
export type LandingCategory = (typeof LANDING_TABLES)[number];

/** The top page's initial tables. */
export const TOP_TABLES = ['active', 'gainers', 'losers', 'unusual_volume'] as const satisfies readonly TopCategory[];
/** Tables loaded on request. */
const OPTIONAL_TOP_TABLES = ['high', 'low', 'deviation'] as const satisfies readonly TopCategory[];
/** The mention tables. */
export const MENTION_TABLES = ['leaders', 'urgent'] as const;
export type MentionKind = (typeof MENTION_TABLES)[number];
export const OPTIONAL_TABLES = [...OPTIONAL_TOP_TABLES, ...MENTION_TABLES];
export type OptionalTable = (typeof OPTIONAL_TABLES)[number];
/** Every table of the page. */
export type TableName = TopCategory | MentionKind;

export function isMention(name: TableName): name is MentionKind {
	return MENTION_TABLES.some((table) => table === name);
}

/** Returns whether an interval is outside regular hours. Rows then show volumes, and wheels from the report of the close before. */
export function isExtendedHours(interval: TopInterval): boolean {
	return findInterval(interval).session !== REGULAR;
}

/**
 * Returns the time up to which wheels are read. Outside regular hours, this is the tables' time: wheels are then from the close before. undefined: wheels
 * are from the newest report.
 */
export function findWheelTime(
	{ interval }: { interval: TopInterval },
	tables: readonly ({ time: string | null } | undefined)[],
): string | undefined {
	return isExtendedHours(interval) ? (tables.find((table) => table?.time)?.time ?? undefined) : undefined;
}

/** Returns the interval of a table: the chosen interval, or else the table's default. */
export function intervalOf(category: TopCategory, { interval, chosen }: { interval: TopInterval; chosen: boolean }): TopInterval {
	return chosen ? interval : defaultInterval(category);
}
