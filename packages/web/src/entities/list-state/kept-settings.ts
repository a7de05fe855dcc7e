import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { useRouteContext } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { ApiError } from '../../lib/api/api-error.ts';
import type { Api } from '../../lib/api/client.ts';
import { snack } from '../../ui/snack.ts';
import { putSettings, type SettingsEntry, unsaved } from './settings.ts';
import type { ListState } from './state.ts';
import { settingsWords as words } from './words.ts';

/** Quiet time after the last change before settings are sent. */
export const SAVE_AFTER_MS = 1_000;

/** How the lists were left; 'No settings found' is an empty answer, not a failure. */
export const settingsQuery = (api: Api) =>
	queryOptions({
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
	});

/** Keeps how the list is left, a second after the last change, for its tab and timeframes, where `keeping`; answers what is kept. */
export const useKeptSettings = (state: ListState, keeping: boolean): readonly SettingsEntry[] => {
	const { api } = useRouteContext({ from: '__root__' });
	const queryClient = useQueryClient();
	const { data: kept } = useQuery(settingsQuery(api));
	const entry = keeping && kept ? unsaved(state, kept) : undefined;
	const wanted = entry && JSON.stringify(entry);
	const send = useRef<() => void>(undefined);

	// Who leaves within the second has left the list like that all the same. It stands first, so that it runs before the other is cleared.
	useEffect(() => () => send.current?.(), []);

	useEffect(() => {
		if (wanted === undefined) return undefined;
		const settings = JSON.parse(wanted) as SettingsEntry;
		send.current = () => {
			send.current = undefined;
			queryClient.setQueryData(settingsQuery(api).queryKey, (old = []) => putSettings(old, settings));
			api.filters.saveListSettings({ body: { settings: [settings] } }).then(
				() => snack.info(words.settingsSaved, words.settingsSavedDetail),
				() => snack.error(words.settingsFailed, words.settingsFailedDetail),
			);
		};
		const timer = setTimeout(() => send.current?.(), SAVE_AFTER_MS);
		return () => {
			clearTimeout(timer);
			send.current = undefined;
		};
	}, [wanted, api, queryClient]);
	return kept ?? [];
};
