import { formatCount } from '../../lib/format/numbers.ts';
import { tickerSearchTitles } from './titles.ts';

/** Texts of the ticker search. */
export const words = {
	...tickerSearchTitles,
	label: 'Symbol or name',
	placeholder: 'Symbol or name',
	placeholderVisitor: 'Symbol',
	submit: 'Search',
	results: 'Tickers found',
	found: (n: number) => (n === 1 ? '1 ticker found' : `${formatCount(n)} tickers found`),
	none: 'No results',
	noneNext: 'No symbol starts with this text and no name contains it.',
	failed: 'Failed to load data',
	failedNext: 'Couldn’t load search results.',
	retry: 'Try again',
	all: (n: number) => `All ${formatCount(n)} results`,
	visitorHint: 'Enter a symbol and press Enter. Sign in to search by name.',
	hint: 'Arrow keys to select, Enter to open, Esc to close.',
	columns: { ticker: 'ticker', name: 'name', industry: 'industry', cap: 'market cap' },
	pages: 'Pages',
	pageOf: (from: number, to: number, total: number) => `${formatCount(from)}–${formatCount(to)} of ${formatCount(total)}`,
	close: 'Close',
} as const;
