import type { Calendar } from '@sw/domain/time/calendar';
import type { Stores } from '@sw/store/open';
import type { Accounts } from '../../areas/accounts/create.ts';
import { createDegradations, type DegradationParts, describeDropErrors, measureDelay } from '../../areas/operations/degradations.ts';
import type { Health } from '../../areas/operations/handlers.ts';
import type { Provider } from '../../intake/provider.ts';
import type { SlotsOn } from '../../market/timetable/slot-times.ts';
import type { WallClock } from '../../platform/clocks/wall-clock.ts';
import type { ReportedMarket } from './market.ts';

export interface DegradationWiring {
	stores: Pick<Stores, 'health'>;
	provider: Provider;
	market: Pick<ReportedMarket, 'now' | 'reachedAt' | 'reports' | 'missingLead' | 'stored'>;
	wall: WallClock;
	accounts: Pick<Accounts, 'context'>;
	calendar: Calendar;
	slotsOn: SlotsOn;
	isMarketEmpty(): boolean;
	diskLeft(): number | undefined;
	memoryShortage(): string | undefined;
	brokenReports(): string | undefined;
	missingSource(): string | undefined;
	missingFilings: DegradationParts['missingFilings'];
	jobsWaiting(): number;
	failedBackup(): string | undefined;
	failedAnchor(): string | undefined;
	dropFaults: DegradationParts['dropFaults'];
}

/** Collects current problems and the delay of reports for the health endpoints. `waited`: wall-clock ms since the market reached an instant. */
export function composeDegradations(wiring: DegradationWiring): {
	degraded: () => Health['degraded'];
	behind: () => Health['behind'];
	waited: DegradationParts['waited'];
} {
	const {
		stores,
		provider,
		market,
		wall,
		accounts,
		calendar,
		slotsOn,
		isMarketEmpty,
		diskLeft,
		memoryShortage,
		brokenReports,
		missingSource,
		missingFilings,
		jobsWaiting,
		failedBackup,
		failedAnchor,
		dropFaults,
	} = wiring;
	const waited: DegradationParts['waited'] = (instant) => {
		const reachedAt = market.reachedAt(instant);
		return reachedAt === undefined ? undefined : wall.now() - reachedAt;
	};
	const reportTiming = {
		running: () => (provider.clock?.kind === 'stopped' ? undefined : market.now()),
		newest: () => market.reports.newest()?.time,
		calendar,
		slotsOn,
	};
	const degraded = createDegradations({
		...reportTiming,
		isMarketEmpty,
		outages: stores.health.outages,
		damage: market.stored.describeProblem,
		missingLead: market.missingLead,
		diskLeft,
		memoryShortage,
		waited,
		brokenReports,
		missingSource,
		missingFilings,
		mailsWaiting: accounts.context.backgroundMail.retryCount,
		jobsWaiting,
		failedBackup,
		failedAnchor,
		dropFaults,
	});
	return { degraded, behind: () => measureDelay(reportTiming), waited };
}

/** Adds the reasons that only administrators may see to the problems of the public health endpoint. */
export function withReasons(
	degraded: () => Health['degraded'],
	reasons: {
		source(): string | undefined;
		filings(): string | undefined;
		backup(): string | undefined;
		anchor(): string | undefined;
		drop: DegradationParts['dropFaults'];
	},
): () => Health['degraded'] {
	const describeProblem = ({ reason, detail }: Health['degraded'][number]): string => {
		if (reason === 'source') return reasons.source() ?? detail;
		if (reason === 'filings') return `${detail} ${reasons.filings() ?? ''}`.trim();
		if (reason === 'backup') return `${detail} ${reasons.backup() ?? ''}`.trim();
		if (reason === 'anchors') return `${detail} ${reasons.anchor() ?? ''}`.trim();
		const dropErrors = reason === 'drop' ? reasons.drop() : undefined;
		return dropErrors ? describeDropErrors(dropErrors) : detail;
	};
	return () => degraded().map((problem) => ({ ...problem, detail: describeProblem(problem) }));
}
