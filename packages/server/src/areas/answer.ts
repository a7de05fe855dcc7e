import { createHash } from 'node:crypto';
import { brotliCompressSync, constants, deflateSync, gzipSync, zstdCompressSync } from 'node:zlib';
import type { CookieSerializeOptions } from '@fastify/cookie';
import type { AnswerStatus } from '@sw/contract/base/define';
import { LRUCache } from 'lru-cache';
import { z } from 'zod';
import { cleanNumbers } from '../platform/clean-numbers.ts';

/** Content encodings, best first. They include all encodings of @fastify/compress, so that the plugin never compresses these answers itself. */
const ENCODERS = {
	br: (bytes: Buffer): Buffer => brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } }),
	zstd: (bytes: Buffer): Buffer => zstdCompressSync(bytes),
	gzip: (bytes: Buffer): Buffer => gzipSync(bytes),
	deflate: (bytes: Buffer): Buffer => deflateSync(bytes),
};
export type ContentEncoding = keyof typeof ENCODERS;
const ENCODINGS = Object.keys(ENCODERS) as ContentEncoding[];
/** Bodies shorter than this are sent uncompressed. */
const MIN_COMPRESSED_BYTES = 1024;

/** Maximum number and length of cached Accept-Encoding headers: there are about as many different headers as browsers. */
const MAX_CACHED_HEADERS = 200;
const MAX_CACHED_HEADER_LENGTH = 200;

const encodingByHeader = new LRUCache<string, { encoding: ContentEncoding | undefined }>({ max: MAX_CACHED_HEADERS });

/**
 * Returns the best encoding that an Accept-Encoding header allows, by name or by an asterisk. A weight of zero excludes an encoding; other weights are ignored.
 */
function findBestEncoding(acceptEncoding: string): ContentEncoding | undefined {
	const cached = encodingByHeader.get(acceptEncoding);
	if (cached) return cached.encoding;
	const encoding = parseAcceptEncoding(acceptEncoding);
	if (acceptEncoding.length <= MAX_CACHED_HEADER_LENGTH) encodingByHeader.set(acceptEncoding, { encoding });
	return encoding;
}

function parseAcceptEncoding(acceptEncoding: string): ContentEncoding | undefined {
	const isAccepted = new Map<string, boolean>();
	for (const entry of acceptEncoding.toLowerCase().split(',')) {
		const [name = '', ...parameters] = entry.split(';').map((part) => part.trim());
		isAccepted.set(name, !parameters.some((part) => /^q\s*=\s*0(?:\.0*)?$/.test(part)));
	}
	return ENCODINGS.find((name) => isAccepted.get(name) ?? isAccepted.get('*'));
}

/** A body that is sent many times, and compressed once per requested encoding. */
export class CompressibleBody {
	readonly bytes: Buffer;
	readonly #packed = new Map<ContentEncoding, Buffer>();

	constructor(bytes: Buffer) {
		this.bytes = bytes;
	}

	/** Returns the encoding for a client; undefined if the body is sent uncompressed. */
	encodingFor(acceptEncoding: string | undefined): ContentEncoding | undefined {
		return acceptEncoding === undefined || this.bytes.length < MIN_COMPRESSED_BYTES ? undefined : findBestEncoding(acceptEncoding);
	}

	bytesFor(encoding: ContentEncoding | undefined): Buffer {
		if (encoding === undefined) return this.bytes;
		const bytes = this.#packed.get(encoding) ?? ENCODERS[encoding](this.bytes);
		this.#packed.set(encoding, bytes);
		return bytes;
	}
}

export interface ResponseExtras {
	headers?: Readonly<Record<string, string>>;
	/** An empty value with maxAge 0 deletes a cookie. */
	cookies?: readonly { name: string; value: string; options: CookieSerializeOptions }[];
}

/** An answer with its status, headers and cookies; a plain value returned by a handler means 200. */
export class StatusAnswer<S extends AnswerStatus, B> {
	readonly status: S;
	readonly body: B;
	readonly extras: ResponseExtras;

	constructor(status: S, body: B, extras: ResponseExtras) {
		this.status = status;
		this.body = body;
		this.extras = extras;
	}
}

export function respond<S extends 204 | 304>(status: S, body?: undefined, extras?: ResponseExtras): StatusAnswer<S, undefined>;
export function respond<S extends AnswerStatus, B>(status: S, body: B, extras?: ResponseExtras): StatusAnswer<S, B>;
export function respond<S extends AnswerStatus, B>(status: S, body: B, extras: ResponseExtras = {}): StatusAnswer<S, B> {
	return new StatusAnswer(status, body, extras);
}

/** An answer's encoded body with its ETag, built once and sent many times. Default type: JSON. */
export class EncodedAnswer<B> extends CompressibleBody {
	declare readonly bodyType?: B;
	readonly etag: string;
	readonly type: string;

	constructor(bytes: Buffer, etag: string, type = 'application/json; charset=utf-8') {
		super(bytes);
		this.etag = etag;
		this.type = type;
	}
}

function computeWeakEtag(bytes: Buffer): string {
	return `W/"${createHash('sha256').update(bytes).digest('base64url').slice(0, 22)}"`;
}

/**
 * Encodes with the answer's schema, which drops properties that the contract doesn't name, and cleans up numbers. The ETag is a hash of the content; it
 * is weak because the same content is sent in several encodings.
 */
export function encodeAnswer<S extends z.ZodType>(schema: S, value: z.output<S>): EncodedAnswer<z.output<S>> {
	const bytes = Buffer.from(JSON.stringify(cleanNumbers(z.encode(schema, value))));
	return new EncodedAnswer(bytes, computeWeakEtag(bytes));
}

/** Encodes a text with its media type and ETag. */
export function encodeText(text: string, type: string): EncodedAnswer<string> {
	const bytes = Buffer.from(text);
	return new EncodedAnswer(bytes, computeWeakEtag(bytes), type);
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
