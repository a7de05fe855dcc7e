import { INFORMATION_CHOICES } from '@sw/domain/filings/information-choice';
import { CAP_BUCKETS } from '@sw/domain/prices/buckets';
import { LIST_TICKER_TYPES } from '@sw/domain/prices/ticker';
import { SORT_COLUMNS } from '@sw/domain/reports/list/list-columns';
import { OPERATIONS, TABS } from '@sw/domain/signals/sector';
import type { Options } from '../shell/options.ts';

/** Options that select a list, named as in the calls and pages. */
export const LIST_OPTIONS: Options = {
	tab: {
		type: 'string',
		short: 't',
		valuePlaceholder: 'tab',
		parameter: 'tab_type',
		about: `Tab: ${TABS.map(({ name }) => name).join(', ')} (default: the filter's tab, otherwise ${TABS[0].name}).`,
	},
	cap: {
		type: 'string',
		short: 'c',
		multiple: true,
		valuePlaceholder: 'tier',
		parameter: 'marketcap',
		about: `Market cap tiers, comma-separated: ${CAP_BUCKETS.join(', ')} (default: all).`,
	},
	tickers: {
		type: 'string',
		valuePlaceholder: 'type',
		parameter: 'ticker_type',
		about: `Ticker type: ${LIST_TICKER_TYPES.join(', ')} (default: stocks; favourites and frozen tickers: all).`,
	},
	timeframes: {
		type: 'string',
		multiple: true,
		valuePlaceholder: 'three',
		parameter: 'timeframes',
		about: 'Timeframes of a strategy: 15,30,60 or 15,60,240 or 60,240,1D (default: 15,30,60).',
	},
	operation: {
		type: 'string',
		valuePlaceholder: 'way',
		parameter: 'operation',
		about: `Direction: ${OPERATIONS.join(' or ')} (default: the tab's own).`,
	},
	filter: {
		type: 'string',
		short: 'f',
		valuePlaceholder: 'number',
		parameter: 'filter',
		about: "Number of a saved filter; see 'signalwheel filter list'.",
	},
	type: {
		type: 'string',
		valuePlaceholder: 'list',
		parameter: 'list_type',
		about: 'Tickers: white_list (without frozen ones), black_list (only frozen ones) or favorites.',
	},
	filings: {
		type: 'string',
		valuePlaceholder: 'which',
		parameter: 'information',
		about: `By public filings: ${INFORMATION_CHOICES.join(', ')} (default: all).`,
	},
	new: { type: 'boolean', parameter: 'new_leaders', about: "Only tickers that weren't in the previous report's list." },
	sort: {
		type: 'string',
		valuePlaceholder: 'column',
		parameter: 'sort_column',
		about: `Sort column: ${SORT_COLUMNS.join(', ')} (default: rate).`,
	},
	dir: { type: 'string', valuePlaceholder: 'way', parameter: 'sort_dir', about: 'Sort direction: asc or desc.' },
};

/** Options that select a report. Default: the newest that the licence opens. */
export const REPORT_OPTIONS: Options = {
	date: {
		type: 'string',
		short: 'd',
		valuePlaceholder: 'date',
		about: 'Past report: its time (2026-03-04T14:45:00Z), or a New York date.',
	},
	slot: {
		type: 'string',
		short: 's',
		valuePlaceholder: 'HH:MM',
		about: 'With a date: end of the slot in New York time (default: the last slot of the date).',
	},
	version: {
		type: 'string',
		valuePlaceholder: 'number',
		parameter: 'version',
		about: 'With a date: version of a corrected report (default: the newest).',
	},
};
