import { routes } from 'virtual:routes/administration';
import type { AnswerOf, Endpoint, InputOf } from '@sw/contract/base/define';
import type { ProblemBody } from '@sw/contract/base/errors';
import type { Contract } from '@sw/contract/index';
import { apiError } from '../lib/api/api-error.ts';
import type { Api } from '../lib/api/client.ts';

type Answer<E> = E extends Endpoint ? (input: InputOf<E>) => AnswerOf<E> | Promise<AnswerOf<E>> : never;

/** Answers to calls, by area and call. The contract types them: an answer that the server couldn't give doesn't compile. */
export type Answers = { [A in keyof Contract]?: { [E in keyof Contract[A]]?: Answer<Contract[A][E]> } };

/** The calls so far, in order, each with its name ('accounts.login') and its input. */
export type Calls = { call: string; input: unknown }[];

/** Throws the error of a failed call. `errors`: its errors of single fields. */
export function rejectCall(status: number, detail: string, errors: readonly { field: string; message: string }[] = []): never {
	const body: ProblemBody = { status, title: detail, detail, errors: [...errors] };
	throw apiError({ status, body });
}

/** Creates a client that returns these answers, and records the calls. Every other call fails with status 404. */
export function createTestApi(answers: Answers): { api: Api; calls: Calls } {
	const recordedCalls: Calls = [];
	const areas = Object.entries(routes).map(([area, endpoints]) => [
		area,
		Object.fromEntries(
			Object.keys(endpoints).map((name) => [
				name,
				async (input: unknown = {}): Promise<unknown> => {
					recordedCalls.push({ call: `${area}.${name}`, input });
					const answer = (answers as Record<string, Record<string, (input: unknown) => unknown> | undefined>)[area]?.[name];
					return answer ? await answer(input) : rejectCall(404, `Nothing answers ${area}.${name} here`);
				},
			]),
		),
	]);
	return { api: Object.fromEntries(areas) as Api, calls: recordedCalls };
}
