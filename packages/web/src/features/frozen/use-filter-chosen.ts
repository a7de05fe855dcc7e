import type { Tab } from '@sw/domain/signals/sector';
import { useSyncExternalStore } from 'react';
import { filterChosen } from '../../entities/list-state/session-filters.ts';

const never = () => () => {};

/** The filter that the reader chose last in a tab; the server, which knows no browser's session, knows none. */
export const useFilterChosen = (tab: Tab): number | undefined =>
	useSyncExternalStore(
		never,
		() => filterChosen(tab),
		() => undefined,
	);
