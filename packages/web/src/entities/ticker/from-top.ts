import { toDotted } from '../../lib/address/query-grammar.ts';
import type { NamedTable } from '../tops/top-table.ts';
import type { TickerSearch } from './ticker-state.ts';
import { topKeys } from './top-keys.ts';

/** The address parameters of a ticker opened from a top table, at a place from 1: its page steps through that table. */
export function fromTopTable(table: NamedTable, order: number): TickerSearch {
	return { fromTop: 'true', ...toDotted({ order, ...topKeys(table) }) };
}
