import { createHash } from 'node:crypto';
import { KEY_CALLS, KEY_WINDOW } from '@sw/domain/access/api-key';
import { utcMs } from '@sw/domain/time/units';
import type { Records } from '@sw/store/postgres/records';
import { countAttempts } from '@sw/store/postgres/records/accounts-attempts';
import type { Config } from '../config/config.ts';
import { CALLS_WINDOW, HTTP_DEFAULTS } from '../http/config.ts';
import { createSharedCounts, type SharedCounts } from '../platform/shared-counts.ts';

export interface SharedLimitsWiring {
	records: Pick<Records, 'db'>;
	config: Pick<Config, 'databaseUrl'>;
	wall: { now(): number };
	callsPerMinute?: number;
	onTrouble(what: string, error: unknown): void;
}

export interface SharedLimits {
	/** By address. */
	calls?: SharedCounts;
	/** By personal key. */
	keyCalls?: SharedCounts;
}

/** A process may let this share of a limit through before it tells the others; see docs/decisions/processes-shared.md for what follows. */
const AHEAD = 0.05;

/** The table holds no addresses. */
const hashed = (name: string, key: string): string =>
	createHash('sha256')
		.update(JSON.stringify([name, key]))
		.digest('base64url');

/** Limits that are counted over all processes; nothing where a database of its own says that this is the only one, and each call is counted in memory. */
export const openSharedLimits = (wiring: SharedLimitsWiring): SharedLimits => {
	const { records, config, wall, callsPerMinute = HTTP_DEFAULTS.callsPerMinute, onTrouble } = wiring;
	if (config.databaseUrl === null) return {};
	const counts = (name: string, most: number, window: number): SharedCounts =>
		createSharedCounts({
			window,
			ahead: Math.max(1, Math.floor(most * AHEAD)),
			now: () => utcMs(wall.now()),
			add: async (counts, length, now) => {
				const given = counts.map(({ key, by }) => ({ key: hashed(name, key), by, of: key }));
				const keyOf = new Map(given.map(({ key, of }) => [key, of]));
				const all = await countAttempts(records.db, given, length, now);
				return all.map(({ key, ...counted }) => ({ ...counted, key: keyOf.get(key) as string }));
			},
			onTrouble: (error) => onTrouble(`counting by ${name} over all processes`, error),
		});
	return { calls: counts('address', callsPerMinute, CALLS_WINDOW), keyCalls: counts('key', KEY_CALLS, KEY_WINDOW) };
};
