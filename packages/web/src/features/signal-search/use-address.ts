import { type LinkProps, useNavigate } from '@tanstack/react-router';
import { type SearchState, writeSearchState } from './search-state.ts';

/** Link to a state of the page. */
export function searchLink(state: SearchState) {
	return { to: '/signal-search', search: writeSearchState(state) } satisfies Pick<LinkProps, 'to' | 'search'>;
}

/** Returns a function that sets the state in the address, without a new history entry. */
export function useAddress() {
	const navigate = useNavigate();
	return (state: SearchState, replace = true): void => void navigate({ ...searchLink(state), replace, resetScroll: false });
}
