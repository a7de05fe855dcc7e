import { queryOptions } from '@tanstack/react-query';
import type { Api } from '../../lib/api/client.ts';
import type { Health, PublicSchedule } from '../../lib/api/types.ts';
import { CLOCK_REFRESH_MS } from '../../lib/refresh.ts';

/** The market clock, and the session or holiday of the clock's day. */
export interface MarketClock {
	now: string;
	/** Market seconds per real second; 0 while paused. */
	speed: number;
	session: PublicSchedule['session'];
	holiday: PublicSchedule['holiday'];
}

/** Data for the frame around the pages: the market clock, the data source, and problems of the service. */
export interface Frame extends MarketClock {
	provider: Health['provider'];
	degraded: Health['degraded'];
	/** Timeframes that the newest report measured. */
	measured: NonNullable<Health['last_report']>['measured_timeframes'];
	/** Number of published reports. */
	reportCount: number;
}

export function frameQuery(api: Api) {
	return queryOptions({ queryKey: ['shell', 'frame'], queryFn: () => readFrame(api), refetchInterval: CLOCK_REFRESH_MS });
}

async function readFrame(api: Api): Promise<Frame> {
	const { now, speed, provider, degraded, last_report, reports } = await api.operations.health({ query: {} });
	const { session, holiday } = await api.reports.publicSchedule({ query: { date: now } });
	return { now, speed, provider, degraded, measured: last_report?.measured_timeframes ?? [], reportCount: reports, session, holiday };
}
