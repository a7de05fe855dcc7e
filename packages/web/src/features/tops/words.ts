import type { TableCategory } from './queries.ts';
import { topTitles } from './titles.ts';

/** Every word of the top tables. */
export const words = {
	...topTitles,
	heading: 'Top movers today',
	titles: {
		gainers: 'Top Gainers',
		losers: 'Top Losers',
		active: 'Top Active',
		unusual_volume: 'Unusual Volume',
	} satisfies Record<TableCategory, string>,
	tablesLabel: 'Tables',
	/** Where the four share one row. */
	tabs: { gainers: 'Gainers', losers: 'Losers', active: 'Active', unusual_volume: 'Unusual' } satisfies Record<TableCategory, string>,
	columns: { ticker: 'ticker', price: 'price', change: 'change' },
	/** What the last column measures where the category does not rank by the change. */
	values: { active: 'dollars', unusual_volume: '× usual' } as Partial<Record<TableCategory, string>>,
	all: (n: number) => `All ${n}`,
	fewer: 'Fewer',
	interval: 'Interval',
	cap: 'Market cap',
	asOf: (when: string) => `as of ${when}`,
	failed: 'Failed to load table tops',
	failedUpdate: 'Failed to Update Table Tops',
	empty: 'No rows yet',
} as const;
