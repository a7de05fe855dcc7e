import { useQueryClient } from '@tanstack/react-query';
import { useRouteContext, useRouterState } from '@tanstack/react-router';
import { useEffect } from 'react';
import { hearReports } from '../../entities/live/browser-live.ts';
import { asksForReports } from '../../entities/live/market-hours.ts';
import { latestQuery } from '../../entities/readings/reading.ts';
import { useLicence } from '../../entities/session/licence.ts';
import { msOf } from '../../lib/format/times.ts';
import { REFRESH_MS } from '../../lib/refresh.ts';

/** Pages on which the live connection is open: the home page with its lists, reports and tickers. */
const LIVE = /^\/(?:main)?$|^\/reports(?:\/|$)|^\/ticker\//;

/** Tells this page of new reports while a trader is where they matter. Draws nothing: what it hears changes only what is known to be the newest. */
export const LiveReports = () => {
	const queryClient = useQueryClient();
	const { api } = useRouteContext({ from: '__root__' });
	const here = useRouterState({ select: ({ location }) => LIVE.test(location.pathname) });
	const live = useLicence() != null && here;

	useEffect(() => {
		if (!live) return undefined;
		const ask = (): void => {
			void queryClient.fetchQuery({ ...latestQuery(api), staleTime: 0 }).catch(() => {});
			// Lists that follow the newest report by themselves are out of date from now on.
			void queryClient.invalidateQueries({ queryKey: ['targets'] });
		};
		const stop = hearReports(ask);
		const tick = setInterval(() => {
			const market = queryClient.getQueryData<{ now: string }>(['shell', 'market']);
			if (market && asksForReports(msOf(market.now))) ask();
		}, REFRESH_MS);
		return () => {
			stop();
			clearInterval(tick);
		};
	}, [live, api, queryClient]);
	return null;
};
