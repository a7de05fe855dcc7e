import { research as researchArea } from '@sw/contract/research';
import { newYorkDate } from '@sw/domain/time/zone';
import { type Implementation, implement } from '../areas/handlers.ts';
import { researchHandlers } from '../areas/research/handlers.ts';
import { openJobs } from '../platform/jobs/jobs.ts';
import type { HotReports, ReportFacts } from '../reports/hot-reports.ts';
import { createVerifications } from '../reports/recompute/verifications.ts';
import type { Calibrations } from '../research/forecast/calibrations.ts';
import { createForecastMonitor, createForecasts } from '../research/forecast/forecasts.ts';
import type { ResearchParts } from '../research/parts.ts';
import { strayOptionRings } from '../research/ring-watch.ts';
import { createScriptParams } from '../research/script-params.ts';
import { createSearchJobs } from '../research/search/search-jobs.ts';
import { createSearches } from '../research/search/searches.ts';
import { createValidation } from '../research/validation/validate.ts';
import { verifyParts } from './verify-parts.ts';

export interface ResearchWiring {
	parts: ResearchParts;
	calibrations: Calibrations;
	reports: HotReports;
	onTrouble(what: string, error: unknown): void;
}

/** Searches of the past, validation and script parameters, with the background jobs that they need. */
export interface Research {
	area: Implementation;
	/** Takes up what a process that died has left. */
	run(): Promise<void>;
	close(): Promise<void>;
}

export const openResearch = async ({ parts, calibrations, reports, onTrouble }: ResearchWiring): Promise<Research> => {
	const jobs = await openJobs(parts.stores.records.url, onTrouble);
	const searches = createSearchJobs(parts, jobs);
	const monitor = createForecastMonitor(calibrations, jobs, onTrouble, (close) => strayOptionRings(parts, close));
	const goOn = async ({ time }: ReportFacts): Promise<void> => {
		await searches.reportPublished(time);
		if (parts.calendar.sessionOn(newYorkDate(time))?.close === time) await monitor.closed(time);
	};
	let running = false;
	reports.onNewest((facts) => {
		if (running) goOn(facts).catch((error) => onTrouble('going on with searches and forecasts', error));
	});
	return {
		area: implement(
			researchArea,
			researchHandlers({
				searches: createSearches(parts, (task) => searches.start(task)),
				validation: createValidation(parts),
				verify: createVerifications({ ...verifyParts(parts), reports, wallNow: parts.wallNow }),
				scripts: createScriptParams(parts),
				forecasts: createForecasts(parts, calibrations),
			}),
		),
		run: async () => {
			await monitor.run();
			await searches.run();
			running = true;
		},
		close: () => jobs.stop(),
	};
};
