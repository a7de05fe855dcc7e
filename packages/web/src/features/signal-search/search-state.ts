import { type FilterEntry, formatCondition, normalizeEntries, parseCondition } from '@sw/domain/filters/entries';
import { SECTORS, type SectorKey, TABS, type Tab } from '@sw/domain/signals/sector';
import { STRATEGIES, type StrategyName } from '@sw/domain/time/timeframe';
import { createQueryReader, type InvalidValue, readInteger, readOneOf } from '../../lib/address/query-grammar.ts';
import type { SearchParams } from './search-params.ts';

/** A search question while it is being edited. */
export interface EditedQuestion {
	readonly tab: Tab;
	readonly strategy: StrategyName;
	readonly entries: readonly FilterEntry[];
	/** Sectors of the rate. Empty: the default sectors of the tab. */
	readonly sectors: readonly SectorKey[];
	/** New York dates, inclusive. Undefined `from`: the first report. Undefined `to`: the search continues with new reports. */
	readonly from: string | undefined;
	readonly to: string | undefined;
}

export const PART_SORTS = ['time', 'rate', 'excess'] as const;
export type PartSort = (typeof PART_SORTS)[number];

/** State in the page's URL: the edited question, the open search, and the shown page of occurrences. */
export interface SearchState {
	readonly question: EditedQuestion;
	readonly task: number | undefined;
	readonly part: number | undefined;
	readonly sort: PartSort;
	readonly dir: 'asc' | 'desc';
	/** One-based. */
	readonly page: number;
}

export const EMPTY_QUESTION: EditedQuestion = { tab: 'free', strategy: 'first', entries: [], sectors: [], from: undefined, to: undefined };

const MAX_ID = 2_147_483_647;

export function readSearchState(search: SearchParams): { state: SearchState; refused: readonly InvalidValue[] } {
	const reader = createQueryReader(search);
	const readId = readInteger(1, MAX_ID);
	const entries = readConditions(search.conditions);
	if (!entries) reader.invalid.push({ key: 'conditions', value: String(search.conditions) });
	const state: SearchState = {
		question: {
			tab: reader.one('tab', readOneOf(TABS.map(({ name }) => name)), EMPTY_QUESTION.tab),
			strategy: reader.one('strategy', readOneOf(STRATEGIES.map(({ name }) => name)), EMPTY_QUESTION.strategy),
			entries: entries ?? [],
			sectors: reader.many(
				'sectors',
				SECTORS.map(({ key }) => key),
			),
			from: reader.one<string | undefined>('from', readDate, undefined),
			to: reader.one<string | undefined>('to', readDate, undefined),
		},
		task: reader.one<number | undefined>('task', readId, undefined),
		part: reader.one<number | undefined>('part', readId, undefined),
		sort: reader.one('sort', readOneOf(PART_SORTS), 'time'),
		dir: reader.one('dir', readOneOf(['asc', 'desc'] as const), 'desc'),
		page: reader.one('page', readId, 1),
	};
	return { state, refused: reader.invalid };
}

/** Parses comma-separated conditions; undefined if one of them is invalid. */
function readConditions(value: string | string[] | undefined): readonly FilterEntry[] | undefined {
	const texts = [value ?? []].flat().flatMap((text) => text.split(','));
	const conditions = texts.map(parseCondition);
	return conditions.every((condition) => condition !== undefined) ? normalizeEntries(conditions) : undefined;
}

function readDate(value: unknown): string | undefined {
	return typeof value === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(value) && !Number.isNaN(Date.parse(value)) ? value : undefined;
}

/** Writes the state as search parameters, without defaults. Inverse of `readSearchState`. */
export function writeSearchState({ question, task, part, sort, dir, page }: SearchState): SearchParams {
	return {
		...optionalParameter('tab', omitDefault(question.tab, EMPTY_QUESTION.tab)),
		...optionalParameter('strategy', omitDefault(question.strategy, EMPTY_QUESTION.strategy)),
		...optionalParameter('conditions', joinTexts(question.entries.map(formatCondition))),
		...optionalParameter('sectors', joinTexts(question.sectors)),
		...optionalParameter('from', question.from),
		...optionalParameter('to', question.to),
		...optionalParameter('task', task),
		...optionalParameter('part', part),
		...optionalParameter('sort', omitDefault(sort, 'time')),
		...optionalParameter('dir', omitDefault(dir, 'desc')),
		...optionalParameter('page', omitDefault(page, 1)),
	};
}

function optionalParameter(key: keyof SearchParams, value: string | number | undefined): SearchParams {
	return value === undefined ? {} : { [key]: String(value) };
}

function joinTexts(texts: readonly string[]): string | undefined {
	return texts.length > 0 ? texts.join(',') : undefined;
}

function omitDefault<T>(value: T, defaultValue: T): T | undefined {
	return value === defaultValue ? undefined : value;
}
