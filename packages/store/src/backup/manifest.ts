import { readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { ChainEnd } from '@sw/domain/reports/chain';
import type { SealedRecords } from '../chain/sealed-records.ts';
import type { Columns } from '../clickhouse/engine/native.ts';

/** A file of the backup, with its relative path. */
export interface BackupFile {
	file: string;
	/** Size on disk. */
	bytes: number;
	/** In hex, of the bytes on disk. */
	sha256: string;
}

export interface RecordsTable extends BackupFile {
	table: string;
	rows: number;
}

export interface SeriesTable {
	columns: Columns;
	rows: number;
	/** Each contains one block: the rows of these days (since 1970-01-01, UTC), both inclusive. */
	files: (BackupFile & { rows: number; first: number; last: number })[];
}

/** The contents of a backup. Written last: a folder without it is no backup. */
export interface Manifest {
	format: 1;
	product: string;
	/** ISO 8601. */
	made: string;
	records: {
		/** Number of migrations applied to the tables. */
		migrations: number;
		/** Ordered so that rows only refer to earlier ones. */
		tables: RecordsTable[];
		/** Last values of the sequences. */
		sequences: Record<string, string>;
	};
	series: Record<string, SeriesTable>;
	/** Other files of the data folder. */
	others: BackupFile[];
	/** End of the chain of reports, and the seal of reports of format 1 (missing in backups of older versions); null before the first report. */
	chain: { links: number; hash: string; sealed?: SealedRecords | null } | null;
	/** The end of the chain of record seals; not in backups of older versions. */
	seals?: ChainEnd;
}

/** A refused backup or restore; the message says what to do. */
export class BackupError extends Error {}

const NAME = 'manifest.json';

export async function writeManifest(folder: string, manifest: Manifest): Promise<void> {
	const draft = join(folder, `${NAME}.draft`);
	await writeFile(draft, `${JSON.stringify(manifest, null, '\t')}\n`, { mode: 0o600, flush: true });
	await rename(draft, join(folder, NAME));
}

/** Throws a BackupError for a folder without a complete backup, or with one in a newer format. */
export async function readManifest(folder: string): Promise<Manifest> {
	const text = await readFile(join(folder, NAME), 'utf8').catch(() => undefined);
	if (text === undefined) throw new BackupError(`${folder} isn't a backup: it has no ${NAME}.`);
	const manifest = JSON.parse(text) as Manifest;
	if (manifest.format !== 1) throw new BackupError(`${folder} was made by a newer version of this program.`);
	return manifest;
}

export function filesOf({ records, series, others }: Manifest): BackupFile[] {
	return [...records.tables, ...Object.values(series).flatMap(({ files }) => files), ...others];
}
