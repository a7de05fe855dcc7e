/** Lists and opens the data files at a path: the file itself, all files below a folder, and the tables in archives. Never opens anything outside the path. */
import { constants } from 'node:fs';
import { type FileHandle, lstat, open, readdir, realpath } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { extract } from 'tar-stream';
import { ImportError } from '../faults/import-error.ts';
import { type Bytes, createUnpackMeter, type UnpackLimits, type UnpackMeter, unpack } from './unpack.ts';
import { checkName, openZip, readRange } from './zip.ts';

/** A regular file in a tar stream. */
interface TarPart {
	name: string;
	bytes: number;
	/** Must be read to the end, or abandoned, before the next part is requested. */
	content(): Bytes;
}

/** Unknown formats are allowed, because the oldest archives don't state theirs. */
const TAR_OPTIONS = { highWaterMark: 256 * 1024, allowUnknownFormat: true };

const TABLE_NAME = /\.(csv|tsv|txt)(\.gz)?$/i;
const ZIP_NAME = /\.zip$/i;
const TAR_NAME = /\.(tar\.gz|tgz)$/i;
/** Unsupported files, listed so that the import can say why they are skipped. */
const UNSUPPORTED_NAME = /\.((json|parquet)(\.gz)?|xlsx?|ods|7z|rar|tar|(tar\.|csv\.|txt\.)?(bz2|xz|zst))$/i;

function isDataName(name: string): boolean {
	return TABLE_NAME.test(name) || ZIP_NAME.test(name) || TAR_NAME.test(name) || UNSUPPORTED_NAME.test(name);
}

/** A file on disk, `name` relative to the imported path's parent, with '/'. */
export interface DiskFile {
	name: string;
	path: string;
	bytes: number;
	/** Last modification, in UTC milliseconds. */
	modified: number;
	/** Whether the user named this file itself, not a folder above it. */
	isNamed: boolean;
	/** Set for links and for special files (pipes, devices): they are reported by name and never opened. */
	notAFile?: 'link' | 'special';
	/** Whether the file's name looks like data, or the user named the file: only then is skipping it reported. */
	isData: boolean;
}

export interface ImportEntry {
	/** The disk file's name; for an entry of an archive followed by '!' and its path inside. */
	name: string;
	/** The name, preceded by the parent folder if the user named the file itself: the folder's name can be the symbol. */
	sourcePath: string;
	/** Bytes as stored, for hashing: those of a zip entry are compressed. */
	raw(): Bytes;
	/** The unpacked text. `onBytes` receives the number of stored bytes read. */
	content(onBytes?: (bytes: number) => void): Bytes;
}

/** Lists tables, archives, links and special files at or below a path, ordered by name. Throws ImportError if the path itself cannot be read. */
export async function listFiles(path: string): Promise<DiskFile[]> {
	try {
		// Parent folders may be links, but the path itself is not resolved.
		const root = join(await realpath(dirname(path)), basename(path));
		const files: DiskFile[] = [];
		const visit = async (entryPath: string, name: string, isNamed: boolean): Promise<void> => {
			const stat = await lstat(entryPath);
			const file = { name, path: entryPath, bytes: stat.size, modified: stat.mtimeMs, isNamed, isData: isNamed || isDataName(entryPath) };
			if (stat.isDirectory()) {
				const names = (await readdir(entryPath)).sort();
				for (const child of names) await visit(join(entryPath, child), `${name}/${child}`, false);
			} else if (!stat.isFile()) files.push({ ...file, bytes: 0, notAFile: stat.isSymbolicLink() ? 'link' : 'special' });
			else if (file.isData) files.push(file);
		};
		await visit(root, basename(root), true);
		return files;
	} catch (error) {
		throw new ImportError('unreadable', error instanceof Error ? error.message : undefined, { cause: error });
	}
}

const UNSUPPORTED_REASONS: readonly (readonly [RegExp, string])[] = [
	[/parquet/i, "Compressed Parquet isn't supported: unpack it first."],
	[/json/i, "JSON isn't supported."],
	[/\.(xlsx?|ods)$/i, "Spreadsheets aren't supported: save it as CSV."],
	[/./, "This kind of archive isn't supported: pack it as zip, gz or tar.gz."],
];

/** The tables in a disk file, and the names of nested archives, which are not opened. */
export interface FileEntries {
	tables: ImportEntry[];
	nested: string[];
}

