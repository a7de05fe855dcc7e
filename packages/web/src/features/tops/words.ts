import { TOPS, type TopCategory } from '@sw/domain/prices/top-lists';
import type { TableName } from './tables.ts';
import { topTitles } from './titles.ts';

const TITLES = Object.fromEntries(TOPS.map(({ name, label }) => [name, label])) as Record<TopCategory, string>;

/** Texts of the top tables. */
export const words = {
	...topTitles,
	heading: 'Top movers today',
	titles: { ...TITLES, leaders: 'Mentions: leaders', urgent: 'Mentions: urgent' } satisfies Record<TableName, string>,
	tablesLabel: 'Tables',
	/** Short enough for four tabs in one row. */
	tabs: {
		gainers: 'Gainers',
		losers: 'Losers',
		active: 'Active',
		unusual_volume: 'Unusual',
		high: 'Near high',
		low: 'Near low',
		deviation: 'Off the low',
		leaders: 'Mentions',
		urgent: 'Urgent',
	} satisfies Record<TableName, string>,
	columns: { ticker: 'ticker', volume: 'volume', price: 'price', change: 'change', signal: 'rate' },
	/** Heading of the ranking value's column, for tables that aren't ranked by change. */
	values: { active: '$ volume', unusual_volume: '× usual', high: 'off high', low: 'off low', deviation: 'off low' } as Partial<
		Record<TopCategory, string>
	>,
	/** How the table is measured, if its title doesn't say so. */
	measured: {
		high: 'Last price compared with the interval’s high, nearest first.',
		low: 'Last price compared with the interval’s low, nearest first.',
		deviation: 'Rise of the last price from the interval’s low, for tickers that gained.',
	} as Partial<Record<TopCategory, string>>,
	outside: 'Change since the last close.',
	over: (interval: string) => `${interval}.`,
	more: 'More tables',
	open: (title: string) => `+ ${title}`,
	close: (title: string) => `Close ${title}`,
	/** Direction of a candidate. The tooltip has the words. */
	arrows: { short: '↘', long: '↗' },
	noSignal: '–',
	unmeasured: 'n/a',
	wheels: (clock: string, rings: string) => `wheels of the ${clock} report, rings ${rings} from the inside; ↘ candidate to fall, ↗ to rise`,
	wheelsFailed: 'couldn’t load wheels',
	retry: 'Try again',
	all: (n: number) => `All ${n}`,
	fewer: 'Fewer',
	interval: 'Interval',
	cap: 'Market cap',
	asOf: (when: string) => `as of ${when}`,
	failed: 'Failed to load table tops',
	failedUpdate: 'Failed to Update Table Tops',
	empty: 'No rows yet',
} as const;
