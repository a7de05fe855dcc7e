import type { InputOf } from '@sw/contract/base/define';
import type { Contract } from '@sw/contract/index';
import type { InformationChoice } from '@sw/domain/filings/information-choice';
import { type FilterEntry, normalizeEntries } from '@sw/domain/filters/entries';
import { readGroups } from '@sw/domain/filters/group-text';
import {
	type Conditions,
	copyGroups,
	type FilterGroup,
	type GroupTest,
	isInformation,
	normalizeConditions,
	type TestGroup,
} from '@sw/domain/filters/groups';
import { type Operation, type SectorKey, type Tab, tabOperation } from '@sw/domain/signals/sector';
import {
	type StrategyName,
	strategyNamed,
	strategyOf,
	TIMEFRAMES,
	type Timeframe,
	type TimeframeIndex,
	timeframeIndex,
} from '@sw/domain/time/timeframe';
import type { FilterSetting } from '../../entities/filters/saved-filters.ts';
import { strategyTimeframes } from '../../entities/list-state/settings.ts';
import type { ListState } from '../../entities/list-state/state.ts';

/** A filter while it is being edited. */
export interface Draft {
	/** undefined if never saved. */
	id: number | undefined;
	branded: boolean;
	name: string;
	comment: string;
	tab: Tab;
	strategy: StrategyName;
	/** null: the default direction of the tab. */
	operation: Operation | null;
	entries: readonly FilterEntry[];
	/** Public information that every match must have; undefined: any. */
	information: InformationChoice | undefined;
	/** Can be empty or incomplete while being edited. */
	groups: readonly FilterGroup[];
	/** Version of the saved document. From version 2 on, requests always include groups, even an empty list that removes all groups. */
	version: number;
}

export function createDraft(tab: Tab, strategy: StrategyName): Draft {
	return {
		id: undefined,
		branded: false,
		name: '',
		comment: '',
		tab,
		strategy,
		operation: null,
		entries: [],
		information: undefined,
		groups: [],
		version: 1,
	};
}

/** Creates a draft for a list: the unsaved filter in the list's URL, or an empty one. */
export function createListDraft({
	tab,
	strategy,
	operation,
	unsaved,
}: Pick<ListState, 'tab' | 'strategy' | 'operation' | 'unsaved'>): Draft {
	return {
		...createDraft(tab, strategy),
		...(unsaved
			? {
					...unsaved,
					...splitInformation(readGroups(unsaved.groups ?? '') ?? []),
					operation: operation === tabOperation(tab) ? null : operation,
				}
			: {}),
	};
}

export function toDraft(setting: FilterSetting): Draft {
	return {
		id: setting.id,
		branded: setting.is_branded,
		name: setting.name,
		comment: setting.comment,
		tab: setting.tab,
		strategy: strategyOf(setting.timeframes)?.name ?? 'first',
		operation: setting.operation,
		entries: setting.filters,
		...splitInformation(setting.groups),
		version: setting.version,
	};
}

/** Finds the built-in filter whose conditions a new filter can start with; undefined on the free tab. */
export function findBuiltInFilter(
	settings: readonly FilterSetting[],
	{ tab, strategy }: Pick<Draft, 'tab' | 'strategy'>,
): FilterSetting | undefined {
	return tab === 'free'
		? undefined
		: settings.find((setting) => setting.is_branded && setting.tab === tab && strategyOf(setting.timeframes)?.name === strategy);
}

/** Creates a draft of a new filter with the same conditions and without a name. */
export function copyDraft(draft: Draft): Draft {
	return { ...draft, id: undefined, branded: false, name: '' };
}

export function getDepth({ entries }: Pick<Draft, 'entries'>, sector: SectorKey, timeframe: Timeframe): number {
	return entries.find((entry) => entry.sector === sector && entry.timeframe === timeframe)?.value ?? 0;
}

const MAX_DEPTH = 5;

