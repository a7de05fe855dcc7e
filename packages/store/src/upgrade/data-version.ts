import { existsSync } from 'node:fs';
import { type FileHandle, open, readFile, rename } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { SERIES_VERSION } from '../clickhouse/engine/ddl.ts';
import { recordsVersion } from '../postgres/migrate.ts';

/** How far the tables of a data folder have come. */
export interface DataVersion {
	/** The version of Signalwheel that first brought them there: any later one can open them. */
	product: string;
	/** Migrations of the records. */
	records: number;
	/** Steps of the series. */
	series: number;
	/** Set while they are being brought there: half of it may be done. */
	upgrading?: true;
}

export const VERSION_FILE = 'version.json';

/** What this program brings data to. */
export function versionOf(product: string): DataVersion {
	return { product, records: recordsVersion(), series: SERIES_VERSION };
}

/** Undefined for a new folder, and for data of versions before 0.2.0. */
export async function readDataVersion(folder: string): Promise<DataVersion | undefined> {
	const path = join(folder, VERSION_FILE);
	return existsSync(path) ? (JSON.parse(await readFile(path, 'utf8')) as DataVersion) : undefined;
}

export async function writeDataVersion(folder: string, version: DataVersion): Promise<void> {
	await writeWhole(join(folder, VERSION_FILE), version);
}

export function isSameFormat(one: DataVersion | undefined, other: DataVersion): boolean {
	return one?.records === other.records && one.series === other.series;
}

/** Readers see the old file or the new one, also after a power cut. */
export async function writeWhole(path: string, content: object): Promise<void> {
	const draft = `${path}.draft`;
	await synced(await open(draft, 'w', 0o600), `${JSON.stringify(content, null, '\t')}\n`);
	await rename(draft, path);
	await syncFolder(dirname(path));
}

/** Not every system lets a folder be opened. */
export async function syncFolder(folder: string): Promise<void> {
	const entry = await open(folder, 'r').catch(() => undefined);
	if (entry) await synced(entry).catch(() => {});
}

async function synced(file: FileHandle, text?: string): Promise<void> {
	try {
		if (text !== undefined) await file.writeFile(text);
		await file.sync();
	} finally {
		await file.close();
	}
}
