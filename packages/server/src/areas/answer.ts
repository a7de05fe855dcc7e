import { createHash } from 'node:crypto';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import type { CookieSerializeOptions } from '@fastify/cookie';
import type { AnswerStatus } from '@sw/contract/define';
import { z } from 'zod';

export interface Extras {
	headers?: Readonly<Record<string, string>>;
	/** An empty value with maxAge 0 takes a cookie away. */
	cookies?: readonly { name: string; value: string; options: CookieSerializeOptions }[];
}

/** An answer with its status, headers and cookies; a plain value from a handler is a 200. */
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

/** Content encodings, the denser first, with what makes them. */
const PACKERS = {
	br: (bytes: Buffer): Buffer => brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } }),
	gzip: (bytes: Buffer): Buffer => gzipSync(bytes),
};
type Packing = keyof typeof PACKERS;
/** Bytes; what is shorter travels as it is. */
const WORTH_PACKING = 1024;

/** A name in an Accept-Encoding header that is not refused by a weight of zero. */
const NAMED = (Object.keys(PACKERS) as Packing[]).map(
	(name) => [name, new RegExp(`(?:^|[\\s,])${name}\\s*(?:,|$|;(?!\\s*q=0(?:\\.0*)?\\s*(?:,|$)))`, 'i')] as const,
);

/** The densest encoding that the header takes. */
const packingOf = (accepted: string): Packing | undefined => NAMED.find(([, pattern]) => pattern.test(accepted))?.[0];

/** A JSON body that was encoded before, with its ETag: hot answers are built, and packed, once and sent many times. */
export class Encoded<B> {
	declare readonly of?: B;
	readonly bytes: Buffer;
	readonly etag: string;
	readonly #packed = new Map<Packing, Buffer>();

	constructor(bytes: Buffer, etag: string) {
		this.bytes = bytes;
		this.etag = etag;
	}

	/** The bytes for a client that accepts these encodings, and the one that they are in; none where they travel as they are. */
	packedFor(accepted: string | undefined): { bytes: Buffer; packing: Packing | undefined } {
		const packing = accepted === undefined || this.bytes.length < WORTH_PACKING ? undefined : packingOf(accepted);
		if (packing === undefined) return { bytes: this.bytes, packing };
		const bytes = this.#packed.get(packing) ?? PACKERS[packing](this.bytes);
		this.#packed.set(packing, bytes);
		return { bytes, packing };
	}
}

/**
 * Encodes by the answer's schema, which drops properties that the contract does not name. The ETag is the content's own,
 * weak because the same content travels under several encodings.
 */
export const encoded = <S extends z.ZodType>(schema: S, value: z.output<S>): Encoded<z.output<S>> => {
	const bytes = Buffer.from(JSON.stringify(z.encode(schema, value)));
	return new Encoded(bytes, `W/"${createHash('sha256').update(bytes).digest('base64url').slice(0, 22)}"`);
};
