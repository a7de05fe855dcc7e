import type { Card, WorkspaceListAnswer } from '../../../lib/api/types.ts';
import type { ListChanges, TargetList } from '../target-view.ts';

interface TargetListOverrides {
	items?: readonly Card[];
	total?: number;
	time?: string | null;
	since?: string | null;
	entered?: number[];
	left?: number[];
	moved?: number[];
	names?: { entered: string[]; left: string[] };
	places?: (number | null)[];
}

/** Creates a target list of the Extreme rise tab at 11:45 ET, with the changes since the report of 11:30 ET. */
export function targetList({ items = [], ...overrides }: TargetListOverrides = {}): TargetList {
	const total = overrides.total ?? items.length;
	const time = overrides.time === undefined ? '2026-06-30T15:45:00Z' : overrides.time;
	const list: WorkspaceListAnswer = {
		report: null,
		time,
		timeframes: ['fifteen_minutes', 'thirty_minutes', 'one_hour'],
		measured_timeframes: ['fifteen_minutes', 'thirty_minutes', 'one_hour'],
		tab_type: 'extreme_rise',
		operation: 'short',
		filter: 7,
		list_type: 'white_list',
		total_count: total,
		information: { with: 0, without: 0, unknown: total },
		items: [...items],
	};
	const changes: ListChanges = {
		time,
		since: overrides.since === undefined ? '2026-06-30T15:30:00Z' : overrides.since,
		entered: overrides.entered ?? [],
		left: overrides.left ?? [],
		moved: overrides.moved ?? [],
		target: {
			total,
			total_before: total,
			entered: overrides.names?.entered ?? [],
			left: overrides.names?.left ?? [],
			places: overrides.places ?? items.map((_, at) => at + 1),
		},
	};
	return { list, changes };
}
