import { TABS } from '@sw/domain/signals/sector';
import { useQueries } from '@tanstack/react-query';
import { useRouteContext } from '@tanstack/react-router';
import { type SettingsEntry, tabAsLeft } from '../../entities/list-state/settings.ts';
import type { ListState } from '../../entities/list-state/state.ts';
import { deskListQuery } from '../../entities/readings/list-queries.ts';
import type { Wanted } from '../../entities/readings/wanted.ts';

/** How many tickers each tab has in the report that is being read, as the way to it would open it. */
export const useTabCounts = (
	state: ListState,
	kept: readonly SettingsEntry[],
	wanted: Wanted | undefined,
): ReadonlyMap<string, number> | undefined => {
	const { api } = useRouteContext({ from: '__root__' });
	const enabled = state.counts && wanted !== undefined;
	const answers = useQueries({
		queries: TABS.map(({ name }) => ({
			...deskListQuery(api, tabAsLeft(state, name, kept), wanted ?? { reading: null, date: undefined, version: undefined }),
			enabled,
		})),
	});
	if (!enabled) return undefined;
	return new Map(TABS.flatMap(({ name }, i) => (answers[i]?.data ? [[name, answers[i].data.total_count] as const] : [])));
};
