import type { LinkProps } from '@tanstack/react-router';
import { writeListState } from './search.ts';
import type { ListState } from './state.ts';

/** Pages that hold a ranked list. */
export type ListHome = '/' | '/main' | '/reports' | '/favourites';

/** The address of a list. On report pages the path contains the report. */
export function listLink(home: ListHome, state: ListState): LinkProps {
	if (home !== '/reports' || state.report === undefined) return { to: home, search: writeListState(state) };
	return { to: '/reports/$report', params: { report: state.report }, search: writeListState({ ...state, report: undefined }) };
}
