import { TABS, type Tab } from '@sw/domain/signals/sector';
import { STRATEGIES, type StrategyName } from '@sw/domain/time/timeframe';
import type { FilterNarrowing } from '../../entities/filters/saved-filters.ts';
import { toDotted } from '../../lib/query-grammar.ts';
import { asOneOf, queryReader } from '../../lib/query-reader.ts';

/** Address keys of the list of filters; `edit` opens one of them. */
export const NARROWING_KEYS = ['tabType', 'strategyTimeframe', 'favorite', 'dislike', 'edit'] as const;

export type NarrowingSearch = { [K in (typeof NARROWING_KEYS)[number]]?: string };

export function readNarrowing(search: NarrowingSearch): FilterNarrowing {
	const read = queryReader({ ...search });
	return {
		tab: read.one<Tab | undefined>('tabType', asOneOf(TABS.map(({ name }) => name)), undefined),
		timeframes: read.one<StrategyName | undefined>('strategyTimeframe', asOneOf(STRATEGIES.map(({ name }) => name)), undefined),
		favorite: read.flag('favorite'),
		dislike: read.flag('dislike'),
	};
}

export function writeNarrowing({ tab, timeframes, favorite, dislike }: FilterNarrowing): NarrowingSearch {
	return toDotted({ tabType: tab, strategyTimeframe: timeframes, favorite: favorite || undefined, dislike: dislike || undefined });
}
