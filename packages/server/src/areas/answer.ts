import { createHash } from 'node:crypto';
import type { CookieSerializeOptions } from '@fastify/cookie';
import type { AnswerStatus } from '@sw/contract/base/define';
import { z } from 'zod';
import { cleanNumbers } from '../platform/clean-numbers.ts';
import { Packed } from './packing.ts';

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

/** An encoded body with its ETag: frequent answers are built and compressed once and sent many times. Default type: JSON. */
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
 * Encodes with the answer's schema, which drops properties that the contract does not name, and cleans up numbers. The ETag is derived from the
 * content, and weak because the same content is sent in several encodings.
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
