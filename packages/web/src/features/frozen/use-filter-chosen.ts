import type { Tab } from '@sw/domain/signals/sector';
import { useSyncExternalStore } from 'react';
import { filterChosen } from '../../entities/list-state/session-filters.ts';

const never = () => () => {};

/** The filter the reader last chose in a tab; undefined on the server, which doesn't know the browser's session storage. */
export const useFilterChosen = (tab: Tab): number | undefined =>
	useSyncExternalStore(
		never,
		() => filterChosen(tab),
		() => undefined,
	);
