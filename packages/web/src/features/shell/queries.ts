import { queryOptions } from '@tanstack/react-query';
import type { Api } from '../../lib/api/client.ts';
import type { Health, PublicSchedule } from '../../lib/api/types.ts';
import { CLOCK_MS } from '../../lib/refresh.ts';

/** The market clock, the source of the data, and the session of the clock's day. */
export interface Market {
	now: string;
	/** Its seconds in one of ours; 0 where it stands. */
	speed: number;
	provider: Health['provider'];
	/** What is amiss with the service. */
	degraded: Health['degraded'];
	session: PublicSchedule['session'];
	holiday: PublicSchedule['holiday'];
}

const readMarket = async (api: Api): Promise<Market> => {
	const { now, speed, provider, degraded } = await api.operations.health({ query: {} });
	const { session, holiday } = await api.reports.publicSchedule({ query: { date: now } });
	return { now, speed, provider, degraded, session, holiday };
};

export const marketQuery = (api: Api) =>
	queryOptions({ queryKey: ['shell', 'market'], queryFn: () => readMarket(api), refetchInterval: CLOCK_MS });
