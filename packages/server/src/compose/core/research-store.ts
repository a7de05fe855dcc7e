import type { ParameterSet } from '@sw/domain/signals/parameters';
import { SECOND } from '@sw/domain/time/units';
import { sessionPrices } from '@sw/store/clickhouse/forward-returns';
import { capsOfReports, scanHistory } from '@sw/store/clickhouse/history-scan';
import { reportRows } from '@sw/store/clickhouse/report-rows';
import { ringCounts } from '@sw/store/clickhouse/ring-counts';
import type { Stores } from '@sw/store/open';
import type { Db } from '@sw/store/postgres/records';
import { boundTo } from '@sw/store/postgres/records/bound-to';
import { notifyChange } from '@sw/store/postgres/records/changes';
import { filterOf } from '@sw/store/postgres/records/filters/filters';
import { countedAfter, countedVersions, reportSpan } from '@sw/store/postgres/records/reports/counted-versions';
import { parameterSet, parameterSets } from '@sw/store/postgres/records/reports/parameter-sets';
import { latestReport, reportAt, reportVersions } from '@sw/store/postgres/records/reports/reports';
import { calibrationsAt, forgetCalibrations, measuredBefore, saveCalibrations } from '@sw/store/postgres/records/research/calibrations';
import * as params from '@sw/store/postgres/records/research/params';
import * as parts from '@sw/store/postgres/records/research/parts';
import * as tasks from '@sw/store/postgres/records/research/tasks';
import * as variants from '@sw/store/postgres/records/research/variants';
import { visibleBatches } from '@sw/store/postgres/records/tickers/batches';
import type { Provider } from '../../intake/provider.ts';
import { createCorporateActions } from '../../market/engine/corporate-actions.ts';
import type { ResearchStore } from '../../research/ports.ts';

/** Data that research reads from and writes to the stores. The provider is only needed for its name: splits and dividends are stored under it. */
export function researchStore(stores: Stores, provider: Provider): ResearchStore {
	const { records, series } = stores;
	const { db } = records;
	const of = boundTo(db);
	/** Notifies other processes, so that they load the change. */
	const notifying =
		<A extends readonly unknown[], R>(write: (tx: Db, ...given: A) => Promise<R>) =>
		(...given: A): Promise<R> =>
			db.transaction(async (tx) => {
				await notifyChange(tx, 'parameters');
				return write(tx, ...given);
			});
	return {
		searches: {
			addTask: of(tasks.addTask),
			tasksOf: of(tasks.tasksOf),
			taskCount: of(tasks.taskCount),
			taskById: of(tasks.taskById),
			tasksIn: of(tasks.tasksIn),
			openTasks: of(tasks.openTasks),
			changeTask: of(tasks.changeTask),
			restartTask: of(tasks.restartTask),
			removeTask: of(tasks.removeTask),
			talliesOf: of(tasks.talliesOf),
			commitAdvance: of(tasks.commitAdvance),
			pendingParts: of(parts.pendingParts),
			lastEpisodes: of(parts.lastEpisodes),
			partCount: of(parts.partCount),
			tickerHits: of(parts.tickerHits),
			measuredParts: of(parts.measuredParts),
			partsOf: of(parts.partsOf),
			partOf: of(parts.partOf),
		},
		variants: {
			recordVariants: of(variants.recordVariants),
			variantCount: of(variants.variantCount),
			variantPValues: of(variants.variantPValues),
		},
		filters: { filterOf: of(filterOf) },
		reports: {
			span: of(reportSpan),
			countedVersions: of(countedVersions),
			countedAfter: of(countedAfter),
			scan: async (question, span) => scanHistory(series, question, span, await visibleBatches(db)),
			caps: (reports, algo) => capsOfReports(series, reports, algo),
			ringCounts: async (from, to, algo) =>
				ringCounts(
					series,
					(await countedVersions(db, from, to, algo)).map(({ time, buildId }) => ({ time: time / SECOND, build: buildId })),
					algo,
				),
			latest: of(latestReport),
			at: of(reportAt),
			versions: of(reportVersions),
			rows: ({ time, algo, buildId }) => reportRows(series, time, algo, buildId),
		},
		prices: {
			walk: async (sessions, tickerIds, onSession) => sessionPrices(series, sessions, tickerIds, await visibleBatches(db), onSession),
			corporateActions: (universe) => createCorporateActions(stores, provider, universe),
		},
		parameters: {
			scriptEntries: of(params.scriptEntries),
			addScriptEntry: notifying(params.addScriptEntry),
			changeScriptEntry: notifying(params.changeScriptEntry),
			removeScriptEntry: notifying(params.removeScriptEntry),
			numberedSet: (parameters) => params.numberedSet(db, parameters),
			parameterSet: async (version) => (await parameterSet(db, version)) as ParameterSet | undefined,
			parameterSets: async () =>
				(await parameterSets(db)).map(({ parameters, ...set }) => ({ ...set, parameters: parameters as ParameterSet })),
		},
		calibrations: {
			calibrationsAt: of(calibrationsAt),
			measuredBefore: of(measuredBefore),
			forgetCalibrations: of(forgetCalibrations),
			saveCalibrations: of(saveCalibrations),
		},
	};
}
