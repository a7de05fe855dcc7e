/**
 * Reads zip archives; yauzl parses the directory and headers. Refuses compression methods other than deflate, encryption, overlapping entries,
 * paths outside the archive, and zip bombs. Streams the entries and writes nothing to disk.
 */
import type { FileHandle } from 'node:fs/promises';
import { crc32 } from 'node:zlib';
import { type Entry, fromFdPromise, getFileNameLowLevel, type ZipFile } from 'yauzl';
import { ImportError } from '../faults/import-error.ts';
import { type Bytes, type UnpackLimits, type UnpackMeter, unpack } from './unpack.ts';

/** Minimum bytes of an entry's local header. */
const LOCAL_HEADER_BYTES = 30;
/** Header flags that mark any kind of encryption. */
const ENCRYPTION_FLAGS = 0x1 | 0x40 | 0x2000;
/** More entries than any archive of market data has, yet few enough to keep in memory. */
const MAX_ENTRIES = 1_000_000;

export interface ZipEntry {
	/** Path inside the archive, with '/'. */
	name: string;
	/** Compressed size in bytes. */
	packedBytes: number;
	/** Uncompressed size in bytes, as stated by the header. */
	unpackedBytes: number;
	/** The entry's bytes as stored in the archive, for hashing. */
	raw(): Bytes;
	/** The uncompressed content. Throws ImportError if its length or checksum differs from the header's. */
	content(meter: UnpackMeter, onBytes: (bytes: number) => void): Bytes;
}

/** Throws ImportError for unsafe entry names: empty, absolute, or with a drive, '..', backslashes or zero bytes. */
export function checkName(name: string): void {
	const isUnsafe = name === '' || name.startsWith('/') || /[\\\0]/.test(name) || /^[a-z]:/i.test(name) || name.split('/').includes('..');
	if (isUnsafe) throw new ImportError('path', JSON.stringify(name));
}

interface ListedEntry {
	name: string;
	entry: Entry;
}

/** Lists the files in an archive, without folders, in the archive's order. Throws ImportError for the whole archive if any entry is refused. */
export async function openZip(file: FileHandle, limits: UnpackLimits): Promise<ZipEntry[]> {
	try {
		const zip = await fromFdPromise(file.fd, { autoClose: false, decodeStrings: false });
		const entries = await listEntries(zip);
		checkEntries(entries, limits, zip.fileSize);
		return entries.filter(({ name }) => !name.endsWith('/')).map((listed) => openEntry(file, zip, listed));
	} catch (error) {
		throw toImportError(error);
	}
}

/** Converts an error of yauzl to an ImportError. */
function toImportError(error: unknown): ImportError {
	if (error instanceof ImportError) return error;
	const message = error instanceof Error ? error.message : undefined;
	const reason = /encryption/.test(message ?? '') ? 'encrypted' : /multi-disk/.test(message ?? '') ? 'unsupported' : 'damaged';
	return new ImportError(reason, message, { cause: error });
}

function openEntry(file: FileHandle, zip: ZipFile, { name, entry }: ListedEntry): ZipEntry {
	const { compressedSize: packedSize, uncompressedSize: unpackedSize } = entry;
	async function* raw(): AsyncGenerator<Buffer> {
		const header = await zip.readLocalFileHeaderPromise(entry, { minimal: true }).catch((error: unknown) => {
			throw toImportError(error);
		});
		yield* readRange(file, header.fileDataStart, packedSize);
	}
	async function* readCounted(onBytes: (bytes: number) => void): AsyncGenerator<Buffer> {
		for await (const chunk of raw()) {
			onBytes(chunk.length);
			yield chunk;
		}
	}
	async function* content(meter: UnpackMeter, onBytes: (bytes: number) => void): AsyncGenerator<Buffer> {
		const packedStream = readCounted(onBytes);
		let length = 0;
		let crc = 0;
		for await (const chunk of entry.compressionMethod === 0 ? packedStream : unpack(packedStream, 'deflate', meter)) {
			length += chunk.length;
			if (length > unpackedSize) throw damagedError(`${name} is longer than its header says.`);
			crc = crc32(chunk, crc);
			yield chunk;
		}
		if (length !== unpackedSize || crc !== entry.crc32) throw damagedError(`The checksum of ${name} doesn't match.`);
	}
	return { name, packedBytes: packedSize, unpackedBytes: unpackedSize, raw, content };
}

function damagedError(detail: string): ImportError {
	return new ImportError('damaged', detail);
}

function checkEntries(entries: readonly ListedEntry[], limits: UnpackLimits, fileSize: number): void {
	let totalUnpacked = 0;
	let totalPacked = 0;
	let previousEnd = 0;
	const byOffset = [...entries].sort((a, b) => a.entry.relativeOffsetOfLocalHeader - b.entry.relativeOffsetOfLocalHeader);
	for (const { name, entry } of byOffset) {
		checkName(name);
		if ((entry.generalPurposeBitFlag & ENCRYPTION_FLAGS) !== 0) throw new ImportError('encrypted', name);
		const method = entry.compressionMethod;
		if (method !== 0 && method !== 8) throw new ImportError('unsupported', `Compression method ${method}.`);
		if (entry.relativeOffsetOfLocalHeader < previousEnd) throw damagedError('Its entries overlap.');
		previousEnd = entry.relativeOffsetOfLocalHeader + LOCAL_HEADER_BYTES + entry.compressedSize;
		totalUnpacked += entry.uncompressedSize;
		totalPacked += entry.compressedSize;
	}
	if (previousEnd > fileSize) throw damagedError('Its entries overlap its end.');
	if (totalUnpacked > limits.bytes) throw new ImportError('size');
	if (totalUnpacked > 1024 * 1024 && totalUnpacked > totalPacked * limits.ratio) throw new ImportError('ratio');
}

/** Lists the entries with their names unchanged: yauzl would repair bad names, but they must be refused. */
async function listEntries(zip: ZipFile): Promise<ListedEntry[]> {
	const entries: ListedEntry[] = [];
	for await (const entry of zip.eachEntry()) {
		if (entries.length === MAX_ENTRIES) throw new ImportError('size');
		entries.push({ name: getFileNameLowLevel(entry.generalPurposeBitFlag, entry.fileNameRaw, entry.extraFields, true), entry });
	}
	return entries;
}

const CHUNK_BYTES = 256 * 1024;

/** Reads `length` bytes of an open file, beginning at byte `start`, in chunks. Throws ImportError if the file is shorter. */
export async function* readRange(file: FileHandle, start: number, length: number): AsyncGenerator<Buffer> {
	for (let offset = 0; offset < length; ) {
		const buffer = Buffer.allocUnsafe(Math.min(CHUNK_BYTES, length - offset));
		const { bytesRead } = await file.read(buffer, 0, buffer.length, start + offset);
		if (bytesRead === 0) throw new ImportError('damaged', 'It is truncated.');
		offset += bytesRead;
		yield buffer.subarray(0, bytesRead);
	}
}
