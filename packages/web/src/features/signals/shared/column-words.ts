import type { SortColumn, TableColumn } from '@sw/domain/reports/list/list-columns';

/** Column headings of the table, also used for sort orders in words. */
const COLUMN_NAMES: Record<SortColumn | TableColumn, string> = {
	rate: 'rate',
	unusual: 'most unusual',
	ticker: 'ticker',
	name: 'company',
	wheel: 'wheel',
	since: 'since',
	price: 'price',
	change: 'change',
	move: 'move z',
	volume: 'volume z',
	options: 'calls − puts z',
	mentions: 'mentions',
	dollars: 'dollar volume',
	cap: 'cap',
	filing: 'last filing',
	listed: 'in list since',
	sparkline: 'session',
};

export function columnWord(column: SortColumn | TableColumn): string {
	return COLUMN_NAMES[column];
}
