import type { AnswerOf } from '@sw/contract/base/define';
import type { Contract } from '@sw/contract/index';
import { conditionText } from '@sw/domain/filters/condition-text';
import { groupsText } from '@sw/domain/filters/group-text';
import type { Operation } from '@sw/domain/signals/sector';
import { queryOptions } from '@tanstack/react-query';
import type { FilterSetting } from '../../entities/filters/saved-filters.ts';
import type { Api } from '../../lib/api/client.ts';
import type { WorkspaceListAnswer } from '../../lib/api/types.ts';

export type ListChanges = AnswerOf<Contract['signals']['sectorChartChanges']>;

/** Number of matches in a target list. */
export const TAKE = 5;

export interface TargetList {
	list: WorkspaceListAnswer;
	changes: ListChanges;
}

type TargetFilter = Pick<FilterSetting, 'id' | 'tab' | 'timeframes' | 'operation' | 'filters' | 'groups' | 'orientation'>;

/** Identifies a target list by every part of its filter that changes the result. */
export function targetKey({ id, tab, timeframes, operation, filters, groups, orientation }: TargetFilter) {
	return {
		filterId: id,
		tabType: tab,
		timeframes: timeframes.join(),
		operation,
		conditions: filters.map(conditionText).join(),
		...(groups.length > 0 ? { groups: groupsText(groups) } : {}),
		orientationFilterSettings: orientation.map(({ timeframe, operation: side }) => `${timeframe}.${side}`).join(),
		take: TAKE,
	};
}

/**
 * The first matches of a saved filter in the newest report, and the changes of its list since the previous one. Its own tab, timeframes and
 * direction apply.
 */
export function targetQuery(api: Api, setting: TargetFilter) {
	return queryOptions({
		queryKey: ['targets', targetKey(setting)],
		queryFn: async (): Promise<TargetList> => {
			const query = { filter: setting.id, ticker_type: 'all' } as const;
			const list = await api.signals.sectorCharts({ query: { ...query, max: TAKE } });
			// By name: meanwhile another report may have come.
			const date = list.time === null ? {} : { date: list.time };
			return { list, changes: await api.signals.sectorChartChanges({ query: { ...query, first: TAKE, ...date } }) };
		},
	});
}

/** The direction of a filter's cards on a timeframe: from its call and put conditions, or else that of its list. */
export function sideOf({ orientation }: Pick<FilterSetting, 'orientation'>, timeframe: string, list: Operation): Operation {
	return orientation.find((one) => one.timeframe === timeframe)?.operation ?? list;
}
