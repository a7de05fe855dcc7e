import { join } from 'node:path';
import type { Stores } from '@sw/store/open';
import type { Config } from '../config/config.ts';
import { PRODUCT_VERSION } from '../config/product-version.ts';
import type { WallClock } from '../platform/clocks/wall-clock.ts';
import { type Backups, createBackups } from '../reports/backups/backup-job.ts';
import { runDrill } from '../reports/backups/run-drill.ts';

interface BackupWiring {
	config: Pick<Config, 'backups' | 'folder'>;
	stores: Pick<Stores, 'records' | 'series' | 'chain' | 'seals'>;
	wall: WallClock;
}

/** Scheduled backups; undefined where no folder is configured. */
export function composeBackups({ config, stores, wall }: BackupWiring, settings: () => Promise<{ kept: number }>): Backups | undefined {
	if (config.backups === null) return undefined;
	return createBackups({
		...{ stores, data: config.folder, folder: config.backups, product: PRODUCT_VERSION },
		kept: async () => (await settings()).kept,
		wallNow: wall.now,
		drill: (backup, say, signal) => runDrill(backup, join(config.folder, '.drill'), say, signal),
	});
}
