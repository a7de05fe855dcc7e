import { useQuery } from '@tanstack/react-query';
import { useRouteContext } from '@tanstack/react-router';
import { PAGE_SIZE } from '../../entities/list-state/state.ts';
import { deskListQuery, visitorListQuery } from '../../entities/readings/list-queries.ts';
import { useReading } from '../../entities/readings/reading.ts';
import { wantedReport } from '../../entities/readings/wanted.ts';
import { useLicence } from '../../entities/session/licence.ts';
import type { TickerState } from '../../entities/ticker/ticker-state.ts';
import { atOrder, itemAt, type Listed, type ListPart, pageOfOrder, placeNow } from './neighbours.ts';

const UNKNOWN = { reading: null, date: undefined, version: undefined };

export interface Neighbours {
	/** Place in the list, from 1. */
	place: number;
	total: number | undefined;
	/** Undefined at the ends of the list and while their page is on its way. */
	previous: Listed | undefined;
	next: Listed | undefined;
}

interface Answer {
	items: readonly Listed[];
	total_count: number;
}

const partOf = (answer: Answer | undefined, page: number): ListPart | undefined =>
	answer && { page, items: answer.items, total: answer.total_count };

/** A page of the list in which a ticker stands: the traders' own, fetched as needed, or a cut of the visitors' one answer. */
const useListPart = (state: TickerState, order: number | undefined): ListPart | undefined => {
	const { api } = useRouteContext({ from: '__root__' });
	const trader = useLicence() != null;
	const wanted = wantedReport(state.list, useReading(trader));
	const list = atOrder(state.list, Math.max(1, order ?? 1));
	const asked = order !== undefined && order >= 1;
	const mine = useQuery({ ...deskListQuery(api, list, wanted ?? UNKNOWN), enabled: trader && asked && wanted !== undefined });
	const open = useQuery({ ...visitorListQuery(api, list, state.fromLanding), enabled: !trader && asked, refetchInterval: false });
	if (!asked) return undefined;
	if (trader) return partOf(mine.data, list.page);
	const from = (list.page - 1) * PAGE_SIZE;
	const cut = open.data && { items: open.data.items.slice(from, from + PAGE_SIZE), total_count: open.data.items.length };
	return partOf(cut, list.page);
};

/** The tickers before and after this one in the list that it was opened from; undefined where it was opened from none. */
export const useNeighbours = (id: number, state: TickerState): Neighbours | undefined => {
	const { order } = state;
	const here = useListPart(state, order);
	const place = order === undefined ? undefined : placeNow(id, order, here);
	const across = (to: number | undefined): number | undefined =>
		to === undefined || to < 1 || (here && (to > here.total || pageOfOrder(to) === here.page)) ? undefined : to;
	const before = useListPart(state, across(place === undefined ? undefined : place - 1));
	const after = useListPart(state, across(place === undefined ? undefined : place + 1));
	if (place === undefined) return undefined;
	const parts = [here, before, after];
	return { place, total: here?.total, previous: itemAt(place - 1, parts), next: itemAt(place + 1, parts) };
};
