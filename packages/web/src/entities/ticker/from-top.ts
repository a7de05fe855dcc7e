import { toDotted } from '../../lib/query-grammar.ts';
import type { NamedTable } from '../tops/top-table.ts';
import type { TickerSearch } from './ticker-state.ts';

/** The address part of a ticker that is opened from a top table, at a place from 1: its page walks that table. */
export function fromTopTable(table: NamedTable, order: number): TickerSearch {
	return { fromTop: 'true', ...toDotted({ order, ...topKeys(table) }) };
}

/** A table in the address; what the top page begins with is left out. */
export function topKeys({ category, interval, cap }: NamedTable) {
	return {
		topTable: category,
		topInterval: interval === 'day' ? undefined : interval,
		topCap: cap === 'all' ? undefined : cap,
	};
}
