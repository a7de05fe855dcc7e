import { CAP_BUCKETS } from '@sw/domain/prices/cap';
import { SORT_COLUMNS } from '@sw/domain/reports/list-columns';
import { OPERATIONS, TABS } from '@sw/domain/signals/sector';
import type { Options } from '../shell/options.ts';

/** Which list: the same words as the calls and the pages have for it. */
export const LIST_OPTIONS: Options = {
	tab: {
		type: 'string',
		short: 't',
		value: 'tab',
		parameter: 'tab_type',
		about: `${TABS.map(({ name }) => name).join(', ')}; the filter's tab, then ${TABS[0].name} unless told.`,
	},
	cap: {
		type: 'string',
		short: 'c',
		multiple: true,
		value: 'tier',
		parameter: 'marketcap',
		about: `${CAP_BUCKETS.join(', ')}; several by commas.`,
	},
	timeframes: {
		type: 'string',
		multiple: true,
		value: 'three',
		parameter: 'timeframes',
		about: 'The three slot timeframes: 15,30,60 or 15,60,240 or 60,240,1D.',
	},
	operation: {
		type: 'string',
		value: 'way',
		parameter: 'operation',
		about: `${OPERATIONS.join(' or ')}; the tab's own direction unless told.`,
	},
	filter: {
		type: 'string',
		short: 'f',
		value: 'number',
		parameter: 'filter',
		about: "A saved filter; 'signalwheel filter list' names them.",
	},
	type: { type: 'string', value: 'list', parameter: 'list_type', about: 'white_list, black_list (the frozen) or favorites.' },
	new: { type: 'boolean', parameter: 'new_leaders', about: 'Only tickers that the report before did not have.' },
	sort: { type: 'string', value: 'column', parameter: 'sort_column', about: `${SORT_COLUMNS.join(', ')}; by the rate unless told.` },
	dir: { type: 'string', value: 'way', parameter: 'sort_dir', about: 'asc or desc.' },
};

/** Which report; the newest that the licence opens without them. */
export const REPORT_OPTIONS: Options = {
	date: { type: 'string', short: 'd', value: 'date', about: 'A past report: its time (2026-03-04T14:45:00Z), or a New York date.' },
	slot: {
		type: 'string',
		short: 's',
		value: 'HH:MM',
		about: 'With a date: when the slot ended, New York time; the last of that date unless told.',
	},
	version: {
		type: 'string',
		value: 'number',
		parameter: 'version',
		about: 'With a date: an earlier version of a report that was corrected.',
	},
};
