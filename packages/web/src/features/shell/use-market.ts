import { useQuery } from '@tanstack/react-query';
import { useRouteContext } from '@tanstack/react-router';
import { msOf } from '../../lib/format/times.ts';
import { type Market, marketQuery } from './queries.ts';

/** The market and the instant of its clock when the server last told it. */
export const useMarket = (): { market: Market | undefined; now: number | undefined } => {
	const { api } = useRouteContext({ from: '__root__' });
	const { data } = useQuery(marketQuery(api));
	return { market: data, now: data ? msOf(data.now) : undefined };
};
