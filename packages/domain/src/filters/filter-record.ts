import { tabOperation } from '../signals/sector.ts';
import type { Filter, FilterContent } from './filter.ts';
import { normalizeConditions } from './groups.ts';

type FilterCriteria = Pick<FilterContent, 'tab' | 'strategy' | 'operation' | 'entries' | 'groups'>;

/** Whether two filters have the same conditions; name, comment, alerts and the order of conditions are ignored. */
export function hasSameConditions(a: FilterCriteria, b: FilterCriteria): boolean {
	return conditionsKey(a) === conditionsKey(b);
}

function conditionsKey({ tab, strategy, operation, ...conditions }: FilterCriteria): string {
	const { entries, groups } = normalizeConditions(conditions);
	return JSON.stringify([tab, strategy, operation ?? tabOperation(tab), entries.map((e) => [e.sector, e.timeframe, e.value]), groups]);
}

/** Why a filter's own record begins at `conditionsAt`: the filter was saved at that time, its conditions were changed, or the reason is unknown. */
export const RECORD_START_REASONS = ['saved', 'changed', 'unknown'] as const;
export type RecordStartReason = (typeof RECORD_START_REASONS)[number];

export function findRecordStartReason({
	createdAt,
	conditionsAt,
	conditionsKnown,
}: Pick<Filter, 'createdAt' | 'conditionsAt' | 'conditionsKnown'>): RecordStartReason {
	if (!conditionsKnown) return 'unknown';
	return conditionsAt > createdAt ? 'changed' : 'saved';
}

/**
 * Whether a report was published live after the last change of a filter's conditions, both by the wall clock. Live reports without a publication time
 * are older than all others, so they don't count.
 */
export function isLiveAfter(
	{ reconstructed, publishedWall }: { readonly reconstructed: boolean; readonly publishedWall: number | null },
	conditionsChangedAt: number,
): boolean {
	return !reconstructed && publishedWall !== null && publishedWall > conditionsChangedAt;
}
