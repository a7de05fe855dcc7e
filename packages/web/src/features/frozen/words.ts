import { TABS, type Tab } from '@sw/domain/signals/sector';
import { formatCount } from '../../lib/format/numbers.ts';
import { frozenTitles } from './titles.ts';

/** Words of the frozen list. */
export const words = {
	...frozenTitles,
	scope: 'Show what is frozen',
	tab: 'Tab',
	filter: 'Filter',
	chooseFilter: 'Choose a filter',
	chooseFilterNext: 'Then what is frozen under it is listed here.',
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
		until: 'thaws',
		act: 'Thaw',
	},
	tableLabel: 'Frozen tickers',
	never: 'never by itself',
	thaw: 'Thaw',
	thawHere: (ticker: string, where: string) => `Thaw ${ticker}: ${where}`,
	thawAll: 'Thaw everywhere',
	thawAllOf: (ticker: string) => `Thaw ${ticker} everywhere`,
	deletedFilter: 'a deleted filter',
	someFilter: 'a filter',
	perFilter: 'Frozen under each filter',
	empty: 'No results',
	emptyNext: 'Nothing is frozen here. Freeze a ticker on its card, or with the key x.',
	toList: 'To the list',
	failed: 'Failed to load data',
	failedNext: 'The frozen list did not arrive.',
	retry: 'Try again',
	pages: 'Pages',
	pageOf: (from: number, to: number, total: number) => `${formatCount(from)}–${formatCount(to)} of ${formatCount(total)}`,
} as const;
