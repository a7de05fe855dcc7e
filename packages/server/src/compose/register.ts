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
	sweepProcesses,
	tellProcess,
} from '@sw/store/postgres/records/processes';
import { settingOr } from '@sw/store/postgres/records/settings';
import { LRUCache } from 'lru-cache';
import type { Config } from '../config/config.ts';
import { PRODUCT_VERSION } from '../config/product-version.ts';
import type { Others } from '../hub/others.ts';
import type { WallClock } from '../platform/clocks/wall-clock.ts';

export interface RegisterWiring {
	records: Pick<Records, 'db' | 'process'>;
	config: Pick<Config, 'internalAddress'>;
	/** Identifies this process, see presence.ts. */
	number: number;
	roles: readonly string[];
	wall: WallClock;
	/** Time of the newest report that this process shows. */
	shows(): UtcMs | null;
	onTrouble(what: string, error: unknown): void;
}

/** The processes that share the database. */
export interface Register {
	/** The other processes, as the hub sees them. */
	readonly others: Others;
	/** Publishes the address at which this process now listens. */
	listens(address: AddressInfo): Promise<void>;
	list(): Promise<ProcessRow[]>;
	close(): Promise<void>;
}

const SECRET = 'processes_secret';
const SECRET_BYTES = 32;
/** Heartbeat interval of a process. */
const TOLD_EVERY = 5 * SECOND;
/** How long an address is cached; if the process is gone, the first call to it fails. */
const KEPT_FOR = 30 * SECOND;
/** How long an unknown number is cached, so that each one queries the database at most once a second. */
const GONE_FOR = SECOND;
const KEPT = 1_000;

export const urlOf = ({ address, port, family }: AddressInfo): string => `http://${family === 'IPv6' ? `[${address}]` : address}:${port}`;

/** The address at which others reach a server; one that listens on all interfaces is reached by its machine's name. */
const reachedAt = (bound: AddressInfo): string =>
	bound.address === '::' || bound.address === '0.0.0.0' ? `http://${hostname()}:${bound.port}` : urlOf(bound);

/** Created once and kept in the database; never shown to users. */
const sharedSecret = async ({ db }: Pick<Records, 'db'>): Promise<Buffer> =>
	Buffer.from(String(await settingOr(db, SECRET, randomBytes(SECRET_BYTES).toString('base64'))), 'base64');

/** Registers this process while it is open, and knows the others. */
export const openRegister = async ({ records, config, number, roles, wall, shows, onTrouble }: RegisterWiring): Promise<Register> => {
	const { db } = records;
	const secret = await sharedSecret(records);
	let address: string | null = null;
	let isClosed = false;
	let cancel = (): void => {};
	let telling: Promise<void> = Promise.resolve();
	const name = hostname();

	const tell = async (): Promise<void> => {
		await tellProcess(db, { number, name, process: records.process, roles, version: PRODUCT_VERSION, address, shows: shows() });
	};
	const again = (): void => {
		telling = tell()
			.catch((error) => onTrouble('failed to register this process', error))
			.then(() => {
				if (!isClosed) cancel = wall.after(TOLD_EVERY, again);
			});
	};
	await sweepProcesses(db);
	await tell();
	cancel = wall.after(TOLD_EVERY, again);

	const known = new LRUCache<number, { at: string | undefined; until: number }>({ max: KEPT });
	const addressOf: Others['addressOf'] = async (other, fresh = false) => {
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
		others: { number, secret, addressOf },
		listens: (bound) => {
			address = config.internalAddress ?? reachedAt(bound);
			return tell();
		},
		list: () => listProcesses(db),
		close: async () => {
			isClosed = true;
			cancel();
			await telling;
			// If the database went away first, the released lock has the same effect.
			await removeProcess(db, number).catch(() => {});
		},
	};
};
