import { createSerializationAdapter } from '@tanstack/react-router';
import { ApiError } from './api-error.ts';

/**
 * Keeps status and message of failed calls when the server sends its state to the browser. Otherwise, a page would be hydrated with a different
 * error from the one that the server rendered.
 */
export const apiErrors = createSerializationAdapter({
	key: 'api-error',
	test: (value): value is ApiError => value instanceof ApiError,
	toSerializable: ({ status, problem, message }) => ({ status, problem: JSON.stringify(problem ?? null), message }),
	fromSerializable: ({ status, problem, message }) => new ApiError(status, JSON.parse(problem) ?? undefined, message),
});
