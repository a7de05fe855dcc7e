import { useQuery } from '@tanstack/react-query';
import { useRouteContext } from '@tanstack/react-router';
import { visitorListQuery } from '../../entities/readings/list-queries.ts';
import { useLicence } from '../../entities/session/licence.ts';
import { usePlace } from '../../entities/ticker/place.ts';
import type { TickerState } from '../../entities/ticker/ticker-state.ts';
import { amongVisitors, besides, type Neighbours, waitingAt } from './neighbours.ts';

/** The tickers before and after this one in the list that it was opened from; undefined where it was opened from none. */
export const useNeighbours = (id: number, state: TickerState): Neighbours | undefined => {
	const { api } = useRouteContext({ from: '__root__' });
	const { list, order } = state;
	const trader = useLicence() != null;
	const mine = usePlace(id, state);
	const enabled = !trader && order !== undefined;
	const { data: open } = useQuery({ ...visitorListQuery(api, list, state.fromLanding), enabled, refetchInterval: false });
	if (order === undefined) return undefined;
	if (trader) return mine ? besides(mine) : waitingAt(order);
	return open ? amongVisitors(open.items, id, order) : waitingAt(order);
};
