import { conditionText, type FilterEntry, normalizeEntries, readCondition } from '@sw/domain/filters/entries';
import { SECTORS, type SectorKey, TABS, type Tab } from '@sw/domain/signals/sector';
import { STRATEGIES, type StrategyName } from '@sw/domain/time/timeframe';
import { type InvalidValue, queryReader, readInteger, readOneOf } from '../../lib/address/query-grammar.ts';
import type { SearchParams } from './search-params.ts';

/** A search question while it is being edited. */
export interface Stated {
	readonly tab: Tab;
	readonly strategy: StrategyName;
	readonly entries: readonly FilterEntry[];
	/** Sectors of the rate. Default: the tab's own. */
	readonly sectors: readonly SectorKey[];
	/** New York dates, inclusive. undefined: from the first report on, and continuing with new reports. */
	readonly from: string | undefined;
	readonly to: string | undefined;
}

export const PART_SORTS = ['time', 'rate', 'excess'] as const;
export type PartSort = (typeof PART_SORTS)[number];

/** State in the page's address: the edited question, the open search, and the page of its occurrences. */
export interface SearchState {
	readonly stated: Stated;
	readonly task: number | undefined;
	readonly part: number | undefined;
	readonly sort: PartSort;
	readonly dir: 'asc' | 'desc';
	/** One-based. */
	readonly page: number;
}

export const NOTHING_STATED: Stated = { tab: 'free', strategy: 'first', entries: [], sectors: [], from: undefined, to: undefined };

const LARGEST = 2_147_483_647;

export function readSearchState(search: SearchParams): { state: SearchState; refused: readonly InvalidValue[] } {
	const read = queryReader(search);
	const id = readInteger(1, LARGEST);
	const entries = readConditions(search.conditions);
	if (!entries) read.refused.push({ key: 'conditions', value: String(search.conditions) });
	const state: SearchState = {
		stated: {
			tab: read.one('tab', readOneOf(TABS.map(({ name }) => name)), NOTHING_STATED.tab),
			strategy: read.one('strategy', readOneOf(STRATEGIES.map(({ name }) => name)), NOTHING_STATED.strategy),
			entries: entries ?? [],
			sectors: read.many(
				'sectors',
				SECTORS.map(({ key }) => key),
			),
			from: read.one<string | undefined>('from', asDate, undefined),
			to: read.one<string | undefined>('to', asDate, undefined),
		},
		task: read.one<number | undefined>('task', id, undefined),
		part: read.one<number | undefined>('part', id, undefined),
		sort: read.one('sort', readOneOf(PART_SORTS), 'time'),
		dir: read.one('dir', readOneOf(['asc', 'desc'] as const), 'desc'),
		page: read.one('page', id, 1),
	};
	return { state, refused: read.refused };
}

/** Comma-separated conditions; undefined if one is invalid. */
function readConditions(value: string | string[] | undefined): readonly FilterEntry[] | undefined {
	const texts = [value ?? []].flat().flatMap((text) => text.split(','));
	const read = texts.map(readCondition);
	return read.every((one) => one !== undefined) ? normalizeEntries(read) : undefined;
}

function asDate(value: unknown): string | undefined {
	return typeof value === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(value) && !Number.isNaN(Date.parse(value)) ? value : undefined;
}

/** Inverse of `readSearchState`; defaults are left out. */
export function writeSearchState({ stated, task, part, sort, dir, page }: SearchState): SearchParams {
	return {
		...some('tab', unless(stated.tab, NOTHING_STATED.tab)),
		...some('strategy', unless(stated.strategy, NOTHING_STATED.strategy)),
		...some('conditions', listed(stated.entries.map(conditionText))),
		...some('sectors', listed(stated.sectors)),
		...some('from', stated.from),
		...some('to', stated.to),
		...some('task', task),
		...some('part', part),
		...some('sort', unless(sort, 'time')),
		...some('dir', unless(dir, 'desc')),
		...some('page', unless(page, 1)),
	};
}

function some(key: keyof SearchParams, value: string | number | undefined): SearchParams {
	return value === undefined ? {} : { [key]: String(value) };
}

function listed(texts: readonly string[]): string | undefined {
	return texts.length > 0 ? texts.join(',') : undefined;
}

function unless<T>(value: T, usual: T): T | undefined {
	return value === usual ? undefined : value;
}
