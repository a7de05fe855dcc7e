import type { X509Certificate } from 'node:crypto';
import { research as researchArea } from '@sw/contract/research/research';
import type { Caller } from '@sw/domain/access/caller';
import { newYorkDate } from '@sw/domain/time/zone';
import type { Stores } from '@sw/store/open';
import type { AuditAct } from '../../areas/audit-act.ts';
import { type Implementation, implement } from '../../areas/handlers.ts';
import { createResearchHandlers } from '../../areas/research/handlers.ts';
import { createSemaphore } from '../../platform/concurrency/semaphore.ts';
import type { BoundJob } from '../../platform/jobs/definition.ts';
import type { Job } from '../../platform/jobs/job.ts';
import type { Jobs } from '../../platform/jobs/jobs.ts';
import type { HotReports, ReportFacts } from '../../reports/hot-reports.ts';
import { scoreTable } from '../../reports/recompute/recompute.ts';
import { createVerifications } from '../../reports/recompute/verifications.ts';
import { createBacktests } from '../../research/backtest/backtests.ts';
import { createDecisionLog } from '../../research/decisions/decisions.ts';
import { type Calibrations, createForecastMonitor, monitorClose } from '../../research/forecast/calibrations.ts';
import { createForecasts } from '../../research/forecast/forecasts.ts';
import { createParameterTrials } from '../../research/parameter-trial.ts';
import type { ResearchParts } from '../../research/ports.ts';
import { createReplicationJob, createReplications, REPLICATION } from '../../research/replication/replications.ts';
import { findStrayOptionRings } from '../../research/ring-watch.ts';
import { createScriptParams, parseEntry } from '../../research/script-params.ts';
import { createSearchHandlers, createSearchJobs } from '../../research/search/search-jobs.ts';
import { createSearches } from '../../research/search/searches.ts';
import { createTrackRecords, type TrackRecords } from '../../research/validation/track-records.ts';
import { createValidation } from '../../research/validation/validate.ts';
import { createVerifyParts } from './research-store.ts';

export interface ResearchWiring {
	stores: Stores;
	parts: ResearchParts;
	calibrations: Calibrations;
	reports: HotReports;
	jobs: Jobs;
	/** Whether this process runs the jobs. */
	runsJobs: boolean;
	/** Called when engine parameters were changed; they apply from the next report on. */
	onParametersChanged: () => Promise<void>;
	audit: AuditAct;
	/** The caller's e-mail address. */
	emailOf(caller: Caller): Promise<string>;
	/** Root certificates of the chain's witnesses. */
	roots: readonly X509Certificate[] | null;
	onError(message: string, error: unknown): void;
	warn(line: string): void;
}

/** Searches of the past, validation and script parameters, with their background jobs. */
export interface Research {
	area: Implementation;
	/** Track record of the default lists of extremes. */
	getTrackRecord: TrackRecords['getRecord'];
	boundJobs: readonly BoundJob[];
	/** To be called when past reports may have been added or changed: updates the results that depend on them. */
	pastChanged(): Promise<void>;
	/** Recomputes the track records of the lists; to be called in every process when stored data has changed. */
	renewRecords(): void;
	/** To be called when a job was cancelled. */
	jobCanceled(job: Job): Promise<void>;
	/** Recovers interrupted searches; from now on new reports start research jobs. */
	run(): Promise<void>;
}

export function openResearch({
	stores,
	parts,
	calibrations,
	reports,
	jobs,
	runsJobs,
	roots,
	onParametersChanged,
	audit,
	emailOf,
	onError,
	warn,
}: ResearchWiring): Research {
	const decisions = createDecisionLog(parts);
	const searches = createSearchJobs(parts, jobs);
	const trackRecords = createTrackRecords(parts);
	/** Runs validations and back-tests one at a time, because each reads the whole past. */
	const runExclusively = createSemaphore();
	const renewRecords = (): void =>
		void trackRecords.refresh().catch((error) => onError('failed to update the track record of the lists', error));
	const continueAfterReport = async ({ time }: ReportFacts): Promise<void> => {
		if (runsJobs) await searches.continueOpenSearches(time);
		if (parts.calendar.sessionOn(newYorkDate(time))?.close === time) {
			if (runsJobs) await monitorClose(jobs, time);
			renewRecords();
		}
	};
	let isRunning = false;
	reports.onNewest((facts) => {
		if (isRunning) continueAfterReport(facts).catch((error) => onError('failed to continue searches and forecasts', error));
	});
	return {
		area: implement(
			researchArea,
			createResearchHandlers({
				searches: createSearches(parts, (task) => searches.start(task)),
				validation: createValidation(parts, runExclusively, decisions.measureFilter),
				backtests: createBacktests(parts, runExclusively),
				decisions,
				verify: createVerifications({
					...createVerifyParts({ ...parts, stores }),
					reports,
					roots,
					wallNow: parts.wallNow,
					barsVersion: parts.barsVersion,
				}),
				scripts: createScriptParams({ ...parts, records: parts.store.parameters, onChanged: onParametersChanged }),
				tryParameters: createParameterTrials({
					...parts,
					validateEntry: (form) => parseEntry(parts, form, 404),
					scoreTable: (record, set, onProgress) => scoreTable({ ...parts, stores }, record, set, onProgress),
				}),
				forecasts: createForecasts(parts, calibrations),
				replications: createReplications(parts, {
					submit: (startedBy) => jobs.submit(REPLICATION, {}, startedBy),
					findNewest: async () => (await jobs.readPage([REPLICATION.kind], { skip: 0, max: 1 })).items[0],
				}),
				audit,
				emailOf,
			}),
		),
		boundJobs: [
			...createSearchHandlers(parts),
			createForecastMonitor(calibrations, warn, (close) => findStrayOptionRings(parts, close)),
			createReplicationJob(parts),
		],
		getTrackRecord: trackRecords.getRecord,
		jobCanceled: searches.cancelTask,
		pastChanged: async () => {
			if (parts.provider.clock?.kind === 'stopped') await calibrations.clear();
			// Before `run`, a process that runs jobs skips this update, because `run` makes it when the past is complete.
			if (isRunning || !runsJobs) await searches.restartStale();
		},
		renewRecords: () => {
			if (isRunning) renewRecords();
		},
		run: async () => {
			if (runsJobs) {
				await searches.recover();
				await searches.restartStale();
			}
			isRunning = true;
			renewRecords();
		},
	};
}
