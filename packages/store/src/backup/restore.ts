import { cp, mkdir, readdir, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Client } from 'pg';
import { writeChainNote, writeNote } from '../chain/chain-note.ts';
import { SEALS_FILE } from '../chain/seal-note.ts';
import { openSeries, seriesPlace } from '../clickhouse/engine/series.ts';
import { lockFolder } from '../folder-lock.ts';
import { startEmbedded } from '../postgres/embedded.ts';
import { verifyFiles } from './data-file.ts';
import { BackupError, filesOf, type Manifest, readManifest } from './manifest.ts';
import { migrateTo, readRecords } from './records-in.ts';
import { emptySeries, readSeries } from './series-in.ts';

export interface RestoreRequest {
	/** Folder of the backup. */
	from: string;
	/** The data folder: must be empty or not exist yet. */
	folder: string;
	databaseUrl?: string;
	clickhouseUrl?: string;
	clickhouseCluster?: string;
	say(line: string): void;
}

const UNFINISHED = '.restoring';

/**
 * Fills an empty data folder, or empty external stores, from a backup after checking that its files are unchanged. Until it is complete, nothing in the
 * folder can be mistaken for data at a start. Throws a BackupError when the backup is damaged or newer than this version, or the target is not
 * empty; a StoreError when a running server uses the folder.
 */
export async function restore(request: RestoreRequest): Promise<Manifest> {
	const { from, folder, say } = request;
	const manifest = await readManifest(from);
	await verifyFiles(from, filesOf(manifest));
	say(`${filesOf(manifest).length} files are unchanged since ${manifest.made}`);
	await using restoring = new AsyncDisposableStack();
	await mkdir(folder, { recursive: true });
	await refuseUnlessEmpty(folder);
	const lock = lockFolder(folder);
	restoring.defer(() => lock.release());
	const draft = join(folder, UNFINISHED);
	await rm(draft, { recursive: true, force: true });
	await mkdir(draft);
	await fill(request, manifest, draft);
	for (const { file } of manifest.others) await copyOther(from, folder, file);
	await noteChain(folder, manifest);
	// The series name their database, so a start between the two renames would detect the mismatch and stop.
	for (const store of ['series', 'postgres'])
		if ((await readdir(draft)).includes(store)) await rename(join(draft, store), join(folder, store));
	await rm(draft, { recursive: true, force: true });
	return manifest;
}

/** A backup of an older version recorded less: opening the stores seals its reports. */
async function noteChain(folder: string, { chain, seals }: Manifest): Promise<void> {
	if (seals) await writeNote(folder, SEALS_FILE, seals);
	if (chain?.sealed === undefined) return;
	await writeChainNote(folder, { links: chain.links, link: chain.hash, coming: null, sealed: chain.sealed });
}

async function refuseUnlessEmpty(folder: string): Promise<void> {
	const found = (await readdir(folder)).filter((name) => name !== UNFINISHED && !name.startsWith('lock'));
	if (found.length > 0) throw new BackupError(`${folder} isn't empty: backups can only be restored into an empty data folder.`);
}

async function fill(request: RestoreRequest, manifest: Manifest, draft: string): Promise<void> {
	const { from, databaseUrl, clickhouseUrl, clickhouseCluster, say } = request;
	await using filling = new AsyncDisposableStack();
	const database = databaseUrl === undefined ? await startEmbedded({ folder: join(draft, 'postgres') }) : undefined;
	if (database) filling.defer(() => database.stop());
	const client = filling.adopt(new Client({ connectionString: databaseUrl ?? database?.url, options: '-c timezone=UTC' }), (opened) =>
		opened.end(),
	);
	await client.connect();
	await emptyRecords(client);
	const series = filling.adopt(await openSeries(seriesPlace(join(draft, 'series'), clickhouseUrl, clickhouseCluster)), (opened) =>
		opened.close(),
	);
	await emptySeries(series);
	await migrateTo(client, manifest.records.migrations);
	await client.query('begin');
	await readRecords(client, from, manifest.records);
	say(`records: ${manifest.records.tables.length} tables`);
	await readSeries(series, from, manifest.series, say);
	const identity = await client.query<{ value: number }>("select value from settings where key = 'store_identity'");
	// Committed last: without the records, no row of the series is visible.
	await client.query('commit');
	if (identity.rows[0]) await series.bulk.run(`INSERT INTO store_identity VALUES (${Number(identity.rows[0].value)})`);
}

/** Removes the remains of an interrupted restore: tables without any setting have never been opened. */
async function emptyRecords(client: Client): Promise<void> {
	const { rows } = await client.query<{ name: string }>(
		"select relname as name from pg_class where relnamespace = current_schema()::regnamespace and relkind = 'r'",
	);
	const opened = rows.some(({ name }) => name === 'settings') ? await client.query('select 1 from settings limit 1') : undefined;
	if (rows.length > 0 && opened?.rowCount !== 0) throw new BackupError("The database isn't empty: use an empty PostgreSQL database.");
}

async function copyOther(from: string, folder: string, file: string): Promise<void> {
	const target = join(folder, file.replace(/^others\//, ''));
	await mkdir(dirname(target), { recursive: true });
	await cp(join(from, file), target);
}
