import { TABS, type Tab } from '@sw/domain/signals/sector';
import { useQuery } from '@tanstack/react-query';
import { useRouteContext } from '@tanstack/react-router';
import { type SettingsEntry, tabAsLeft } from '../../entities/list-state/settings.ts';
import type { ListState } from '../../entities/list-state/state.ts';
import { deskListQuery } from '../../entities/readings/list-queries.ts';
import type { Wanted } from '../../entities/readings/wanted.ts';

const NOTHING: Wanted = { reading: null, date: undefined, version: undefined };

const useCount = (state: ListState, wanted: Wanted | undefined, enabled: boolean): number | undefined => {
	const { api } = useRouteContext({ from: '__root__' });
	return useQuery({ ...deskListQuery(api, state, wanted ?? NOTHING), enabled }).data?.total_count;
};

/**
 * Number of tickers in each tab in the open report, with the settings its link would open. One query per tab: batched queries need their own code.
 */
export const useTabCounts = (
	state: ListState,
	kept: readonly SettingsEntry[],
	wanted: Wanted | undefined,
): ReadonlyMap<string, number> | undefined => {
	const enabled = state.counts && wanted !== undefined;
	const counts: Readonly<Record<Tab, number | undefined>> = {
		extreme_rise: useCount(tabAsLeft(state, 'extreme_rise', kept), wanted, enabled),
		extreme_fall: useCount(tabAsLeft(state, 'extreme_fall', kept), wanted, enabled),
		coiled_spring: useCount(tabAsLeft(state, 'coiled_spring', kept), wanted, enabled),
		free: useCount(tabAsLeft(state, 'free', kept), wanted, enabled),
	};
	if (!enabled) return undefined;
	return new Map(TABS.flatMap(({ name }) => (counts[name] === undefined ? [] : [[name, counts[name]] as const])));
};
