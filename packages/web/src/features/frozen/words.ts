import { TABS, type Tab } from '@sw/domain/signals/sector';
import { formatCount } from '../../lib/format/numbers.ts';
import { frozenTitles } from './titles.ts';

/** Texts of the frozen list. */
export const words = {
	...frozenTitles,
	scope: 'Show frozen tickers',
	tab: 'Tab',
	filter: 'Filter',
	chooseFilter: 'Choose a filter',
	chooseFilterNext: 'Choose a filter to see the tickers frozen under it.',
	everywhere: 'Everywhere',
	summary: (n: number, all: number) =>
		n < all ? `${formatCount(n)} of ${formatCount(all)} frozen tickers` : n === 1 ? '1 ticker frozen' : `${formatCount(n)} tickers frozen`,
	missing: (n: number) => `, ${formatCount(n)} of them not in this report`,
	inTab: (tab: Tab) => `Tab ${TABS.find(({ name }) => name === tab)?.label}`,
	columns: {
		ticker: 'ticker',
		cap: 'market cap',
		rate: 'rate',
		where: 'hidden',
		reason: 'reason',
		since: 'since',
		until: 'until',
		act: 'Unfreeze',
	},
	tableLabel: 'Frozen tickers',
	never: 'no end date',
	thaw: 'Unfreeze',
	thawHere: (ticker: string, where: string) => `Unfreeze ${ticker}: ${where}`,
	thawAll: 'Unfreeze everywhere',
	thawAllOf: (ticker: string) => `Unfreeze ${ticker} everywhere`,
	deletedFilter: 'a deleted filter',
	someFilter: 'a filter',
	perFilter: 'Frozen tickers by filter',
	empty: 'No results',
	emptyNext: 'No frozen tickers here. Freeze a ticker from its card or press x.',
	toList: 'Go to the list',
	failed: 'Failed to load data',
	failedNext: 'Couldn’t load the frozen list.',
	retry: 'Try again',
	pages: 'Pages',
	pageOf: (from: number, to: number, total: number) => `${formatCount(from)}–${formatCount(to)} of ${formatCount(total)}`,
} as const;
