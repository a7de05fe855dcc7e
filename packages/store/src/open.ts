import { randomInt } from 'node:crypto';
import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { type ChainNote, openChainNote } from './chain/chain-note.ts';
import { openSealNote, type SealNote } from './chain/seal-note.ts';
import type { ServerControl } from './clickhouse/engine/http-engine.ts';
import { chooseSeriesLocation, openSeries, type Series } from './clickhouse/engine/series.ts';
import { sweepAbortedBatches } from './clickhouse/sweep.ts';
import { StoreError } from './faults/store-error.ts';
import { lockFolder } from './folder-lock.ts';
import { ADVISORY_LOCKS, runExclusively } from './postgres/advisory-locks.ts';
import { startEmbedded } from './postgres/embedded.ts';
import { type Fence, UNFENCED } from './postgres/lead/fence.ts';
import { migrateRecords } from './postgres/migrate.ts';
import { createStoredSeals, sealAllOnce } from './postgres/records/record-seals.ts';
import { createStoredChain } from './postgres/records/reports/report-chain.ts';
import { ensureSetting } from './postgres/records/settings.ts';
import { abortOpenBatches } from './postgres/records/tickers/batches.ts';
import { openRecords, type Records, sql } from './postgres/records.ts';
import { CONNECT_TIMEOUT_MS, createPing } from './postgres/steady-pool.ts';
import { prepareUpgrade } from './upgrade/upgrade.ts';
import { type CheckTiming, DEFAULT_TIMING, watch } from './watch.ts';

/** The two stores, as named in health reports. */
const STORES = ['database', 'series'] as const;

type StoreName = (typeof STORES)[number];

interface Outage {
	readonly store: StoreName;
	/** Wall clock, in milliseconds since 1970. */
	readonly since: number;
	/** The error by which the outage was detected. */
	readonly why: string;
}

/** Shows which stores are down, and notifies of changes. */
interface StoreHealth {
	outages(): readonly Outage[];
	/** Calls back with `outages` after each change. Returns a function that unsubscribes. */
	onChange(listener: (outages: readonly Outage[]) => void): () => void;
}

interface StoreHealthRecorder extends StoreHealth {
	markAway(store: StoreName, reason: string): void;
	markBack(store: StoreName): void;
}

export interface StoresConfig {
	/** Version of the product. If given, embedded stores of an older version are copied before they are upgraded. */
	product?: string;
	/** Contains the lock, the embedded PostgreSQL (postgres/) and the embedded ClickHouse (series/). */
	folder: string;
	/** An external PostgreSQL instead of the embedded one. */
	databaseUrl?: string;
	/** A ClickHouse server instead of the embedded engine. */
	clickhouseUrl?: string;
	/** The cluster that this server belongs to. */
	clickhouseCluster?: string;
	/** Interval of checks, and time limit of an answer or a new connection. Default: an outage is detected within 2 s. */
	checkTiming?: CheckTiming;
	/** Receives background errors: broken idle connections, a sweep that must be retried at the next start. */
	onError?: (error: Error) => void;
}

/** Returns whether other processes can use the same stores. */
export function isShared(config: StoresConfig): config is StoresConfig & { databaseUrl: string; clickhouseUrl: string } {
	return config.databaseUrl !== undefined && config.clickhouseUrl !== undefined;
}

/** Stored data: records in PostgreSQL, series in ClickHouse. */
export interface Stores extends AsyncDisposable {
	records: Records;
	series: Series;
	/** The end of the chain of reports, noted outside of the database. */
	chain: ChainNote;
	/** The end of the chain of record seals, noted outside of the database. */
	seals: SealNote;
	health: StoreHealth;
	/** Checked by every commit of the market. Never fails if the process uses the stores exclusively. */
	fence: Fence;
	/** Resolves with the number of aborted batches whose rows were removed after opening, in the background. */
	sweepResult: Promise<number>;
	/** Closes everything within 5 s; can be called repeatedly. */
	close(): Promise<void>;
}

/**
 * Opens both stores: migrates the schemas and, if no other process can use the stores, aborts batches of dead processes. The rows of aborted batches
 * stay invisible and are removed later (see `sweepResult`). Throws StoreError folder_held (with the process id), database_failed, database_unsupported,
 * series_failed or stores_mismatched.
 */
export async function openStores(config: StoresConfig): Promise<Stores> {
	await using cleanup = new AsyncDisposableStack();
	const isNew = isEmptyFolder(config.folder);
	const lock = lockFolder(config.folder);
	cleanup.defer(() => lock.release());
	const upgrade = isEmbedded(config) ? await prepareUpgrade(config.folder, config.product, () => new Date()) : undefined;
	const [records, series] = await awaitBoth(openDatabase(config, cleanup), openSeriesStore(config, cleanup));
	await checkIdentity(records, series);
	await sealAllOnce(records.db);
	// If processes share the stores, the new leader aborts batches instead: another process may still be writing to an open one.
	if (!isShared(config)) await abortOpenBatches(records.db);
	const chain = await openChainNote(config.folder, createStoredChain(records.db), isShared(config) ? { isNew } : undefined);
	const seals = await openSealNote(config.folder, createStoredSeals(records.db), { isNew: isNew && isShared(config) });
	await upgrade?.finish(records.db, chain);
	const health = cleanup.adopt(watchStores(records, series, config), (watched) => watched.close());
	const sweepResult = sweepInBackground(cleanup, records, series, config);
	const resources = cleanup.move();
	const close = (): Promise<void> => resources.disposeAsync();
	return { records, series, chain, seals, health, fence: UNFENCED, sweepResult, close, [Symbol.asyncDispose]: close };
}

