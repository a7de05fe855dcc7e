import { createReadStream } from 'node:fs';
import { mkdir, readdir } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { ChainEnd } from '@sw/domain/reports/chain';
import type { PoolClient } from 'pg';
import type { NotedChain } from '../chain/chain-note.ts';
import type { Stores } from '../open.ts';
import { drizzle } from '../postgres/orm/drizzle.ts';
import { visibleBatches } from '../postgres/records/tickers/batches.ts';
import * as schema from '../postgres/schema/index.ts';
import { BackupError, type BackupFile, filesOf, type Manifest, writeData, writeManifest } from './backup-files.ts';
import { SERIES_TABLES, type SeriesTableName, writeRecords, writeSeries } from './tables-out.ts';

export interface BackupRequest {
	stores: Pick<Stores, 'records' | 'series' | 'chain' | 'seals'>;
	/** The data folder. Its files outside the stores are copied as well. */
	folder: string;
	/** Target folder; must be empty or not exist yet. */
	backupFolder: string;
	/** Version of the product. */
	productVersion: string;
	createdAt: Date;
	log(line: string): void;
}

/**
 * Copies both stores as of one instant, while the server runs: the records as one transaction sees them, and the series rows of the batches committed
 * then. Throws a BackupError if the target is not empty or is inside the data folder.
 */
export async function backUp({ stores, folder, backupFolder, productVersion, createdAt, log }: BackupRequest): Promise<Manifest> {
	await createEmptyTarget(backupFolder, folder);
	await stores.chain.catchUp();
	await stores.seals.catchUp();
	const notedSeals = stores.seals.getNoted();
	const client = await stores.records.pool.connect();
	try {
		await client.query('begin transaction isolation level repeatable read read only');
		const visible = await visibleBatches(drizzle(client, { schema, casing: 'snake_case' }));
		const chain = await chainEnd(client, stores.chain.getNoted());
		const seals = await sealsEnd(client, notedSeals);
		const records = await writeRecords(client, backupFolder);
		await client.query('commit');
		log(`records: ${records.tables.reduce((sum, { rows }) => sum + rows, 0)} rows in ${records.tables.length} tables`);
		const series: Manifest['series'] = {};
		for (const name of Object.keys(SERIES_TABLES) as SeriesTableName[]) {
			series[name] = await writeSeries(stores.series, name, visible, backupFolder);
			log(`${name}: ${series[name].rows} rows`);
		}
		const otherFiles = await copyFilesOutsideStores(folder, backupFolder);
		const manifest: Manifest = {
			format: 1,
			product: productVersion,
			made: createdAt.toISOString(),
			records,
			series,
			others: otherFiles,
			chain,
			seals,
		};
		await writeManifest(backupFolder, manifest);
		const bytes = filesOf(manifest).reduce((sum, file) => sum + file.bytes, 0);
		log(`${backupFolder}: ${(bytes / 1e6).toFixed(1)} MB`);
		return manifest;
	} catch (error) {
		await client.query('rollback').catch(() => {});
		throw error;
	} finally {
		client.release();
	}
}

async function createEmptyTarget(targetFolder: string, dataFolder: string): Promise<void> {
	const [target, data] = [`${resolve(targetFolder)}/`, `${resolve(dataFolder)}/`];
	if (target.startsWith(data)) throw new BackupError(`${targetFolder} is inside the data folder: use a folder elsewhere.`);
	await mkdir(targetFolder, { recursive: true, mode: 0o700 });
	if ((await readdir(targetFolder)).length > 0) throw new BackupError(`${targetFolder} isn't empty: use a new folder.`);
}

/** Returns the end of the chain in the database, or the noted one if that is further: a backup must not hide missing reports. */
async function chainEnd(client: PoolClient, noted: NotedChain | undefined): Promise<Manifest['chain']> {
	const { rows } = await client.query<{ links: string; hash: string }>(
		'select chain_seq as links, link as hash from reports order by chain_seq desc limit 1',
	);
	const storedEnd = rows[0] && { links: Number(rows[0].links), hash: rows[0].hash };
	const end = noted && noted.links > (storedEnd?.links ?? 0) ? { links: noted.links, hash: noted.link } : storedEnd;
	return end ? { ...end, sealed: noted?.sealed ?? null } : null;
}

/** Returns the end of the chain of record seals, by the same rule as chainEnd. */
async function sealsEnd(client: PoolClient, noted: ChainEnd | undefined): Promise<ChainEnd> {
	const { rows } = await client.query<{ links: string; link: string }>(
		'select seq as links, link from record_seals order by seq desc limit 1',
	);
	const storedEnd = { links: Number(rows[0]?.links ?? 0), link: rows[0]?.link ?? '' };
	return noted && noted.links > storedEnd.links ? noted : storedEnd;
}

/** Name prefixes of the stores' own files and of temporary ones, which are not copied. The manifest contains the noted chains. */
const EXCLUDED_NAMES = /^(postgres|series|lock|chain\.json|seals\.json|\.restoring|\.?before-upgrade|\.rolled-back|\.drill)/;

async function copyFilesOutsideStores(dataFolder: string, targetFolder: string): Promise<BackupFile[]> {
	const files: BackupFile[] = [];
	for (const topEntry of await readdir(dataFolder, { withFileTypes: true })) {
		// Don't list the content of store folders: a running store removes folders during the backup.
		if (EXCLUDED_NAMES.test(topEntry.name)) continue;
		const entries = topEntry.isDirectory()
			? await readdir(join(dataFolder, topEntry.name), { recursive: true, withFileTypes: true })
			: [topEntry];
		for (const entry of entries) {
			const path = join(entry.parentPath, entry.name);
			const name = path.slice(resolve(dataFolder).length + 1);
			if (entry.isFile()) files.push(await writeData(targetFolder, `others/${name}`, createReadStream(path)));
		}
	}
	return files;
}
