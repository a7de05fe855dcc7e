import type { AnswerOf } from '@sw/contract/base/define';
import type { Contract } from '@sw/contract/index';
import { formatCondition } from '@sw/domain/filters/entries';
import { formatGroups } from '@sw/domain/filters/group-text';
import { formatRate } from '@sw/domain/signals/rate-words';
import { candidateDirection, candidateLabel, type Operation } from '@sw/domain/signals/sector';
import { createWheelModel, type WheelModel } from '@sw/domain/signals/wheel/model';
import { wheelSentence } from '@sw/domain/signals/wheel/words';
import { strategyNamed } from '@sw/domain/time/timeframe';
import { queryOptions } from '@tanstack/react-query';
import { listStateOf } from '../../entities/filters/filter-list-state.ts';
import type { FilterSetting } from '../../entities/filters/saved-filters.ts';
import { formatChanges, hasSameTickers } from '../../entities/readings/changes.ts';
import type { Api } from '../../lib/api/client.ts';
import type { WorkspaceListAnswer } from '../../lib/api/types.ts';
import { directionOf, formatCap, formatChange } from '../../lib/format/numbers.ts';
import { etClock, msOf } from '../../lib/format/times.ts';
import { words } from './words.ts';

/** A match prepared for display. */
export interface TargetRow {
	id: number;
	place: number;
	ticker: string;
	name: string;
	cap: string;
	rate: number;
	change: { text: string; direction: 'up' | 'down' | 'flat' } | undefined;
	wheel: WheelModel;
	/** Description of the wheel, for screen readers. */
	sentence: string;
	/** Number of places gained since the previous report (negative: lost); 'new' if the previous list didn't have the ticker. */
	moved: 'new' | number;
}

const RATED_RING_COUNT = 3;

/** Computes the places gained (positive) or lost; 'new' if the previous list didn't have the ticker. 0 without a previous report. */
export function computePlacesGained(place: number, previousPlace: number | null | undefined, hasPrevious: boolean): TargetRow['moved'] {
	if (!hasPrevious) return 0;
	return previousPlace == null ? 'new' : previousPlace - place;
}

export function toTargetRows(setting: FilterSetting, { list, changes }: TargetList): TargetRow[] {
	const state = listStateOf(setting);
	return list.items.slice(0, SHOWN_MATCHES).map((card, at) => {
		const side: Operation = sideOf(setting, state.timeframe, card.operation);
		const wheel = createWheelModel(
			card.sectors.map((sector) => ({ ...sector, intersections: sector.intersections.slice(0, RATED_RING_COUNT) })),
			strategyNamed(state.strategy),
			candidateDirection(card.tab_type, side),
		);
		const title = {
			ticker: card.ticker,
			candidate: candidateLabel(card.tab_type, side),
			rate: formatRate(card.weighted_sum, card.rate_scale),
		};
		return {
			id: card.ticker_id,
			place: at + 1,
			ticker: card.ticker,
			name: card.name,
			cap: formatCap(card.capitalization),
			rate: card.weighted_sum,
			change: card.price_change === null ? undefined : { text: formatChange(card.price_change), direction: directionOf(card.price_change) },
			wheel,
			sentence: wheelSentence(title, wheel),
			moved: computePlacesGained(at + 1, changes.target?.places[at], changes.since !== null),
		};
	});
}

/** Describes the changes since the previous report in two lines: a summary with counts, and the names of the tickers. */
export function formatTargetChanges({ list, changes }: TargetList): { changed: boolean; summary: string; detail: string } {
	if (changes.since === null) return { changed: false, summary: words.noneBefore, detail: '' };
	const { entered, left, target } = changes;
	const previousClock = etClock(msOf(changes.since));
	if (hasSameTickers(changes) && changes.moved.length === 0)
		return { changed: false, summary: words.unchanged, detail: words.same(list.total_count, previousClock) };
	const detail = [
		entered.length > 0 ? words.in(formatNames(target?.entered ?? [], entered.length)) : '',
		left.length > 0 ? words.out(formatNames(target?.left ?? [], left.length)) : '',
	];
	return { changed: true, summary: formatChanges(changes), detail: detail.filter((line) => line !== '').join(' · ') };
}

/** Joins names: 'DELAR, NES, 4 more'. */
function formatNames(names: readonly string[], total: number): string {
	return [...names, ...(total > names.length ? [words.andMore(total - names.length)] : [])].join(', ');
}

export type ListChanges = AnswerOf<Contract['signals']['sectorChartChanges']>;

/** Number of matches that a target list shows. */
export const SHOWN_MATCHES = 5;

export interface TargetList {
	list: WorkspaceListAnswer;
	changes: ListChanges;
}

type TargetFilter = Pick<FilterSetting, 'id' | 'tab' | 'timeframes' | 'operation' | 'filters' | 'groups' | 'orientation'>;

/** Builds a query key from every part of the filter that changes the result. */
export function buildTargetKey({ id, tab, timeframes, operation, filters, groups, orientation }: TargetFilter) {
	return {
		filterId: id,
		tabType: tab,
		timeframes: timeframes.join(),
		operation,
		conditions: filters.map(formatCondition).join(),
		...(groups.length > 0 ? { groups: formatGroups(groups) } : {}),
		orientationFilterSettings: orientation.map(({ timeframe, operation: side }) => `${timeframe}.${side}`).join(),
		take: SHOWN_MATCHES,
	};
}

/**
 * Requests the first matches of a saved filter in the newest report, and the changes since the previous report. The filter's own tab, timeframes and
 * direction apply.
 */
export function targetQuery(api: Api, setting: TargetFilter) {
	return queryOptions({
		queryKey: ['targets', buildTargetKey(setting)],
		queryFn: async (): Promise<TargetList> => {
			const query = { filter: setting.id, ticker_type: 'all' } as const;
			const list = await api.signals.sectorCharts({ query: { ...query, max: SHOWN_MATCHES } });
			// Asks for the changes of the list's report, because a newer report may have been published in the meantime.
			const date = list.time === null ? {} : { date: list.time };
			return { list, changes: await api.signals.sectorChartChanges({ query: { ...query, first: SHOWN_MATCHES, ...date } }) };
		},
	});
}

/** Returns the direction of a filter's cards on a timeframe. Without call or put conditions there, the list's direction applies. */
function sideOf({ orientation }: Pick<FilterSetting, 'orientation'>, timeframe: string, listDirection: Operation): Operation {
	return orientation.find((entry) => entry.timeframe === timeframe)?.operation ?? listDirection;
}
