import { defaultInterval, type TopCategory } from '@sw/domain/prices/top-categories';
import type { TopInterval } from '@sw/domain/prices/top-lists';

/** The landing page's tables, in the order in which they stand. */
export const LANDING_TABLES = ['gainers', 'losers', 'active', 'unusual_volume'] as const;
export type LandingCategory = (typeof LANDING_TABLES)[number];

/** Those with which the top page opens. */
export const TOP_TABLES = ['active', 'gainers', 'losers', 'unusual_volume'] as const satisfies readonly TopCategory[];
/** Those that it fetches when they are asked for. */
export const MORE_TABLES = ['high', 'low', 'deviation'] as const satisfies readonly TopCategory[];
export type MoreTable = (typeof MORE_TABLES)[number];

/** What a table is of: the interval that was chosen for all, its own unless one was. */
export const intervalOf = (category: TopCategory, { interval, chosen }: { interval: TopInterval; chosen: boolean }): TopInterval =>
	chosen ? interval : defaultInterval(category);
