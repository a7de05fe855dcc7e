import { type QueryClient, queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { useRouteContext } from '@tanstack/react-router';
import { useCallback, useEffect } from 'react';
import { ApiError } from '../../lib/api/api-error.ts';
import type { Api } from '../../lib/api/client.ts';
import { snack } from '../../ui/snackbars/snack.ts';
import { rememberFilter } from './session-filters.ts';
import { putSettings, type SettingsEntry, unsavedSettings } from './settings.ts';
import { createSettingsKeeper, type SettingsKeeper } from './settings-keeper.ts';
import type { ListState } from './state.ts';

import { settingsWords as words } from './words.ts';

/** Stored list settings; 'No settings found' is an empty answer, not a failure. */
export function settingsQuery(api: Api) {
	return queryOptions({
		queryKey: ['filters', 'settings'],
		queryFn: async (): Promise<SettingsEntry[]> => {
			try {
				return (await api.filters.listSettings()).settings;
			} catch (error) {
				if (error instanceof ApiError && error.status === 404) return [];
				throw error;
			}
		},
		staleTime: Number.POSITIVE_INFINITY,
		// Choices made while no list is open must be kept until one is.
		gcTime: Number.POSITIVE_INFINITY,
	});
}

/** Other tabs of the browser are updated immediately when a setting is saved or cleared. */
const CHANNEL = 'signalwheel-choices';

interface Shared {
	keeper: SettingsKeeper;
	notify(entry: SettingsEntry): void;
}

/** One per page load. */
const shared = new WeakMap<QueryClient, Shared>();

/** Stored list settings, and saving a reader's choices. Merely opening a list saves nothing. */
export function useKeptSettings(): { kept: readonly SettingsEntry[]; remember: (state: ListState) => void } {
	const { api } = useRouteContext({ from: '__root__' });
	const queryClient = useQueryClient();
	const { data } = useQuery(settingsQuery(api));
	useEffect(() => void share(queryClient, api), [queryClient, api]);
	const remember = useCallback(
		(state: ListState) => {
			rememberFilter(state);
			const { queryKey } = settingsQuery(api);
			const known = queryClient.getQueryData(queryKey);
			const entry = known && unsavedSettings(state, known);
			if (!entry) return;
			queryClient.setQueryData(queryKey, putSettings(known, entry));
			const { keeper, notify } = share(queryClient, api);
			keeper.keep(entry);
			notify(entry);
		},
		[api, queryClient],
	);
	return { kept: data ?? [], remember };
}

function share(queryClient: QueryClient, api: Api): Shared {
	const known = shared.get(queryClient);
	if (known) return known;
	const keeper = createSettingsKeeper({
		send: (settings) => api.filters.saveListSettings({ body: { settings } }),
		after: (ms, callback) => {
			const timer = setTimeout(callback, ms);
			return () => clearTimeout(timer);
		},
		onFirstKept: () => snack.info(words.settingsSaved, words.settingsSavedDetail),
		onFailed: () => snack.error(words.settingsFailed, words.settingsFailedDetail),
	});
	const channel = new BroadcastChannel(CHANNEL);
	channel.onmessage = ({ data }: MessageEvent<SettingsEntry>) =>
		queryClient.setQueryData(settingsQuery(api).queryKey, (kept) => kept && putSettings(kept, data));
	addEventListener('pagehide', keeper.flush);
	const made = { keeper, notify: (entry: SettingsEntry) => channel.postMessage(entry) };
	shared.set(queryClient, made);
	return made;
}
