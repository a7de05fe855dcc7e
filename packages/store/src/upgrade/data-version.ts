import { existsSync } from 'node:fs';
import { type FileHandle, open, readFile, rename } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { SERIES_VERSION } from '../clickhouse/engine/ddl.ts';
import { countKnownMigrations } from '../postgres/migrate.ts';

/** Schema versions of a data folder's stores. */
export interface DataVersion {
	/** The first product version with these schema versions; any later product version can open the data. */
	product: string;
	/** Number of migrations of the records. */
	records: number;
	/** Number of migration steps of the series. */
	series: number;
	/** Set during an upgrade, when the data may be half upgraded. */
	upgrading?: true;
}

export const VERSION_FILE = 'version.json';

/** Returns the schema versions of this program. */
export function currentVersion(product: string): DataVersion {
	return { product, records: countKnownMigrations(), series: SERIES_VERSION };
}

/** Reads the versions of a folder; undefined for a new folder, and for data of product versions before 0.2.0. */
export async function readDataVersion(folder: string): Promise<DataVersion | undefined> {
	const path = join(folder, VERSION_FILE);
	return existsSync(path) ? (JSON.parse(await readFile(path, 'utf8')) as DataVersion) : undefined;
}

export async function writeDataVersion(folder: string, version: DataVersion): Promise<void> {
	await writeAtomically(join(folder, VERSION_FILE), version);
}

export function isSameFormat(first: DataVersion | undefined, second: DataVersion): boolean {
	return first?.records === second.records && first.series === second.series;
}

/** Writes a file atomically: readers see the old or the new one, even after a power failure. */
export async function writeAtomically(path: string, content: object): Promise<void> {
	const draft = `${path}.draft`;
	await writeAndSync(await open(draft, 'w', 0o600), `${JSON.stringify(content, null, '\t')}\n`);
	await rename(draft, path);
	await syncFolder(dirname(path));
}

/** Writes a folder's changes to disk, if the operating system can open folders. */
export async function syncFolder(folder: string): Promise<void> {
	const handle = await open(folder, 'r').catch(() => undefined);
	if (handle) await writeAndSync(handle).catch(() => {});
}

async function writeAndSync(file: FileHandle, text?: string): Promise<void> {
	try {
		if (text !== undefined) await file.writeFile(text);
		await file.sync();
	} finally {
		await file.close();
	}
}
