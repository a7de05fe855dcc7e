import { SCOPES, type ScopeName } from '../../entities/frozen/scopes.ts';
import { type ListSearch, listSearch, readListState, writeListState } from '../../entities/list-state/search.ts';
import type { ListState } from '../../entities/list-state/state.ts';
import { type InvalidValue, queryReader, readOneOf, toDotted } from '../../lib/address/query-grammar.ts';
import { pickKeys } from '../../lib/address/search-params.ts';

/** The state in the frozen list's address: which frozen tickers are shown, and in which list's reading. */
export interface FrozenState {
	list: ListState;
	scope: ScopeName;
}

export type FrozenSearch = ListSearch & { scope?: string | string[] };

export function frozenSearch(search: Record<string, unknown>): FrozenSearch {
	return { ...listSearch(search), ...pickKeys(search, ['scope']) };
}

/** The filter scope needs a filter: nothing is shown until one is chosen. */
export function readFrozenState(search: FrozenSearch): { state: FrozenState; refused: InvalidValue[] } {
	const { state: list, refused } = readListState(search);
	const read = queryReader(search);
	return { state: { list, scope: read.one('scope', readOneOf(SCOPES), 'all') }, refused: [...refused, ...read.refused] };
}

export function writeFrozenState({ list, scope }: FrozenState): FrozenSearch {
	return {
		...writeListState(list),
		...toDotted({ scope: scope === 'all' ? undefined : scope }),
	};
}
