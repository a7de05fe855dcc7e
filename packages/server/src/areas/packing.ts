import { brotliCompressSync, constants, deflateSync, gzipSync, zstdCompressSync } from 'node:zlib';
import { LRUCache } from 'lru-cache';

/** Content encodings, best compression first: all that @fastify/compress supports, so that it never compresses again. */
const PACKERS = {
	br: (bytes: Buffer): Buffer => brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } }),
	zstd: (bytes: Buffer): Buffer => zstdCompressSync(bytes),
	gzip: (bytes: Buffer): Buffer => gzipSync(bytes),
	deflate: (bytes: Buffer): Buffer => deflateSync(bytes),
};
export type Packing = keyof typeof PACKERS;
const NAMES = Object.keys(PACKERS) as Packing[];
/** Bytes; shorter bodies are sent uncompressed. */
const WORTH_PACKING = 1024;

/** Cached headers, and the longest of them: there are about as many as browsers. */
const KEPT = 200;
const LONGEST_KEPT = 200;

const kept = new LRUCache<string, { packing: Packing | undefined }>({ max: KEPT });

/** The best encoding that an Accept-Encoding header names, or includes by an asterisk, and does not exclude with a weight of zero. */
function packingOf(accepted: string): Packing | undefined {
	const known = kept.get(accepted);
	if (known) return known.packing;
	const packing = read(accepted);
	if (accepted.length <= LONGEST_KEPT) kept.set(accepted, { packing });
	return packing;
}

function read(accepted: string): Packing | undefined {
	const taken = new Map<string, boolean>();
	for (const one of accepted.toLowerCase().split(',')) {
		const [name = '', ...parameters] = one.split(';').map((part) => part.trim());
		taken.set(name, !parameters.some((part) => /^q\s*=\s*0(?:\.0*)?$/.test(part)));
	}
	return NAMES.find((name) => taken.get(name) ?? taken.get('*'));
}

/** A body that is sent often, and compressed once per requested encoding. */
export class Packed {
	readonly bytes: Buffer;
	readonly #packed = new Map<Packing, Buffer>();

	constructor(bytes: Buffer) {
		this.bytes = bytes;
	}

	/** The encoding for a client; undefined where the body is sent uncompressed. */
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
