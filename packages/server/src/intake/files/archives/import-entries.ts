/** The files that a path stands for: itself, everything below it, and what its archives hold. Nothing outside the path is ever opened. */
import { type FileHandle, lstat, open, readdir, realpath } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { ImportError } from '../faults/import-error.ts';
import { readRange } from './read-range.ts';
import { readTar } from './tar.ts';
import { type Bytes, unpack } from './unpack.ts';
import { createMeter, type UnpackLimits, type UnpackMeter } from './unpack-limits.ts';
import { openZip } from './zip.ts';

const TABLE = /\.(csv|tsv|txt)(\.gz)?$/i;
const ARCHIVE = /\.zip$/i;
const TAR = /\.(tar\.gz|tgz)$/i;
/** Listed so that a reader is told why they are left out. */
const OTHER = /\.(json|parquet)(\.gz)?$/i;

/** A file on disk, `name` relative to the imported path's parent, with '/'. */
export interface DiskFile {
	name: string;
	path: string;
	bytes: number;
	/** Named itself by the user, not found below a folder. */
	isNamed: boolean;
}

export interface ImportEntry {
	/** As the disk file, plus '!' and the entry's path inside an archive. */
	name: string;
	/** The name with the folder that holds a file named itself before it. */
	place: string;
	/** Bytes as stored: compressed ones of an archive's entry. */
	raw(): Bytes;
	/** The text. `onBytes` is told how many stored bytes were read for it. */
	content(onBytes?: (bytes: number) => void): Bytes;
}

/** Tables and archives under a path, in the order of their names. Links are not followed. ImportError when the path itself cannot be read. */
export const listFiles = async (path: string): Promise<DiskFile[]> => {
	try {
		const root = await realpath(path);
		const found: DiskFile[] = [];
		const visit = async (at: string, name: string, named: boolean): Promise<void> => {
			const stat = await lstat(at);
			if (stat.isDirectory()) {
				const names = (await readdir(at)).sort();
				for (const child of names) await visit(join(at, child), `${name}/${child}`, false);
			} else if (stat.isFile() && (named || TABLE.test(at) || ARCHIVE.test(at) || TAR.test(at) || OTHER.test(at))) {
				found.push({ name, path: at, bytes: stat.size, isNamed: named });
			}
		};
		await visit(root, basename(root), true);
		return found;
	} catch (error) {
		throw new ImportError('unreadable', error instanceof Error ? error.message : undefined, { cause: error });
	}
};

async function* counted(bytes: Bytes, onBytes: (bytes: number) => void): AsyncGenerator<Buffer> {
	for await (const chunk of bytes) {
		onBytes(chunk.length);
		yield chunk;
	}
}

const OTHER_WORDS = {
	json: 'JSON is not read.',
	parquet: 'Packed Parquet is not read: unpack it first.',
} as const;

/** A packed tar can only be read from its beginning: each table in it is a pass of its own. */
const tarEntries = async (file: DiskFile, place: string, handle: FileHandle, limits: UnpackLimits): Promise<ImportEntry[]> => {
	const parts = () => readTar(unpack(readRange(handle, 0, file.bytes), 'gzip', createMeter(limits)));
	async function* contentOf(name: string): AsyncGenerator<Buffer> {
		for await (const part of parts()) {
			if (part.name !== name) continue;
			yield* part.content();
			return;
		}
	}
	const entries: ImportEntry[] = [];
	for await (const { name } of parts()) {
		if (!TABLE.test(name)) continue;
		const text = (): Bytes => unzipped(name, contentOf(name), createMeter(limits));
		entries.push({ name: `${file.name}!${name}`, place: `${place}!${name}`, raw: text, content: text });
	}
	return entries;
};

const unzipped = (name: string, bytes: Bytes, meter: UnpackMeter): Bytes => (/\.gz$/i.test(name) ? unpack(bytes, 'gzip', meter) : bytes);
const uncounted = (): void => {};

/** The tables in a disk file: itself, or those of an archive. The handle must stay open while they are read. */
export const entriesOf = async (file: DiskFile, handle: FileHandle, limits: UnpackLimits): Promise<ImportEntry[]> => {
	const place = file.isNamed ? `${basename(dirname(file.path))}/${file.name}` : file.name;
	if (TAR.test(file.name)) return tarEntries(file, place, handle, limits);
	if (OTHER.test(file.name)) throw new ImportError('format', OTHER_WORDS[/parquet/i.test(file.name) ? 'parquet' : 'json']);
	if (!ARCHIVE.test(file.name)) {
		const raw = (): Bytes => readRange(handle, 0, file.bytes);
		return [
			{ name: file.name, place, raw, content: (onBytes = uncounted) => unzipped(file.name, counted(raw(), onBytes), createMeter(limits)) },
		];
	}
	const entries = await openZip(handle, limits);
	const whole = createMeter(limits);
	return entries
		.filter((e) => TABLE.test(e.name))
		.map((e) => ({
			name: `${file.name}!${e.name}`,
			place: `${place}!${e.name}`,
			raw: e.raw,
			content: (onBytes = uncounted) => unzipped(e.name, e.content(whole, onBytes), createMeter(limits)),
		}));
};

export const openFile = async (file: DiskFile): Promise<FileHandle> => {
	try {
		return await open(file.path, 'r');
	} catch (error) {
		throw new ImportError('unreadable', error instanceof Error ? error.message : undefined, { cause: error });
	}
};
