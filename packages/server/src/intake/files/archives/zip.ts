/**
 * A reader of zip archives, small because it refuses much: stored and deflated entries only, no encryption, no archives in parts, no overlapping
 * entries, no names that point outside. Nothing is ever written to disk; entries are streamed. Layout of an entry: APPNOTE.TXT 6.3.10, 4.3.7.
 */
import type { FileHandle } from 'node:fs/promises';
import { crc32 } from 'node:zlib';
import { ImportError } from '../faults/import-error.ts';
import { readRange } from './read-range.ts';
import { type Bytes, unpack } from './unpack.ts';
import type { UnpackLimits, UnpackMeter } from './unpack-limits.ts';
import { damaged, END_SIZE, findDirectory, type Listed, readDirectory, readExactly } from './zip-directory.ts';

const LOCAL_SIGNATURE = 0x04034b50;
const LOCAL_SIZE = 30;
const ENCRYPTED = 0x1 | 0x40 | 0x2000;

export interface ZipEntry {
	/** Path inside the archive, with '/'. */
	name: string;
	packed: number;
	unpacked: number;
	/** The entry's bytes as they lie in the archive, for hashing. */
	raw(): Bytes;
	/** The entry's content, checked against its length and checksum. */
	content(meter: UnpackMeter, onBytes: (bytes: number) => void): Bytes;
}

/** Throws for names that leave the archive: absolute, with a drive, with '..', backslashes or zero bytes. */
export const checkName = (name: string): void => {
	const bad = name === '' || name.startsWith('/') || /[\\\0]/.test(name) || /^[a-z]:/i.test(name) || name.split('/').includes('..');
	if (bad) throw new ImportError('path', JSON.stringify(name));
};

const checkEntries = (entries: readonly Listed[], limits: UnpackLimits, directoryFrom: number): void => {
	let total = 0;
	let packed = 0;
	let end = 0;
	for (const entry of [...entries].sort((a, b) => a.header - b.header)) {
		checkName(entry.name);
		if ((entry.flags & ENCRYPTED) !== 0) throw new ImportError('encrypted', entry.name);
		if (entry.method !== 0 && entry.method !== 8) throw new ImportError('unsupported', `Compression method ${entry.method}.`);
		if (entry.method === 0 && entry.packed !== entry.unpacked) throw damaged('A stored entry has two lengths.');
		if (entry.header < end) throw damaged('Its entries overlap.');
		end = entry.header + LOCAL_SIZE + entry.packed;
		total += entry.unpacked;
		packed += entry.packed;
	}
	if (end > directoryFrom) throw damaged('Its entries overlap its directory.');
	if (total > limits.bytes) throw new ImportError('size');
	if (total > 1024 * 1024 && total > packed * limits.ratio) throw new ImportError('ratio');
};

const openEntry = (file: FileHandle, entry: Listed): ZipEntry => {
	async function* raw(): AsyncGenerator<Buffer> {
		const header = await readExactly(file, entry.header, LOCAL_SIZE);
		if (header.readUInt32LE(0) !== LOCAL_SIGNATURE) throw damaged(`${entry.name} has no header.`);
		const from = entry.header + LOCAL_SIZE + header.readUInt16LE(26) + header.readUInt16LE(28);
		yield* readRange(file, from, entry.packed);
	}
	async function* counted(onBytes: (bytes: number) => void): AsyncGenerator<Buffer> {
		for await (const chunk of raw()) {
			onBytes(chunk.length);
			yield chunk;
		}
	}
	async function* content(meter: UnpackMeter, onBytes: (bytes: number) => void): AsyncGenerator<Buffer> {
		const packed = counted(onBytes);
		let length = 0;
		let crc = 0;
		for await (const chunk of entry.method === 0 ? packed : unpack(packed, 'deflate', meter)) {
			length += chunk.length;
			if (length > entry.unpacked) throw damaged(`${entry.name} is longer than it says.`);
			crc = crc32(chunk, crc);
			yield chunk;
		}
		if (length !== entry.unpacked || crc !== entry.crc) throw damaged(`${entry.name} does not agree with its checksum.`);
	}
	return { name: entry.name, packed: entry.packed, unpacked: entry.unpacked, raw, content };
};

/** The files in an archive, folders left out, in the archive's order. Throws ImportError for the whole archive when any entry is refused. */
export const openZip = async (file: FileHandle, limits: UnpackLimits): Promise<ZipEntry[]> => {
	const { size } = await file.stat();
	if (size < END_SIZE) throw damaged('It is too short.');
	const { from, length, count } = await findDirectory(file, size);
	const entries = readDirectory(await readExactly(file, from, length), count);
	checkEntries(entries, limits, from);
	return entries.filter((e) => !e.name.endsWith('/')).map((e) => openEntry(file, e));
};