function isEmptyFolder(folder: string): boolean {
	return !existsSync(folder) || (statSync(folder).isDirectory() && readdirSync(folder).length === 0);
}

function isEmbedded(config: StoresConfig): config is StoresConfig & { product: string } {
	return config.product !== undefined && config.databaseUrl === undefined && config.clickhouseUrl === undefined;
}

/** Watches both stores. While one is down, calls to that store fail immediately, and `outages` names it. */
function watchStores(
	records: Records,
	series: Series,
	{ checkTiming = DEFAULT_TIMING, onError }: StoresConfig,
): StoreHealth & { close(): Promise<void> } {
	const health = createStoreHealth();
	const watchOptions = (store: StoreName, calls: Pick<ServerControl, 'suspend' | 'resume'>) => ({
		checkTiming,
		onAway: (reason: string) => {
			calls.suspend(`The ${store} is unavailable: ${reason}`);
			health.markAway(store, reason);
			onError?.(new StoreError(`${store}_away`, `The ${store} is unavailable: ${reason}`));
		},
		onBack: () => {
			calls.resume();
			health.markBack(store);
		},
	});
	const watches = [watch({ ...watchOptions('database', records), ...createPing(records.url) })];
	const { server } = series;
	if (server) watches.push(watch({ ...watchOptions('series', server), ping: () => server.ping() }));
	return {
		...health,
		close: async () => {
			await Promise.all(watches.map((one) => one.close()));
		},
	};
}

function sweepInBackground(cleanup: AsyncDisposableStack, records: Records, series: Series, config: StoresConfig): Promise<number> {
	const closing = new AbortController();
	const sweeping = sweepAbortedBatches(records.db, series, { areWritersDead: !isShared(config), signal: closing.signal }).catch(
		(error: Error) => {
			config.onError?.(error);
			return 0;
		},
	);
	cleanup.defer(async () => {
		closing.abort();
		await sweeping;
	});
	return sweeping;
}

async function openDatabase(config: StoresConfig, cleanup: AsyncDisposableStack): Promise<Records> {
	const url = config.databaseUrl ?? (await startOwnDatabase(config, cleanup));
	await migrateRecords(url);
	const connectTimeoutMs = Math.max(CONNECT_TIMEOUT_MS, config.checkTiming?.timeoutMs ?? 0);
	return cleanup.adopt(openRecords(url, config.onError, connectTimeoutMs), (records) => records.close());
}

async function startOwnDatabase({ folder, onError }: StoresConfig, cleanup: AsyncDisposableStack): Promise<string> {
	const database = await startEmbedded({ folder: join(folder, 'postgres'), takeOver: true, ...(onError ? { onError } : {}) });
	cleanup.defer(() => database.stop());
	return database.url;
}

async function openSeriesStore(config: StoresConfig, cleanup: AsyncDisposableStack): Promise<Series> {
	const { folder, clickhouseUrl, clickhouseCluster } = config;
	const open = (): Promise<Series> => openSeries(chooseSeriesLocation(join(folder, 'series'), clickhouseUrl, clickhouseCluster));
	// Two processes running a migration concurrently would refill an emptied table twice.
	const series = await (isShared(config) ? runExclusively(config.databaseUrl, ADVISORY_LOCKS.seriesSchema, open) : open());
	return cleanup.adopt(series, (opened) => opened.close());
}

/** Awaits both; if one fails, the other is still awaited, so that it can be closed. */
async function awaitBoth<A, B>(first: Promise<A>, second: Promise<B>): Promise<[A, B]> {
	await Promise.allSettled([first, second]);
	return [await first, await second];
}

/**
 * Checks that both stores belong together: batch ids come from PostgreSQL, so series of another database would be misread. New series are marked; if
 * several processes start together, only one of them writes the mark.
 */
function checkIdentity({ db }: Records, { bulk }: Series): Promise<void> {
	return db.transaction(async (tx) => {
		await tx.execute(sql`select pg_advisory_xact_lock(${ADVISORY_LOCKS.storeIdentity})`);
		const identity = await ensureSetting(tx, 'store_identity', randomInt(1, 2 ** 32));
		const { columns } = await bulk.read({ identity: 'UInt32' }, 'SELECT identity FROM store_identity LIMIT 1');
		const storedIdentity = columns.identity[0];
		if (storedIdentity === undefined) await bulk.run(`INSERT INTO store_identity VALUES (${Number(identity)})`);
		else if (storedIdentity !== identity)
			throw new StoreError(
				'stores_mismatched',
				'The series store belongs to another database: connect to that one, or start with an empty series store.',
			);
	});
}

export function createStoreHealth(now: () => number = Date.now): StoreHealthRecorder {
	const outagesByStore = new Map<StoreName, Outage>();
	const listeners = new Set<(outages: readonly Outage[]) => void>();
	const outages = (): readonly Outage[] => [...outagesByStore.values()];
	const notify = (): void => {
		for (const listener of listeners) listener(outages());
	};
	return {
		outages,
		onChange: (listener) => {
			listeners.add(listener);
			return () => void listeners.delete(listener);
		},
		markAway: (store, why) => {
			if (outagesByStore.has(store)) return;
			outagesByStore.set(store, { store, since: now(), why });
			notify();
		},
		markBack: (store) => {
			if (outagesByStore.delete(store)) notify();
		},
	};
}
