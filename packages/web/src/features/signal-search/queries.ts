import type { AnswerOf, InputOf } from '@sw/contract/base/define';
import type { Contract } from '@sw/contract/index';
import { isoSeconds } from '@sw/domain/time/format';
import { strategyOf } from '@sw/domain/time/timeframe';
import { exchangeDate, SECOND } from '@sw/domain/time/units';
import { addDays, newYorkDate } from '@sw/domain/time/zone';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { strategyTimeframes } from '../../entities/list-state/settings.ts';
import type { Api } from '../../lib/api/client.ts';
import { etMidnight, msOf } from '../../lib/format/times.ts';
import { LOOK_MS, REFRESH_MS } from '../../lib/refresh.ts';
import { NOTHING_STATED, type SearchState, type Stated } from './search-state.ts';

type Research = Contract['research'];
export type SearchTask = AnswerOf<Research['searchTasks']>['items'][number];
export type FullTask = AnswerOf<Research['searchTask']>;
export type Part = AnswerOf<Research['searchParts']>['items'][number];

export const PARTS_SHOWN = 25;

export function isUnderWay({ state }: Pick<SearchTask, 'state'>): boolean {
	return state === 'waiting' || state === 'running';
}

/** The reader's searches; polled faster while one is running. */
export function tasksQuery(api: Api) {
	return queryOptions({
		queryKey: ['signal search', 'tasks'],
		queryFn: () => api.research.searchTasks(),
		refetchInterval: ({ state }) => (state.data?.items.some(isUnderWay) ? LOOK_MS : REFRESH_MS),
		staleTime: 0,
	});
}

export function taskQuery(api: Api, id: number) {
	return queryOptions({
		queryKey: ['signal search', 'task', id],
		queryFn: () => api.research.searchTask({ params: { id } }),
		refetchInterval: ({ state }) => (state.data === undefined || isUnderWay(state.data) ? LOOK_MS : REFRESH_MS),
		staleTime: 0,
	});
}

/** One page of the occurrences a search has found so far. */
export function partsQuery(api: Api, { id, scanned_until }: Pick<SearchTask, 'id' | 'scanned_until'>, { sort, dir, page }: SearchState) {
	const query = { task: id, sort_by: sort, sort_dir: dir, skip: (page - 1) * PARTS_SHOWN, max: PARTS_SHOWN };
	return queryOptions({
		queryKey: ['signal search', 'parts', query, scanned_until],
		queryFn: () => api.research.searchParts({ query }),
		placeholderData: keepPreviousData,
	});
}

export function partQuery(api: Api, id: number) {
	return queryOptions({ queryKey: ['signal search', 'part', id], queryFn: () => api.research.searchPart({ params: { id } }) });
}

type Body = InputOf<Contract['research']['createSearchTask']>['body'];

/** Request body for a question. Dates become instants, and the last day ends with its last second. */
export function bodyOf({ tab, strategy, entries, sectors, from, to }: Stated) {
	return {
		tab,
		timeframes: strategyTimeframes({ strategy }),
		filters: entries.map(({ sector, timeframe, value }) => ({ sector, timeframe, value })),
		...(sectors.length > 0 ? { sector_types: [...sectors] } : {}),
		...(from === undefined ? {} : { from: etMidnight(from) }),
		to: to === undefined ? null : isoSeconds(msOf(etMidnight(addDays(exchangeDate(to), 1))) - SECOND),
	} satisfies Body;
}

type Question = Pick<SearchTask['question'], 'tab' | 'timeframes' | 'filters' | 'from' | 'to'> & {
	sector_types: readonly Stated['sectors'][number][];
};

/** The edited question that corresponds to a stored one. */
export function statedBy({ tab, timeframes, filters, sector_types, from, to }: Question): Stated {
	return {
		tab,
		strategy: strategyOf(timeframes)?.name ?? 'first',
		entries: filters,
		sectors: sector_types,
		from: newYorkDate(msOf(from)),
		to: to === null ? undefined : newYorkDate(msOf(to)),
	};
}

/** The changes from a stored question to an edited one. Unchanged days are left out, because the stored question has their exact instants. */
export function changeOf(before: Question, stated: Stated) {
	const { from, to, ...body } = bodyOf(stated);
	const known = statedBy(before);
	return {
		...body,
		sector_types: [...stated.sectors],
		...(stated.from === known.from || from === undefined ? {} : { from }),
		...(stated.to === known.to ? {} : { to }),
	};
}

const NOTHING = JSON.stringify(NOTHING_STATED);

/** The question to show in the form: that in the address, or else that of the open search. */
export function statedOr(stated: Stated, question: Question | undefined): Stated {
	return question && JSON.stringify(stated) === NOTHING ? statedBy(question) : stated;
}
