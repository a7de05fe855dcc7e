/** Type tests of an area's handlers. Nothing here runs: each test contains code that must compile or must not. */
import type { Area, Endpoint } from '@sw/contract/base/define';
import type { ErrorCode } from '@sw/contract/base/errors';
import type { Caller } from '@sw/domain/access/caller';
import { describe, expectTypeOf, it } from 'vitest';
import { z } from 'zod';
import { malformed, Problem } from '../platform/errors.ts';
import { encodeAnswer, respond } from './answer.ts';
import { type Call, type Handlers, implement } from './handlers.ts';

const book = z.object({ id: z.int(), title: z.string(), pages: z.int().nullable() });
const shelf = {
	book: {
		method: 'GET',
		path: '/api/books/{id}',
		access: 'public',
		summary: 'One book',
		params: z.object({ id: z.coerce.number<string>() }),
		query: z.object({ language: z.enum(['de', 'en']).default('en'), since: z.string().optional() }),
		answers: { 200: book, 204: z.undefined() },
		errors: [400, 404],
	},
	addBook: {
		method: 'POST',
		path: '/api/books',
		access: 'user',
		summary: 'Adds a book',
		body: z.object({ title: z.string(), pages: z.int().optional() }),
		answers: { 201: book },
		errors: [400, 401],
	},
	removeBook: {
		method: 'DELETE',
		path: '/api/books',
		access: 'admin',
		summary: 'Removes them all',
		answers: { 204: z.undefined() },
		errors: [401, 403],
	},
} as const satisfies Area;

type Handler<Name extends keyof typeof shelf> = Handlers<typeof shelf>[Name];
/** What a handler may return, awaited. */
type Outcome<Name extends keyof typeof shelf> = Awaited<ReturnType<Handler<Name>>>;

const EMMA = { id: 1, title: 'Emma', pages: null };
const readBook: Handler<'book'> = () => EMMA;
const addBook: Handler<'addBook'> = () => respond(201, EMMA);
const removeBook: Handler<'removeBook'> = () => respond(204);

describe('an area with its handlers', () => {
	it('compiles when each call has its handler', () => {
		expectTypeOf(implement<typeof shelf>).toBeCallableWith(shelf, { book: readBook, addBook, removeBook });
	});

	it('does not compile when a handler is missing', () => {
		// @ts-expect-error removeBook has no handler
		implement(shelf, { book: readBook, addBook });
		// @ts-expect-error none at all
		implement(shelf, {});
	});

	it('does not compile with a handler of a call that is not there', () => {
		// @ts-expect-error burnBook is no call
		implement(shelf, { book: readBook, addBook, removeBook, burnBook: removeBook });
	});

	it('does not compile when two handlers are mistaken for each other', () => {
		// @ts-expect-error addBook answers 201
		implement(shelf, { book: readBook, addBook: readBook, removeBook });
	});
});

