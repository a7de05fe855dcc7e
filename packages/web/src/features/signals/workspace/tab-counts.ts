import { TABS, type Tab } from '@sw/domain/signals/sector';
import { useQuery } from '@tanstack/react-query';
import { useRouteContext } from '@tanstack/react-router';
import { restoreTab, type SettingsEntry } from '../../../entities/list-state/settings.ts';
import type { ListState } from '../../../entities/list-state/state.ts';
import { workspaceListQuery } from '../../../entities/readings/list-queries.ts';
import type { RequestedReport } from '../../../entities/readings/requested-report.ts';

const NOTHING: RequestedReport = { reading: null, date: undefined, version: undefined };

/**
 * Number of tickers in each tab in the open report, with the settings its link would open. One query per tab: batched queries need their own code.
 */
export function useTabCounts(
	state: ListState,
	kept: readonly SettingsEntry[],
	wanted: RequestedReport | undefined,
): ReadonlyMap<string, number> | undefined {
	const enabled = state.counts && wanted !== undefined;
	const counts: Readonly<Record<Tab, number | undefined>> = {
		extreme_rise: useCount(restoreTab(state, 'extreme_rise', kept), wanted, enabled),
		extreme_fall: useCount(restoreTab(state, 'extreme_fall', kept), wanted, enabled),
		coiled_spring: useCount(restoreTab(state, 'coiled_spring', kept), wanted, enabled),
		free: useCount(restoreTab(state, 'free', kept), wanted, enabled),
	};
	if (!enabled) return undefined;
	return new Map(TABS.flatMap(({ name }) => (counts[name] === undefined ? [] : [[name, counts[name]] as const])));
}

function useCount(state: ListState, wanted: RequestedReport | undefined, enabled: boolean): number | undefined {
	const { api } = useRouteContext({ from: '__root__' });
	return useQuery({ ...workspaceListQuery(api, state, wanted ?? NOTHING), enabled }).data?.total_count;
}
