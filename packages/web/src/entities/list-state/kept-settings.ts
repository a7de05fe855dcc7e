import type { Tab } from '@sw/domain/signals/sector';
import { type QueryClient, queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { useRouteContext } from '@tanstack/react-router';
import { useCallback, useEffect } from 'react';
import { ApiError } from '../../lib/api/api-error.ts';
import type { Api } from '../../lib/api/client.ts';
import { readSessionItem, writeSessionItem } from '../../lib/storage/session-storage.ts';
import { snack } from '../../ui/snackbars/snack.ts';
import { putSettings, type SettingsEntry, unsavedSettings } from './settings.ts';
import type { ListState } from './state.ts';
import { settingsWords as words } from './words.ts';

/** Queries the stored list settings. The API responds with 404 if there are none. */
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
		// Keeps choices in the cache while no list is open.
		gcTime: Number.POSITIVE_INFINITY,
	});
}

/** Name of the channel that updates the browser's other tabs when a setting is saved or cleared. */
const CHANNEL = 'signalwheel-choices';

interface SharedSaver {
	saver: SettingsSaver;
	notify(entry: SettingsEntry): void;
}

/** One entry per query client, so one per page load. */
const sharedSavers = new WeakMap<QueryClient, SharedSaver>();

/** Returns the stored list settings, and a function that stores a reader's choices. Opening a list stores nothing. */
export function useStoredSettings(): { stored: readonly SettingsEntry[]; remember: (state: ListState) => void } {
	const { api } = useRouteContext({ from: '__root__' });
	const queryClient = useQueryClient();
	const { data } = useQuery(settingsQuery(api));
	useEffect(() => void getSharedSaver(queryClient, api), [queryClient, api]);
	const remember = useCallback(
		(state: ListState) => {
			rememberFilter(state);
			const { queryKey } = settingsQuery(api);
			const stored = queryClient.getQueryData(queryKey);
			const entry = stored && unsavedSettings(state, stored);
			if (!entry) return;
			queryClient.setQueryData(queryKey, putSettings(stored, entry));
			const { saver, notify } = getSharedSaver(queryClient, api);
			saver.add(entry);
			notify(entry);
		},
		[api, queryClient],
	);
	return { stored: data ?? [], remember };
}

function getSharedSaver(queryClient: QueryClient, api: Api): SharedSaver {
	const existing = sharedSavers.get(queryClient);
	if (existing) return existing;
	const saver = createSettingsSaver({
		send: (settings) => api.filters.saveListSettings({ body: { settings } }),
		schedule: (ms, callback) => {
			const timer = setTimeout(callback, ms);
			return () => clearTimeout(timer);
		},
		onFirstSave: () => snack.info(words.settingsSaved, words.settingsSavedDetail),
		onFailed: () => snack.error(words.settingsFailed, words.settingsFailedDetail),
	});
	const channel = new BroadcastChannel(CHANNEL);
	channel.onmessage = ({ data }: MessageEvent<SettingsEntry>) =>
		queryClient.setQueryData(settingsQuery(api).queryKey, (stored) => stored && putSettings(stored, data));
	addEventListener('pagehide', saver.flush);
	const sharedSaver = { saver, notify: (entry: SettingsEntry) => channel.postMessage(entry) };
	sharedSavers.set(queryClient, sharedSaver);
	return sharedSaver;
}

/** Time after the last change before the settings are sent. */
export const SAVE_DELAY_MS = 1_000;

interface SaverParts {
	send(entries: SettingsEntry[]): Promise<unknown>;
	/** Calls `callback` once. The returned function cancels this. */
	schedule(ms: number, callback: () => void): () => void;
	/** Called only after the first successful save. */
	onFirstSave(): void;
	onFailed(): void;
}

/** Collects changed list settings, one entry per tab and set of timeframes. Sends them a second after the last change. */
export function createSettingsSaver({ send, schedule, onFirstSave, onFailed }: SaverParts) {
	const pending = new Map<string, SettingsEntry>();
	let cancel = (): void => {};
	let hasNotified = false;

	/** Sends pending entries immediately, so that none is lost if the page is closed within that second. */
	const flush = (): void => {
		cancel();
		if (pending.size === 0) return;
		const entries = [...pending.values()];
		pending.clear();
		send(entries).then(() => {
			if (!hasNotified) onFirstSave();
			hasNotified = true;
		}, onFailed);
	};

	return {
		add(entry: SettingsEntry): void {
			pending.set(entryKey(entry), entry);
			cancel();
			cancel = schedule(SAVE_DELAY_MS, flush);
		},
		flush,
	};
}

function entryKey({ tab, timeframes }: SettingsEntry): string {
	return `${tab} ${timeframes.join()}`;
}

type SettingsSaver = ReturnType<typeof createSettingsSaver>;

type Numbers = Readonly<Record<string, number>>;

/** Returns the last filter chosen in a tab in this browser session; undefined if it was cleared. */
export function lastFilterOf(tab: Tab): number | undefined {
	return parseNumbers(readSessionItem('selectFilterSettings'))[tab];
}

/** Reads a stored object, and leaves out all values except positive whole numbers. */
function parseNumbers(value: unknown): Numbers {
	return Object.fromEntries(
		Object.entries(typeof value === 'object' && value !== null ? value : {}).filter((pair) => isPositiveInteger(pair[1])),
	);
}

function isPositiveInteger(value: unknown): value is number {
	return Number.isInteger(value) && (value as number) >= 1;
}

export function rememberFilter({ tab, filter }: Pick<ListState, 'tab' | 'filter'>): void {
	storeNumber('selectFilterSettings', tab, filter);
}

function storeNumber(key: 'selectFilterSettings' | 'pagesFilterSettings', name: string, value: number | undefined): void {
	const { [name]: _, ...remaining } = parseNumbers(readSessionItem(key));
	writeSessionItem(key, value === undefined ? remaining : { ...remaining, [name]: value });
}

/** Returns the page on which a filter's list was last open. Default: 1. */
export function pageOfFilter(filter: number): number {
	return parseNumbers(readSessionItem('pagesFilterSettings'))[String(filter)] ?? 1;
}

export function rememberPage({ filter, page }: Pick<ListState, 'filter' | 'page'>): void {
	if (filter !== undefined) storeNumber('pagesFilterSettings', String(filter), page > 1 ? page : undefined);
}
