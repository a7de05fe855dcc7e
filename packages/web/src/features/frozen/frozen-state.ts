import { SCOPES, type ScopeName } from '../../entities/frozen/scopes.ts';
import { type ListSearch, listSearch, readListState, writeListState } from '../../entities/list-state/search.ts';
import type { ListState } from '../../entities/list-state/state.ts';
import { toDotted } from '../../lib/query-grammar.ts';
import { asOneOf, queryReader, type Refusal } from '../../lib/query-reader.ts';
import { pick } from '../../lib/search-params.ts';

/** The state in the frozen list's address: which frozen tickers are shown, and in which list's reading. */
export interface FrozenState {
	list: ListState;
	scope: ScopeName;
}

export type FrozenSearch = ListSearch & { scope?: string | string[] };

export const frozenSearch = (search: Record<string, unknown>): FrozenSearch => ({ ...listSearch(search), ...pick(search, ['scope']) });

/** The filter scope needs a filter: nothing is shown until one is chosen. */
export const readFrozenState = (search: FrozenSearch): { state: FrozenState; refused: Refusal[] } => {
	const { state: list, refused } = readListState(search);
	const read = queryReader(search);
	return { state: { list, scope: read.one('scope', asOneOf(SCOPES), 'all') }, refused: [...refused, ...read.refused] };
};

export const writeFrozenState = ({ list, scope }: FrozenState): FrozenSearch => ({
	...writeListState(list),
	...toDotted({ scope: scope === 'all' ? undefined : scope }),
});
