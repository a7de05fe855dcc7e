import type { Calendar } from '@sw/domain/time/calendar';
import type { Stores } from '@sw/store/open';
import type { Accounts } from '../areas/accounts/create.ts';
import { createDegradations, type DegradationParts } from '../areas/operations/degradations.ts';
import type { Health } from '../areas/operations/handlers.ts';
import type { Provider } from '../intake/provider.ts';
import type { SlotsOn } from '../market/timetable/slot-times.ts';
import type { WallClock } from '../platform/clocks/wall-clock.ts';
import type { ReportedMarket } from './market.ts';

export interface DegradationWiring {
	stores: Pick<Stores, 'standing'>;
	provider: Provider;
	market: Pick<ReportedMarket, 'now' | 'reachedAt' | 'reports' | 'missingLead' | 'stored'>;
	wall: WallClock;
	accounts: Pick<Accounts, 'context'>;
	calendar: Calendar;
	slotsOn: SlotsOn;
	nothingLoaded(): boolean;
	diskLeft(): number | undefined;
	memoryShortage(): string | undefined;
	brokenReports(): string | undefined;
	missingSource(): string | undefined;
	jobsWaiting(): number;
	dropFaults: DegradationParts['dropFaults'];
}

/** Collects the current problems for health. */
export const composeDegradations = (wiring: DegradationWiring): (() => Health['degraded']) => {
	const {
		stores,
		provider,
		market,
		wall,
		accounts,
		calendar,
		slotsOn,
		nothingLoaded,
		diskLeft,
		memoryShortage,
		brokenReports,
		missingSource,
		jobsWaiting,
		dropFaults,
	} = wiring;
	return createDegradations({
		nothingLoaded,
		outages: stores.standing.outages,
		damage: market.stored.fault,
		missingLead: market.missingLead,
		diskLeft,
		memoryShortage,
		running: () => (provider.clock?.kind === 'stands' ? undefined : market.now()),
		waited: (instant) => {
			const reached = market.reachedAt(instant);
			return reached === undefined ? undefined : wall.now() - reached;
		},
		newest: () => market.reports.newest()?.time,
		calendar,
		slotsOn,
		brokenReports,
		missingSource,
		mailsWaiting: accounts.context.post.waiting,
		jobsWaiting,
		dropFaults,
	});
};
