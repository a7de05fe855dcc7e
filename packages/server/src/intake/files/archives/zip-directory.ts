/**
 * The central directory of a zip archive. Layout: APPNOTE.TXT 6.3.10, sections 4.3.12 (its headers), 4.3.14 to 4.3.16 (its end, and that of
 * zip64, which some writers use for small archives too), 4.5.3 (sizes in the extra field).
 */
import type { FileHandle } from 'node:fs/promises';
import { ImportError } from '../faults/import-error.ts';

const END_SIGNATURE = 0x06054b50;
const END64_SIGNATURE = 0x06064b50;
const LOCATOR_SIGNATURE = 0x07064b50;
const CENTRAL_SIGNATURE = 0x02014b50;
export const END_SIZE = 22;
const END64_SIZE = 56;
const LOCATOR_SIZE = 20;
const LONGEST_COMMENT = 0xffff;
const CENTRAL_SIZE = 46;
const LARGEST_DIRECTORY = 64 * 1024 * 1024;
const IN_ZIP64 = 0xffffffff;
const COUNT_IN_ZIP64 = 0xffff;
const ZIP64_EXTRA = 1;

export interface Listed {
	name: string;
	flags: number;
	method: number;
	crc: number;
	packed: number;
	unpacked: number;
	header: number;
}

export const damaged = (detail: string): ImportError => new ImportError('damaged', detail);

export const readExactly = async (file: FileHandle, from: number, length: number): Promise<Buffer> => {
	const buffer = Buffer.alloc(length);
	const { bytesRead } = await file.read(buffer, 0, length, from);
	if (bytesRead !== length) throw damaged('It ends too early.');
	return buffer;
};

/** Eight bytes as a number; archives beyond 2^53 bytes are refused with the broken ones. */
const long = (buffer: Buffer, at: number): number => {
	const value = at + 8 <= buffer.length ? Number(buffer.readBigUInt64LE(at)) : Number.NaN;
	if (!Number.isSafeInteger(value)) throw damaged('A length in it is broken.');
	return value;
};

interface Place {
	from: number;
	length: number;
	count: number;
}

/** Position, length and count of the central directory. */
export const findDirectory = async (file: FileHandle, size: number): Promise<Place> => {
	const tailLength = Math.min(size, END_SIZE + LONGEST_COMMENT);
	const tail = await readExactly(file, size - tailLength, tailLength);
	for (let at = tailLength - END_SIZE; at >= 0; at--) {
		if (tail.readUInt32LE(at) !== END_SIGNATURE || at + END_SIZE + tail.readUInt16LE(at + 20) !== tailLength) continue;
		if (tail.readUInt16LE(at + 4) !== 0) throw new ImportError('unsupported', 'It is one part of several.');
		const short = { from: tail.readUInt32LE(at + 16), length: tail.readUInt32LE(at + 12), count: tail.readUInt16LE(at + 10) };
		const isLong = short.count === COUNT_IN_ZIP64 || short.length === IN_ZIP64 || short.from === IN_ZIP64;
		const end = size - tailLength + at;
		const place = isLong ? await findLong(file, end) : short;
		if (place.length > LARGEST_DIRECTORY || place.from + place.length > end) throw damaged('Its directory does not fit.');
		return place;
	}
	throw damaged('It has no directory; it may be cut off.');
};

const findLong = async (file: FileHandle, end: number): Promise<Place> => {
	if (end < LOCATOR_SIZE + END64_SIZE) throw damaged('Its directory is broken.');
	const locator = await readExactly(file, end - LOCATOR_SIZE, LOCATOR_SIZE);
	if (locator.readUInt32LE(0) !== LOCATOR_SIGNATURE) throw damaged('Its directory is broken.');
	const record = await readExactly(file, long(locator, 8), END64_SIZE);
	if (record.readUInt32LE(0) !== END64_SIGNATURE) throw damaged('Its directory is broken.');
	return { from: long(record, 48), length: long(record, 40), count: long(record, 32) };
};

/** Sizes that did not fit into the header, in the order in which they are missing there. */
const readExtra = (extra: Buffer, entry: Listed): void => {
	for (let at = 0; at + 4 <= extra.length; at += 4 + extra.readUInt16LE(at + 2)) {
		if (extra.readUInt16LE(at) !== ZIP64_EXTRA) continue;
		let from = at + 4;
		for (const field of ['unpacked', 'packed', 'header'] as const) {
			if (entry[field] !== IN_ZIP64) continue;
			entry[field] = long(extra, from);
			from += 8;
		}
	}
	if (entry.unpacked === IN_ZIP64 || entry.packed === IN_ZIP64 || entry.header === IN_ZIP64) throw damaged('A length in it is missing.');
};

export const readDirectory = (directory: Buffer, count: number): Listed[] => {
	const entries: Listed[] = [];
	let at = 0;
	for (let i = 0; i < count; i++) {
		if (at + CENTRAL_SIZE > directory.length || directory.readUInt32LE(at) !== CENTRAL_SIGNATURE) throw damaged('Its directory is broken.');
		const nameEnd = at + CENTRAL_SIZE + directory.readUInt16LE(at + 28);
		const extraEnd = nameEnd + directory.readUInt16LE(at + 30);
		const next = extraEnd + directory.readUInt16LE(at + 32);
		if (next > directory.length) throw damaged('Its directory is broken.');
		const entry: Listed = {
			name: directory.toString('utf8', at + CENTRAL_SIZE, nameEnd),
			flags: directory.readUInt16LE(at + 8),
			method: directory.readUInt16LE(at + 10),
			crc: directory.readUInt32LE(at + 16),
			packed: directory.readUInt32LE(at + 20),
			unpacked: directory.readUInt32LE(at + 24),
			header: directory.readUInt32LE(at + 42),
		};
		readExtra(directory.subarray(nameEnd, extraEnd), entry);
		entries.push(entry);
		at = next;
	}
	return entries;
};
