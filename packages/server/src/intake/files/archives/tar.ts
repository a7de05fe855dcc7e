/**
 * A reader of tar streams: regular files of ustar and GNU archives by their short names. Everything else (links, devices, long names' extra
 * headers) is passed over. Nothing is written to disk. Layout: POSIX.1-1988, IEEE Std 1003.1, "ustar Interchange Format".
 */
import { ImportError } from '../faults/import-error.ts';
import type { Bytes } from './unpack.ts';
import { checkName } from './zip.ts';

const BLOCK = 512;
const REGULAR_TYPES = new Set([0, 48]);

export interface TarPart {
	name: string;
	bytes: number;
	/** Must be run through, or left, before the next part is asked for. */
	content(): Bytes;
}

const textAt = (block: Buffer, from: number, length: number): string => {
	const end = block.indexOf(0, from);
	return block.toString('utf8', from, end < 0 || end > from + length ? from + length : end);
};

const isSound = (header: Buffer): boolean => {
	let sum = 0;
	for (let i = 0; i < BLOCK; i++) sum += i >= 148 && i < 156 ? 32 : (header[i] as number);
	return Number.parseInt(textAt(header, 148, 8).trim(), 8) === sum;
};

/** The regular files of an unpacked tar stream, in its order. ImportError when it is damaged or names a path outside itself. */
export async function* readTar(bytes: Bytes): AsyncGenerator<TarPart> {
	const chunks = bytes[Symbol.asyncIterator]();
	let rest: Buffer = Buffer.alloc(0);
	const more = async (): Promise<boolean> => {
		const { done, value } = await chunks.next();
		if (done) return false;
		rest = rest.length === 0 ? value : Buffer.concat([rest, value]);
		return true;
	};
	const exactly = async (length: number): Promise<Buffer | undefined> => {
		while (rest.length < length) if (!(await more())) return undefined;
		const taken = rest.subarray(0, length);
		rest = rest.subarray(length);
		return taken;
	};
	try {
		for (let header = await exactly(BLOCK); header?.some((byte) => byte !== 0); header = await exactly(BLOCK)) {
			if (!isSound(header)) throw new ImportError('damaged', 'It is no tar archive, or a header of it is broken.');
			const size = Number.parseInt(textAt(header, 124, 12).trim(), 8);
			if (!(size >= 0)) throw new ImportError('unsupported', 'A file in it is larger than 8 GiB.');
			const prefix = header.toString('latin1', 257, 262) === 'ustar' ? textAt(header, 345, 155) : '';
			const name = (prefix ? `${prefix}/` : '') + textAt(header, 0, 100);
			let left = size;
			async function* content(): AsyncGenerator<Buffer> {
				while (left > 0) {
					if (rest.length === 0 && !(await more())) throw new ImportError('damaged', 'It ends too early.');
					const piece = rest.subarray(0, left);
					rest = rest.subarray(piece.length);
					left -= piece.length;
					yield piece;
				}
			}
			if (REGULAR_TYPES.has(header[156] as number)) {
				checkName(name.replace(/^\.\//, ''));
				yield { name: name.replace(/^\.\//, ''), bytes: size, content };
			}
			for await (const _ of content());
			const padding = (BLOCK - (size % BLOCK)) % BLOCK;
			if (padding > 0 && !(await exactly(padding))) throw new ImportError('damaged', 'It ends too early.');
		}
	} finally {
		await chunks.return?.();
	}
}
