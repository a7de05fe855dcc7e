import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { drizzle } from 'drizzle-orm/node-postgres';
import { migrate } from 'drizzle-orm/node-postgres/migrator';
import { type ClientBase, escapeIdentifier } from 'pg';
import { readLines } from './data-file.ts';
import { BackupError, type Manifest, type RecordsTable } from './manifest.ts';
import { tablesInOrder } from './records-out.ts';

const MIGRATIONS = join(import.meta.dirname, '../postgres/migrations');
/** Characters of JSON in one statement. */
const ENOUGH_TEXT = 2_000_000;

/**
 * Creates the tables in the backup's version, so that its rows fit; later migrations then upgrade them. Throws a BackupError when the backup has
 * migrations that this version does not know.
 */
export async function migrateTo(client: ClientBase, count: number): Promise<void> {
	const journal = JSON.parse(await readFile(join(MIGRATIONS, 'meta/_journal.json'), 'utf8')) as { entries: unknown[] };
	if (count > journal.entries.length)
		throw new BackupError('The backup was made by a newer version of this program: restore it with that version or a later one.');
	const folder = await mkdtemp(join(tmpdir(), 'signalwheel-migrations-'));
	try {
		await cp(MIGRATIONS, folder, { recursive: true });
		await writeFile(join(folder, 'meta/_journal.json'), JSON.stringify({ ...journal, entries: journal.entries.slice(0, count) }));
		await migrate(drizzle(client as never), { migrationsFolder: folder });
	} finally {
		await rm(folder, { recursive: true, force: true });
	}
}

/** Fills the tables; `client` is in a transaction, which makes them visible on commit. Throws a BackupError when a row is missing. */
export async function readRecords(client: ClientBase, folder: string, { tables, sequences }: Manifest['records']): Promise<void> {
	// A migration may have added rows of its own, which are in the backup, too.
	await client.query(`truncate ${(await tablesInOrder(client)).map((table) => escapeIdentifier(table)).join(', ')}`);
	for (const table of tables) await readTable(client, folder, table);
	for (const [name, last] of Object.entries(sequences))
		await client.query('select setval(quote_ident($1)::regclass, $2::bigint)', [name, last]);
}

async function readTable(client: ClientBase, folder: string, { table, file, rows }: RecordsTable): Promise<void> {
	const name = escapeIdentifier(table);
	let waiting: string[] = [];
	let text = 0;
	let written = 0;
	const flush = async (): Promise<void> => {
		if (waiting.length === 0) return;
		const done = await client.query(
			`insert into ${name} overriding system value select * from jsonb_populate_recordset(null::${name}, $1::jsonb)`,
			[`[${waiting.join(',')}]`],
		);
		written += done.rowCount ?? 0;
		waiting = [];
		text = 0;
	};
	for await (const line of readLines(folder, file)) {
		waiting.push(line);
		text += line.length;
		if (text >= ENOUGH_TEXT) await flush();
	}
	await flush();
	if (written !== rows) throw new BackupError(`${file} contains ${written} rows instead of ${rows}.`);
}
