import { join } from 'node:path';
import type { ParameterSet } from '@sw/domain/signals/parameters';
import type { Stores } from '@sw/store/open';
import { SEND_BREADTH_ALERTS } from '../../areas/attention/breadth-alerts.ts';
import { PROCESS_NOTIFICATIONS } from '../../areas/billing/process-notifications.ts';
import { DELIVERY_JOBS } from '../../areas/inbox/delivery/deliver.ts';
import { SEND_FILTER_ALERTS } from '../../areas/inbox/report-alerts.ts';
import type { Config } from '../../config/config.ts';
import { PRODUCT_VERSION } from '../../config/product-version.ts';
import { createCorrectionJobs, type MarketAccess } from '../../market/corrections/correction-jobs.ts';
import { CORRECTIONS } from '../../market/corrections/correction-kinds.ts';
import { createImportJob, type FileImporter, IMPORT } from '../../market/imports/import-job.ts';
import type { WallClock } from '../../platform/clocks/wall-clock.ts';
import type { BoundJob, JobDefinition } from '../../platform/jobs/definition.ts';
import { ANCHOR } from '../../reports/anchors/anchors.ts';
import { BACKUP, type Backups, createBackups, runDrill } from '../../reports/backups/backup-job.ts';
import { COUNT_BREADTH } from '../../reports/breadth/breadth-job.ts';
import { DEEP_CELLS } from '../../reports/deep-cells-job.ts';
import { CHAIN_CHECK } from '../../reports/proof/chain-job.ts';
import { FORECAST_MONITOR } from '../../research/forecast/calibrations.ts';
import { REPLICATION } from '../../research/replication/replications.ts';
import { SEARCH, SEARCH_UPKEEP } from '../../research/search/search-jobs.ts';

/** Every kind of background job. */
export const JOBS: readonly JobDefinition<object>[] = [
	...Object.values(CORRECTIONS),
	IMPORT,
	SEARCH,
	SEARCH_UPKEEP,
	FORECAST_MONITOR,
	REPLICATION,
	CHAIN_CHECK,
	PROCESS_NOTIFICATIONS,
	COUNT_BREADTH,
	SEND_BREADTH_ALERTS,
	DEEP_CELLS,
	BACKUP,
	ANCHOR,
	SEND_FILTER_ALERTS,
	...Object.values(DELIVERY_JOBS),
];

/** Wraps jobs so that `followUp` runs after each, even after a failed one. A failure of `followUp` is reported but doesn't fail the job. */
export function withFollowUps(
	boundJobs: readonly BoundJob[],
	followUp: () => Promise<void>,
	onError: (message: string, error: unknown) => void,
): BoundJob[] {
	return boundJobs.map(({ definition, run }) => ({
		definition,
		run: async (request, context) => {
			try {
				return await run(request, context);
			} finally {
				// A failed job may have changed past reports, too.
				await followUp().catch((error) => onError('failed to update searches after a change of past reports', error));
			}
		},
	}));
}

/** Creates the jobs that change the market's stored data, for the leading process. */
export function createMarketJobs(market: FileImporter & { access: MarketAccess }, parameters: () => ParameterSet): BoundJob[] {
	return [...Object.values(createCorrectionJobs(market.access, parameters)), createImportJob(market)];
}

interface BackupWiring {
	config: Pick<Config, 'backups' | 'folder'>;
	stores: Pick<Stores, 'records' | 'series' | 'chain' | 'seals'>;
	wall: WallClock;
}

/** Opens scheduled backups; undefined where no backup folder is configured. */
export function composeBackups({ config, stores, wall }: BackupWiring, settings: () => Promise<{ kept: number }>): Backups | undefined {
	if (config.backups === null) return undefined;
	return createBackups({
		...{ stores, dataFolder: config.folder, backupsFolder: config.backups, productVersion: PRODUCT_VERSION },
		readCountToKeep: async () => (await settings()).kept,
		wallNow: wall.now,
		drill: (backup, say, signal) => runDrill(backup, join(config.folder, '.drill'), say, signal),
	});
}
