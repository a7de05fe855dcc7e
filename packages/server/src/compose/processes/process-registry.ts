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
import { ensureSetting } from '@sw/store/postgres/records/settings';
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
	newestReport(): UtcMs | null;
	onError(message: string, error: unknown): void;
}

/** The processes that share the database. */
export interface ProcessRegistry {
	/** The other processes, as the hub sees them. */
	readonly peers: HubPeers;
	/** Publishes the address at which this process now listens. */
	announceAddress(address: AddressInfo): Promise<void>;
	list(): Promise<ProcessRow[]>;
	close(): Promise<void>;
}

const SECRET_SETTING = 'processes_secret';
const SECRET_BYTES = 32;
/** Heartbeat interval of a process. */
const HEARTBEAT_EVERY = 5 * SECOND;
/** How long an address is cached. Until it expires, calls to a process that has ended fail. */
const ADDRESS_TTL = 30 * SECOND;
/** How long an unknown process number is cached, so that each queries the database at most once a second. */
const UNKNOWN_TTL = SECOND;
const MAX_CACHED = 1_000;

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
	newestReport,
	onError,
}: ProcessRegistryWiring): Promise<ProcessRegistry> {
	const { db } = records;
	const secret = await readSharedSecret(records);
	let address: string | null = null;
	let isClosed = false;
	let cancel = (): void => {};
	let registering: Promise<void> = Promise.resolve();
	const name = hostname();

	const register = async (): Promise<void> => {
		await reportProcess(db, { number, name, process: records.process, roles, version: PRODUCT_VERSION, address, shows: newestReport() });
	};
	const heartbeat = (): void => {
		registering = register()
			.catch((error) => onError('failed to register this process', error))
			.then(() => {
				if (!isClosed) cancel = wall.after(HEARTBEAT_EVERY, heartbeat);
			});
	};
	await sweepProcesses(db);
	await register();
	cancel = wall.after(HEARTBEAT_EVERY, heartbeat);

	const addresses = new LRUCache<number, { url: string | undefined; expiresAt: number }>({ max: MAX_CACHED });
	const baseUrlOf: HubPeers['baseUrlOf'] = async (processNumber, skipCache = false) => {
		const cached = addresses.get(processNumber);
		if (cached && !skipCache && wall.now() < cached.expiresAt) return cached.url;
		const url = await processAddress(db, processNumber).catch((error) => {
			if (cached) return cached.url;
			throw error;
		});
		addresses.set(processNumber, { url, expiresAt: wall.now() + (url === undefined ? UNKNOWN_TTL : ADDRESS_TTL) });
		return url;
	};

	return {
		peers: { processNumber: number, secret, baseUrlOf },
		announceAddress: (listenAddress) => {
			address = config.internalAddress ?? reachableUrl(listenAddress);
			return register();
		},
		list: () => listProcesses(db),
		close: async () => {
			isClosed = true;
			cancel();
			await registering;
			// If the database is already unavailable, it releases this process's lock, which has the same effect.
			await removeProcess(db, number).catch(() => {});
		},
	};
}

/** Reads the secret that processes share. It is created once, kept in the database and never shown to users. */
async function readSharedSecret({ db }: Pick<Records, 'db'>): Promise<Buffer> {
	return Buffer.from(String(await ensureSetting(db, SECRET_SETTING, randomBytes(SECRET_BYTES).toString('base64'))), 'base64');
}

/** Returns the URL at which other machines reach this server: by host name if it listens on all interfaces. */
function reachableUrl(listenAddress: AddressInfo): string {
	return listenAddress.address === '::' || listenAddress.address === '0.0.0.0'
		? `http://${hostname()}:${listenAddress.port}`
		: urlOf(listenAddress);
}
