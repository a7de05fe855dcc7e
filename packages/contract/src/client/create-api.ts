import type { AnswerOf, Endpoint, InputOf } from '../base/define.ts';
import { cannotBeNull, mustBeDefined } from '../base/null-messages.ts';
import type { Contract } from '../index.ts';
import type { Paths } from '../paths.ts';
import { apiError } from './api-error.ts';
import type { ApiTransport } from './transport.ts';

type Call<E extends Endpoint> =
	Record<never, never> extends InputOf<E> ? (input?: InputOf<E>) => Promise<AnswerOf<E>> : (input: InputOf<E>) => Promise<AnswerOf<E>>;

/** The contract as functions: `api.signals.landingSectorCharts({ query })`. Answers are typed, not parsed. Errors reject with ApiError. */
export type Api = { [A in keyof Contract]: { [E in keyof Contract[A]]: Contract[A][E] extends Endpoint ? Call<Contract[A][E]> : never } };

type Value = string | number | boolean | undefined;

interface Parts {
	params?: Readonly<Record<string, Value>>;
	query?: Readonly<Record<string, Value | readonly Value[]>>;
	body?: unknown;
	headers?: Record<string, string | undefined>;
}

/** Fills `{name}` in a path and appends the query. Lists become repeated keys; undefined is left out. Throws for null and for missing path parameters. */
export function urlOf(path: string, { params = {}, query = {} }: Parts): string {
	const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params[name] ?? refuse(mustBeDefined(name))));
	const search = new URLSearchParams();
	for (const [key, value] of Object.entries(query)) {
		for (const one of [value].flat()) if (one !== undefined) search.append(key, String(one ?? refuse(cannotBeNull(key))));
	}
	return search.size > 0 ? `${filled}?${search}` : filled;
}

function refuse(message: string): never {
	throw new Error(message);
}

/** The typed client of `routes` over a transport. */
export function createApi(routes: Paths, transport: ApiTransport): Api {
	const call =
		([method, path]: readonly [string, string]) =>
		async (parts: Parts = {}): Promise<unknown> => {
			const { body: sent, headers } = parts;
			const reply = await transport({ method, url: urlOf(path, parts), body: sent, headers });
			if (reply.status >= 400) throw apiError(reply);
			return reply.body;
		};
	/** Looks up calls when they are used, because administration pages add theirs to `routes` later. */
	const within = <T>(table: Readonly<Record<string, T>>, made: (found: T) => unknown): object =>
		new Proxy({}, { get: (_, name) => (Object.hasOwn(table, name) ? made(table[name as string] as T) : undefined) });
	return within<Paths[keyof Paths]>(routes, (calls) => within(calls, call)) as Api;
}
