import { SCOPES, type ScopeName } from '../../entities/frozen/scopes.ts';
import { type ListSearch, pickListSearch, readListState, writeListState } from '../../entities/list-state/search.ts';
import type { ListState } from '../../entities/list-state/state.ts';
import { createQueryReader, type InvalidValue, readOneOf, toDotted } from '../../lib/address/query-grammar.ts';
import { pickKeys } from '../../lib/address/search-params.ts';

/** State of the frozen page, as in the URL: the scope, and the list whose report and settings apply. */
export interface FrozenState {
	list: ListState;
	scope: ScopeName;
}

export type FrozenSearch = ListSearch & { scope?: string | string[] };

export function pickFrozenSearch(search: Record<string, unknown>): FrozenSearch {
	return { ...pickListSearch(search), ...pickKeys(search, ['scope']) };
}

export function readFrozenState(search: FrozenSearch): { state: FrozenState; refused: InvalidValue[] } {
	const { state: list, refused } = readListState(search);
	const reader = createQueryReader(search);
	return { state: { list, scope: reader.one('scope', readOneOf(SCOPES), 'all') }, refused: [...refused, ...reader.invalid] };
}

export function writeFrozenState({ list, scope }: FrozenState): FrozenSearch {
	return {
		...writeListState(list),
		...toDotted({ scope: scope === 'all' ? undefined : scope }),
	};
}
