import type { AnswerOf, Area, Endpoint, HandlerInput, StatusOf } from '@sw/contract/base/define';
import type { Caller } from '@sw/domain/access/caller';
import type { FastifyRequest } from 'fastify';
import type { z } from 'zod';
import type { EncodedAnswer, FileAnswer, StatusAnswer } from './answer.ts';

type Outcome<E extends Endpoint> =
	| (E['answers'] extends { 200: z.ZodType } ? AnswerOf<E, 200 & StatusOf<E>> | EncodedAnswer<AnswerOf<E, 200 & StatusOf<E>>> : never)
	// The HTTP layer chooses 200, 206, 304, 412 or 416 from the request.
	| (E['answers'] extends { 206: z.ZodType } ? FileAnswer : never)
	| { [S in StatusOf<E>]: StatusAnswer<S, AnswerOf<E, S> | EncodedAnswer<AnswerOf<E, S>>> }[StatusOf<E>];

/** Input of a handler: the decoded inputs that its endpoint declares, the caller, and the raw request for special cases. */
export type Call<E extends Endpoint> = HandlerInput<E> & { caller: Caller; request: FastifyRequest };

/** One handler for each endpoint of the area. */
export type Handlers<A extends Area> = { [K in keyof A]: (call: Call<A[K]>) => Outcome<A[K]> | Promise<Outcome<A[K]>> };

/** An area with its handlers, whose types `implement` has checked. */
export interface Implementation {
	readonly area: Area;
	readonly handlers: Readonly<Record<string, (call: never) => unknown>>;
}

/** Pairs an area with its handlers; checks by type that no endpoint lacks one. */
export function implement<A extends Area>(area: A, handlers: Handlers<A>): Implementation {
	return { area, handlers };
}