/** Sets the depth of one cell. Values above 5 become 0, and a value of 0 removes the condition. */
export function withDepth(draft: Draft, sector: SectorKey, timeframe: Timeframe, value: number): Draft {
	return {
		...draft,
		entries: normalizeEntries([
			...draft.entries.filter((entry) => entry.sector !== sector || entry.timeframe !== timeframe),
			{ sector, timeframe, value: value > MAX_DEPTH ? 0 : Math.max(0, value) },
		]),
	};
}

/** The timeframes that the editor shows initially. */
const INITIAL_COLUMNS: Record<StrategyName, readonly TimeframeIndex[]> = { first: [0, 2], second: [3], third: [4] };

/** Returns the timeframes of the grid's columns, shortest first. Unless `showAll` is set, only the initial ones and those with a condition. */
export function columnsOf({ strategy, entries }: Pick<Draft, 'strategy' | 'entries'>, showAll: boolean): Timeframe[] {
	const { rated: ratedTimeframes, higher } = strategyNamed(strategy);
	const conditionTimeframes = entries.map(({ timeframe }) => timeframeIndex(timeframe));
	const visibleTimeframes = showAll ? [...ratedTimeframes, ...higher] : [...INITIAL_COLUMNS[strategy], ...conditionTimeframes];
	return [...new Set(visibleTimeframes)].sort((a, b) => a - b).map((index) => TIMEFRAMES[index].name);
}

type FilterBody = InputOf<Contract['filters']['createFilter']>['body'];

/** Returns all conditions that a match must meet. */
export function conditionsOf(draft: Pick<Draft, 'entries' | 'information' | 'groups'>): Conditions {
	return { entries: draft.entries, groups: joinInformation(draft) };
}

/** Converts a draft to a request body. The body has version 1 if the draft has no groups and was never saved with groups. */
export function toRequestBody(draft: Draft): FilterBody {
	const { entries, groups } = normalizeConditions(conditionsOf(draft));
	const version = groups ? 2 : draft.version;
	return {
		...(version > 1 ? { version, groups: copyGroups(groups) } : {}),
		tab: draft.tab,
		timeframes: strategyTimeframes(draft),
		filters: [...entries],
		name: draft.name.trim(),
		operation: draft.operation,
		comment: draft.comment,
	};
}

/** Returns whether saving the draft would change anything. */
export function isChanged(draft: Draft, saved: FilterSetting | undefined): boolean {
	return saved === undefined || JSON.stringify(toRequestBody(draft)) !== JSON.stringify(toRequestBody(toDraft(saved)));
}

/** The condition that an add button creates. The reader then edits it. */
export const DEFAULT_TEST: FilterEntry = { sector: 'volume', timeframe: 'one_hour', value: 2 };

/** Copies the list with one item replaced, or removed if `item` is undefined. */
export function withItem<T>(items: readonly T[], at: number, item: T | undefined): T[] {
	return items.flatMap((existing, i) => (i !== at ? [existing] : item === undefined ? [] : [item]));
}

export function withTest<G extends TestGroup>(group: G, test: GroupTest): G {
	return { ...group, filters: [...group.filters, test] };
}

export function withInnerGroup(group: FilterGroup): FilterGroup {
	return { ...group, groups: [...group.groups, { match: group.match === 'all' ? 'any' : 'all', filters: [DEFAULT_TEST] }] };
}

/** A filter's groups without the public information that every match must have. The editor shows that test separately. */
interface SplitGroups {
	readonly information: InformationChoice | undefined;
	readonly groups: readonly FilterGroup[];
}

/** Moves the public information out of the first 'all' group that has exactly one such test. */
function splitInformation(groups: readonly FilterGroup[]): SplitGroups {
	const at = groups.findIndex(({ match, filters }) => match === 'all' && filters.filter(isInformation).length === 1);
	const group = groups[at];
	const test = group?.filters.find(isInformation);
	if (!group || !test) return { information: undefined, groups };
	const filters = group.filters.filter((other) => other !== test);
	const isEmpty = filters.length + group.groups.length === 0;
	return { information: test.information, groups: withItem(groups, at, isEmpty ? undefined : { ...group, filters }) };
}

function joinInformation({ information, groups }: SplitGroups): readonly FilterGroup[] {
	return information === undefined ? groups : [{ match: 'all', filters: [{ information }], groups: [] }, ...groups];
}
