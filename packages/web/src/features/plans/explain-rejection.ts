import { ApiError } from '../../lib/api/api-error.ts';
import { fieldErrorsOf } from '../../ui/use-submit.ts';

/** Runs the given work; a rejection shows the answer's own message, unless it is about one of `fields`. */
export async function explainRejection<T>(work: Promise<T>, fields: readonly string[] = []): Promise<T> {
	try {
		return await work;
	} catch (error) {
		const messages = error instanceof ApiError ? (error.problem?.errors ?? []).map(({ message }) => message) : [];
		if (messages.length === 0 || fieldErrorsOf(error, fields)) throw error;
		throw new Error(messages.join(' '), { cause: error });
	}
}
