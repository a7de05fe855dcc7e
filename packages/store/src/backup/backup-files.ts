import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { createZstdCompress, createZstdDecompress } from 'node:zlib';
import type { ChainEnd } from '@sw/domain/reports/chain';
import type { SealedRecords } from '../chain/chain-hashes.ts';
import type { Columns } from '../clickhouse/engine/native.ts';

/** A file of the backup; `file` is its path relative to the backup's folder. */
export interface BackupFile {
	file: string;
	/** Size on disk, compressed. */
	bytes: number;
	/** SHA-256 in hex of the bytes on disk. */
	sha256: string;
}

export interface RecordsTable extends BackupFile {
	table: string;
	rows: number;
}

export interface SeriesTable {
	columns: Columns;
	rows: number;
	/** Each file contains one block: the rows of days `first` to `last` (days since 1970-01-01, UTC), both inclusive. */
	files: (BackupFile & { rows: number; first: number; last: number })[];
}

/** The contents of a backup. Written last: a folder without it is no backup. */
export interface Manifest {
	format: 1;
	product: string;
	/** Time of the backup, ISO 8601. */
	made: string;
	records: {
		/** Number of migrations applied to the tables. */
		migrations: number;
		/** Ordered so that rows only refer to earlier ones. */
		tables: RecordsTable[];
		/** Last value of each sequence, by name. */
		sequences: Record<string, string>;
	};
	series: Record<string, SeriesTable>;
	/** Other files of the data folder. */
	others: BackupFile[];
	/** End of the chain of reports, and the seal of the reports of format 1 (missing in backups of older versions); null before the first report. */
	chain: { links: number; hash: string; sealed?: SealedRecords | null } | null;
	/** End of the chain of record seals; missing in backups of older versions. */
	seals?: ChainEnd;
}

/** A refused backup or restore. The message says what to do. */
export class BackupError extends Error {}

const MANIFEST_FILE = 'manifest.json';

export async function writeManifest(folder: string, manifest: Manifest): Promise<void> {
	const draft = join(folder, `${MANIFEST_FILE}.draft`);
	await writeFile(draft, `${JSON.stringify(manifest, null, '\t')}\n`, { mode: 0o600, flush: true });
	await rename(draft, join(folder, MANIFEST_FILE));
}

/** Throws a BackupError if the folder has no complete backup, or one in a newer format. */
export async function readManifest(folder: string): Promise<Manifest> {
	const text = await readFile(join(folder, MANIFEST_FILE), 'utf8').catch(() => undefined);
	if (text === undefined) throw new BackupError(`${folder} isn't a backup: it has no ${MANIFEST_FILE}.`);
	const manifest = JSON.parse(text) as Manifest;
	if (manifest.format !== 1) throw new BackupError(`${folder} was made by a newer version of this program.`);
	return manifest;
}

export function filesOf({ records, series, others }: Manifest): BackupFile[] {
	return [...records.tables, ...Object.values(series).flatMap(({ files }) => files), ...others];
}

type Chunks = AsyncIterable<Uint8Array | string> | Iterable<Uint8Array | string>;

/** Writes a new file of the backup, readable only by its owner. Names that end in .zst are compressed. The file is synced to disk when this resolves. */
export async function writeData(folder: string, file: string, chunks: Chunks): Promise<BackupFile> {
	const path = join(folder, file);
	await mkdir(dirname(path), { recursive: true, mode: 0o700 });
	const hash = createHash('sha256');
	let bytes = 0;
	const hashAndCount = async function* (source: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
		for await (const chunk of source) {
			hash.update(chunk);
			bytes += chunk.length;
			yield chunk;
		}
	};
	const source = Readable.from(chunks, { objectMode: false });
	const target = createWriteStream(path, { flags: 'wx', mode: 0o600, flush: true });
	await (file.endsWith('.zst') ? pipeline(source, createZstdCompress(), hashAndCount, target) : pipeline(source, hashAndCount, target));
	return { file, bytes, sha256: hash.digest('hex') };
}

/** Reads the whole file, decompressed. */
export function readData(folder: string, file: string): Promise<Buffer> {
	return buffer(contentOf(folder, file));
}

/** Reads the file's lines, split only at line feeds: text can contain other characters that readline treats as line ends. */
export async function* readLines(folder: string, file: string): AsyncGenerator<string> {
	let remainder = '';
	for await (const text of contentOf(folder, file).setEncoding('utf8')) {
		const lines = `${remainder}${text}`.split('\n');
		remainder = lines.pop() ?? '';
		yield* lines;
	}
	if (remainder !== '') yield remainder;
}

function contentOf(folder: string, file: string): Readable {
	const stream = createReadStream(join(folder, file));
	if (!file.endsWith('.zst')) return stream;
	const content = createZstdDecompress();
	stream.on('error', (error) => content.destroy(error));
	return stream.pipe(content);
}

/** Throws a BackupError with the name of the first file that has changed since it was written. */
export async function verifyFiles(folder: string, files: readonly BackupFile[]): Promise<void> {
	for (const { file, sha256 } of files) {
		const hash = createHash('sha256');
		try {
			for await (const chunk of createReadStream(join(folder, file))) hash.update(chunk as Buffer);
		} catch (cause) {
			throw new BackupError(`can't read ${join(folder, file)}: the backup is incomplete.`, { cause });
		}
		if (hash.digest('hex') !== sha256)
			throw new BackupError(`${join(folder, file)} has changed since it was written: the backup is damaged.`);
	}
}
