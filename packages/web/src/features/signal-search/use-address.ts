import { type LinkProps, useNavigate } from '@tanstack/react-router';
import { type SearchState, writeSearchState } from './search-state.ts';

/** The page at a state, as a link. */
export const searchLink = (state: SearchState) =>
	({ to: '/signal-search', search: writeSearchState(state) }) satisfies Pick<LinkProps, 'to' | 'search'>;

/** What changes the address: `state` in its place, without a new entry in the browser's past. */
export const useAddress = () => {
	const navigate = useNavigate();
	return (state: SearchState, replace = true): void => void navigate({ ...searchLink(state), replace, resetScroll: false });
};
