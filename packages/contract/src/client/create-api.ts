import type { AnswerOf, Endpoint, InputOf } from '../base/define.ts';
import { cannotBeNullMessage, mustBeDefinedMessage } from '../base/null-messages.ts';
import type { Contract } from '../index.ts';
import type { Paths } from '../paths.ts';
import { toApiError } from './api-error.ts';
import type { ApiTransport } from './transport.ts';

type Call<E extends Endpoint> =
	Record<never, never> extends InputOf<E> ? (input?: InputOf<E>) => Promise<AnswerOf<E>> : (input: InputOf<E>) => Promise<AnswerOf<E>>;

/** The contract as functions: `api.signals.landingSectorCharts({ query })`. Responses are typed, not parsed. Errors reject with ApiError. */
export type Api = { [A in keyof Contract]: { [E in keyof Contract[A]]: Contract[A][E] extends Endpoint ? Call<Contract[A][E]> : never } };

type ParameterValue = string | number | boolean | undefined;

interface CallInput {
	params?: Readonly<Record<string, ParameterValue>>;
	query?: Readonly<Record<string, ParameterValue | readonly ParameterValue[]>>;
	body?: unknown;
	headers?: Record<string, string | undefined>;
}

/** Fills `{name}` in a path and appends the query. Lists become repeated keys; undefined is left out. Throws for null and for missing path parameters. */
export function buildUrl(path: string, { params = {}, query = {} }: CallInput): string {
	const filledPath = path.replace(/\{(\w+)\}/g, (_, name: string) =>
		encodeURIComponent(params[name] ?? throwError(mustBeDefinedMessage(name))),
	);
	const search = new URLSearchParams();
	for (const [key, value] of Object.entries(query)) {
		for (const element of [value].flat())
			if (element !== undefined) search.append(key, String(element ?? throwError(cannotBeNullMessage(key))));
	}
	return search.size > 0 ? `${filledPath}?${search}` : filledPath;
}

function throwError(message: string): never {
	throw new Error(message);
}

/** Creates the typed client of `routes` over a transport. */
export function createApi(routes: Paths, transport: ApiTransport): Api {
	const createCall =
		([method, path]: readonly [string, string]) =>
		async (parts: CallInput = {}): Promise<unknown> => {
			const { body: requestBody, headers } = parts;
			const reply = await transport({ method, url: buildUrl(path, parts), body: requestBody, headers });
			if (reply.status >= 400) throw toApiError(reply);
			return reply.body;
		};
	/** Looks up calls when they are used, because administration pages add theirs to `routes` later. */
	const createLookup = <T>(table: Readonly<Record<string, T>>, createMember: (entry: T) => unknown): object =>
		new Proxy({}, { get: (_, name) => (Object.hasOwn(table, name) ? createMember(table[name as string] as T) : undefined) });
	return createLookup<Paths[keyof Paths]>(routes, (calls) => createLookup(calls, createCall)) as Api;
}