/** Finds the tables in a disk file: the file itself, or the entries of an archive. The handle must stay open while tables are read. */
export async function findEntries(file: DiskFile, handle: FileHandle, limits: UnpackLimits): Promise<FileEntries> {
	const sourcePath = file.isNamed ? `${basename(dirname(file.path))}/${file.name}` : file.name;
	if (TAR_NAME.test(file.name)) return listTarEntries(file, sourcePath, handle, limits);
	if (UNSUPPORTED_NAME.test(file.name)) throw new ImportError('format', UNSUPPORTED_REASONS.find(([kind]) => kind.test(file.name))?.[1]);
	if (!ZIP_NAME.test(file.name)) {
		const raw = (): Bytes => readRange(handle, 0, file.bytes);
		const content = (onBytes: (bytes: number) => void = ignoreBytes): Bytes =>
			gunzipIfNamed(file.name, countBytes(raw(), onBytes), createUnpackMeter(limits));
		return { tables: [{ name: file.name, sourcePath, raw, content }], nested: [] };
	}
	const entries = await openZip(handle, limits);
	const archiveMeter = createUnpackMeter(limits);
	return {
		tables: entries
			.filter((e) => TABLE_NAME.test(e.name))
			.map((e) => ({
				name: `${file.name}!${e.name}`,
				sourcePath: `${sourcePath}!${e.name}`,
				raw: e.raw,
				content: (onBytes = ignoreBytes) => gunzipIfNamed(e.name, e.content(archiveMeter, onBytes), createUnpackMeter(limits)),
			})),
		nested: entries.filter((e) => isArchiveName(e.name)).map((e) => `${file.name}!${e.name}`),
	};
}

function ignoreBytes(): void {}

function gunzipIfNamed(name: string, bytes: Bytes, meter: UnpackMeter): Bytes {
	return /\.gz$/i.test(name) ? unpack(bytes, 'gzip', meter) : bytes;
}

function isArchiveName(name: string): boolean {
	return ZIP_NAME.test(name) || TAR_NAME.test(name) || /\.(7z|rar|tar|bz2|xz|zst)$/i.test(name);
}

/** Lists the tables in a packed tar. A tar can only be read from its beginning, so reading each table takes a pass over the whole archive. */
async function listTarEntries(file: DiskFile, sourcePath: string, handle: FileHandle, limits: UnpackLimits): Promise<FileEntries> {
	const readParts = () => readTar(unpack(readRange(handle, 0, file.bytes), 'gzip', createUnpackMeter(limits)));
	async function* readContent(name: string): AsyncGenerator<Buffer> {
		for await (const part of readParts()) {
			if (part.name !== name) continue;
			yield* part.content();
			return;
		}
	}
	const entries: ImportEntry[] = [];
	const nested: string[] = [];
	for await (const { name } of readParts()) {
		if (isArchiveName(name)) nested.push(`${file.name}!${name}`);
		if (!TABLE_NAME.test(name)) continue;
		const readText = (): Bytes => gunzipIfNamed(name, readContent(name), createUnpackMeter(limits));
		entries.push({ name: `${file.name}!${name}`, sourcePath: `${sourcePath}!${name}`, raw: readText, content: readText });
	}
	return { tables: entries, nested };
}

async function* countBytes(bytes: Bytes, onBytes: (bytes: number) => void): AsyncGenerator<Buffer> {
	for await (const chunk of bytes) {
		onBytes(chunk.length);
		yield chunk;
	}
}

/** Opens a regular file. Rejects links and pipes, even if one replaced the file after it was listed: opening a pipe would wait for a writer. */
export async function openFile(file: DiskFile): Promise<FileHandle> {
	try {
		const handle = await open(file.path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
		if ((await handle.stat()).isFile()) return handle;
		await handle.close();
	} catch (error) {
		throw new ImportError('unreadable', error instanceof Error ? error.message : undefined, { cause: error });
	}
	throw new ImportError('special');
}

/** Reads the regular files of an unpacked tar stream, in order; folders, links and devices are skipped. Throws ImportError on damage or unsafe paths. */
async function* readTar(bytes: Bytes): AsyncGenerator<TarPart> {
	const tar = extract(TAR_OPTIONS);
	const extraction = pipeline(bytes, tar);
	// The loop below throws the same error.
	extraction.catch(() => {});
	try {
		for await (const part of tar) {
			const { type, size = 0 } = part.header;
			const name = part.header.name.replace(/^\.\//, '');
			if (type === 'file') {
				checkName(name);
				yield { name, bytes: size, content: () => readChunks(part) };
			}
			part.resume();
		}
		await extraction;
	} catch (error) {
		if (error instanceof ImportError) throw error;
		throw new ImportError('damaged', error instanceof Error ? error.message : undefined, { cause: error });
	} finally {
		tar.destroy();
	}
}

async function* readChunks(part: AsyncIterable<unknown>): AsyncGenerator<Buffer> {
	for await (const chunk of part) yield chunk as Buffer;
}
