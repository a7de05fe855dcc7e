import { CAP_BUCKETS, CAPS, type CapBucket } from '@sw/domain/prices/buckets';
import { INTERVALS, TOP_INTERVALS, type TopInterval } from '@sw/domain/prices/top-lists';
import type { TableOptions } from '../../entities/tops/top-table.ts';
import { createQueryReader, type InvalidValue, readOneOf, toDotted } from '../../lib/address/query-grammar.ts';
import { readStored, writeStored } from '../../lib/storage/stored.ts';
import { OPTIONAL_TABLES, type OptionalTable } from './tables.ts';
import type { TopSearch } from './top-search.ts';

/** Intervals of the switch, shortest first. */
export const INTERVAL_CHOICES = INTERVALS;
/** 'All' first, then the market cap tiers from the largest. */
export const CAP_CHOICES = [...CAPS.filter(({ name }) => name === 'all'), ...CAPS.filter(({ name }) => name !== 'all')];

export interface TopState extends TableOptions {
	/** Whether the reader chose an interval. A chosen interval applies to all tables. */
	chosen: boolean;
	/** Added tables in the order of adding. undefined: leading mentions, if there are any. */
	more: readonly OptionalTable[] | undefined;
}

/** Value in the URL after the reader removed all added tables. */
const NO_ADDED_TABLES = 'none';

const DEFAULT_CHOICE: TableOptions = { interval: 'day', cap: 'all' };

export function readTopState(search: TopSearch): { state: TopState; refused: InvalidValue[] } {
	const reader = createQueryReader({ ...search });
	const interval = reader.one<TopInterval | undefined>('interval', readOneOf(TOP_INTERVALS), undefined);
	return {
		state: {
			interval: interval ?? DEFAULT_CHOICE.interval,
			chosen: interval !== undefined,
			cap: reader.one('marketcap', readOneOf(CAP_BUCKETS), DEFAULT_CHOICE.cap),
			more: search.tables === undefined ? undefined : search.tables === NO_ADDED_TABLES ? [] : reader.ordered('tables', OPTIONAL_TABLES),
		},
		refused: reader.invalid,
	};
}

/** Returns whether leading mentions are loaded for this state. */
export function hasLeaders({ more }: TopState): boolean {
	return more === undefined || more.includes('leaders');
}

export function writeTopState({ interval, chosen, cap, more }: TopState): TopSearch {
	return toDotted({
		interval: chosen ? interval : undefined,
		marketcap: cap === DEFAULT_CHOICE.cap ? undefined : cap,
		tables: more?.length === 0 ? NO_ADDED_TABLES : more,
	});
}

/** Returns the last choice in this browser; empty if that was the default. */
export function readStoredSearch(): TopSearch {
	const interval = readStored('topTablesSettings', (value): TopInterval | undefined => TOP_INTERVALS.find((name) => name === value));
	const cap = readStored('capitalizationTableTop', (value): CapBucket | undefined => CAP_BUCKETS.find((name) => name === value));
	return writeTopState({
		interval: interval ?? DEFAULT_CHOICE.interval,
		chosen: interval !== undefined && interval !== DEFAULT_CHOICE.interval,
		cap: cap ?? DEFAULT_CHOICE.cap,
		more: undefined,
	});
}

export function storeChoice({ interval, cap }: TableOptions): void {
	writeStored('topTablesSettings', interval);
	writeStored('capitalizationTableTop', cap);
}
