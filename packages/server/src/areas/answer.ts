import { createHash } from 'node:crypto';
import { brotliCompressSync, constants, deflateSync, gzipSync, zstdCompressSync } from 'node:zlib';
import type { CookieSerializeOptions } from '@fastify/cookie';
import type { AnswerStatus } from '@sw/contract/base/define';
import { LRUCache } from 'lru-cache';
import { z } from 'zod';
import { cleanNumbers } from '../platform/clean-numbers.ts';

/** Content encodings, best first. They include all that @fastify/compress supports, so that it never compresses these answers itself. */
const PACKERS = {
	br: (bytes: Buffer): Buffer => brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } }),
	zstd: (bytes: Buffer): Buffer => zstdCompressSync(bytes),
	gzip: (bytes: Buffer): Buffer => gzipSync(bytes),
	deflate: (bytes: Buffer): Buffer => deflateSync(bytes),
};
export type Packing = keyof typeof PACKERS;
const NAMES = Object.keys(PACKERS) as Packing[];
/** In bytes. Shorter bodies are sent uncompressed. */
const WORTH_PACKING = 1024;

/** Maximum number and length of cached Accept-Encoding headers: there are about as many different ones as browsers. */
const KEPT = 200;
const LONGEST_KEPT = 200;

const kept = new LRUCache<string, { packing: Packing | undefined }>({ max: KEPT });

/** The best encoding that an Accept-Encoding header allows, by name or by an asterisk. A weight of zero excludes one; others are ignored. */
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

/** A body that is sent many times, and compressed once per requested encoding. */
export class Packed {
	readonly bytes: Buffer;
	readonly #packed = new Map<Packing, Buffer>();

	constructor(bytes: Buffer) {
		this.bytes = bytes;
	}

	/** The encoding for a client; undefined if the body is sent uncompressed. */
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

export interface Extras {
	headers?: Readonly<Record<string, string>>;
	/** An empty value with maxAge 0 deletes a cookie. */
	cookies?: readonly { name: string; value: string; options: CookieSerializeOptions }[];
}

/** An answer with its status, headers and cookies; a plain value returned by a handler means 200. */
export class StatusAnswer<S extends AnswerStatus, B> {
	readonly status: S;
	readonly body: B;
	readonly extras: Extras;

	constructor(status: S, body: B, extras: Extras) {
		this.status = status;
		this.body = body;
		this.extras = extras;
	}
}

export function respond<S extends 204 | 304>(status: S, body?: undefined, extras?: Extras): StatusAnswer<S, undefined>;
export function respond<S extends AnswerStatus, B>(status: S, body: B, extras?: Extras): StatusAnswer<S, B>;
export function respond<S extends AnswerStatus, B>(status: S, body: B, extras: Extras = {}): StatusAnswer<S, B> {
	return new StatusAnswer(status, body, extras);
}

/** An answer's encoded body with its ETag, built once and sent many times. Default type: JSON. */
export class Encoded<B> extends Packed {
	declare readonly of?: B;
	readonly etag: string;
	readonly type: string;

	constructor(bytes: Buffer, etag: string, type = 'application/json; charset=utf-8') {
		super(bytes);
		this.etag = etag;
		this.type = type;
	}
}

function weakTag(bytes: Buffer): string {
	return `W/"${createHash('sha256').update(bytes).digest('base64url').slice(0, 22)}"`;
}

/**
 * Encodes with the answer's schema, which drops properties that the contract doesn't name, and cleans up numbers. The ETag is a hash of the content; it
 * is weak because the same content is sent in several encodings.
 */
export function encoded<S extends z.ZodType>(schema: S, value: z.output<S>): Encoded<z.output<S>> {
	const bytes = Buffer.from(JSON.stringify(cleanNumbers(z.encode(schema, value))));
	return new Encoded(bytes, weakTag(bytes));
}

/** A text with its media type and ETag. */
export function encodedText(text: string, type: string): Encoded<string> {
	const bytes = Buffer.from(text);
	return new Encoded(bytes, weakTag(bytes), type);
}

/** A file to send. The HTTP layer handles conditional and range requests. */
export class FileAnswer {
	readonly type: string;
	readonly etag: string;
	/** Milliseconds since 1970; sent in whole seconds. */
	readonly modified: number;
	/** The file's bytes, or its path and size. */
	readonly content: Buffer | { readonly path: string; readonly bytes: number };
	readonly headers: Readonly<Record<string, string>>;

	/** `hash` must identify the exact content, because it becomes a strong ETag. */
	constructor(file: {
		type: string;
		hash: string;
		modified: number;
		content: FileAnswer['content'];
		headers?: Readonly<Record<string, string>>;
	}) {
		this.type = file.type;
		this.etag = `"${file.hash}"`;
		this.modified = file.modified;
		this.content = file.content;
		this.headers = file.headers ?? {};
	}

	get size(): number {
		return Buffer.isBuffer(this.content) ? this.content.length : this.content.bytes;
	}
}
