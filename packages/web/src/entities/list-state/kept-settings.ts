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

/** Quiet time after the last change before settings are sent. */
export const SAVE_AFTER_MS = 1_000;

interface KeeperParts {
	send(entries: SettingsEntry[]): Promise<unknown>;
	/** Calls back once; the returned function cancels it. */
	after(ms: number, callback: () => void): () => void;
	/** The first time a setting is saved; later saves aren't announced. */
	onFirstKept(): void;
	onFailed(): void;
}

/** Sends the list settings a second after the last choice, for each tab and set of timeframes. */
export function createSettingsKeeper({ send, after, onFirstKept, onFailed }: KeeperParts) {
	const waiting = new Map<string, SettingsEntry>();
	let cancel = (): void => {};
	let reported = false;

	/** Saves immediately, so that nothing is lost when the page is closed within that second. */
	const flush = (): void => {
		cancel();
		if (waiting.size === 0) return;
		const entries = [...waiting.values()];
		waiting.clear();
		send(entries).then(() => {
			if (!reported) onFirstKept();
			reported = true;
		}, onFailed);
	};

	return {
		keep(entry: SettingsEntry): void {
			waiting.set(placeOf(entry), entry);
			cancel();
			cancel = after(SAVE_AFTER_MS, flush);
		},
		flush,
	};
}

function placeOf({ tab, timeframes }: SettingsEntry): string {
	return `${tab} ${timeframes.join()}`;
}

type SettingsKeeper = ReturnType<typeof createSettingsKeeper>;

type Numbers = Readonly<Record<string, number>>;

/** The filter last chosen in a tab in this browser session; undefined after it was cleared. */
export function filterChosen(tab: Tab): number | undefined {
	return numbersIn(readSessionItem('selectFilterSettings'))[tab];
}

/** Numbers by name; other values are dropped. */
function numbersIn(value: unknown): Numbers {
	return Object.fromEntries(Object.entries(typeof value === 'object' && value !== null ? value : {}).filter((pair) => isWhole(pair[1])));
}

function isWhole(value: unknown): value is number {
	return Number.isInteger(value) && (value as number) >= 1;
}

export function rememberFilter({ tab, filter }: Pick<ListState, 'tab' | 'filter'>): void {
	change('selectFilterSettings', tab, filter);
}

function change(key: 'selectFilterSettings' | 'pagesFilterSettings', name: string, value: number | undefined): void {
	const { [name]: _, ...others } = numbersIn(readSessionItem(key));
	writeSessionItem(key, value === undefined ? others : { ...others, [name]: value });
}

/** The page on which a filter's list was left; it reopens there when the filter is chosen again. */
export function pageOfFilter(filter: number): number {
	return numbersIn(readSessionItem('pagesFilterSettings'))[String(filter)] ?? 1;
}

export function rememberPage({ filter, page }: Pick<ListState, 'filter' | 'page'>): void {
	if (filter !== undefined) change('pagesFilterSettings', String(filter), page > 1 ? page : undefined);
}