describe('a handler', () => {
	it('answers what its call promises, at once or later, plain, encoded before or with a status', () => {
		expectTypeOf<typeof EMMA>().toExtend<Outcome<'book'>>();
		expectTypeOf(async () => EMMA).toExtend<Handler<'book'>>();
		expectTypeOf(() => encodeAnswer(book, EMMA)).toExtend<Handler<'book'>>();
		expectTypeOf(() => respond(200, EMMA, { headers: { etag: 'x' } })).toExtend<Handler<'book'>>();
		expectTypeOf(() => respond(204)).toExtend<Handler<'book'>>();
	});

	it('does not compile when it misses a field', () => {
		expectTypeOf(() => ({ id: 1, title: 'Emma' })).not.toExtend<Handler<'book'>>();
		expectTypeOf(async () => ({ id: 1, title: 'Emma' })).not.toExtend<Handler<'book'>>();
		expectTypeOf(() => respond(200, { id: 1, title: 'Emma' })).not.toExtend<Handler<'book'>>();
		// @ts-expect-error the pages are missing
		const handler: Handler<'book'> = () => ({ id: 1, title: 'Emma' });
		expectTypeOf(handler).toBeFunction();
	});

	it('does not compile when a field has another type', () => {
		expectTypeOf(() => ({ ...EMMA, id: '1' })).not.toExtend<Handler<'book'>>();
		expectTypeOf(() => ({ ...EMMA, title: null })).not.toExtend<Handler<'book'>>();
		expectTypeOf(() => ({ ...EMMA, pages: undefined })).not.toExtend<Handler<'book'>>();
		expectTypeOf(() => encodeAnswer(z.object({ id: z.int() }), { id: 1 })).not.toExtend<Handler<'book'>>();
	});

	it('does not compile when it answers nothing, or with a status that the call does not have', () => {
		expectTypeOf(() => undefined).not.toExtend<Handler<'book'>>();
		expectTypeOf(() => null).not.toExtend<Handler<'book'>>();
		expectTypeOf(() => respond(202, EMMA)).not.toExtend<Handler<'book'>>();
		expectTypeOf(() => respond(204)).not.toExtend<Handler<'addBook'>>();
		// A plain value is a 200, which this call does not have.
		expectTypeOf(() => EMMA).not.toExtend<Handler<'addBook'>>();
		expectTypeOf(() => encodeAnswer(book, EMMA)).not.toExtend<Handler<'addBook'>>();
	});

	it('does not compile when the body belongs to another status', () => {
		expectTypeOf(() => respond(204, EMMA)).not.toExtend<Handler<'book'>>();
		// @ts-expect-error 200 has a body
		respond(200);
	});

	it('is given the decoded parts that its call declares, and no others', () => {
		expectTypeOf<keyof Call<typeof shelf.book>>().toEqualTypeOf<'params' | 'query' | 'caller' | 'request'>();
		expectTypeOf<Call<typeof shelf.book>['params']>().toEqualTypeOf<{ id: number }>();
		expectTypeOf<Call<typeof shelf.book>['query']>().toEqualTypeOf<{ language: 'de' | 'en'; since?: string | undefined }>();
		expectTypeOf<Call<typeof shelf.book>['caller']>().toEqualTypeOf<Caller>();
		expectTypeOf<keyof Call<typeof shelf.addBook>>().toEqualTypeOf<'body' | 'caller' | 'request'>();
		expectTypeOf<Call<typeof shelf.addBook>['body']>().toEqualTypeOf<{ title: string; pages?: number | undefined }>();
		expectTypeOf<keyof Call<typeof shelf.removeBook>>().toEqualTypeOf<'caller' | 'request'>();
	});
});

describe('an error', () => {
	it('has a code of the catalogue', () => {
		expectTypeOf<'not_found'>().toExtend<ErrorCode>();
		expectTypeOf(malformed('title', 'too long')).toEqualTypeOf<Problem>();
		// @ts-expect-error there is no such code
		throw new Problem('nonsense');
	});

	it('names fields and messages', () => {
		// @ts-expect-error the message is missing
		throw new Problem('unprocessable', { errors: [{ field: 'title' }] });
	});

	it('is not an answer', () => {
		expectTypeOf(() => new Problem('not_found')).not.toExtend<Handler<'book'>>();
	});
});

describe('a call of the contract', () => {
	const call = {
		method: 'GET',
		path: '/api/books',
		access: 'public',
		summary: 'All',
		answers: { 200: z.array(book) },
		errors: [],
	} as const;

	it('compiles when it is whole', () => {
		expectTypeOf(call).toExtend<Endpoint>();
	});

	it('does not compile without access, or with an unknown one', () => {
		const { access, ...withoutAccess } = call;
		expectTypeOf(access).toEqualTypeOf<'public'>();
		expectTypeOf(withoutAccess).not.toExtend<Endpoint>();
		expectTypeOf({ ...call, access: 'friends' } as const).not.toExtend<Endpoint>();
	});

	it('does not compile with a status that no error has', () => {
		expectTypeOf({ ...call, errors: [418] } as const).not.toExtend<Endpoint>();
		expectTypeOf({ ...call, answers: { 404: book } } as const).not.toExtend<Pick<Endpoint, 'answers'> & { answers: { 200: z.ZodType } }>();
		expectTypeOf({ ...call, method: 'FETCH' } as const).not.toExtend<Endpoint>();
	});
});
