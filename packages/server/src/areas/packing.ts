import { brotliCompressSync, constants, deflateSync, gzipSync, zstdCompressSync } from 'node:zlib';
import { LRUCache } from 'lru-cache';

/** Content encodings, the denser first, with what makes them: all that @fastify/compress knows, so that it finds nothing left to pack. */
const PACKERS = {
	br: (bytes: Buffer): Buffer => brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } }),
	zstd: (bytes: Buffer): Buffer => zstdCompressSync(bytes),
	gzip: (bytes: Buffer): Buffer => gzipSync(bytes),
	deflate: (bytes: Buffer): Buffer => deflateSync(bytes),
};
export type Packing = keyof typeof PACKERS;
const NAMES = Object.keys(PACKERS) as Packing[];
/** Bytes; what is shorter travels as it is. */
const WORTH_PACKING = 1024;

/** Headers that are kept with what they take, and the longest of them: there are about as many as there are browsers. */
const KEPT = 200;
const LONGEST_KEPT = 200;

const read = (accepted: string): Packing | undefined => {
	const taken = new Map<string, boolean>();
	for (const one of accepted.toLowerCase().split(',')) {
		const [name = '', ...parameters] = one.split(';').map((part) => part.trim());
		taken.set(name, !parameters.some((part) => /^q\s*=\s*0(?:\.0*)?$/.test(part)));
	}
	return NAMES.find((name) => taken.get(name) ?? taken.get('*'));
};

const kept = new LRUCache<string, { packing: Packing | undefined }>({ max: KEPT });

/** The densest encoding that an Accept-Encoding header names, or means by an asterisk, and does not refuse by a weight of zero. */
const packingOf = (accepted: string): Packing | undefined => {
	const known = kept.get(accepted);
	if (known) return known.packing;
	const packing = read(accepted);
	if (accepted.length <= LONGEST_KEPT) kept.set(accepted, { packing });
	return packing;
};

/** A body that is sent many times, and packed once for each encoding that is asked for. */
export class Packed {
	readonly bytes: Buffer;
	readonly #packed = new Map<Packing, Buffer>();

	constructor(bytes: Buffer) {
		this.bytes = bytes;
	}

	/** The encoding for a client that accepts these; undefined where the body travels as it is. */
	packingFor(accepted: string | undefined): Packing | undefined {
		return accepted === undefined || this.bytes.length < WORTH_PACKING ? undefined : packingOf(accepted);
	}

	packed(packing: Packing | undefined): Buffer {
		if (packing === undefined) return this.bytes;
		const bytes = this.#packed.get(packing) ?? PACKERS[packing](this.bytes);
		this.#packed.set(packing, bytes);
		return bytes;
	}
}
