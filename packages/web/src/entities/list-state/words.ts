import type { SortColumn, TableColumn } from '@sw/domain/reports/list-columns';
import type { SectorKey } from '@sw/domain/signals/sector';

/** Which side a sector speaks for, in words: where there are no colours to lean on. */
export const sectorWords: Record<SectorKey, string> = {
	price_short: 'Price, short',
	price_long: 'Price, long',
	call_with_put: 'Calls + puts',
	volume: 'Volume',
	call_without_put_long: 'Calls − puts, long',
	call_without_put_short: 'Calls − puts, short',
};

/** Words of the settings that are kept of a list. */
export const settingsWords = {
	settingsSaved: 'Update user settings',
	settingsSavedDetail: 'This list opens next time as it is now.',
	settingsFailed: 'Failed to update user settings',
	settingsFailedDetail: 'The list stays as it is; only its memory failed.',
} as const;

/** Heads of a table's columns, and what orders a list in words. */
export const columnWords: Record<SortColumn | TableColumn, string> = {
	ticker: 'Ticker',
	name: 'Company',
	wheel: 'Wheel',
	since: 'Since',
	price: 'Price',
	change: 'Change',
	move: 'Move',
	volume: 'Volume',
	options: 'Calls − puts',
	mentions: 'Mentions',
	cap: 'Cap',
	sparkline: 'Session',
};

/** Words of what a list is narrowed and ordered by, wherever it is chosen or named. */
export const choiceWords = {
	marketcap: 'Market cap',
	pe: 'P/E',
	sort: 'Sort by sectors',
	ascending: 'Lowest first',
	favourites: 'Favourites',
	dislikes: 'Dislikes',
	fresh: 'New in this report',
	filter: 'Filter',
	operation: { short: 'Direction short', long: 'Direction long' },
} as const;
