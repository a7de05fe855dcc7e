import type { QueryClient } from '@tanstack/react-query';
import { hearReports } from '../../entities/live/browser-live.ts';
import { asksForReports } from '../../entities/live/market-hours.ts';
import { latestQuery } from '../../entities/readings/reading.ts';
import type { Api } from '../../lib/api/client.ts';
import { msOf } from '../../lib/format/times.ts';
import { REFRESH_MS } from '../../lib/refresh.ts';

/** Hears of new reports until the answer is called: what it hears changes only what is known to be the newest. */
export const hear = (queryClient: QueryClient, api: Api): (() => void) => {
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
};
