import type { QueryClient } from '@tanstack/react-query';
import type { Api } from '../../lib/api/client.ts';
import { snack } from '../../ui/snackbars/snack.ts';
import { words } from '../../ui/words.ts';
import { type FilterList, filtersQuery } from './saved-filters.ts';

/** Switches a filter's alerts. The change shows immediately; the response then confirms or corrects it. On failure it is undone with a message. */
export async function switchFilterAlerts(api: Api, queryClient: QueryClient, id: number, enabled: boolean): Promise<void> {
	const { queryKey } = filtersQuery(api);
	const setCached = (isOn: boolean): void =>
		// Updates all cached lists of filters, with any parameters.
		void queryClient.setQueriesData<FilterList>(
			{ queryKey: [...queryKey] },
			(list) => list && { ...list, items: list.items.map((item) => (item.id === id ? { ...item, feed: isOn } : item)) },
		);
	setCached(enabled);
	try {
		setCached((await api.filters.feedFilter({ params: { id }, body: { feed: enabled } })).feed);
	} catch (error) {
		setCached(!enabled);
		snack.error(words.failed, error instanceof Error ? error.message : '');
	}
}
