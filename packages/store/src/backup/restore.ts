import { cp, mkdir, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { Client, type ClientBase, escapeIdentifier } from 'pg';
import { writeChainNote, writeNote } from '../chain/chain-note.ts';
import { SEALS_FILE } from '../chain/seal-note.ts';
import { INSERT_MENTION_SPANS } from '../clickhouse/engine/ddl.ts';
import { decodeBlocks } from '../clickhouse/engine/native.ts';
import { changeTable, chooseSeriesLocation, insertRows, openSeries, type Series } from '../clickhouse/engine/series.ts';
import { lockFolder } from '../folder-lock.ts';
import { startEmbedded } from '../postgres/embedded.ts';
import { drizzle, migrate } from '../postgres/orm/drizzle.ts';
import { BackupError, filesOf, type Manifest, type RecordsTable, readData, readLines, readManifest, verifyFiles } from './backup-files.ts';
import { SERIES_TABLES, type SeriesTableName, tablesInOrder } from './tables-out.ts';

const MIGRATIONS = join(import.meta.dirname, '../postgres/migrations');

/** Characters of JSON per insert statement. */
const MAX_CHARACTERS_PER_INSERT = 2_000_000;

export interface RestoreRequest {
	/** Folder of the backup. */
	backupFolder: string;
	/** The data folder: must be empty or not exist yet. */
	folder: string;
	databaseUrl?: string;
	clickhouseUrl?: string;
	clickhouseCluster?: string;
	log(line: string): void;
}

const DRAFT_FOLDER = '.restoring';

/**
 * Restores a backup into an empty data folder, or empty external stores, after checking that its files are unchanged. Until the restore is complete,
 * a start can't mistake anything in the folder for data. Throws a BackupError if the backup is damaged or newer than this version, or the target is not
 * empty; a StoreError if a running server uses the folder.
 */
export async function restore(request: RestoreRequest): Promise<Manifest> {
	const { backupFolder, folder, log } = request;
	const manifest = await readManifest(backupFolder);
	await verifyFiles(backupFolder, filesOf(manifest));
	log(`${filesOf(manifest).length} files are unchanged since ${manifest.made}`);
	await using cleanup = new AsyncDisposableStack();
	await mkdir(folder, { recursive: true });
	await refuseUnlessEmpty(folder);
	const lock = lockFolder(folder);
	cleanup.defer(() => lock.release());
	const draft = join(folder, DRAFT_FOLDER);
	await rm(draft, { recursive: true, force: true });
	await mkdir(draft);
	await fillStores(request, manifest, draft);
	for (const { file } of manifest.others) await copyOtherFile(backupFolder, folder, file);
	await writeNotes(folder, manifest);
	// The series record which database they belong to, so a start between the two renames would detect the mismatch and stop.
	for (const store of ['series', 'postgres'])
		if ((await readdir(draft)).includes(store)) await rename(join(draft, store), join(folder, store));
	await rm(draft, { recursive: true, force: true });
	return manifest;
}

/** Writes the notes of both chains. If an older backup lacks them, opening the stores seals its reports. */
async function writeNotes(folder: string, { chain, seals }: Manifest): Promise<void> {
	if (seals) await writeNote(folder, SEALS_FILE, seals);
	if (chain?.sealed === undefined) return;
	await writeChainNote(folder, { links: chain.links, link: chain.hash, coming: null, sealed: chain.sealed });
}

async function refuseUnlessEmpty(folder: string): Promise<void> {
	const files = (await readdir(folder)).filter((name) => name !== DRAFT_FOLDER && !name.startsWith('lock'));
	if (files.length > 0) throw new BackupError(`${folder} isn't empty: backups can only be restored into an empty data folder.`);
}

async function fillStores(request: RestoreRequest, manifest: Manifest, draft: string): Promise<void> {
	const { backupFolder, databaseUrl, clickhouseUrl, clickhouseCluster, log } = request;
	await using cleanup = new AsyncDisposableStack();
	const database = databaseUrl === undefined ? await startEmbedded({ folder: join(draft, 'postgres') }) : undefined;
	if (database) cleanup.defer(() => database.stop());
	const client = cleanup.adopt(new Client({ connectionString: databaseUrl ?? database?.url, options: '-c timezone=UTC' }), (opened) =>
		opened.end(),
	);
	await client.connect();
	await requireUnopenedDatabase(client);
	const series = cleanup.adopt(await openSeries(chooseSeriesLocation(join(draft, 'series'), clickhouseUrl, clickhouseCluster)), (opened) =>
		opened.close(),
	);
	await removeUnopenedSeries(series);
	await migrateTo(client, manifest.records.migrations);
	await client.query('begin');
	await restoreRecords(client, backupFolder, manifest.records);
	log(`records: ${manifest.records.tables.length} tables`);
	await restoreSeries(series, backupFolder, manifest.series, log);
	const identity = await client.query<{ value: number }>("select value from settings where key = 'store_identity'");
	// Committed last, because no row of the series is visible without the records.
	await client.query('commit');
	if (identity.rows[0]) await series.bulk.run(`INSERT INTO store_identity VALUES (${Number(identity.rows[0].value)})`);
}

/** Throws a BackupError unless the database is empty or was never opened: tables without any setting remain from an interrupted restore. */
async function requireUnopenedDatabase(client: Client): Promise<void> {
	const { rows } = await client.query<{ name: string }>(
		"select relname as name from pg_class where relnamespace = current_schema()::regnamespace and relkind = 'r'",
	);
	const settingsRows = rows.some(({ name }) => name === 'settings') ? await client.query('select 1 from settings limit 1') : undefined;
	if (rows.length > 0 && settingsRows?.rowCount !== 0) throw new BackupError("The database isn't empty: use an empty PostgreSQL database.");
}

async function copyOtherFile(sourceFolder: string, folder: string, file: string): Promise<void> {
	const target = join(folder, file.replace(/^others\//, ''));
	await mkdir(dirname(target), { recursive: true });
	await cp(join(sourceFolder, file), target);
}

/** Fills the series tables with the backup's columns; newer columns get their defaults. */
async function restoreSeries(series: Series, sourceFolder: string, tables: Manifest['series'], log: (line: string) => void): Promise<void> {
	for (const [name, { columns: spec, rows, files }] of Object.entries(tables)) {
		if (!isSeriesTable(name))
			throw new BackupError(`This program has no series table ${name}: restore with the version that made the backup.`);
		for (const { file, rows: expected } of files) {
			const { count, columns } = decodeBlocks(spec, await readData(sourceFolder, file));
			if (count !== expected) throw new BackupError(`${file} contains ${count} rows instead of ${expected}.`);
			await insertRows(series, name, spec, columns, count);
		}
		log(`${name}: ${rows} rows`);
	}
	// In older versions, backups contain no spans of mentions.
	if (!('mention_spans' in tables)) await series.bulk.run(INSERT_MENTION_SPANS);
}

function isSeriesTable(name: string): name is SeriesTableName {
	return name in SERIES_TABLES;
}

/**
 * Ensures that no data is overwritten. Series without an identity have never been opened together with a database: their rows remain from an
 * interrupted restore, and are removed. Throws a BackupError if the store is in use.
 */
async function removeUnopenedSeries(series: Series): Promise<void> {
	const { count } = await series.bulk.read({ identity: 'UInt32' }, 'SELECT identity FROM store_identity LIMIT 1');
	if (count > 0) throw new BackupError("The series store isn't empty: use an empty ClickHouse database.");
	// Breadth and deep cells are not part of a backup: breadth is recounted from the reports, and inserting report rows fills deep_cells.
	for (const name of [...Object.keys(SERIES_TABLES), 'breadth', 'deep_cells', 'deep_cells_missing'])
		await changeTable(series, `TRUNCATE TABLE ${name}`);
}

/**
 * Creates the tables in the backup's version, so that its rows fit; opening the stores upgrades them later. Throws a BackupError if the backup has
 * migrations that this version does not know.
 */
export async function migrateTo(client: ClientBase, migrationCount: number): Promise<void> {
	const journal = JSON.parse(await readFile(join(MIGRATIONS, 'meta/_journal.json'), 'utf8')) as { entries: unknown[] };
	if (migrationCount > journal.entries.length)
		throw new BackupError('The backup was made by a newer version of this program: restore it with that version or a later one.');
	const folder = await mkdtemp(join(tmpdir(), 'signalwheel-migrations-'));
	try {
		await cp(MIGRATIONS, folder, { recursive: true });
		await writeFile(join(folder, 'meta/_journal.json'), JSON.stringify({ ...journal, entries: journal.entries.slice(0, migrationCount) }));
		await migrate(drizzle(client as never), { migrationsFolder: folder });
	} finally {
		await rm(folder, { recursive: true, force: true });
	}
}

/** Fills the tables within the client's transaction. Throws a BackupError if a row is missing. */
async function restoreRecords(client: ClientBase, sourceFolder: string, { tables, sequences }: Manifest['records']): Promise<void> {
	// The truncated tables can contain rows from migrations; the backup has the same rows.
	await client.query(`truncate ${(await tablesInOrder(client)).map((table) => escapeIdentifier(table)).join(', ')}`);
	for (const table of tables) await restoreTable(client, sourceFolder, table);
	for (const [name, last] of Object.entries(sequences))
		await client.query('select setval(quote_ident($1)::regclass, $2::bigint)', [name, last]);
}

async function restoreTable(client: ClientBase, sourceFolder: string, { table, file, rows }: RecordsTable): Promise<void> {
	const name = escapeIdentifier(table);
	let pending: string[] = [];
	let characters = 0;
	let written = 0;
	const flush = async (): Promise<void> => {
		if (pending.length === 0) return;
		const result = await client.query(
			`insert into ${name} overriding system value select * from jsonb_populate_recordset(null::${name}, $1::jsonb)`,
			[`[${pending.join(',')}]`],
		);
		written += result.rowCount ?? 0;
		pending = [];
		characters = 0;
	};
	for await (const line of readLines(sourceFolder, file)) {
		pending.push(line);
		characters += line.length;
		if (characters >= MAX_CHARACTERS_PER_INSERT) await flush();
	}
	await flush();
	if (written !== rows) throw new BackupError(`${file} contains ${written} rows instead of ${rows}.`);
}
