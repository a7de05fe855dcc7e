import { createHash } from 'node:crypto';
import { utcMs } from '@sw/domain/time/units';
import type { Records } from '@sw/store/postgres/records';
import { countAttempts } from '@sw/store/postgres/records/accounts/attempts';
import type { Config } from '../../config/config.ts';
import { type CreateSharedCounter, createSharedCounter } from '../../platform/call-count.ts';
import { isShared } from '../core/leading.ts';

export interface SharedLimitsWiring {
	records: Pick<Records, 'db'>;
	config: Pick<Config, 'databaseUrl' | 'clickhouseUrl'>;
	wall: { now(): number };
	onError(message: string, error: unknown): void;
}

/** Fraction of a limit that a process may use before it shares its counts; for the consequences see docs/decisions/0027-shared-state.md. */
const UNREPORTED_FRACTION = 0.05;

/** Counts attempts over all processes. Undefined where the stores aren't shared: a single process counts in memory. */
export function openSharedLimits({ records, config, wall, onError }: SharedLimitsWiring): CreateSharedCounter | undefined {
	return !isShared(config)
		? undefined
		: (name, limit, windowMs) =>
				createSharedCounter({
					windowMs,
					maxUnreported: Math.max(1, Math.floor(limit * UNREPORTED_FRACTION)),
					now: () => utcMs(wall.now()),
					addCounts: async (counts, windowMs, now) => {
						const hashedCounts = counts.map(({ key, increment }) => ({ key: hashKey(name, key), increment, originalKey: key }));
						const originalKeys = new Map(hashedCounts.map(({ key, originalKey }) => [key, originalKey]));
						const totals = await countAttempts(records.db, hashedCounts, windowMs, now);
						return totals.map(({ key, ...total }) => ({ ...total, key: originalKeys.get(key) as string }));
					},
					onError: (error) => onError(`failed to share counts by ${name} between processes`, error),
				});
}

/** Hashes a key, so that the table contains no IP addresses. */
function hashKey(name: string, key: string): string {
	return createHash('sha256')
		.update(JSON.stringify([name, key]))
		.digest('base64url');
}
