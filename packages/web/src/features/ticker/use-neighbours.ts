import { useQuery } from '@tanstack/react-query';
import { useRouteContext } from '@tanstack/react-router';
import { visitorListQuery } from '../../entities/readings/list-queries.ts';
import { useLicence } from '../../entities/session/licence.ts';
import { usePlace } from '../../entities/ticker/place.ts';
import type { TickerState } from '../../entities/ticker/ticker-state.ts';
import { shownRows, topTableQuery } from '../../entities/tops/top-table.ts';
import { type Neighbours, neighboursInAnswer, neighboursOfPlace, waitingAt } from './neighbours.ts';

const LANDING = { interval: 'day', cap: 'all' } as const;

/** The tickers before and after this one in the list it was opened from; undefined if it was opened from none. */
export function useNeighbours(id: number, state: TickerState): Neighbours | undefined {
	const { api } = useRouteContext({ from: '__root__' });
	const { list, order, top } = state;
	const licence = useLicence();
	const trader = licence != null;
	const mine = usePlace(id, state);
	const enabled = !trader && order !== undefined && !top;
	const { data: open } = useQuery({ ...visitorListQuery(api, list, state.fromLanding), enabled, refetchInterval: false });
	const table = useQuery({
		...topTableQuery(api, top?.category ?? 'active', top ?? LANDING, trader),
		enabled: top !== undefined && licence !== undefined,
		// Rows keep their places while the reader steps through them.
		refetchInterval: false,
		staleTime: Number.POSITIVE_INFINITY,
	});
	if (order === undefined) return undefined;
	if (top) return table.data ? neighboursInAnswer(shownRows(table.data, top.category), id, order) : waitingAt(order);
	if (trader) return mine ? neighboursOfPlace(mine) : waitingAt(order);
	return open ? neighboursInAnswer(open.items, id, order) : waitingAt(order);
}
