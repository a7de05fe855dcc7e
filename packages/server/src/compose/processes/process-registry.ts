import { randomBytes } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import { hostname } from 'node:os';
import { SECOND, type UtcMs } from '@sw/domain/time/units';
import type { Records } from '@sw/store/postgres/records';
import {
	listProcesses,
	type ProcessRow,
	processAddress,
	removeProcess,
	reportProcess,
	sweepProcesses,
} from '@sw/store/postgres/records/processes';
import { settingOr } from '@sw/store/postgres/records/settings';
import { LRUCache } from 'lru-cache';
import type { Config } from '../../config/config.ts';
import { PRODUCT_VERSION } from '../../config/product-version.ts';
import type { HubPeers } from '../../hub/peers.ts';
import type { WallClock } from '../../platform/clocks/wall-clock.ts';

export interface ProcessRegistryWiring {
	records: Pick<Records, 'db' | 'process'>;
	config: Pick<Config, 'internalAddress'>;
	/** Identifies this process, see presence.ts. */
	number: number;
	roles: readonly string[];
	wall: WallClock;
	/** Time of the newest report that this process shows. */
	shows(): UtcMs | null;
	onError(message: string, error: unknown): void;
}

/** The processes that share the database. */
export interface ProcessRegistry {
	/** The other processes, as the hub sees them. */
	readonly peers: HubPeers;
	/** Publishes the address at which this process now listens. */
	listens(address: AddressInfo): Promise<void>;
	list(): Promise<ProcessRow[]>;
	close(): Promise<void>;
}

const SECRET = 'processes_secret';
const SECRET_BYTES = 32;
/** Heartbeat interval of a process. */
const HEARTBEAT_EVERY = 5 * SECOND;
/** How long an address is cached. Until it expires, calls to a process that has ended fail. */
const KEPT_FOR = 30 * SECOND;
/** How long an unknown process number is cached, so that each queries the database at most once a second. */
const GONE_FOR = SECOND;
const KEPT = 1_000;

export function urlOf({ address, port, family }: AddressInfo): string {
	return `http://${family === 'IPv6' ? `[${address}]` : address}:${port}`;
}

/** Registers this process in the database until closed, and looks up the others. */
export async function openProcessRegistry({
	records,
	config,
	number,
	roles,
	wall,
	shows,
	onError,
}: ProcessRegistryWiring): Promise<ProcessRegistry> {
	const { db } = records;
	const secret = await sharedSecret(records);
	let address: string | null = null;
	let isClosed = false;
	let cancel = (): void => {};
	let notifying: Promise<void> = Promise.resolve();
	const name = hostname();

	const notify = async (): Promise<void> => {
		await reportProcess(db, { number, name, process: records.process, roles, version: PRODUCT_VERSION, address, shows: shows() });
	};
	const repeat = (): void => {
		notifying = notify()
			.catch((error) => onError('failed to register this process', error))
			.then(() => {
				if (!isClosed) cancel = wall.after(HEARTBEAT_EVERY, repeat);
			});
	};
	await sweepProcesses(db);
	await notify();
	cancel = wall.after(HEARTBEAT_EVERY, repeat);

	const known = new LRUCache<number, { at: string | undefined; until: number }>({ max: KEPT });
	const addressOf: HubPeers['addressOf'] = async (other, fresh = false) => {
		const kept = known.get(other);
		if (kept && !fresh && wall.now() < kept.until) return kept.at;
		const at = await processAddress(db, other).catch((error) => {
			if (kept) return kept.at;
			throw error;
		});
		known.set(other, { at, until: wall.now() + (at === undefined ? GONE_FOR : KEPT_FOR) });
		return at;
	};

	return {
		peers: { number, secret, addressOf },
		listens: (bound) => {
			address = config.internalAddress ?? reachedAt(bound);
			return notify();
		},
		list: () => listProcesses(db),
		close: async () => {
			isClosed = true;
			cancel();
			await notifying;
			// If the database is gone already, the lock that it releases has the same effect.
			await removeProcess(db, number).catch(() => {});
		},
	};
}

/** Created once and kept in the database; never shown to users. */
async function sharedSecret({ db }: Pick<Records, 'db'>): Promise<Buffer> {
	return Buffer.from(String(await settingOr(db, SECRET, randomBytes(SECRET_BYTES).toString('base64'))), 'base64');
}

/** URL at which other machines reach this server: by host name if it listens on all interfaces. */
function reachedAt(bound: AddressInfo): string {
	return bound.address === '::' || bound.address === '0.0.0.0' ? `http://${hostname()}:${bound.port}` : urlOf(bound);
}
