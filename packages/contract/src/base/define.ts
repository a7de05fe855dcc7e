import type { KeyScope } from '@sw/domain/access/api-key';
import type { z } from 'zod';

/** Who can call: anyone, a signed-in account, an account with a licence, an administrator, or a sender that signs its message. */
export const ACCESS = ['public', 'user', 'licence', 'admin', 'signed'] as const;
export type Access = (typeof ACCESS)[number];

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
export type AnswerStatus = 200 | 201 | 202 | 204 | 206 | 302 | 304 | 503;
export type ErrorStatus = 400 | 401 | 403 | 404 | 405 | 409 | 412 | 413 | 415 | 416 | 422 | 429 | 500 | 503;

/**
 * One call of the API, defined once: the server's route, the OpenAPI document and the typed client are derived from it.
 * `answers` are schemas of the JSON that is returned, without codecs or transforms; schemas of requests can transform their input.
 */
export interface Endpoint {
	readonly method: Method;
	/** Contains `{name}` for each path parameter. */
	readonly path: string;
	readonly access: Access;
	/** The scope that a personal key needs for this call; without it, a call that needs a session accepts no keys. */
	readonly scope?: KeyScope;
	/** Other sites can frame and load it. Callers are not authenticated: cookies and keys are ignored. */
	readonly isEmbeddable?: true;
	readonly summary: string;
	readonly description?: string;
	readonly params?: z.ZodObject;
	readonly query?: z.ZodObject;
	/** Lower-case names of the headers that the call reads. */
	readonly headers?: z.ZodObject;
	readonly body?: z.ZodType;
	/** Media types of the body. Default: JSON. A body of 'multipart/form-data' is an object with one file (`z.file()`), keyed by its form field. */
	readonly consumes?: readonly string[];
	readonly answers: Readonly<Partial<Record<AnswerStatus, z.ZodType>>>;
	/** Media type of the responses. Default: JSON. A call that responds with 206 sends files, and supports conditional and range requests. */
	readonly produces?: string;
	/** Other media types of the response, which the handler sets. */
	readonly alsoProduces?: readonly string[];
	readonly errors: readonly ErrorStatus[];
	/** Titles of errors, where they differ from ERRORS. */
	readonly titles?: Readonly<Partial<Record<ErrorStatus, string>>>;
	/** 'uncounted' calls never count towards the rate limit; a number is a stricter limit in calls per minute. */
	readonly rate?: 'uncounted' | number;
	/** Largest body in bytes. Default: the server's limit. */
	readonly bodyLimit?: number;
}

export type Area = Readonly<Record<string, Endpoint>>;

type Part<E extends Endpoint, K extends 'params' | 'query' | 'headers' | 'body'> =
	E extends Readonly<Record<K, infer S extends z.ZodType>> ? S : never;

/** What the handler receives: validated and decoded parts; undeclared parts are absent. */
export type HandlerInput<E extends Endpoint> = {
	[K in 'params' | 'query' | 'headers' | 'body' as Part<E, K> extends never ? never : K]: z.output<Part<E, K>>;
};

/** What a typed client passes: the same parts before decoding. */
export type InputOf<E extends Endpoint> = {
	[K in 'params' | 'query' | 'headers' | 'body' as Part<E, K> extends never ? never : K]: z.input<Part<E, K>>;
};

/** The call's success statuses. */
export type StatusOf<E extends Endpoint> = Extract<keyof E['answers'], AnswerStatus>;

/** The body of one status, as sent. */
export type AnswerOf<E extends Endpoint, S extends StatusOf<E> = StatusOf<E>> = E['answers'][S] extends z.ZodType
	? z.output<E['answers'][S]>
	: never;
